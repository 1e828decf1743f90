import { countClicks } from "./clicks.ts";
import { expect, test, toast } from "./journey-test.ts";

test.use({ as: "admin" });

test("hours that differ on Sunday, a price for the weekend, and one for tennis", async ({ page }) => {
  await page.goto("/organizations/set-up");
  await page.getByLabel("Club name").fill(`Raquettes du Lac ${Date.now()}`);
  await page.getByLabel("Street and number").fill("8 rue du Lac");
  await page.getByLabel("Postal code").fill("69003");
  await page.getByLabel("City").fill("Lyon");
  await page.getByText("I run this club").click();
  for (const sport of ["Padel", "Tennis"]) await page.getByRole("button", { name: sport, exact: true }).click();
  // Sunday leaves the weekend's line for its own.
  await page.getByRole("button", { name: "Other hours" }).click();
  await page.getByRole("button", { name: "Sunday" }).nth(2).click();
  await page.getByRole("button", { name: "Remove Sat", exact: true }).click();
  await expect(page.getByText("Closed: Sat")).toBeVisible();
  await expect(page.getByText("81 h a week")).toBeVisible();
  await page.getByRole("button", { name: "Another price" }).click();
  await page.getByRole("group", { name: "Sat, Sun" }).getByLabel("Price").fill("24");
  await page.getByRole("button", { name: "Tennis: its own prices" }).click();
  const tennis = page.getByRole("group", { name: "Tennis", exact: true });
  await tennis.getByLabel("Normal").fill("12");
  await tennis.getByLabel("Mon – Fri from 5:00 PM").fill("16");
  await page.getByLabel("Prices of", { exact: true }).selectOption("Tennis");
  await expect(page.getByText("€16.00")).toBeVisible();
  await page.getByRole("button", { name: "Make my club" }).click();
  await expect(page.getByRole("heading", { name: "Getting started", level: 1 })).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.goto(pathname.replace("getting-started", "prices"));
  await expect(page.getByRole("link", { name: "Tennis", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Other courts" })).toBeVisible();
});

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
