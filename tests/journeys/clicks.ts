import { expect, hasOpenRequests, type Page } from "./journey-test.ts";

declare global {
  var countPress: () => void;
}

/** Counts presses of the mouse or a finger, of drags too. Typing, and keys that move between fields, do not count. */
export async function countClicks(page: Page) {
  let clicks = 0;
  await page.exposeFunction("countPress", () => {
    clicks += 1;
  });
  await page.addInitScript(() => addEventListener("pointerdown", () => globalThis.countPress(), { capture: true }));
  return {
    total: () => clicks,
    /** An answer that draws the page anew under the pointer would have the press repeated: waits until all have come. */
    async restart() {
      await expect.poll(() => hasOpenRequests(page)).toBe(false);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      clicks = 0;
    },
  };
}
