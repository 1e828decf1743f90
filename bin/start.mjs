/** `npm start`: installs, builds and starts the server. MAX_HEAP_MB bounds its memory. */
import { build } from "./build.mjs";
import { become, fail, install } from "./bootstrap.mjs";

const { MAX_HEAP_MB: heap = "256" } = process.env;
if (!/^[1-9]\d{1,4}$/.test(heap)) fail(`MAX_HEAP_MB is "${heap}", but it must be a number of megabytes.`);
// A pool of memory for each thread, as glibc has by default, keeps some 15 MB more than two for all.
process.env.MALLOC_ARENA_MAX ??= "2";
install();
build();
// Short-lived objects of requests: with the default of V8 they take some 40 MB more.
await become("server/main.ts", [], ["--max-semi-space-size=4", `--max-old-space-size=${heap}`]);
