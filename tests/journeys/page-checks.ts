/** Waits until a page is loaded; checks overflow and accessibility. */
import { findViolations } from "./axe.ts";
import { expect, hasOpenRequests, type Page } from "./journey-test.ts";

const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export async function waitForRequests(page: Page): Promise<void> {
  do {
    // Pending requests have no resource entry yet.
    await expect.poll(() => hasOpenRequests(page)).toBe(false);
    await page.evaluate(async () => {
      const fetched = () => performance.getEntriesByType("resource").length;
      for (let before = -1; before !== fetched();) {
        before = fetched();
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
  } while (hasOpenRequests(page));
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitForRequests(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Counts frames requested by an idle page during sixteen frames: an endless animation keeps requesting them. */
const countFramesAtRest = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const own = window.requestAnimationFrame;
    const { promise, resolve } = Promise.withResolvers<number>();
    let [asked, left] = [0, 24];
    window.requestAnimationFrame = (work) => {
      if (left <= 16) asked += 1;
      return own.call(window, work);
    };
    const next = () => {
      left -= 1;
      if (left > 0) return own.call(window, next);
      window.requestAnimationFrame = own;
      return resolve(asked);
    };
    own.call(window, next);
    return promise;
  });

/** Also checks that the page has no endless animation. */
export async function expectAccessible(page: Page, what: string, but: string[] = []): Promise<void> {
  expect.soft(await countFramesAtRest(page), `${what}, frames asked for at rest`).toBeLessThan(3);
  await showTheme(page, "light");
  const rules = Object.fromEntries(but.map((id) => [id, { enabled: false }]));
  const broken = await findViolations(page, { runOnly: { type: "tag", values: axeTags }, rules });
  expect.soft(broken, `${what} light`).toEqual([]);
  await showTheme(page, "dark");
  const unreadable = await findViolations(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  expect.soft(unreadable, `${what} dark`).toEqual([]);
}

async function showTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(wide, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(findCutTexts), `${what} cuts texts`).toEqual([]);
}

/** Runs in the page. User-defined names may end in "…" if the whole name is one click away; our own texts may not. */
function findCutTexts(): string[] {
  const reads = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    // Text for screen readers only is one pixel wide.
    return width > 1 && height > 1 && element.checkVisibility() && !element.closest("[aria-hidden=true]");
  };
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const scrolls = (element: Element) => {
    for (let around: Element | null = element; around; around = around.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(around).overflowX)) return true;
    return false;
  };
  const isName = (element: Element) => element.closest("[title], li[data-type], td, select") !== null;
  const isCut = (element: Element) => {
    const hides = ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
    if (hides && element.scrollWidth > element.clientWidth + 1) return !isName(element);
    return element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element);
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => hasText(element) && reads(element) && isCut(element))
    .map((element) => `<${element.localName}> ${element.textContent?.trim().slice(0, 60)}`);
}
