import { expect, type Page, test } from "./journey.ts";
import { expectAccessible, expectFitting, settled } from "./looks.ts";
import { newcomer, register, tokenOf } from "./people.ts";
import { findPlaces, type Places, type Screen, screensOf, viewers } from "./screens.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Opens one screen after the other, in one browser. */
async function visit(page: Page, screens: readonly Screen[], look: (name: string) => Promise<void>): Promise<void> {
  test.setTimeout(screens.length * 15_000);
  const places: Places = await findPlaces("owner");
  for (const { name, path } of screens) {
    await page.goto(typeof path === "string" ? path : path(places));
    await settled(page);
    await look(name);
  }
}

for (const [who, as] of viewers) {
  test.describe(() => {
    test.use({ as });

    test(`everything ${who} sees is accessible, light and dark`, async ({ page }) => {
      await visit(page, screensOf(as), (name) => expectAccessible(page, name));
    });

    test.describe("on a telephone", () => {
      test.use(telephone);

      test(`everything ${who} sees is accessible, light and dark`, async ({ page }) => {
        await visit(page, screensOf(as), (name) => expectAccessible(page, name));
      });

      test.describe("in French", () => {
        test.use({ locale: "fr-FR" });

        test(`everything ${who} sees fits`, async ({ page }) => {
          await visit(page, screensOf(as), async (name) => {
            await expect(page.locator("html")).toHaveAttribute("lang", "fr");
            await expectFitting(page, name);
          });
        });
      });
    });
  });
}

test("the page of the unconfirmed is accessible, and fits", async ({ another }) => {
  const token = await register(newcomer());
  const page = await another({ token });
  await page.goto("/email-verification");
  await settled(page);
  await expectAccessible(page, "the page");
  const french = await another({ token, locale: "fr-FR", ...telephone });
  await french.goto("/email-verification");
  await settled(french);
  await expectFitting(french, "the page");
});

test("a form whose fields are wrong is accessible, and the toast that says so", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("nobody@journeys.test");
  await page.getByLabel("Password", { exact: true }).fill("not my password");
  await page.getByRole("button", { name: "Sign in" }).click();
  // While the pointer or the focus is on them, toasts stay.
  const told = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
  await told.hover();
  await expect(told).toBeVisible();
  await page.keyboard.press("F8");
  await expectAccessible(page, "the form");
});

test.describe("what opens", () => {
  test.use({ as: "owner" });

  test("the menus of the sidebar are accessible", async ({ page }) => {
    await page.goto("/overview");
    await settled(page);
    await page.getByRole("button", { name: /^Account of / }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    // A menu lies above the page, and so outside its landmarks.
    await expectAccessible(page, "the account's menu", ["region"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /: Switch organization$/ }).click();
    await expect(page.getByRole("dialog", { name: "Switch organization" })).toBeVisible();
    await expectAccessible(page, "the organizations");
  });

  test("the navigation of a telephone is accessible, and fits", async ({ another }) => {
    const page = await another({ ...telephone, token: tokenOf("owner"), locale: "fr-FR" });
    await page.goto("/overview");
    await settled(page);
    await page.getByRole("button", { name: "Ouvrir la navigation" }).tap();
    await expect(page.getByRole("dialog", { name: "Navigation principale" })).toBeVisible();
    await expectAccessible(page, "the navigation");
    await expectFitting(page, "the navigation");
  });

  test("a choice of several is accessible, and so is the question before leaving", async ({ page }) => {
    await page.goto("/fields");
    await page.getByRole("link", { name: "Create field" }).click();
    await settled(page);
    await page.getByRole("combobox", { name: "Sports" }).fill("tennis");
    await expect(page.getByRole("option", { name: "Tennis", exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expectAccessible(page, "the choice");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create field" }).click();
    await expect(page.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page, "the wrong fields");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Fields" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "the question");
  });
});
