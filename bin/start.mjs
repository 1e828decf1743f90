/** `npm start`: installs, builds and starts the server. */
import { build } from "./build.mjs";
import { become, install } from "./bootstrap.mjs";

install();
build();
await become("server/main.ts");
