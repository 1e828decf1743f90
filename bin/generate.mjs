/** `npm run generate`: writes the files that follow from the migrations and the words; `-- --check` only compares. */
import { become, install } from "./bootstrap.mjs";

install();
await become("server/generate.ts", process.argv.slice(2));
