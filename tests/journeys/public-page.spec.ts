import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClub } from "./clubs.ts";
import { expect, test, toast } from "./journey-test.ts";
import { demoToken } from "./people.ts";
import { findDemoIds } from "./screens.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const address = "/c/tennis-club-des-berges";

const said = {
  en: {
    find: "Find a slot",
    padel: "Padel",
    times: /Free/,
    wholeDay: "The whole day",
    book: /^Join to book, Padel/,
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
    book: /^Rejoindre pour réserver, Padel/,
    hours: "Horaires",
    prices: /Padel · prix du terrain/,
    legal: "Mentions légales",
    responsible: "Responsable de la publication",
    other: "English",
    later: "Jours suivants",
    closes: "22:00",
  },
};

const settingsSaid = {
  en: {
    preview: "Preview",
    tagline: "Tagline",
    script: "Frame that follows its height",
    place: "Leads to",
    poster: "Download poster",
  },
  fr: {
    preview: "Aperçu",
    tagline: "Accroche",
    script: "Cadre qui suit sa hauteur",
    place: "Mène à",
    poster: "Télécharger l’affiche",
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

test("whoever chooses a start is led to join, and then to its booking", async ({ another }) => {
  const page = await another(telephone);
  await page.goto(`${address}/find?lang=en`);
  await page.getByRole("link", { name: "Later days" }).click();
  await page.locator("a.slot").first().click();
  await page
    .getByRole("link", { name: /^Join to book/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/join\/tennis-club-des-berges\?next=.*events(%2F|\/)create/);
});

test("an owner opens the page of a club: what lacks is named, then everybody reads it", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings`);
  await page.getByRole("main").getByRole("link", { name: "Public page" }).click();
  const missing = page.getByText("Before this page can be public").locator("..");
  await expect(missing).toContainText("a public field");
  await page.getByRole("radio", { name: "Everybody" }).check();
  await page.getByRole("form", { name: "Public page" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/Before this page can be public: .*a public field/)).toBeVisible();
  await page.getByRole("radio", { name: "Whoever has the address" }).check();
  await page.getByLabel("Tagline").fill("Lilacs and padel");
  await page.getByLabel("Address of the page").fill("No Spaces");
  await page.getByRole("form", { name: "Public page" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Use 3 to 40 letters, digits or hyphens.")).toBeVisible();
  const slug = `lilacs-${Date.now().toString(36)}`;
  await page.getByLabel("Address of the page").fill(slug);
  await page.getByRole("form", { name: "Public page" }).getByRole("button", { name: "Save" }).click();
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
  await page.getByRole("form", { name: "Page publique" }).getByRole("button", { name: "Enregistrer" }).tap();
  await expect(toast(page, "Page publique enregistrée")).toBeVisible();
});

for (const language of ["en", "fr"] as const) {
  test(`free times on a club's own site follow their height, keep nothing, and open the page in a window (${language})`, async ({
    browser,
    baseURL,
  }) => {
    // A context of its own: the other ones complain of other sites.
    const context = await browser.newContext({ ...telephone, ...(baseURL !== undefined && { baseURL }) });
    const page = await context.newPage();
    await page.goto(`${address}?lang=${language}`);
    const { origin } = new URL(page.url());
    const site = createServer((_request, response) =>
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(
          `<!doctype html><html lang="${language}"><title>Club</title><meta name="viewport" content="width=device-width"><h1>Club</h1><script async src="${origin}/embed.js" data-club="tennis-club-des-berges" data-lang="${language}" data-theme="dark" data-title="Club"></script></html>`,
        ),
    );
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    try {
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const frame = page.frameLocator("iframe");
      await expect(frame.locator("html")).toHaveAttribute("lang", language);
      await expect(frame.locator("#times")).toBeVisible();
      await frame.getByRole("link", { name: said[language].later }).click();
      const inner = page.frames().find((one) => one.url().includes("/embed/"));
      const heights = async () => [
        await page.locator("iframe").evaluate((element) => element.getBoundingClientRect().height),
        Math.ceil((await inner?.evaluate(() => document.body.getBoundingClientRect().height)) ?? 0),
      ];
      await expect(async () => {
        const [outer, needed] = await heights();
        expect(outer).toBe(needed);
      }).toPass();
      expect(await inner?.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
        0,
        0,
        "",
      ]);
      await page.evaluate(() => postMessage({ baselineHeight: 9000 }, "*"));
      const [opened] = await Promise.all([page.waitForEvent("popup"), frame.locator("a.slot").first().click()]);
      await expect(opened).toHaveURL(/\/c\/tennis-club-des-berges\/find\?.*from=embed/);
      expect((await heights())[0]).toBeLessThan(9000);
    } finally {
      site.close();
      await context.close();
    }
  });

  test(`an owner takes snippets and a poster, and sees the preview, on a telephone (${language})`, async ({
    another,
  }) => {
    test.slow();
    const { organization } = await findDemoIds("owner");
    const page = await another({
      ...telephone,
      token: demoToken("owner"),
      locale: language === "fr" ? "fr-FR" : "en-US",
    });
    await page.goto(`/organizations/${organization}/settings/page`);
    await waitUntilLoaded(page);
    const words = settingsSaid[language];
    await expect(page.frameLocator(`iframe[title="${words.preview}"]`).getByRole("heading", { level: 1 })).toHaveText(
      "Tennis Club des Berges",
    );
    await page.getByLabel(words.tagline).fill("Lilas");
    await expect(page.frameLocator(`iframe[title="${words.preview}"]`).getByText("Lilas")).toBeVisible();
    await expect(page.getByLabel(words.script)).toHaveValue(/embed\.js/);
    await page.getByLabel(words.place).selectOption({ label: "Padel 1" });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: words.poster }).tap(),
    ]);
    expect(file.suggestedFilename()).toMatch(/Padel.1.*\.pdf$/);
    await expectNoOverflow(page, "the settings of the page");
    await expectAccessible(page, "the settings of the page");
  });
}
