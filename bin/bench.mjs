/** `npm run bench`: measures calls beside their own SQL and beside bare Fastify; `bench/README.md` keeps the latest table. */
import { build } from "./build.mjs";
import { become, install } from "./bootstrap.mjs";

install();
build();
await become("bench/run.ts", process.argv.slice(2));
