/** `npm run restore -- FILE`: fills an empty database and its files from a backup. */
import { become, install } from "./bootstrap.mjs";

// Relative paths start at the caller's folder, but the process changes to the project's.
process.env.INIT_CWD ??= process.cwd();
install();
await become("server/restore.ts", process.argv.slice(2));
