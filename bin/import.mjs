/** `npm run import -- FILE --organization ID`: imports facilities and fields from a CSV file. */
import { become, install } from "./bootstrap.mjs";

// Relative paths start at the caller's folder, but the process changes to the project's.
process.env.INIT_CWD ??= process.cwd();
install();
await become("server/import-cli.ts", process.argv.slice(2));
