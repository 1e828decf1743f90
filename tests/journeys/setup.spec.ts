import { countClicks } from "./clicks.ts";
import { expect, test, toast } from "./journey-test.ts";

test.use({ as: "admin" });

for (const [courts, most] of [
  [1, 12],
  [6, 14],
] as const)
  test(`from nothing to ${courts} bookable courts in at most ${most} clicks`, async ({ page }) => {
    const clicks = await countClicks(page);
    const name = `Padel des Monts ${courts} ${Date.now()}`;
    await page.goto("/organizations");
    await page.getByRole("link", { name: "Set up a club" }).click();
    await page.getByLabel("Club name").click();
    await page.keyboard.type(name);
    await page.getByLabel("Street and number").click();
    await page.keyboard.type("8 rue du Lac");
    await page.getByLabel("Postal code").fill("69003");
    await page.getByLabel("City").fill("Lyon");
    // Other journeys want an administrator of the platform who is in no club.
    await page.getByText("I run this club").click();
    await page.getByRole("button", { name: "Padel", exact: true }).click();
    const more = page.getByRole("button", { name: "One Padel court more" });
    for (let count = 1; count < courts; count += 1) await more.click();
    await expect(page.getByText(`${92 * courts} h to book`)).toBeVisible();
    await page.getByRole("button", { name: "Make my club" }).click();
    await expect(toast(page, "The club is made")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Getting started", level: 1 })).toBeVisible();
    await expect(page.locator('[aria-current="step"]')).toContainText("First booking");
    // The banner comes after the page, and moves what is below it.
    await expect(page.getByRole("link", { name: "Complete the seller" })).toBeVisible();
    await page.getByRole("link", { name: "Open the planning" }).click();
    await expect(page.getByRole("rowheader").filter({ hasText: `Padel ${courts}` })).toBeVisible();
    expect(clicks.total()).toBeLessThanOrEqual(most);
  });
