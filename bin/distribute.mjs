/** `npm run distribute`: says how the database would be distributed over a Citus cluster, asks, and does it; with `-- --yes` without asking. */
import { become, install } from "./bootstrap.mjs";

install();
await become("server/distribute.ts", process.argv.slice(2));
