import { readFile } from "node:fs/promises";
import { createClub } from "./clubs.ts";
import { expect, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const header = "Site;Terrain;Sport;Éclairage;Commentaire";
const rows = [
  "Gymnase des Lilas;Salle 1;Badminton;oui;a",
  "Gymnase des Lilas;Salle 2;Badminton;non;b",
  "Stade du Canal;Terrain d’honneur;Football;oui;c",
  "Stade du Canal;Annexe;Quidditch/volant;oui;d",
  "Stade du Canal;Buvette;Football;peut-être;e",
];
const csv = (...lines: string[]) => ({
  name: "equipements.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([header, ...lines].join("\n")),
});
const choose = (page: Page, file: ReturnType<typeof csv>) => page.locator("input[type=file]").setInputFiles(file);
const meaning = (page: Page, column: string) => page.getByRole("combobox", { name: `Meaning of “${column}”` });
const count = (page: Page, thing: string, what: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: thing, exact: true }) })
    .locator("dl > div")
    .filter({ hasText: what })
    .locator("dd");

test("facilities and fields come from a file, and the same file again changes nothing", async ({ another }) => {
  test.slow();
  const club = await createClub();
  const page = await another({ token: club.token });

  await test.step("a file is chosen; what is none is refused where it was chosen", async () => {
    await page.goto(`/organizations/${club.id}/facilities`);
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Choose a CSV file" })).toBeVisible();
    await choose(page, { ...csv(), buffer: Buffer.from("") });
    await expect(page.getByRole("alert")).toHaveText("The file is empty.");
    await choose(page, csv(...rows));
    await expect(page).toHaveURL(/\/import\?importId=[0-9a-f-]{36}$/);
  });

  await test.step("what the columns mean is guessed, and can be said otherwise", async () => {
    await expect(meaning(page, "Terrain").locator("option:checked")).toHaveText("Field: Name");
    await expect(meaning(page, "Éclairage").locator("option:checked")).toHaveText("Field: Lights");
    await expect(page.getByRole("row", { name: /Terrain/ })).toContainText("Salle 1 · Salle 2 · Terrain d’honneur");
    await meaning(page, "Site").selectOption("Left out");
    await expect(page.getByText("Still to be chosen: Facility: Name")).toBeVisible();
    await expect(page.getByRole("button", { name: "Check the file" })).toBeDisabled();
    await meaning(page, "Site").selectOption("Facility: Name");
    await expect(meaning(page, "Commentaire").locator("option", { hasText: "Facility: Name" })).toBeDisabled();
    await waitUntilLoaded(page);
    await expectAccessible(page, "the columns");
  });

  await test.step("the check tells what would happen, and which rows cannot be read", async () => {
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByRole("heading", { name: "What the import would do" })).toBeVisible();
    await expect(count(page, "Facilities", "To create")).toHaveText("2");
    await expect(count(page, "Fields", "To create")).toHaveText("4");
    await expect(page.getByText("1 row is left out")).toBeVisible();
    const error = page.getByRole("row", { name: /peut-être/ });
    await expect(error).toContainText("6");
    await expect(error).toContainText("Left outWrite yes or no");
    await expect(page.getByText("1 row to look at")).toBeVisible();
    const warning = page.getByRole("row", { name: /Quidditch\/volant/ });
    await expect(warning).toContainText("5");
    await expect(warning).toContainText("“Quidditch/volant” is not a known sport: the field comes without it");
    await expectAccessible(page, "the check");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the list" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("import-errors.csv");
    const text = await readFile(await saved.path(), "utf8");
    expect(text.split("\r\n").slice(1, 3)).toEqual([
      '"6","Éclairage","peut-être","Write yes or no"',
      '"5","Sport","Quidditch/volant","“Quidditch/volant” is not a known sport: the field comes without it"',
    ]);
  });

  await test.step("a value that is no known sport is given its sports", async () => {
    const sports = page.getByRole("combobox", { name: "Sports of “Quidditch/volant”" });
    await sports.fill("badm");
    await sports.press("Enter");
    await sports.press("Escape");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByText("1 row to look at")).toBeHidden();
    await expect(page.getByRole("button", { name: "Remove Badminton" })).toBeVisible();
    await expect(page.getByText("1 row is left out")).toBeVisible();
    await expectAccessible(page, "the check with its sports");
  });

  await test.step("it is done, which a reload does not forget", async () => {
    await page.getByRole("button", { name: "Start the import" }).dblclick();
    await expect(toast(page, "Import started")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "The import is done" })).toBeVisible();
    await expect(count(page, "Fields", "Created")).toHaveText("4");
    await waitUntilLoaded(page);
    await expectAccessible(page, "the result");
    await page.getByRole("link", { name: "See the fields" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: "Terrain d’honneur", exact: true })).toBeVisible();
  });

  await test.step("the same again would change nothing; the earlier one is listed", async () => {
    await page.goto(`/organizations/${club.id}/import`);
    await expect(page.getByRole("row", { name: /equipements\.csv/ })).toContainText("Done");
    await waitUntilLoaded(page);
    await expectAccessible(page, "the earlier imports");
    await choose(page, csv(...rows.slice(0, 3)));
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText("There is nothing to import")).toBeVisible();
    await expect(count(page, "Fields", "Unchanged")).toHaveText("3");
    await expect(page.getByRole("button", { name: "Start the import" })).toBeDisabled();
    await page.getByRole("button", { name: "Another file" }).click();
    await expect(page.getByRole("heading", { name: "Choose a CSV file" })).toBeVisible();
  });
});

test("the encoding is shown, and another one can be chosen", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/import`);
  const western = Buffer.from("Site;Terrain\nSalle des fêtes;Carré\n", "latin1");
  await choose(page, { ...csv(), buffer: western });
  const encoding = page.getByRole("combobox", { name: "Encoding of the file" });
  await expect(encoding.locator("option:checked")).toHaveText("Windows-1252 (Western Europe)");
  await expect(page.getByRole("row", { name: /Site/ })).toContainText("Salle des fêtes");

  await encoding.selectOption("UTF-16 LE (Unicode)");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(encoding.locator("option:checked")).toHaveText("Windows-1252 (Western Europe)");
  await encoding.selectOption("Mac Roman (older Macs)");
  await expect(page.getByRole("row", { name: /Site/ })).toContainText("Salle des fÍtes");
  await encoding.selectOption("Windows-1252 (Western Europe)");
  await expect(page.getByRole("row", { name: /Site/ })).toContainText("Salle des fêtes");

  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("The file is read as Windows-1252 (Western Europe).")).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, "the check with its encoding");
});

test("the steps fit a telephone in French", async ({ another }) => {
  const club = await createClub();
  const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
  await page.goto(`/organizations/${club.id}/import`);
  await choose(page, csv(...rows));
  await expect(page.getByRole("button", { name: "Vérifier le fichier" })).toBeEnabled();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the columns");
  await page.getByRole("button", { name: "Vérifier le fichier" }).tap();
  await expect(page.getByText("1 ligne est laissée de côté")).toBeVisible();
  await expect(page.getByText("Valeurs qui ne sont pas des sports connus")).toBeVisible();
  await expectNoOverflow(page, "the check");
  await expectAccessible(page, "the check");
});
