import type { Locator } from "@playwright/test";
import { expect, test, toast } from "./journey-test.ts";

test.use({ as: "admin" });

/** Clicks with the mouse; what is typed, and Tab between the fields, does not count. */
function countClicks() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    total: () => clicks,
  };
}

for (const [courts, most] of [
  [1, 12],
  [6, 14],
] as const)
  test(`from nothing to ${courts} bookable courts in at most ${most} clicks`, async ({ page }) => {
    const { click, total } = countClicks();
    const name = `Padel des Monts ${courts} ${Date.now()}`;
    await page.goto("/organizations");
    await click(page.getByRole("link", { name: "Set up a club" }));
    await click(page.getByLabel("Club name"));
    await page.keyboard.type(name);
    await click(page.getByLabel("Street and number"));
    await page.keyboard.type("8 rue du Lac");
    await page.getByLabel("Postal code").fill("69003");
    await page.getByLabel("City").fill("Lyon");
    await click(page.getByRole("button", { name: "Padel", exact: true }));
    const more = page.getByRole("button", { name: "One Padel court more" });
    for (let count = 1; count < courts; count += 1) await click(more);
    await expect(page.getByText(`${92 * courts} h to book`)).toBeVisible();
    await click(page.getByRole("button", { name: "Make my club" }));
    await expect(toast(page, "The club is made")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Getting started", level: 1 })).toBeVisible();
    await expect(page.locator('[aria-current="step"]')).toContainText("First booking");
    await click(page.getByRole("link", { name: "Open the planning" }));
    await expect(page.getByRole("rowheader").filter({ hasText: `Padel ${courts}` })).toBeVisible();
    expect(total()).toBeLessThanOrEqual(most);
  });
