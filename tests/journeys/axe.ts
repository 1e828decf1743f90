/** Checks a page for accessibility (axe). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Page } from "./journey-test.ts";

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe once per document: the usual package opens another page for each check, which is slower. */
export async function findViolations(page: Page, options: Axe.RunOptions = {}, parts?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ([given, include]) => {
      const context = include ? { include: include.map((selector) => [selector]) } : document;
      // The one frame, the preview of a public page, runs no script that could answer; journeys check that page itself.
      const { violations } = await window.axe.run(context, { ...given, iframes: false, resultTypes: ["violations"] });
      return violations.map(
        ({ id, nodes }) => `${id} ×${nodes.length}: ${nodes[0]?.target.join(" ")}: ${nodes[0]?.failureSummary}`,
      );
    },
    [options, parts] as const,
  );
}
