/** `npm run faults`: breaks servers, databases, disks, networks and clocks under load; `docs/faults.md` keeps the latest table. */
import { build } from "./build.mjs";
import { become, install } from "./bootstrap.mjs";

install();
build();
await become("faults/run.ts", process.argv.slice(2));
