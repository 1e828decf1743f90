/** `npm run generate`: writes files generated from migrations and messages; `-- --check` only compares. */
import { become, install } from "./bootstrap.mjs";

install();
await become("server/generate.ts", process.argv.slice(2));
