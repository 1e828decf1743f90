import { readFileSync } from "node:fs";
import { createClub, type Club } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";
import { callApi, demoToken } from "./people.ts";
import { findDemoIds } from "./screens.ts";

test.slow();

/** A booking of 24.00 that is invoiced, and paid by half. */
async function sellAndPayHalf(club: Club, date = dateInDays(1)) {
  const { fieldId } = await createCourt(club);
  const base = `/organizations/${club.id}`;
  const call = <Data>(path: string, body: object) =>
    callApi<Data>("POST", `${base}${path}`, { token: club.token, body });
  const customer = await call<{ id: string }>("/customers", { kind: "person", firstName: "Zoé", lastName: "Lebrun" });
  const event = await call<{ id: string }>("/events", {
    ...{ fieldId, startTime: toInstant(date, "10:00"), duration: 60, name: "Zoé Lebrun", type: "game" },
    ...{ price: 2400, priceReason: "Agreed", customer: { customerId: customer.data.id } },
  });
  const charges = await callApi<{ id: string }[]>("GET", `${base}/charges`, { token: club.token });
  const chargeIds = charges.data.map(({ id }) => id);
  await call("/invoices", { customerId: customer.data.id, chargeIds, dueOn: dateInDays(10) });
  await call(`/events/${event.data.id}/payments`, { amount: 1200, method: "cash" });
}

test("what is invoiced now and played later is deferred, with its rows as CSV", async ({ another }) => {
  const club = await createClub();
  await sellAndPayHalf(club, dateInDays(40));
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/accounting`);
  await page.getByRole("link", { name: "Deferred income" }).click();
  await expect(page.locator("dl").getByRole("definition")).toHaveText(["€20.00"]);
  const row = page.getByRole("table", { name: "Deferred income" }).getByRole("row").last();
  await expect(row).toContainText("Zoé Lebrun");
  await expect(row).toContainText("€20.00");
  await expectAccessible(page, "deferred income");
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect(readFileSync(await (await file).path(), "utf8")).toContain("Bookings,Zoé Lebrun,Zoé Lebrun");
  await page.getByLabel("Period", { exact: true }).selectOption(String(Number(dateInDays(0).slice(0, 4)) - 1));
  await expect(page.getByText("Nothing is deferred")).toBeVisible();
  const french = await another({ token: club.token, locale: "fr-FR", viewport: { width: 390, height: 844 } });
  await french.goto(`/organizations/${club.id}/accounting/deferred`);
  await expect(french.getByRole("table", { name: "Produits constatés d’avance" })).toContainText("Zoé Lebrun");
  await expectNoOverflow(french, "deferred income on a phone");
});

test("VAT by invoice and by the money, of a month and of a year, with its rows as CSV", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  const figures = page.locator("dl").getByRole("definition");
  const table = page.getByRole("table", { name: "By rate" });

  await test.step("without sales the page says so", async () => {
    await page.goto("/overview");
    await page.getByRole("link", { name: "Accounting" }).click();
    await expect(page.getByText("No sales in this period")).toBeVisible();
    await expectAccessible(page, "accounting without sales");
  });

  await test.step("an invoice counts in whole by its date, and by half by the money", async () => {
    await sellAndPayHalf(club);
    await page.reload();
    await expect(figures).toHaveText(["€20.00", "€4.00", "€24.00"]);
    await expect(table.getByRole("row", { name: "20%" })).toContainText("€20.00€4.00€24.00");
    await page.getByRole("radio", { name: "Money received" }).check();
    await expect(figures).toHaveText(["€10.00", "€2.00", "€12.00"]);
    await expect(page).toHaveURL(/basis=received/);
    await expectAccessible(page, "VAT of a month");
  });

  await test.step("a year has its months, each leads to its own", async () => {
    const year = dateInDays(0).slice(0, 4);
    await page.getByLabel("Period", { exact: true }).selectOption(year);
    await expect(table.getByRole("link")).toHaveCount(1);
    await expectAccessible(page, "VAT of a year");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "VAT of a year on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await table.getByRole("link").click();
    await expect(table.getByRole("row")).toHaveCount(3);
  });

  await test.step("the rows are taken along, and lead to the takings", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^VAT \d{4}-\d\d by money received\.csv$/);
    expect(readFileSync(await file.path(), "utf8")).toContain(",20.000,No,10.00,2.00,12.00,EUR");
    const reported = page.waitForEvent("download");
    await page.getByRole("button", { name: "E-reporting" }).click();
    const report = await reported;
    expect(report.suggestedFilename()).toMatch(/^E-reporting \d{4}-\d\d\.csv$/);
    expect(readFileSync(await report.path(), "utf8")).toContain(",TPS1,20.000,20.00,4.00,24.00,EUR");
    await page.getByRole("link", { name: "Show the takings" }).click();
    await expect(page.getByRole("heading", { name: "Takings" })).toBeVisible();
    await expect(page.getByText("€12.00").first()).toBeVisible();
  });
});

test("the journals follow from what was sold and paid, on accounts that are the accountant's, and are taken along as FEC", async ({
  another,
}) => {
  const club = await createClub();
  const base = `/organizations/${club.id}`;
  const page = await another({ token: club.token });
  const tab = (name: string) => page.getByRole("navigation", { name: "Accounting" }).getByRole("link", { name });
  const entries = page.getByRole("table", { name: "Journals" });

  await test.step("without entries the page says so", async () => {
    await page.goto(`${base}/accounting`);
    await tab("Journals").click();
    await expect(page.getByText("No entries in this period")).toBeVisible();
    await expectAccessible(page, "journals without entries");
  });

  await test.step("a sale and its payment are two entries, on their accounts", async () => {
    await sellAndPayHalf(club);
    await page.reload();
    await expect(entries.getByRole("rowheader")).toHaveText([/Payment, Cash, Zoé LebrunCash$/, /Invoice .*Sales$/]);
    await expect(entries).toContainText("411Clients · Zoé Lebrun€24.00");
    await expect(entries).toContainText("530Caisse€12.00");
    await expectAccessible(page, "journals");
    await page.getByLabel("Journal", { exact: true }).selectOption("Sales");
    await expect(entries.getByRole("rowheader")).toHaveCount(1);
    await expect(entries).toContainText("44571TVA collectée€4.00");
  });

  await test.step("an account gets the number of the accountant; a wrong one is refused beside its field", async () => {
    await tab("Accounts").click();
    const account = page.getByRole("group", { name: "Services at 20%" });
    const number = account.getByLabel("Number");
    await number.fill("70");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("At least three digits, then digits or letters, 15 in all.")).toBeVisible();
    await expectAccessible(page, "a wrong account");
    await number.fill("706200");
    await account.getByLabel("Name of the account").fill("Location de courts");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Accounts saved")).toBeVisible();
    await expectAccessible(page, "accounts");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "accounts on a phone");
    await tab("Journals").click();
    await expect(entries).toContainText("706200Location de courts€20.00");
    await expectNoOverflow(page, "journals on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the FEC has the number of the company in its name, and its lines", async () => {
    await expect(page.getByRole("link", { name: "Add the SIREN or SIRET" })).toBeVisible();
    await callApi("PATCH", base, { token: club.token, body: { identificationNumber: "732829320" } });
    await page.reload();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "FEC" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^732829320FEC\d{8}\.txt$/);
    const [head = "", ...lines] = readFileSync(await file.path(), "latin1")
      .trimEnd()
      .split("\r\n");
    expect(head.split("\t")).toHaveLength(18);
    expect(lines.map((line) => line.split("\t")).map((cells) => [cells[4], cells[11], cells[12]])).toEqual([
      ["530", "12,00", "0,00"],
      ["411", "0,00", "12,00"],
      ["411", "24,00", "0,00"],
      ["706200", "0,00", "20,00"],
      ["44571", "0,00", "4,00"],
    ]);
  });
});

test("in French, on a phone; a wrong period in the address is this month", async ({ another }) => {
  const club = await createClub();
  await sellAndPayHalf(club);
  const page = await another({ token: club.token, locale: "fr-FR" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/organizations/${club.id}/accounting?period=2026-13&basis=x`);
  await expect(page.getByRole("table", { name: "Par taux" })).toContainText("20,00");
  await expectNoOverflow(page, "comptabilité");
  await expectAccessible(page, "comptabilité");
  await page.getByRole("link", { name: "Journaux" }).click();
  await expect(page.getByRole("table", { name: "Journaux" })).toContainText("Clients · Zoé Lebrun");
  await expectNoOverflow(page, "journaux");
  await page.getByRole("link", { name: "Comptes" }).click();
  await expect(page.getByRole("group", { name: "TVA à 20 %" }).getByLabel("Numéro")).toHaveValue("44571");
  await expectNoOverflow(page, "comptes");
  await expectAccessible(page, "comptes");
});

test("a month of the demo is closed after a look at it, and keeps its entries", async ({ another }) => {
  const { organization } = await findDemoIds("owner");
  const base = `/organizations/${organization}`;
  const page = await another({ token: demoToken("owner") });
  const closed = page.getByRole("table", { name: "Closed months" });

  await page.goto(`${base}/accounting/closing`);
  await expect(page.getByText("No month is closed")).toBeVisible();
  await expect(page.getByText("It is over, and can be closed.")).toBeVisible();
  await expectAccessible(page, "no closed months");

  await test.step("what would be closed is shown, and closed when it is confirmed", async () => {
    await page.getByRole("button", { name: /^Close \w+ 2/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Close/ });
    await expect(dialog.getByRole("row", { name: /^Sales/ })).toBeVisible();
    await expectAccessible(page, "the preview of a closing");
    await dialog.getByRole("button", { name: /for good$/ }).click();
    await expect(toast(page, "Month closed")).toBeVisible();
    await expect(closed.getByRole("row")).toHaveCount(2);
    await expect(closed).toContainText("SHA-256 of the FEC");
    await expectAccessible(page, "a closed month");
  });

  await test.step("its journal says so", async () => {
    await closed.getByRole("link").click();
    await expect(page.getByText(/^Closed on .*: nothing of it changes any more\.$/)).toBeVisible();
    await expectAccessible(page, "the journal of a closed month");
  });

  await test.step("in French on a phone, the next month is offered", async () => {
    const phone = await another({ token: demoToken("owner"), locale: "fr-FR" });
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`${base}/accounting/closing`);
    await expect(phone.getByRole("table", { name: "Mois clôturés" })).toContainText("SHA-256 du FEC");
    await phone.getByRole("button", { name: /^Clôturer/ }).click();
    await expect(phone.getByRole("dialog").getByRole("button", { name: /définitivement$/ })).toBeEnabled();
    await expectNoOverflow(phone, "clôture");
    await expectAccessible(phone, "clôture");
  });
});
