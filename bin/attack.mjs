/** `npm run attack`: sends odd and forbidden requests to a started product, and tells what it should not have answered. */
import { build } from "./build.mjs";
import { become, install } from "./bootstrap.mjs";

install();
if (!process.argv.some((word) => word.startsWith("--url"))) build();
await become("tests/attack/main.ts", process.argv.slice(2));
