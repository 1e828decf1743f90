import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitForRequests, waitUntilLoaded } from "./page-checks.ts";
import { demoToken } from "./people.ts";

test.use({ as: "owner" });

test("a page has its title, and the focus goes to its heading", async ({ page }) => {
  await page.goto("/overview");
  await expect(page).toHaveTitle("Overview · Baseline");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Facilities", "Fields", "Events", "Team"]) {
    await navigation.getByRole("link", { name }).click();
    await expect(page).toHaveTitle(`${name} · Baseline`);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeFocused();
    await expect(navigation.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
});

test("the first key leads past the navigation", async ({ page }) => {
  await page.goto("/facilities");
  await expect(page.getByRole("heading", { name: "Facilities", level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const address = page.url();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(page.url()).toBe(address);
});

test("the tabs of an organization lead to its parts", async ({ page }) => {
  await page.goto("/facilities");
  const tabs = page.getByRole("navigation", { name: "Parts of the organization" }).getByRole("link");
  await expect(tabs).toHaveText(["Overview", "Facilities", "Fields", "Events", "Team", "Customers"]);
  await expect(
    page.getByRole("navigation", { name: "Parts of the organization" }).locator("[aria-current=page]"),
  ).toHaveText("Facilities");
});

test("who belongs to two organizations goes from one to the other", async ({ page }) => {
  await page.goto("/overview");
  const switcher = page.getByRole("button", { name: /: Switch organization$/ });
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Facilities" }).click();
  await switcher.click();
  await page.getByRole("button", { name: "Ville de Saint-Aubin", exact: true }).click();
  await expect(page.getByRole("link", { name: "Gymnase Simone-Veil" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create facility" })).toHaveCount(0);
  await switcher.click();
  await page.getByRole("button", { name: "Tennis Club des Berges", exact: true }).click();
  await expect(page.getByRole("link", { name: "Padel de la Gare" })).toBeVisible();
});

/** @returns a function that lets the page behind the link arrive */
async function openHeldPage(page: Page, name: string): Promise<() => void> {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => (answer = resolve));
  let heldCount = 0;
  await page.route("**/assets/*.js", async (route) => {
    heldCount += 1;
    await requested;
    await route.fallback();
  });
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name }).click();
  await expect.poll(() => heldCount).toBeGreaterThan(0);
  return answer;
}

test("what is opened while the next page is on its way stays open when that is there", async ({ page }) => {
  await page.goto("/overview");
  const menu = page.getByRole("dialog", { name: "Switch organization" });
  const open = page.getByRole("button", { name: /: Switch organization$/ });
  await open.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  const answer = await openHeldPage(page, "Roles");
  await open.click();
  await expect(menu).toBeVisible();
  answer();
  // The menu is modal: assistive technology reads the page beneath when it is closed.
  await expect(page.getByRole("heading", { name: "Roles", level: 1, includeHidden: true })).toBeVisible();
  await expect(page).toHaveTitle("Roles · Baseline");
  await expect(menu.locator(":focus")).toBeVisible();
});

test("a panel whose focused button is gone stays open when the next page is there", async ({ page }) => {
  await page.goto("/overview");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await bell.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  const answer = await openHeldPage(page, "Roles");
  await bell.click();
  await panel.locator(":focus").evaluate((focused) => (focused as HTMLElement).blur());
  answer();
  await expect(page.getByRole("heading", { name: "Roles", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("Roles · Baseline");
  await expect(page.getByRole("status").filter({ hasText: "Roles · Baseline" })).toHaveCount(1);
  await expect(panel).toBeVisible();
});

test("without a connection the page stays, says so, and goes on as soon as there is one", async ({ context, page }) => {
  await page.goto("/organizations");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove owner" })).toBeVisible();
  // Wait, because pending requests would fail offline too.
  await waitForRequests(page);
  const name = (await heading.textContent()) ?? "";
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await page.getByRole("button", { name: "Remove owner" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByRole("link", { name: "Roles" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("The server cannot be reached.");

  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Roles", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  const opened = async (page: Page) => {
    await page.goto("/facilities");
    const open = page.getByRole("button", { name: "Open navigation" });
    await open.tap();
    await expect(page.getByRole("dialog", { name: "Main navigation" })).toBeVisible();
    return open;
  };

  test("the navigation slides in and out, and the focus returns", async ({ page }) => {
    const open = await opened(page);
    await page.getByRole("button", { name: "Close navigation" }).tap();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(open).toBeFocused();
    await open.press("Enter");
    await expect(page.getByRole("dialog", { name: "Main navigation" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(open).toBeFocused();
  });

  test("the navigation closes when it has led elsewhere", async ({ page }) => {
    await opened(page);
    await page.getByRole("dialog").getByRole("link", { name: "Events" }).tap();
    await expect(page).toHaveURL(/\/events$/);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeFocused();
  });

  test("it also leads to the settings, and out", async ({ page }) => {
    await opened(page);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Account of / })
      .tap();
    await page.getByRole("menuitem", { name: "Settings" }).tap();
    await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Open navigation" }).tap();
    await page.getByRole("link", { name: "Back to app" }).tap();
    await expect(page).toHaveURL("/overview");
  });
});

const bar = {
  en: { locale: "en-US", name: "Shortcuts", links: ["Book", "Bookings", "News", "Club"] },
  fr: { locale: "fr-FR", name: "Raccourcis", links: ["Réserver", "Réservations", "Actualité", "Club"] },
} as const;

for (const [language, { locale, name, links }] of Object.entries(bar)) {
  test(`members have a bar on a telephone, which leads to all that they come for, and the team has none (${language})`, async ({
    another,
  }) => {
    const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale };
    const page = await another({ ...telephone, token: demoToken("member") });
    await page.goto("/overview");
    const nav = page.getByRole("navigation", { name });
    await expect(nav.getByRole("link")).toHaveText(links.map((label) => new RegExp(`${label}$`)));
    await expectAccessible(page, "the bar of members");
    for (const [label, path] of [
      [links[0], /\/find$/],
      [links[1], /\/my-bookings$/],
      [links[2], /\/notifications$/],
      [links[3], /\/organizations\/[^/]+\/overview$/],
    ] as const) {
      await nav.getByRole("link", { name: new RegExp(`${label}$`) }).tap();
      await expect(page).toHaveURL(path);
      await expect(nav.locator("[aria-current=page]")).toHaveText(new RegExp(`${label}$`));
      await waitUntilLoaded(page);
      await expectNoOverflow(page, label);
      // The end of the page can be scrolled above the bar.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const end = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().bottom);
      const top = (await nav.boundingBox())?.y ?? 0;
      expect(end, `the end of ${label}`).toBeLessThanOrEqual(top + 1);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(nav).toBeHidden();

    const team = await another({ ...telephone, token: demoToken("staff") });
    await team.goto("/overview");
    await waitUntilLoaded(team);
    await expect(team.getByRole("navigation", { name })).toHaveCount(0);
  });
}
