import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { createNewPerson, register, demoToken } from "./people.ts";
import { findDemoIds, type DemoIds, type Screen, listScreens, viewers } from "./screens.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

declare global {
  interface Window {
    /** The router of the page, as TanStack Router publishes it for its tools. */
    __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> };
  }
}

/** Goes on within the document: loading the scripts and axe anew costs a fifth of a check. */
async function open(page: Page, address: string): Promise<void> {
  if (page.url() === "about:blank") return void (await page.goto(address));
  await page.evaluate((href) => window.__TSR_ROUTER__.navigate({ href }), address);
  expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname);
}

async function visit(page: Page, screens: readonly Screen[], look: (name: string) => Promise<void>): Promise<void> {
  test.setTimeout(screens.length * 20_000);
  const places: DemoIds = await findDemoIds("owner");
  for (const { name, path } of screens) {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, typeof path === "string" ? path : path(places));
    await waitUntilLoaded(page);
    await look(name);
  }
}

for (const [who, as] of viewers) {
  test.describe(() => {
    test.use({ as });

    test(`everything ${who} sees is accessible, light and dark`, async ({ page }) => {
      await visit(page, listScreens(as), (name) => expectAccessible(page, name));
    });

    test.describe("on a telephone, in French", () => {
      test.use({ ...telephone, locale: "fr-FR" });

      test(`everything ${who} sees fits, and is accessible, light and dark`, async ({ page }) => {
        await visit(page, listScreens(as), async (name) => {
          await expect(page.locator("html")).toHaveAttribute("lang", "fr");
          await expectNoOverflow(page, name);
          await expectAccessible(page, name);
        });
      });
    });
  });
}

test("the page of the unconfirmed is accessible, and fits", async ({ another }) => {
  const token = await register(createNewPerson());
  const page = await another({ token });
  await page.goto("/email-verification");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the page");
  const french = await another({ token, locale: "fr-FR", ...telephone });
  await french.goto("/email-verification");
  await waitUntilLoaded(french);
  await expectNoOverflow(french, "the page");
});

test("a form whose fields are wrong is accessible, and the toast that says so", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("nobody@journeys.test");
  await page.getByLabel("Password", { exact: true }).fill("not my password");
  await page.getByRole("button", { name: "Sign in" }).click();
  // Toasts stay while the pointer or the focus is on them.
  const toasts = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
  await toasts.hover();
  await expect(toasts).toBeVisible();
  await page.keyboard.press("F8");
  await expectAccessible(page, "the form");
});

test.describe("what opens", () => {
  test.use({ as: "owner" });

  test("the menus of the sidebar are accessible", async ({ page }) => {
    await page.goto("/overview");
    await waitUntilLoaded(page);
    await page.getByRole("button", { name: /^Account of / }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    // A menu is rendered outside the page's landmarks.
    await expectAccessible(page, "the account's menu", ["region"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /: Switch organization$/ }).click();
    await expect(page.getByRole("dialog", { name: "Switch organization" })).toBeVisible();
    await expectAccessible(page, "the organizations");
  });

  test("the navigation of a telephone is accessible, and fits", async ({ another }) => {
    const page = await another({ ...telephone, token: demoToken("owner"), locale: "fr-FR" });
    await page.goto("/overview");
    await waitUntilLoaded(page);
    await page.getByRole("button", { name: "Ouvrir la navigation" }).tap();
    await expect(page.getByRole("dialog", { name: "Navigation principale" })).toBeVisible();
    await expectAccessible(page, "the navigation");
    await expectNoOverflow(page, "the navigation");
  });

  test("a choice of several is accessible, and so is the question before leaving", async ({ page }) => {
    await page.goto("/fields");
    await page.getByRole("link", { name: "Create field" }).click();
    await waitUntilLoaded(page);
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
