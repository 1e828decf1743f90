/** Playwright's test runner with pages of Firefox or WebKit instead of its own. Every error in the page fails the test. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { build } from "vite";
import type { Browser, BrowserSettings } from "./browser.ts";
import { openFirefox } from "./firefox.ts";
import { openPage, type Page } from "./page.ts";
import { openWebKit } from "./webkit.ts";

export { expect };

type Engine = "firefox" | "webkit";
export interface BrowserOption {
  engine: Engine;
}
interface PageOptions extends Partial<BrowserSettings> {
  /** Belongs to the account that is signed in. */
  token?: string;
  language?: "en" | "fr";
}
interface Fixtures {
  /** Opens a browser of its own. */
  open: (options?: PageOptions) => Promise<Page>;
}

export const desk = { width: 1440, height: 900 };
export const telephone = { width: 390, height: 844 };

const engines: Record<Engine, (settings: BrowserSettings) => Promise<Browser>> = {
  firefox: openFirefox,
  webkit: openWebKit,
};

async function bundlePageElements(): Promise<string> {
  const entry = join(import.meta.dirname, "page-elements.ts");
  const lib = { entry, formats: ["iife" as const], name: "unused" };
  const built = await build({ configFile: false, logLevel: "error", build: { lib, write: false } });
  const [output] = [built].flat();
  if (!output || !("output" in output)) throw new Error("page-elements.ts was not built");
  return output.output[0].code;
}

/** Some journeys cause refusals on purpose, and check the page instead. */
const isExpected = (complaint: string) => /Failed to load resource|NS_BINDING_ABORTED/.test(complaint);

export const test = base.extend<Fixtures, BrowserOption & { pageElementsScript: string }>({
  engine: ["firefox", { option: true, scope: "worker" }],
  pageElementsScript: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
    async ({}, run) => run(await bundlePageElements()),
    { scope: "worker" },
  ],
  open: async ({ engine, pageElementsScript }, run, testInfo) => {
    const siteUrl = process.env.JOURNEYS_URL ?? "";
    const browsers: Browser[] = [];
    await run(async ({ token, language = "en", viewport = desk, hasTouch = false } = {}) => {
      const browser = await engines[engine]({ viewport, hasTouch });
      browsers.push(browser);
      // A page of the site without scripts, because settings of the browser belong to a site.
      await browser.goto(`${siteUrl}/favicon.svg`);
      await browser.evaluate(
        (stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
        },
        { language, ...(token ? { access_token: token } : {}) },
      );
      return openPage(browser, siteUrl, pageElementsScript);
    });
    if (testInfo.status !== testInfo.expectedStatus)
      for (const [index, browser] of browsers.entries())
        await writeFile(testInfo.outputPath(`screen-${index + 1}.png`), await browser.screenshot());
    const complaints = await Promise.all(browsers.map((browser) => browser.readComplaints()));
    for (const browser of browsers) await browser.close();
    expect(complaints.flat().filter((complaint) => !isExpected(complaint))).toEqual([]);
  },
});
