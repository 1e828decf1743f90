import { createClub } from "./clubs.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";

const lines = [
  "Name;Company;E-mail;Mobile;Date of birth",
  "Zoé Morel;;zoe@example.org;06 12 34 56 78;31/12/2001",
  ";Garage Müller;desk@muller.example;;",
  "Max Wrong;;nobody;;",
];
const file = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };

const count = (page: Page, what: string) => page.locator("dl > div").filter({ hasText: what }).locator("dd");

test("customers come from a file: a wrong row is said before, the others are in the list afterwards", async ({
  another,
}) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/users`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles(file);
  const meaning = page.getByRole("combobox", { name: "Meaning of “Mobile”" });
  await expect(meaning.locator("option:checked")).toHaveText("Phone");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the columns");

  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("heading", { name: "What the import would do" })).toBeVisible();
  await expect(count(page, "To create")).toHaveText("2");
  await expect(page.getByText("1 row is left out")).toBeVisible();
  const wrong = page.getByRole("row", { name: /nobody/ });
  await expect(wrong).toContainText("4");
  await expect(wrong).toContainText("E-mail");
  await expectAccessible(page, "the check");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the check");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Start the import" }).click();
  await expect(count(page, "Created")).toHaveText("2");
  await page.getByRole("link", { name: "See the customers" }).click();
  await expect(page.getByRole("link", { name: "Garage Müller" })).toBeVisible();
  await page.getByRole("searchbox").fill("0612345678");
  await expect(page.getByRole("link", { name: "Zoé Morel" })).toBeVisible();

  await page.goBack();
  await expect(page.getByText(/^It can be undone until /)).toBeVisible();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("2 customers were removed.")).toBeVisible();
  await expectAccessible(page, "the undo");
  await page.goto(`/organizations/${club.id}/users?q=Garage`);
  await expect(page.getByRole("searchbox")).toHaveValue("Garage");
  await expect(page.getByRole("link", { name: "Garage Müller" })).toBeHidden();
});
