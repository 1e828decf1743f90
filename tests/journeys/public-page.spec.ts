import { createClub } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const address = "/c/tennis-club-des-berges";

const said = {
  en: {
    find: "Find a slot",
    padel: "Padel",
    times: /Free/,
    wholeDay: "The whole day",
    book: /^Sign in to book, Padel/,
    hours: "Hours",
    prices: /Padel · price of the field/,
    legal: "Legal notice",
    responsible: "Responsible for the page",
    other: "Français",
    later: "Later days",
    closes: "10:00 PM",
  },
  fr: {
    find: "Trouver un créneau",
    padel: "Padel",
    times: /Libre/,
    wholeDay: "Toute la journée",
    book: /^Se connecter pour réserver, Padel/,
    hours: "Horaires",
    prices: /Padel · prix du terrain/,
    legal: "Mentions légales",
    responsible: "Responsable de la publication",
    other: "English",
    later: "Jours suivants",
    closes: "22:00",
  },
};

for (const language of ["en", "fr"] as const) {
  const texts = said[language];
  test(`without JavaScript, on a telephone, a visitor finds a padel court by links (${language})`, async ({
    another,
  }) => {
    const page = await another({ ...telephone, javaScriptEnabled: false });
    await page.goto(`${address}?lang=${language}`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tennis Club des Berges");
    await expect(page.getByRole("link", { name: texts.find })).toBeVisible();
    await expect(page.getByRole("region", { name: texts.hours })).toContainText(texts.closes);
    await page.locator("#times").getByRole("link", { name: texts.padel, exact: true }).click();
    await expect(page.getByRole("region", { name: texts.prices })).toContainText("€");
    await page.getByRole("link", { name: texts.wholeDay }).click();
    await page.getByRole("link", { name: texts.later }).click();
    await page.locator("a.slot").first().click();
    await expect(page).toHaveURL(/time=/);
    await expect(page.getByRole("link", { name: texts.book }).first()).toBeVisible();
    await page.getByRole("link", { name: texts.other }).click();
    await expect(page.locator("html")).not.toHaveAttribute("lang", language);
    await page.goBack();
    await page.getByRole("link", { name: texts.legal }).click();
    await expect(page.getByText(texts.responsible)).toBeVisible();
  });
}

test("every public page fits a telephone and is accessible, light and dark", async ({ another }) => {
  const page = await another({ ...telephone, locale: "fr-FR" });
  for (const path of ["", "/find", "/padel-de-la-gare", "/padel-de-la-gare/padel-1", "/legal"]) {
    await page.goto(`${address}${path}?lang=fr`);
    await expectNoOverflow(page, path);
    await expectAccessible(page, path);
  }
  const unknown = await page.goto("/c/nobody-has-this-address");
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Cette page n’existe pas." })).toBeVisible();
});

test("whoever chooses a start signs in and comes to its booking", async ({ another }) => {
  const page = await another(telephone);
  await page.goto(`${address}/find?lang=en`);
  await page.getByRole("link", { name: "Later days" }).click();
  await page.locator("a.slot").first().click();
  await page
    .getByRole("link", { name: /^Sign in to book/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth\/login\?redirect=.*events(%2F|\/)create/);
});

test("an owner opens the page of a club: what lacks is named, then everybody reads it", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("main").getByRole("link", { name: "Public page" }).click();
  const missing = page.getByText("Before this page can be public").locator("..");
  await expect(missing).toContainText("a public field");
  await page.getByRole("radio", { name: "Everybody" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/Before this page can be public: .*a public field/)).toBeVisible();
  await page.getByRole("radio", { name: "Whoever has the address" }).check();
  await page.getByLabel("Tagline").fill("Lilacs and padel");
  await page.getByLabel("Address of the page").fill("No Spaces");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Use 3 to 40 letters, digits or hyphens.")).toBeVisible();
  const slug = `lilacs-${Date.now().toString(36)}`;
  await page.getByLabel("Address of the page").fill(slug);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Public page saved")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the page" })).toHaveAttribute("href", `/c/${slug}`);
  const visitor = await another(telephone);
  await visitor.goto(`/c/${slug}`);
  await expect(visitor.getByText("Lilacs and padel")).toBeVisible();
});

test("the settings of the page fit a telephone, in French", async ({ another }) => {
  const club = await createClub();
  const page = await another({ ...telephone, token: club.token, locale: "fr-FR" });
  await page.goto(`/organizations/${club.id}/settings/page`);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the settings of the page");
  await page.getByRole("radio", { name: "Qui en a l’adresse" }).check();
  await page.getByLabel("Accroche").fill("Des lilas et du padel");
  await page.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(toast(page, "Page publique enregistrée")).toBeVisible();
});
