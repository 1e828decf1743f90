import sharp from "sharp";
import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const said = {
  en: {
    settings: "Settings",
    looks: "Looks and emails",
    choose: "Choose a logo",
    replace: "Replace the logo",
    square: /must be square/,
    yellow: "Yellow",
    code: "Code of the color",
    wrong: "Enter a color as # and six digits or letters from a to f.",
    light: /^Light theme: shown as #[0-9a-f]{6}, contrast 4\.[5-9]/,
    dark: /^Dark theme: as chosen, contrast/,
    sender: "Sender of emails",
    saved: "Looks saved",
    letter: "Email",
    moved: "Booking moved",
    opening: "Before the facts",
    french: "Français",
    lettersSaved: "Emails saved",
    preview: "Preview of the email",
  },
  fr: {
    settings: "Réglages",
    looks: "Apparence et e-mails",
    choose: "Choisir un logo",
    replace: "Remplacer le logo",
    square: /doit être carré/,
    yellow: "Jaune",
    code: "Code de la couleur",
    wrong: "Saisissez une couleur : # suivi de six chiffres ou lettres de a à f.",
    light: /^Thème clair\s: affichée en #[0-9a-f]{6}, contraste 4,[5-9]/,
    dark: /^Thème sombre\s: telle que choisie, contraste/,
    sender: "Expéditeur des e-mails",
    saved: "Apparence enregistrée",
    letter: "E-mail",
    moved: "Réservation déplacée",
    opening: "Avant les informations",
    french: "Français",
    lettersSaved: "E-mails enregistrés",
    preview: "Aperçu de l’e-mail",
  },
};

const drawLogo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7c3aed" } })
    .png()
    .toBuffer();

for (const language of ["en", "fr"] as const) {
  test(`a club chooses its logo, colour and letters on a telephone (${language})`, async ({ another }) => {
    const words = said[language];
    const club = await createClub();
    const page = await another({
      ...telephone,
      token: club.token,
      locale: language === "fr" ? "fr-FR" : "en-US",
    });
    await page.goto(`/organizations/${club.id}/settings`);
    await page.getByRole("link", { name: words.looks }).tap();
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "looks");

    const pick = async (file: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        // A second tap so soon would be the second of a double one, which means nothing.
        page.getByRole("button", { name: new RegExp(`${words.choose}|${words.replace}`) }).press("Enter"),
      ]);
      await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer: file });
    };
    await pick(await drawLogo(600, 400));
    await expect(page.getByRole("alert").filter({ hasText: words.square })).toBeVisible();
    await pick(await drawLogo(300, 300));
    await expect(page.getByRole("button", { name: words.replace })).toBeVisible();

    const code = page.getByLabel(words.code);
    await code.fill("yellow");
    await page.getByLabel(words.sender).fill("Les Lilas");
    await page
      .getByRole("form", { name: words.looks })
      .getByRole("button", { name: /Save|Enregistrer/ })
      .tap();
    await expect(page.getByText(words.wrong)).toBeVisible();
    await page.getByRole("radio", { name: words.yellow }).check();
    await expect(code).toHaveValue("#eab308");
    await expect(page.getByText(words.light)).toBeVisible();
    await expect(page.getByText(words.dark)).toBeVisible();
    await page
      .getByRole("form", { name: words.looks })
      .getByRole("button", { name: /Save|Enregistrer/ })
      .tap();
    await expect(toast(page, words.saved)).toBeVisible();
    await expect(page.getByLabel(words.sender)).toHaveValue("Les Lilas");

    const letters = page.getByRole("form", { name: /Emails|E-mails/ });
    await letters.getByLabel(words.letter, { exact: true }).selectOption({ label: words.moved });
    await letters.getByRole("radio", { name: words.french }).check();
    await letters.getByLabel(words.opening).fill("Merci de votre compréhension.");
    const preview = page.frameLocator(`iframe[title="${words.preview}"]`);
    await expect(preview.getByText("Merci de votre compréhension.")).toBeVisible();
    await expect(preview.getByText("Les Lilas").first()).toBeVisible();
    await letters.getByRole("radio", { name: "English" }).check();
    await expect(letters.getByLabel(words.opening)).toHaveValue("");
    await letters.getByRole("radio", { name: words.french }).check();
    await expect(letters.getByLabel(words.opening)).toHaveValue("Merci de votre compréhension.");
    await letters.getByRole("button", { name: /Save|Enregistrer/ }).tap();
    await expect(toast(page, words.lettersSaved)).toBeVisible();
    await page.reload();
    await waitUntilLoaded(page);
    await letters.getByLabel(words.letter, { exact: true }).selectOption({ label: words.moved });
    await letters.getByRole("radio", { name: words.french }).check();
    await expect(letters.getByLabel(words.opening)).toHaveValue("Merci de votre compréhension.");
    await expectNoOverflow(page, "looks");
    await expectAccessible(page, "looks");
  });
}

test("members see the app in the colour of their club, the team in that of the product", async ({ another }) => {
  const club = await createClub();
  const member = await addMember(club, memberRoleId);
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/settings/looks`);
  await page.getByRole("radio", { name: "Purple" }).check();
  await page.getByRole("form", { name: "Looks and emails" }).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Looks saved")).toBeVisible();
  const accentOf = (shown: Page) =>
    shown.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  const product = await accentOf(page);
  await page.reload();
  await waitUntilLoaded(page);
  expect(await accentOf(page)).toBe(product);
  const theirs = await another({ ...telephone, token: member.token });
  await theirs.goto(`/organizations/${club.id}/find`);
  await waitUntilLoaded(theirs);
  expect(await accentOf(theirs)).toMatch(/^light-dark\(#7c3/);
  await expectAccessible(theirs, "the finder in the colour of the club");
});
