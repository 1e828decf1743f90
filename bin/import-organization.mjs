/** `npm run import-organization -- FILE`: reads in the copy of an organization that another server has made. */
import { become, install } from "./bootstrap.mjs";

// Relative paths start at the caller's folder, but the process changes to the project's.
process.env.INIT_CWD ??= process.cwd();
install();
await become("server/import-organization-cli.ts", process.argv.slice(2));
