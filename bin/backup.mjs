/** `npm run backup -- FILE`: writes the database and the files into one file. */
import { become, install } from "./bootstrap.mjs";

// Relative paths start at the caller's folder, but the process changes to the project's.
process.env.INIT_CWD ??= process.cwd();
install();
await become("server/backup.ts", process.argv.slice(2));
