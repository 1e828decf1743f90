import { readFile } from "node:fs/promises";
import { createClub, type Club } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

async function bookForSale(club: Club) {
  const { fieldId } = await createCourt(club);
  const body = {
    ...{ fieldId, startTime: toInstant(dateInDays(1), "10:00"), duration: 60, name: "Zoé Lebrun", type: "game" },
    ...{ price: 2400, priceReason: "Agreed" },
  };
  const { data } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/events`, {
    token: club.token,
    body,
  });
  return data.id;
}

test("a till is added, opened while a payment is recorded, moved, counted and closed with a report", async ({
  another,
}) => {
  const club = await createClub();
  const eventId = await bookForSale(club);
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const dialog = page.getByRole("dialog");

  await test.step("without a till the page says how to get one", async () => {
    await page.goto(`${base}/payments/till`);
    await expect(page.getByText("No till", { exact: true })).toBeVisible();
    await expectAccessible(page, "no till");
    await page.getByRole("link", { name: "Add a till" }).click();
    await page.getByRole("button", { name: "Add a till" }).click();
    await dialog.getByLabel("Name").fill("Front desk");
    await expectAccessible(page, "a new till");
    await dialog.getByRole("button", { name: "Add a till" }).click();
    await expect(toast(page, "The till was added")).toBeVisible();
    await expect(page.getByRole("list", { name: "Tills" })).toContainText("The whole organization");
  });

  await test.step("a payment in cash finds it closed, and opens it without losing what was typed", async () => {
    await page.goto(`${base}/events/${eventId}`);
    await page.getByRole("button", { name: "Record payment" }).click();
    await dialog.getByLabel("Amount").fill("20");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The till is closed (Front desk)");
    await dialog.getByLabel("Float of Front desk").fill("150");
    await expectAccessible(page, "a payment while the till is closed");
    await dialog.getByRole("button", { name: "Open the till" }).click();
    await expect(dialog.getByRole("button", { name: "Open the till" })).toBeHidden();
    await expect(dialog.getByLabel("Amount")).toHaveValue("20");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("stamps are paid out, and corrected", async () => {
    await page.goto(`${base}/payments`);
    await page.getByRole("link", { name: "Till", exact: true }).click();
    const movements = page.getByRole("list", { name: "Till movements" }).getByRole("listitem");
    await expect(movements).toHaveCount(1);
    await page.getByRole("button", { name: "Move money" }).click();
    await dialog.getByLabel("Amount").fill("500");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Stamps");
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(dialog).toContainText("There is only €170.00 in the till");
    await dialog.getByLabel("Amount").fill("10");
    await expectAccessible(page, "money that is moved");
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(movements).toHaveCount(2);
    await page.getByRole("button", { name: /^Correct Paid out/ }).click();
    await expect(dialog.getByLabel("Right amount")).toHaveValue("10");
    await dialog.getByLabel("Right amount").fill("9.60");
    await expect(dialog.getByRole("status")).toContainText("Correction, Cash+€0.40");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("They cost 9.60");
    await expectAccessible(page, "a correction");
    await dialog.getByRole("button", { name: "Correct" }).click();
    await expect(movements).toHaveCount(3);
    await expect(movements.first()).toContainText(/They cost 9\.60 · corrects Paid out, −€10\.00, /);
    await expectAccessible(page, "an open till");
  });

  await test.step("on a phone nothing is cut", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "an open till on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("what is expected appears with the count, a large difference needs its reason", async () => {
    const count = page.getByRole("form", { name: "Close the till" });
    await expect(count).not.toContainText("Expected");
    await count.getByLabel("€50", { exact: true }).fill("3");
    await expect(count.getByLabel("Cash")).toHaveValue("150");
    await expect(count).toContainText("Expected€160.40");
    await expect(count).toContainText("−€10.40");
    await count.getByRole("button", { name: "Close the till" }).click();
    await expect(count.getByLabel("Reason of the difference")).toBeFocused();
    await count.getByLabel("Reason of the difference").fill("A note is missing");
    await count.getByLabel("Float for the next session").fill("100");
    await expect(count).toContainText("To the bank or safe€50.00");
    await expectAccessible(page, "a till that is counted");
    await count.getByRole("button", { name: "Close the till" }).click();
    const question = page.getByRole("alertdialog", { name: "Close Front desk?" });
    await expect(question).toContainText("€150.00−€10.40");
    await expectAccessible(page, "the question before a till is closed");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(count.getByLabel("Cash")).toHaveValue("150");
    await count.getByRole("button", { name: "Close the till" }).click();
    await question.getByRole("button", { name: "Close the till" }).click();
    await expect(page.getByRole("heading", { name: "Report Z1" })).toBeVisible();
  });

  await test.step("the report has it all, as PDF too", async () => {
    const count = page.getByRole("table", { name: "Count" }).getByRole("row", { name: /^Cash/ });
    await expect(count).toContainText("A note is missing");
    await expect(page.getByRole("table", { name: "By product" }).getByRole("row").nth(1)).toContainText("Bookings");
    const rate = page.getByRole("table", { name: "By tax rate" }).getByRole("row", { name: /^20%/ });
    await expect(rate).toContainText(/€16\.67€3\.33€20\.00$/);
    for (const amount of ["€160.40", "€150.00", "−€10.40"]) await expect(count).toContainText(amount);
    const details = page.locator("section").filter({ has: page.getByRole("heading", { name: "Details" }) });
    for (const text of ["To the bank or safe€50.00", "Float for the next session€100.00", "3 × €50.00"])
      await expect(details).toContainText(text);
    await expect(details).toContainText(`${club.owner.firstName} ${club.owner.lastName}, €20.00`);
    await expect(page.getByRole("list", { name: "Till movements" }).getByRole("listitem")).toHaveCount(3);
    await expectAccessible(page, "a report");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "PDF" }).click();
    const pdf = await download;
    expect(pdf.suggestedFilename()).toBe("Report Z1 Front desk.pdf");
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "a report on a phone");
    await page.getByRole("link", { name: "Till reports" }).click();
    await expect(page.getByRole("row", { name: /Report Z1/ })).toBeVisible();
    await expectNoOverflow(page, "reports on a phone");
    await expectAccessible(page, "reports");
  });

  await test.step("the next session begins with what is left", async () => {
    await page.goto(`${base}/payments/till`);
    await expect(page.getByLabel("Float")).toHaveValue("100");
    await expectAccessible(page, "a closed till");
    await page.getByRole("button", { name: "Open the till" }).click();
    await expect(page.getByRole("form", { name: "Close the till" })).toBeVisible();
  });
});

test("in French, from the first float to the report", async ({ another }) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  await callApi("POST", `${base}/tills`, { token: club.token, body: { name: "Accueil" } });
  const page = await another({ token: club.token, locale: "fr-FR" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/payments/till`);
  await page.getByLabel("Fonds de caisse").fill("150");
  await page.getByRole("button", { name: "Ouvrir la caisse" }).click();
  const count = page.getByRole("form", { name: "Clôturer la caisse" });
  await count.getByLabel("Espèces").fill("150");
  await expect(count).toContainText("Identique");
  await expectNoOverflow(page, "caisse");
  await expectAccessible(page, "caisse");
  await count.getByRole("button", { name: "Clôturer la caisse" }).click();
  const question = page.getByRole("alertdialog", { name: "Clôturer Accueil ?" });
  await question.getByRole("button", { name: "Clôturer la caisse" }).click();
  await expect(page.getByRole("heading", { name: "Rapport Z1" })).toBeVisible();
  await expectNoOverflow(page, "rapport");
});
