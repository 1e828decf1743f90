/** `npm run import -- FILE --organization ID`: brings facilities and their fields from a CSV file. */
import { become, install } from "./bootstrap.mjs";

// Relative paths are the caller's: the process moves to the project's folder.
process.env.INIT_CWD ??= process.cwd();
install();
await become("server/import.ts", process.argv.slice(2));
