import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClosedMonth, JournalEntry } from "#contract/accounting.ts";
import { createVatTestBed, type VatTestBed } from "#tests/support/vat-test-bed.ts";

let bed: VatTestBed;
beforeAll(async () => {
  bed = await createVatTestBed();
  await bed.testBed.club.manager("PATCH", bed.testBed.club.path(""), { identificationNumber: "732829320" });
});
afterAll(() => bed.testBed.close());

const call = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object) =>
  bed.testBed.club.manager(method, bed.testBed.club.path(path), body);
const close = (month: string, query = "") => call("POST", `/accounting/months/${month}/close${query}`);
const readMonths = async () => (await call("GET", "/accounting/months")).body.data;
async function listEntries(period: string): Promise<JournalEntry[]> {
  const { status, body } = await call("GET", `/accounting/journal?per_page=100&period=${period}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}
/** As it is on the wire: its bytes are not those of UTF-8. */
async function readFec(period: string): Promise<string> {
  const { testApp, club } = bed.testBed;
  const { token } = await testApp.member(club.organizationId, 2);
  const url = `/api/v1${club.path(`/accounting/fec/${period}.txt`)}`;
  const { rawPayload } = await testApp.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return rawPayload.toString("latin1");
}
const numbersAndDates = (file: string) =>
  file
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map((cells) => [cells[2], cells[3], cells[15]].join(" "));

async function sellForCash(lastName: string, price: number): Promise<{ customerId: string; eventId: string }> {
  const customerId = await bed.debtors.addCustomer(lastName);
  const draft = { customer: { customerId }, price, priceReason: "Agreed", startTime: bed.freeSlot() };
  const { id: eventId } = await bed.testBed.book(bed.testBed.club.manager, draft);
  const paid = await bed.post(`/events/${eventId}/payments`, { amount: price, method: "cash" });
  if (paid.status !== 201) throw new Error(JSON.stringify(paid.body));
  return { customerId, eventId };
}

test("a month is closed in its order, once it is over, after a preview that leaves nothing", async () => {
  await bed.setClock("2026-06-02T09:00:00Z");
  expect(await readMonths()).toEqual({ next: null, closed: [] });
  const empty = await close("2026-06");
  expect([empty.status, empty.body.message]).toEqual([409, "There is nothing to close in June 2026."]);
  await sellForCash("Moreau", 2400);
  expect(await readMonths()).toEqual({ next: { month: "2026-06", from: "2026-07-01", isOver: false }, closed: [] });
  const early = await close("2026-06");
  expect([early.status, early.body.message]).toEqual([
    409,
    "June 2026 is not over. It can be closed from Jul 1, 2026 on.",
  ]);
  // Midnight is at 22:00 UTC, and what was begun before it may still be on its way.
  await bed.setClock("2026-06-30T22:59:00Z");
  expect((await close("2026-06")).status).toBe(409);
  await bed.setClock("2026-06-30T23:01:00Z");
  const later = await close("2026-07");
  expect([later.status, later.body.message]).toEqual([409, "Close June 2026 first: months are closed in their order."]);
  for (const wrong of ["2026-13", "2026", "june"]) expect([wrong, (await close(wrong)).status]).toEqual([wrong, 404]);

  const preview = await close("2026-06", "?dryRun=true");
  expect([preview.status, preview.body.message]).toEqual([200, undefined]);
  expect((await readMonths()).closed).toEqual([]);
  expect((await listEntries("2026-06")).map(({ closedOn }) => closedOn)).toEqual([null, null]);
  const made = await close("2026-06");
  expect([made.status, made.body.message]).toEqual([201, "Month closed"]);
  expect(made.body.data).toEqual({ ...preview.body.data, closedBy: made.body.data.closedBy });
  expect(made.body.data).toMatchObject({
    month: "2026-06",
    journals: [
      { journal: "CA", entries: 1, amount: 2400 },
      { journal: "VE", entries: 1, amount: 2400 },
    ],
    feesMissing: 0,
  });
  const again = await close("2026-06");
  expect([again.status, again.body.message]).toEqual([409, "June 2026 is closed already."]);
  const { next, closed } = await readMonths();
  expect(next).toEqual({ month: "2026-07", from: "2026-08-01", isOver: false });
  expect(closed.map(({ month }: ClosedMonth) => month)).toEqual(["2026-06"]);
});

test("a closed month keeps its accounts, names and numbers; its FEC is validated, and has the hash that was kept", async () => {
  const before = await listEntries("2026-06");
  const file = await readFec("2026-06");
  expect(numbersAndDates(file)).toEqual([
    "202606-1 20260602 20260701",
    "202606-1 20260602 20260701",
    "202606-2 20260602 20260701",
    "202606-2 20260602 20260701",
    "202606-2 20260602 20260701",
  ]);
  const [kept] = (await readMonths()).closed;
  expect(createHash("sha256").update(Buffer.from(file, "latin1")).digest("hex")).toBe(kept.sha256);

  await call("PUT", "/accounting/accounts", { accounts: [{ key: "cash", number: "531000", label: "Desk" }] });
  const [customer] = (await call("GET", "/customers?q=Moreau")).body.data;
  await call("PATCH", `/customers/${customer.id}`, { lastName: "Durand" });
  await bed.setVatRate(1000);
  await call("PATCH", "", { timezone: "America/New_York" });
  expect(await listEntries("2026-06")).toEqual(before);
  expect(await readFec("2026-06")).toBe(file);
  await call("PATCH", "", { timezone: "Europe/Paris" });
  await bed.setVatRate(2000);

  await bed.setClock("2026-07-03T09:00:00Z");
  await sellForCash("Petit", 1200);
  const [cash] = (await listEntries("2026-07")).flatMap(({ lines }) => lines);
  expect(cash).toMatchObject({ account: "531000", debit: 1200 });
  expect((await listEntries("2026")).slice(0, 2)).toEqual(before);
  expect(numbersAndDates(await readFec("2026")).slice(4, 6)).toEqual([
    "202606-2 20260602 20260701",
    "202607-1 20260703 ",
  ]);
});

test("the database refuses to change what is closed", async () => {
  for (const table of ["accounting_entries", "accounting_months"])
    for (const statement of [`update ${table} set month = month`, `delete from ${table}`, `truncate ${table} cascade`])
      await expect(sql.raw(statement).execute(bed.testBed.testApp.db)).rejects.toThrow();
});

test("a late payment is dated on the first open day, by the VAT too; fees that come late are an entry of their own", async () => {
  const { testBed } = bed;
  await bed.setClock("2026-07-31T21:50:00Z");
  testBed.club.member = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 4));
  const pay = async () => {
    const { id } = await testBed.book(testBed.club.member, { startTime: bed.freeSlot() });
    const { url } = await testBed.checkout(id);
    await testBed.submitPage(url, "pay");
  };
  await pay();
  // The webhook tells of it, the fee is not known yet.
  await testBed.testApp.jobs.runAll();
  await pay();
  await bed.setClock("2026-07-31T23:05:00Z");
  const closed = await close("2026-07");
  expect([closed.status, closed.body.data.feesMissing]).toEqual([201, 1]);
  const before = await listEntries("2026-07");
  const vat = await bed.readVat("2026-07", "received");
  await testBed.runJobs();
  await testBed.testApp.jobs.runScheduled("reconciling.run");
  await testBed.runJobs();

  expect(await listEntries("2026-07")).toEqual(before);
  expect(await bed.readVat("2026-07", "received")).toEqual(vat);
  const august = await listEntries("2026-08");
  expect(august.map(({ kind, date }) => [kind, date]).toSorted()).toEqual([
    ["fees", "2026-08-01"],
    ["invoice", "2026-08-01"],
    ["payment", "2026-08-01"],
  ]);
  const fees = august.find(({ kind }) => kind === "fees");
  expect(fees?.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ["627", 52, 0],
    ["5116", 0, 52],
  ]);
  expect((await bed.readVat("2026-08", "received")).rows).toMatchObject([{ gross: 1800 }]);
  const differences = await testBed.testApp.db.selectFrom("provider_differences").select("subject").execute();
  expect(differences).toEqual([]);

  await bed.setClock("2026-09-01T09:00:00Z");
  expect((await close("2026-08")).status).toBe(201);
  // Labels are in the language of the country from then on.
  const kept = (await listEntries("2026-08")).map((entry) => ({ ...entry, closedOn: null, label: "" }));
  expect(kept).toEqual(august.map((entry) => ({ ...entry, label: "" })));
  expect(await listEntries("2026-09")).toEqual([]);
});

test("two desks close the same month at once: one of them does", async () => {
  await bed.setClock("2026-10-01T09:00:00Z");
  const answers = await Promise.all([close("2026-09"), close("2026-09")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await readMonths()).closed[0]).toMatchObject({ month: "2026-09", journals: [] });
});

test("staff close nothing, and others' months are not found", async () => {
  const { club, testApp } = bed.testBed;
  const staff = testApp.as(await testApp.member(club.organizationId, 3));
  expect((await staff("POST", club.path("/accounting/months/2026-10/close"))).status).toBe(403);
  const other = testApp.as(await testApp.person());
  expect((await other("POST", club.path("/accounting/months/2026-10/close"))).status).toBe(404);
});
