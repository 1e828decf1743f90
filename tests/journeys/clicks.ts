import type { Page } from "./journey-test.ts";

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
    restart() {
      clicks = 0;
    },
  };
}
