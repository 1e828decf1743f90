import { createClub } from "./clubs.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

const lines = [
  "Court;Date;Start;End;Name;E-mail;Reference",
  "Court 1;15/06/2031;18:30;20:00;Zoé Morel;zoe@example.org;R-1",
  "Old hall;16/06/2031;9h;10h30;Max Petit;;R-2",
  "Court 1;02/03/2020;20:00;21:30;Max Petit;;R-3",
  "Court 1;someday;20:00;21:30;Max Petit;;R-4",
];
const file = { name: "bookings.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };

const count = (page: Page, card: string, what: string) =>
  page
    .locator("section, div")
    .filter({ has: page.getByRole("heading", { name: card, exact: true }) })
    .last()
    .locator("dl > div")
    .filter({ hasText: what })
    .locator("dd");

async function expectWell(page: Page, what: string): Promise<void> {
  await waitUntilLoaded(page);
  await expectAccessible(page, what);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, what);
  await expectAccessible(page, `${what} on a phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("bookings come from a file: a field is chosen for a name that is not known, and the run is undone", async ({
  another,
}) => {
  const club = await createClub();
  const make = (path: string, body: object) =>
    callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body });
  const { data: facility } = await make("/facilities", { name: "Parc", timezone: "Europe/Paris" });
  await make("/fields", { name: "Court 1", facilityId: facility.id });
  await make("/fields", { name: "Hall", facilityId: facility.id });
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/import`);
  await page.getByRole("link", { name: "Bookings", exact: true }).click();
  await expect(page.getByText("Customers get no mail about bookings that are imported")).toBeVisible();
  await expectWell(page, "the first step");

  await page.locator("input[type=file]").setInputFiles(file);
  const meaning = page.getByRole("combobox", { name: "Meaning of “Court”" });
  await expect(meaning.locator("option:checked")).toHaveText("Field");
  await expect(page.getByRole("combobox", { name: "Dates are written" }).locator("option:checked")).toHaveText(/^Day/);
  await expectWell(page, "the columns");

  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "What the import would do" })).toBeVisible();
  await expect(count(page, "Events", "To create")).toHaveText("2");
  await expect(page.getByText("2 rows are left out")).toBeVisible();
  await expect(page.getByRole("row", { name: /someday/ })).toContainText("This is not a date");
  await expectWell(page, "the check");
  await page.getByRole("combobox", { name: "Field for “Old hall”" }).selectOption("Hall");
  await expect(page.getByRole("button", { name: "Start the import" })).toBeDisabled();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(count(page, "Events", "To create")).toHaveText("3");
  await page.getByRole("button", { name: "Back to the columns" }).click();
  await expect(meaning.locator("option:checked")).toHaveText("Field");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(count(page, "Events", "To create")).toHaveText("3");

  await page.getByRole("button", { name: "Start the import" }).click();
  await expect(page.getByRole("heading", { name: "The import is done" })).toBeVisible({ timeout: 30_000 });
  await expect(count(page, "Events", "Created")).toHaveText("3");
  await expectWell(page, "the result");
  await page.getByRole("button", { name: "Undo the import" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("bookings.csv");
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByRole("heading", { name: "The import was undone" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("5 bookings and customers were removed.")).toBeVisible();
  await expectWell(page, "the undo");
});
