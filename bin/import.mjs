/** `npm run import -- FILE --organization ID`: brings facilities and their fields from a CSV file. */
import { become, install } from "./ready.mjs";

// Where the file is looked for: we go on in the project's folder.
process.env.INIT_CWD ??= process.cwd();
install();
await become("server/import.ts", process.argv.slice(2));
