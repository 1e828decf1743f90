/** The rules of axe, run in the page as it stands. */
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

/**
 * Checks the page by axe's rules. A document is given axe once and checks itself: the usual package opens another page for
 * each check, which takes longer than the check.
 * @param options rules and tags, as axe takes them
 * @param parts selectors of what is checked; the whole page without them
 * @returns one line for each rule that is broken
 */
export async function findViolations(page: Page, options: Axe.RunOptions = {}, parts?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ([given, include]) => {
      const context = include ? { include: include.map((selector) => [selector]) } : document;
      const { violations } = await window.axe.run(context, { ...given, resultTypes: ["violations"] });
      return violations.map(
        ({ id, nodes }) => `${id} ×${nodes.length}: ${nodes[0]?.target.join(" ")}: ${nodes[0]?.failureSummary}`,
      );
    },
    [options, parts] as const,
  );
}
