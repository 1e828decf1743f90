import { createClub } from "./clubs.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const lines = [
  "Membership number;Member;E-mail;Membership;End date",
  "A-1;Zoé Morel;zoe@example.org;YEAR;2099-12-31",
  "A-2;Luc Blanc;;Year;2099-06-30",
  "A-3;Max Wrong;;Yearly;2099-12-31",
  "A-4;Eva Blank;;Year;",
];
const file = { name: "memberships.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };

/** In the order of the page: memberships, then customers. */
const counts = (page: Page, what: string) => page.locator("dl > div").filter({ hasText: what }).locator("dd");

async function createClubWithMemberships() {
  const club = await createClub();
  const body = { name: "Year", price: 24_000, termKind: "months", termLength: 12, renewal: "by_hand" };
  await callApi("POST", `/organizations/${club.id}/subscription-types`, { token: club.token, body });
  return club;
}

test("memberships come from a file with their terms, a wrong row is said before, and an undo takes them back", async ({
  another,
}) => {
  const club = await createClubWithMemberships();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/memberships`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByText("The present term counts as paid elsewhere")).toBeVisible();
  await expectAccessible(page, "the choice of a file");
  await page.locator("input[type=file]").setInputFiles(file);
  const meaning = page.getByRole("combobox", { name: "Meaning of “End date”" });
  await expect(meaning.locator("option:checked")).toHaveText("Last day");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the columns");

  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "What the import would do" })).toBeVisible();
  await expect(counts(page, "To create")).toHaveText(["2", "2"]);
  await expect(page.getByRole("row", { name: /Zoé Morel/ })).toContainText("Renews after Dec 31, 2099");
  await expect(page.getByRole("row", { name: /Yearly/ })).toContainText("Perhaps: Year");
  await expect(page.getByRole("row", { name: /neither when it begins/ })).toContainText("End date");
  await expectAccessible(page, "the check");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the check");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Start the import" }).click();
  await expect(counts(page, "Created")).toHaveText(["2", "2"]);
  await page.getByRole("link", { name: "See the memberships" }).click();
  await page.getByText("All", { exact: true }).first().click();
  await expect(page.getByRole("row", { name: /Zoé Morel/ })).toContainText("Year");
  await page.goto(`/organizations/${club.id}/memberships/import`);
  await page.getByRole("link", { name: "memberships.csv" }).click();
  await expect(page.getByText(/^It can be undone until /)).toBeVisible();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("4 memberships and customers were removed.")).toBeVisible();
  await expectAccessible(page, "the undo");
});

test("on a phone, in French, the same file is read by its headers, and one that was ended stays with the reason", async ({
  another,
}) => {
  const club = await createClubWithMemberships();
  const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
  await page.goto(`/organizations/${club.id}/memberships/import`);
  const french = "N° d'abonnement;Adhérent;Abonnement;Date de fin\nA-1;Zoé Morel;Year;31/12/2099\n";
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "abonnements.csv", mimeType: "text/csv", buffer: Buffer.from(french) });
  await waitUntilLoaded(page);
  await expect(
    page.getByRole("combobox", { name: "Signification de «\u00A0Date de fin\u00A0»" }).locator("option:checked"),
  ).toHaveText("Dernier jour");
  await expectAccessible(page, "the columns on a phone");
  await page.getByRole("button", { name: "Vérifier le fichier" }).click();
  await expect(page.getByText("Reconduit après le 31/12/2099").filter({ visible: true })).toHaveCount(1);
  await expectAccessible(page, "the check on a phone");
  await expectNoOverflow(page, "the check on a phone");
  await page.getByRole("button", { name: "Lancer l’import" }).click();
  await expect(page.getByRole("heading", { name: "L’import est terminé" })).toBeVisible();

  const path = `/organizations/${club.id}/subscriptions`;
  const [one] = (await callApi<{ id: string }[]>("GET", path, { token: club.token })).data;
  await callApi("POST", `${path}/${one?.id}/end`, { token: club.token, body: { reason: "Déménage" } });
  await page.getByRole("button", { name: "Défaire l’import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Défaire l’import" }).click();
  await expect(page.getByRole("heading", { name: "2 éléments sont restés" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Year · Zoé Morel/ })).toContainText("Modifié ou reconduit depuis");
  await expectAccessible(page, "the undo on a phone");
  await expectNoOverflow(page, "the undo on a phone");
});
