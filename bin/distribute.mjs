/** `npm run distribute`: says how the database would be distributed over a Citus cluster; with `-- --trial` it does it. */
import { become, install } from "./bootstrap.mjs";

install();
await become("server/distribute.ts", process.argv.slice(2));
