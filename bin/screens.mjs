/** `npm run screens [WORD …]`: pictures of every screen of the demo, or of those whose names hold a word, and contact sheets in `docs/screens`. */
import { build } from "./build.mjs";
import { become, fail, install } from "./bootstrap.mjs";
import { findChromium } from "./find-chromium.mjs";

// Install development tools, whatever the machine's setting.
delete process.env.NODE_ENV;
install();
build();
const browser = await findChromium();
if (!browser) fail("No browser runs here: install Chromium, or set CHROME to the path of one");
Object.assign(process.env, browser);
await become("tests/journeys/write-screens.ts", process.argv.slice(2));
