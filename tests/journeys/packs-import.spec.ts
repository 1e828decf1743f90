import { createClub } from "./clubs.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const lines = [
  "Pass number;Member;E-mail;Pass type;Remaining;Expiry date",
  "K-1;Zoé Morel;zoe@example.org;10 HOURS;4;2099-12-31",
  "K-2;Luc Blanc;;10 hours;;",
  "K-3;Max Wrong;;10 hour card;4;",
  "K-4;Eva Much;;10 hours;12;",
];
const file = { name: "passes.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };

/** In the order of the page: packs, then customers. */
const counts = (page: Page, what: string) => page.locator("dl > div").filter({ hasText: what }).locator("dd");

async function createClubWithPacks() {
  const club = await createClub();
  const body = { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60, validDays: 365 };
  await callApi("POST", `/organizations/${club.id}/pack-types`, { token: club.token, body });
  return club;
}

test("packs come from a file with what is left of them, a wrong row is said before, and an undo takes them back", async ({
  another,
}) => {
  const club = await createClubWithPacks();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/packs`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByText("Packs come as granted")).toBeVisible();
  await expectAccessible(page, "the choice of a file");
  await page.locator("input[type=file]").setInputFiles(file);
  const meaning = page.getByRole("combobox", { name: "Meaning of “Remaining”" });
  await expect(meaning.locator("option:checked")).toHaveText("Units left");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the columns");

  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "What the import would do" })).toBeVisible();
  await expect(counts(page, "To create")).toHaveText(["2", "2"]);
  await expect(page.getByRole("row", { name: /Zoé Morel/ })).toContainText("4 of 10");
  await expect(page.getByRole("row", { name: /10 hour card/ })).toContainText("Perhaps: 10 hours");
  await expect(page.getByRole("row", { name: /The pack has 10 units in all/ })).toContainText("Remaining");
  await expectAccessible(page, "the check");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the check");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Start the import" }).click();
  await expect(counts(page, "Created")).toHaveText(["2", "2"]);
  await page.getByRole("link", { name: "See the packs" }).click();
  await expect(page.getByRole("row", { name: /Zoé Morel/ })).toContainText("4");
  await page.goBack();
  await expect(page.getByText(/^It can be undone until /)).toBeVisible();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("4 packs and customers were removed.")).toBeVisible();
  await expectAccessible(page, "the undo");
});

test("on a phone, in French, the same file is read by its headers, and a used pack stays with the reason", async ({
  another,
}) => {
  const club = await createClubWithPacks();
  const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
  await page.goto(`/organizations/${club.id}/packs/import`);
  const french =
    "N° de carnet;Adhérent;Carnet;Séances restantes;Date d'expiration\nK-1;Zoé Morel;10 hours;4;31/12/2099\n";
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "carnets.csv", mimeType: "text/csv", buffer: Buffer.from(french) });
  await waitUntilLoaded(page);
  await expect(
    page.getByRole("combobox", { name: "Signification de «\u00A0Séances restantes\u00A0»" }).locator("option:checked"),
  ).toHaveText("Unités restantes");
  await expectAccessible(page, "the columns on a phone");
  await page.getByRole("button", { name: "Vérifier le fichier" }).click();
  await expect(page.getByText("4 sur 10").filter({ visible: true })).toHaveCount(1);
  await expectAccessible(page, "the check on a phone");
  await expectNoOverflow(page, "the check on a phone");
  await page.getByRole("button", { name: "Lancer l’import" }).click();
  await expect(page.getByRole("heading", { name: "L’import est terminé" })).toBeVisible();

  const path = `/organizations/${club.id}/packs`;
  const [pack] = (await callApi<{ id: string }[]>("GET", path, { token: club.token })).data;
  await callApi("POST", `${path}/${pack?.id}/extend`, { token: club.token, body: { expiresOn: "2100-01-31" } });
  await page.getByRole("button", { name: "Défaire l’import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Défaire l’import" }).click();
  await expect(page.getByRole("heading", { name: "2 éléments sont restés" })).toBeVisible();
  await expect(page.getByRole("row", { name: /10 hours · Zoé Morel/ })).toContainText("Modifié depuis");
  await expectAccessible(page, "the undo on a phone");
  await expectNoOverflow(page, "the undo on a phone");
});
