/** The main journeys in Firefox and in WebKit: `npm run browsers`. Playwright runs the tests; it steers no browser here. */
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findBrowsers } from "../../bin/find-browsers.mjs";
import type { BrowserOption } from "./browser-test.ts";

// `npm run browsers` has found them already, and handed them on.
for (const [name, path] of Object.entries(await findBrowsers())) if (path) process.env[name] = path;

export default defineConfig<BrowserOption>({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "../journeys/setup.ts",
  fullyParallel: true,
  workers: availableParallelism(),
  projects: [
    { name: "firefox", use: { engine: "firefox" } },
    { name: "webkit", use: { engine: "webkit" } },
  ],
  // Generous: a loaded machine is slow, and a journey that hangs is rare.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
});
