import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account, JournalEntry } from "#contract/accounting.ts";
import { raiseRevision } from "#server/kit/db/revision-cache.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
});
afterAll(() => testBed.close());

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  testBed.club.manager(method as "GET", testBed.club.path(path), body, headers);
async function listEntries(query = ""): Promise<JournalEntry[]> {
  const { status, body } = await call("GET", `/accounting/journal?per_page=100${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}
/** Within a day and a journal they have the order of their ids. */
const sortByLabel = (entries: readonly JournalEntry[]) =>
  entries.toSorted((one, other) => one.label.localeCompare(other.label));
const sidesOf = ({ lines }: JournalEntry) => lines.map(({ account, debit, credit }) => [account, debit, credit]);

async function bookAtRates(lastName: string, sales: readonly (readonly [price: number, vatRate: number])[]) {
  const customerId = await debtors.addCustomer(lastName);
  for (const [price, vatRate] of sales) {
    await call("PATCH", "", { vatRate });
    await testBed.book(testBed.club.manager, { customer: { customerId }, price, priceReason: "Agreed" });
  }
  await call("PATCH", "", { vatRate: 2000 });
  const chargeIds = (await debtors.listCharges(customerId)).map(({ id }) => id);
  return { customerId, chargeIds };
}

/** Examples 7 and 52 of the design. */
test("a court at 20 % and a ticket at 5.5 % are booked on customers, revenue and VAT, and written as FEC", async () => {
  const { customerId, chargeIds } = await bookAtRates("Bœuf–Łuk\tas", [
    [2400, 2000],
    [200, 550],
  ]);
  const issued = await call("POST", "/invoices", { customerId, chargeIds, dueOn: "2026-06-15" });
  expect(issued.status).toBe(201);
  const [entry, ...others] = await listEntries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ journal: "VE", date: "2026-06-01", piece: "FA-2026-000001", currency: "EUR" });
  expect(entry && sidesOf(entry)).toEqual([
    ["411", 2600, 0],
    ["706", 0, 2000],
    ["706", 0, 190],
    ["44571", 0, 400],
    ["44571", 0, 10],
  ]);

  const unnamed = await call("GET", "/accounting/fec/2026-06.txt");
  expect(unnamed.headers["content-disposition"]).toContain('filename="FEC20260630.txt"');
  await call("PATCH", "", { identificationNumber: "73282932000074" });
  const file = await call("GET", "/accounting/fec/2026-06.txt");
  expect([file.status, file.headers["content-type"]]).toEqual([200, "text/plain; charset=iso-8859-15"]);
  expect(file.headers["content-disposition"]).toContain('filename="732829320FEC20260630.txt"');
  const [head = "", ...lines] = String(file.body).split("\r\n");
  expect(head).toBe(
    "JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise",
  );
  expect(lines.pop()).toBe("");
  const rows = lines.map((line) => line.split("\t"));
  expect(rows.every((row) => row.length === 18)).toBe(true);
  expect(rows.map((row) => [row[0], row[2], row[3], row[4], row[8], row[11], row[12]])).toEqual([
    ["VE", "202606-1", "20260601", "411", "FA-2026-000001", "26,00", "0,00"],
    ["VE", "202606-1", "20260601", "706", "FA-2026-000001", "0,00", "20,00"],
    ["VE", "202606-1", "20260601", "706", "FA-2026-000001", "0,00", "1,90"],
    ["VE", "202606-1", "20260601", "44571", "FA-2026-000001", "0,00", "4,00"],
    ["VE", "202606-1", "20260601", "44571", "FA-2026-000001", "0,00", "0,10"],
  ]);
  expect(rows[0]?.[6]).toBe(`C${customerId.slice(-12).toUpperCase()}`);
  // The answer is read as UTF-8, which the byte of œ is not.
  expect(rows[0]?.[7]).toMatch(/^Zoé B.uf-Luk as$|^Zo. B.uf-Luk as$/);

  // An entry has the same number in the file of its month and of its year.
  const ofYear = String((await call("GET", "/accounting/fec/2026.txt")).body).split("\r\n");
  expect(lines.every((line) => ofYear.includes(line))).toBe(true);
  const numbers = [...new Set(ofYear.slice(1, -1).map((line) => line.split("\t")[2] ?? ""))];
  const expected = [...Map.groupBy(numbers, (number) => number.slice(0, 6))].flatMap(([month, ofMonth]) =>
    ofMonth.map((_, index) => `${month}-${index + 1}`),
  );
  expect(numbers).toEqual(expected);
});

test("payments, refunds and credit notes are booked on their day, with fees of online payments", async () => {
  const { customerId } = await bookAtRates("Moreau", [[1800, 2000]]);
  const [charge] = await debtors.listCharges(customerId);
  const paid = await call("POST", `/events/${charge?.event?.id}/payments`, { amount: 1800, method: "cash" });
  await call("POST", `/payments/${paid.body.data.id}/refund`, { amount: 600, reason: "Rain" });
  await testBed.bookAndPay();
  const entries = await listEntries();
  const ofMoreau = sortByLabel(entries.filter(({ label }) => label.includes("Moreau")));
  expect(ofMoreau.map((entry) => [entry.journal, sidesOf(entry)])).toEqual([
    [
      "VE",
      [
        ["411", 0, 600],
        ["706", 500, 0],
        ["44571", 100, 0],
      ],
    ],
    [
      "VE",
      [
        ["411", 1800, 0],
        ["706", 0, 1500],
        ["44571", 0, 300],
      ],
    ],
    [
      "CA",
      [
        ["530", 1800, 0],
        ["411", 0, 1800],
      ],
    ],
    [
      "CA",
      [
        ["530", 0, 600],
        ["411", 600, 0],
      ],
    ],
  ]);
  const online = entries.find(({ journal }) => journal === "BQ");
  const [atProvider, fees, ofCustomer] = online?.lines ?? [];
  expect([atProvider?.account, fees?.account, ofCustomer?.account]).toEqual(["5116", "627", "411"]);
  expect([(atProvider?.debit ?? 0) + (fees?.debit ?? 0), ofCustomer?.credit]).toEqual([1800, 1800]);
  expect(await listEntries("&journal=BQ")).toEqual([online]);
  expect(await listEntries("&period=2026-05")).toEqual([]);
  expect((await listEntries("&period=2026")).length).toBe(entries.length);
});

test("goods have an account of their own, also beside services at the same rate", async () => {
  const customerId = await debtors.addCustomer("Garnier");
  const lines = [];
  for (const [kind, price] of [
    ["goods", 600],
    ["fee", 1200],
  ] as const) {
    const product = await call("POST", "/products", { name: `Some ${kind}`, kind, price });
    lines.push({ productId: product.body.data.id, quantity: 1 });
  }
  const sell = (sold: object[]) => call("POST", "/sales", { customerId, lines: sold, payment: { method: "cash" } });
  expect((await sell(lines)).status).toBe(201);
  expect((await sell(lines.slice(0, 1))).status).toBe(201);
  const [both, alone] = (await listEntries("&journal=VE")).filter(({ label }) => label.includes("Garnier"));
  expect([both, alone].map((entry) => entry && sidesOf(entry))).toEqual([
    [
      ["411", 1800, 0],
      ["706", 0, 1000],
      ["707", 0, 500],
      ["44571", 0, 300],
    ],
    [
      ["411", 600, 0],
      ["707", 0, 500],
      ["44571", 0, 100],
    ],
  ]);
});

test("money of a till that no payment moved goes to the bank, to the suspense account or to the differences", async () => {
  const till = (await call("POST", "/tills", { name: "Desk" })).body.data;
  await call("POST", `/tills/${till.id}/open`, { float: 5000 });
  await call("POST", `/tills/${till.id}/movements`, { kind: "paid_out", amount: 1000, reason: "Stamps" });
  await call("POST", `/tills/${till.id}/movements`, { kind: "bank", amount: 500, reason: "Too much cash" });
  const counted = [{ method: "cash", amount: 3350, reason: "Unknown" }];
  const closed = await call("POST", `/tills/${till.id}/close`, { counted, nextFloat: 3000 });
  expect(closed.status).toBe(201);
  const entries = sortByLabel((await listEntries()).filter(({ label }) => label.includes("Desk")));
  expect(entries.map((entry) => [entry.journal, entry.label, sidesOf(entry)])).toEqual([
    [
      "CA",
      "Paid out, Desk: Stamps",
      [
        ["530", 0, 1000],
        ["471", 1000, 0],
      ],
    ],
    [
      "OD",
      "Report Z1, Desk",
      [
        ["530", 0, 150],
        ["658", 150, 0],
        ["580", 350, 0],
        ["530", 0, 350],
      ],
    ],
    [
      "OD",
      "To the bank, Desk: Too much cash",
      [
        ["530", 0, 500],
        ["580", 500, 0],
      ],
    ],
  ]);
  await call("PATCH", `/tills/${till.id}`, { active: false });
});

test("accounts have numbers and names of their own, which all entries take", async () => {
  const list = async (): Promise<Account[]> => (await call("GET", "/accounting/accounts")).body.data;
  const keys = (await list()).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(["customers", "bank", "revenue:20000", "tax:20000"]));
  const account = { key: "revenue:20000", number: "706200", label: "Location de courts" };
  const saved = await call("PUT", "/accounting/accounts", { accounts: [account] });
  expect([saved.status, saved.body.message]).toEqual([200, "Accounts saved"]);
  expect((await list()).find(({ key }) => key === account.key)).toEqual(account);
  const accounts = (await listEntries()).flatMap(({ lines }) => lines.map((line) => line.account));
  expect([accounts.includes("706200"), accounts.includes("706")]).toEqual([true, true]);
  for (const [wrong, field] of [
    [{ ...account, number: "70" }, "accounts.0.number"],
    [{ ...account, number: "706 2" }, "accounts.0.number"],
    [{ ...account, label: " " }, "accounts.0.label"],
    [{ ...account, key: "tax:1" }, "accounts.0.key"],
  ] as const) {
    const refused = await call("PUT", "/accounting/accounts", { accounts: [wrong] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  }
  const twice = await call("PUT", "/accounting/accounts", { accounts: [account, account] });
  expect(Object.keys(twice.body.errors)).toEqual(["accounts.1.key"]);
});

test("the journals are a CSV with a row for each line, and wrong periods are refused", async () => {
  const file = await call("GET", "/accounting/journal.csv?period=2026-06", undefined, { "accept-language": "fr" });
  expect(file.headers["content-disposition"]).toContain("Journaux-2026-06.csv");
  const [head, ...rows] = String(file.body).trimEnd().split("\r\n");
  expect(head).toBe(
    "\uFEFFJournal;Date;Pièce;Écriture;Compte;Libellé du compte;Compte client;Client;Débit;Crédit;Devise",
  );
  const lines = (await listEntries()).flatMap((entry) => entry.lines);
  expect(rows).toHaveLength(lines.length);
  expect(rows.some((row) => row.includes(`;706200;Location de courts;;;"0,00";"15,00";EUR`))).toBe(true);
  expect((await call("GET", "/accounting/journal?period=2026-13")).status).toBe(422);
  expect((await call("GET", "/accounting/fec/2026-13.txt")).status).toBe(404);
});

test("a seller in another country has no FEC", async () => {
  const { body } = await call("GET", "");
  await testBed.testApp.db
    .updateTable("organizations")
    .set({ country_id: 840 })
    .where("id", "=", body.data.id)
    .execute();
  await raiseRevision(testBed.testApp.db, body.data.id);
  const { status, body: refused } = await call("GET", "/accounting/fec/2026.txt");
  expect([status, refused.message]).toEqual([404, "Only organizations in France have a FEC file."]);
});
