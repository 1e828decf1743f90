/** `npm start`: everything from a fresh clone to a running product. */
import { build } from "./build.mjs";
import { become, install } from "./bootstrap.mjs";

install();
build();
await become("server/main.ts");
