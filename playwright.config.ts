/** Journeys (end-to-end tests, e2e) through the built product, as people make them; `npm run build` comes before. */
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./bin/find-chromium.mjs";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";

// `npm test` has found one already, and handed it on.
const { CHROME } = process.env.CHROME ? { CHROME: process.env.CHROME } : ((await findChromium()) ?? {});
if (!CHROME) throw new Error("No browser runs here: install Chromium, or set CHROME to the path of one");
process.env.CHROME = CHROME;

const longJourneys = [
  "**/accessibility.spec.ts",
  "**/opening-hours.spec.ts",
  "**/payments.spec.ts",
  "**/print.spec.ts",
];

export default defineConfig({
  testDir: "tests/journeys",
  outputDir: "test-results",
  globalSetup: "./tests/journeys/setup.ts",
  fullyParallel: true,
  // A journey waits for the page half of its time: one more than the cores keeps both at work.
  workers: availableParallelism() + 1,
  // The longest go first, so that none of them is left alone at the end.
  projects: [
    { name: "long", testMatch: longJourneys },
    { name: "journeys", testIgnore: longJourneys },
  ],
  // Generous: a loaded machine is slow, and a journey that hangs is rare.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    baseURL: process.env.JOURNEYS_URL,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
    // It would answer requests that a journey watches; offline.spec.ts allows it.
    serviceWorkers: "block",
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: CHROME, args: chromiumFlags },
  },
});
