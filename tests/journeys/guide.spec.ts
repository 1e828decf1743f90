/** Help on every page: the question mark leads to the part of the guide about it, in the reader's language. */
import { findDemoIds } from "./screens.ts";
import { expect, type Page, test } from "./journey-test.ts";

const helpLink = (page: Page) => page.getByRole("link", { name: /^(Help|Aide) \(/ }).filter({ visible: true });

async function openHelp(page: Page, open: () => Promise<unknown>): Promise<Page> {
  const [guide] = await Promise.all([page.waitForEvent("popup"), open()]);
  await expect(guide.getByRole("heading", { level: 1 })).toBeVisible();
  return guide;
}

test.describe("an owner", () => {
  test.use({ as: "owner" });

  test("is led from a page to its part of the guide, by the link and by the key, and keeps the page", async ({
    page,
  }) => {
    const { organization } = await findDemoIds("owner");
    const home = `/organizations/${organization}`;
    await page.goto(`${home}/payments/unpaid`);
    const guide = await openHelp(page, () => helpLink(page).click());
    await expect(guide).toHaveURL("/guide/payments#unpaid");
    await expect(guide.getByRole("heading", { name: "See who owes what, and remind them" })).toBeFocused();
    await guide.getByRole("navigation", { name: "Guide" }).getByRole("link", { name: "Prices" }).click();
    await expect(guide).toHaveURL("/guide/prices");
    await guide.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Check a price" }).click();
    await expect(guide.getByRole("heading", { name: "Check a price" })).toBeInViewport();
    await guide.close();

    await page.goto(`${home}/closures`);
    await expect(page.getByRole("heading", { name: "Closures", level: 1 })).toBeVisible();
    await page.getByPlaceholder("Search closures").fill("?");
    await expect(page).toHaveURL(`${home}/closures?q=${encodeURIComponent("?")}`);
    await page.getByRole("heading", { name: "Closures", level: 1 }).click();
    const other = await openHelp(page, () => page.keyboard.press("?"));
    await expect(other).toHaveURL("/guide/opening-hours#closures");
    await expect(page).toHaveURL(`${home}/closures?q=${encodeURIComponent("?")}`);
  });

  test("finds the keys of the planning by its question mark, and the guide from there", async ({ page }) => {
    const { organization } = await findDemoIds("owner");
    await page.goto(`/organizations/${organization}/planning`);
    await expect(page.getByRole("button", { name: "What is free?" })).toBeVisible();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    const guide = await openHelp(page, () => keys.getByRole("link", { name: "The planning in the guide" }).click());
    await expect(guide).toHaveURL("/guide/planning");
    await guide.getByRole("link", { name: "rain and blocked times", exact: true }).click();
    await expect(guide).toHaveURL("/guide/rain");
    expect(page.context().pages()).toHaveLength(2);
  });
});

test.describe("a member on a telephone, in French", () => {
  test.use({ as: "member", locale: "fr-FR", viewport: { width: 390, height: 844 } });

  test("is helped in French", async ({ page }) => {
    await page.goto("/my-bookings");
    const guide = await openHelp(page, () => helpLink(page).click());
    await expect(guide).toHaveURL("/guide/my-bookings");
    await expect(guide.getByRole("heading", { name: "Réserver pour soi" })).toBeVisible();
    await guide.getByText("Sur cette page").filter({ visible: true }).click();
    await guide.getByRole("link", { name: "Répondre à une invitation" }).filter({ visible: true }).click();
    await expect(guide).toHaveURL("/guide/my-bookings#invitations");
  });
});

test("somebody who is not signed in reads the guide in both languages, and an unknown page leads to its contents", async ({
  page,
}) => {
  await page.goto("/guide/no-such-page");
  await expect(page).toHaveURL("/guide");
  await page.getByRole("link", { name: "Rain and blocked times" }).click();
  await expect(page.getByRole("heading", { name: "Block several fields at once: rain" })).toBeVisible();
  await page.getByRole("button", { name: "Français" }).click();
  await expect(page.getByRole("heading", { name: "Bloquer plusieurs terrains d’un coup : la pluie" })).toBeVisible();
  await page.getByRole("link", { name: "une fermeture" }).click();
  await expect(
    page.getByRole("heading", { name: "Fermer une installation ou un terrain quelques jours" }),
  ).toBeFocused();
});
