/** `npm run admin -- create EMAIL`: creates a platform administrator; `close-demo` closes the accounts of the demo. */
import { become, install } from "./bootstrap.mjs";

install();
await become("server/admin.ts", process.argv.slice(2));
