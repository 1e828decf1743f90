import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { insertPayment, insertRefund } from "#tests/fixtures/payment-rows.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { InvoiceContent } from "./content.ts";
import { issueCreditNote, issueInvoice } from "./follow-payments.ts";
import { allocateInvoiceNumber } from "./issue.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const inTransaction = <T>(work: (db: Database) => Promise<T>): Promise<T> => testApp.db.transaction().execute(work);
const sceneOf = (db: Database, organizationId: string) => ({
  db,
  appContext: testApp.appContext,
  now: testApp.clock.now(),
  organizationId,
});

const lines = [
  { label: "Evening · 1 h", quantity: 4, unitPrice: 900, total: 3600 },
  { label: "Lights", quantity: 1, unitPrice: 600, total: 600 },
];

async function createClub(settings: object = {}, event: object = {}) {
  const organizationId = await testApp.organization("Tennis Club de Lyon");
  const { eventId } = await testApp.seedOneOfEach(organizationId);
  const seller = {
    legal_name: "SAS Tennis de Lyon",
    address_line: "353 avenue Jean Jaurès",
    postal_code: "69007",
    city: "Lyon",
    identification_number: "73282932000074",
    vat_number: "FR44732829320",
  };
  await testApp.db
    .updateTable("organizations")
    .set({ ...seller, ...settings })
    .where("id", "=", organizationId)
    .execute();
  await testApp.db
    .updateTable("events")
    .set({ price: 4200, price_lines: JSON.stringify(lines), vat_rate: 2000, ...event })
    .where("id", "=", eventId)
    .execute();
  return {
    organizationId,
    eventId,
    pay: (amount: number, more: object = {}) =>
      inTransaction(async (db) => {
        const now = testApp.clock.now();
        const paymentId = await insertPayment(db, { organizationId, eventId, now, amount, ...more });
        await issueInvoice(sceneOf(db, organizationId), { paymentId });
        return paymentId;
      }),
    refund: (paymentId: string, amount: number, reason?: string) =>
      inTransaction(async (db) => {
        const now = testApp.clock.now();
        const refundId = await insertRefund(db, { organizationId, paymentId, now, amount, reason });
        await issueCreditNote(sceneOf(db, organizationId), { refundId });
        return refundId;
      }),
    rows: () =>
      testApp.db
        .selectFrom("invoices")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .where("issued_on", ">", "2026-01-01")
        .orderBy("created_at")
        .orderBy("number")
        .execute(),
  };
}
const contentOf = (row: { content: unknown } | undefined) => row?.content as InvoiceContent;

test("a payment is invoiced with what it was for, who sells, and the VAT in it", async () => {
  const { pay, rows, organizationId } = await createClub();
  const buyer = await testApp.person({ firstName: "Élise", lastName: "Roux", language: "fr" });
  await pay(4200, { userId: buyer.id });
  const [row] = await rows();
  expect(row).toMatchObject({
    kind: "invoice",
    number: "FA-2026-000001",
    issued_on: "2026-06-01",
    supplied_on: "2026-06-02",
    language: "fr",
    total_amount: 4200,
    tax_amount: 700,
    buyer_name: "Élise Roux",
    user_id: buyer.id,
    currency: "EUR",
  });
  const content = contentOf(row);
  expect(content).toMatchObject({
    seller: { name: "SAS Tennis de Lyon", tradeName: "Tennis Club de Lyon", city: "Lyon", vatNumber: "FR44732829320" },
    buyer: { name: "Élise Roux" },
    vatProfile: "standard",
    rates: [{ rate: 2000, net: 3500, vat: 700, gross: 4200 }],
    method: "card",
    paidOn: "2026-06-01",
    mentions: ["Nature de l’opération\u00a0: prestation de services"],
    notes: [],
    corrects: null,
  });
  expect(
    content.lines.map(({ description, quantity, unitPrice, total, net }) => ({
      description,
      quantity,
      unitPrice,
      total,
      net,
    })),
  ).toEqual([
    { description: "Court 1 · Evening · 1 h", quantity: 4, unitPrice: 900, total: 3600, net: 3000 },
    { description: "Court 1 · Lights", quantity: 1, unitPrice: 600, total: 600, net: 500 },
  ]);
  expect(content.event).toMatchObject({ name: "Morning training", place: "Court 1, Parc des Sports" });
  expect(content.event?.time).toMatch(/^02\/06\/2026 11:00\u00a0–\u00a012:00$/);
  const entry = await testApp.db
    .selectFrom("activity")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("act", "=", "invoices.issue")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_id: null,
    subject_id: row?.id,
    after: { number: "FA-2026-000001", totalAmount: 4200 },
  });
});

test("a part that is paid has its part of each line, and says of how much", async () => {
  const { pay, rows } = await createClub();
  await pay(1000);
  await pay(3200);
  const [first, second] = await rows();
  expect(contentOf(first).lines.map(({ total }) => total)).toEqual([857, 143]);
  expect(contentOf(second).lines.map(({ total }) => total)).toEqual([2743, 457]);
  expect(contentOf(first).mentions).toEqual([
    "Paiement partiel\u00a0: 10,00\u00a0€ sur 42,00\u00a0€",
    "Nature de l’opération\u00a0: prestation de services",
  ]);
  expect([first?.total_amount, first?.tax_amount]).toEqual([1000, 167]);
});

test("a price that the team gave has one line, by sport, field and the name of the event", async () => {
  const padel = 2;
  const { pay, rows } = await createClub({}, { price: 2500, sport_id: padel });
  await pay(2500, { method: "cash", userId: (await testApp.person()).id });
  const [row] = await rows();
  expect(contentOf(row).lines).toMatchObject([
    { description: "Padel · Court 1 · Morning training", quantity: 1, unitPrice: 2500, total: 2500 },
  ]);
});

test.each([
  ["franchise", 0, "TVA non applicable, art. 293 B du CGI"],
  ["exempt", 0, "Exonération de TVA, art. 261-7-1° du CGI"],
])("who charges no VAT (%s) says by which law, whatever rate it was booked at", async (profile, tax, mention) => {
  const { pay, rows } = await createClub({ vat_profile: profile });
  await pay(4200);
  const [row] = await rows();
  expect([row?.tax_amount, contentOf(row).mentions]).toEqual([
    tax,
    ["Nature de l’opération\u00a0: prestation de services", mention],
  ]);
});

test("elsewhere than in France nothing is said of its laws, and walk-ins read English", async () => {
  const { pay, rows } = await createClub({ country_id: 840, vat_profile: "exempt", currency: "USD", vat_number: null });
  await pay(4200, { currency: "USD" });
  const [row] = await rows();
  expect(row).toMatchObject({ language: "en", currency: "USD", tax_amount: 0 });
  expect(contentOf(row).mentions).toEqual([]);
  expect(contentOf(row).notes).toEqual([]);
});

test("outside of France invoices are numbered INV, and credit notes CN", async () => {
  const { pay, refund, rows } = await createClub({ country_id: 840, vat_profile: "exempt", currency: "USD" });
  await refund(await pay(4200, { currency: "USD" }), 1000);
  expect((await rows()).map((row) => row.number)).toEqual(["CN-2026-000001", "INV-2026-000001"]);
});

test("parts of one sale have its VAT together, to the cent", async () => {
  const { eventId, organizationId, pay, refund } = await createClub({}, { price: 10_499, price_lines: "[]" });
  const paymentIds = [await pay(3333), await pay(3333), await pay(3333)];
  const sums = () =>
    testApp.db
      .selectFrom("invoices")
      .select(({ fn }) => [fn.sum<string>("total_amount").as("total"), fn.sum<string>("tax_amount").as("tax")])
      .where("organization_id", "=", organizationId)
      .where("event_id", "=", eventId)
      .executeTakeFirstOrThrow();
  // With the 5.00 that the seed invoiced; each part by itself would have 5.55, and all of them 17.48.
  expect(await sums()).toEqual({ total: "10499", tax: "1750" });
  for (const paymentId of paymentIds) await refund(paymentId, 3333);
  expect(await sums()).toEqual({ total: "500", tax: "83" });
});

test("what the provider took before VAT was said has no VAT", async () => {
  const { pay, rows } = await createClub({ vat_profile: "unset" });
  await pay(4200);
  const [row] = await rows();
  expect([row?.tax_amount, contentOf(row).mentions]).toEqual([0, []]);
});

test("what is given back has a credit note of its own series, which names the invoice", async () => {
  const { pay, refund, rows } = await createClub();
  const paymentId = await pay(4200);
  testApp.clock.advance(86_400_000);
  await refund(paymentId, 1100, "The lights went out");
  await refund(paymentId, 3100);
  const [invoice, first, second] = await rows();
  expect([first?.number, second?.number]).toEqual(["AV-2026-000001", "AV-2026-000002"]);
  expect(first).toMatchObject({
    kind: "credit_note",
    corrects_id: invoice?.id,
    total_amount: -1100,
    tax_amount: -183,
    issued_on: "2026-06-02",
  });
  const content = contentOf(first);
  expect(content).toMatchObject({
    corrects: { number: "FA-2026-000001", issuedOn: "2026-06-01" },
    rates: [{ rate: 2000, net: -917, vat: -183, gross: -1100 }],
    paidOn: "2026-06-02",
    mentions: ["Motif\u00a0: The lights went out", "Nature de l’opération\u00a0: prestation de services"],
  });
  expect(content.lines.map(({ total }) => total)).toEqual([-943, -157]);
  const sum = (await rows()).reduce((total, row) => total + row.total_amount, 0);
  expect(sum).toBe(0);
  testApp.clock.set("2026-06-01T08:00:00.000Z");
});

test("issued twice, it is there once", async () => {
  const { organizationId, pay, refund, rows } = await createClub();
  const paymentId = await pay(4200);
  const refundId = await refund(paymentId, 4200);
  await inTransaction((db) => issueInvoice(sceneOf(db, organizationId), { paymentId }));
  await inTransaction((db) => issueCreditNote(sceneOf(db, organizationId), { refundId }));
  expect((await rows()).map((row) => row.number)).toEqual(["AV-2026-000001", "FA-2026-000001"]);
});

test("outside France invoices and credit notes have series of their own names", async () => {
  const { pay, refund, rows } = await createClub({ country_id: 840 });
  const paymentId = await pay(4200);
  await refund(paymentId, 4200);
  expect((await rows()).map(({ number, kind }) => `${number} ${kind}`).sort()).toEqual([
    "CN-2026-000001 credit_note",
    "INV-2026-000001 invoice",
  ]);
});
test("nobody changes or deletes an invoice, nor its file", async () => {
  const { pay, rows } = await createClub();
  await pay(4200);
  await testApp.jobs.runAll();
  const [row] = await rows();
  const id = row?.id ?? "";
  for (const change of [
    sql`update invoices set total_amount = 1 where id = ${id}`,
    sql`delete from invoices where id = ${id}`,
    sql`update invoice_files set created_at = now() where invoice_id = ${id}`,
    sql`delete from invoice_files where invoice_id = ${id}`,
    sql`truncate invoice_files`,
    sql`truncate invoices cascade`,
  ])
    await expect(change.execute(testApp.db)).rejects.toThrow(/are never changed or deleted/);
});

test("four hundred, forty at once, of which one in five is given up, leave no gap", async () => {
  const { organizationId, eventId, rows } = await createClub();
  const issue = (index: number) =>
    inTransaction(async (db) => {
      const draft = { organizationId, eventId, now: testApp.clock.now(), amount: 4200 };
      const paymentId = await insertPayment(db, draft);
      await issueInvoice(sceneOf(db, organizationId), { paymentId });
      if (index % 5 === 0) throw new Error("given up");
    });
  // More than the pool has connections; all four hundred would wait for one longer than it allows on a slow machine.
  const issueEachFortieth = async (first: number) => {
    const outcomes = [];
    for (let index = first; index < 400; index += 40) outcomes.push(...(await Promise.allSettled([issue(index)])));
    return outcomes;
  };
  const outcomes = (await Promise.all(Array.from({ length: 40 }, (_, first) => issueEachFortieth(first)))).flat();
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(80);
  const numbers = (await rows()).map((row) => row.number).toSorted();
  expect(numbers).toEqual(Array.from({ length: 320 }, (_, index) => `FA-2026-${String(index + 1).padStart(6, "0")}`));
}, 120_000);

test("invoice numbers restart at one in the organization's own year; the series of credit notes is separate", async () => {
  const { pay, refund, rows } = await createClub();
  const far = await createClub({ timezone: "Pacific/Auckland" });
  const near = await createClub({ timezone: "America/Los_Angeles" });
  testApp.clock.set("2026-12-31T10:30:00.000Z");
  const paymentId = await pay(1000);
  await far.pay(1000);
  testApp.clock.set("2026-12-31T12:30:00.000Z");
  await far.pay(1000);
  testApp.clock.set("2026-12-31T23:30:00.000Z");
  await pay(1000);
  await near.pay(1000);
  await refund(paymentId, 1000);
  testApp.clock.set("2027-01-01T07:59:59.000Z");
  await near.pay(1000);
  testApp.clock.set("2027-01-01T08:00:00.000Z");
  await near.pay(1000);
  const told = async ({ rows: read }: { rows: typeof rows }) =>
    (await read()).map((row) => `${row.number} ${row.issued_on}`).toSorted();
  expect(await told({ rows })).toEqual([
    "AV-2027-000001 2027-01-01",
    "FA-2026-000001 2026-12-31",
    "FA-2027-000001 2027-01-01",
  ]);
  expect(await told(far)).toEqual(["FA-2026-000001 2026-12-31", "FA-2027-000001 2027-01-01"]);
  expect(await told(near)).toEqual([
    "FA-2026-000001 2026-12-31",
    "FA-2026-000002 2026-12-31",
    "FA-2027-000001 2027-01-01",
  ]);
  testApp.clock.set("2026-06-01T08:00:00.000Z");
});

test("dates never go back, though the clock or the zone does", async () => {
  const { organizationId } = await createClub();
  const next = (series: "FA" | "AV", today: string) => allocateInvoiceNumber(testApp.db, organizationId, series, today);
  expect(await next("FA", "2027-01-01")).toEqual({ number: "FA-2027-000001", issuedOn: "2027-01-01" });
  expect(await next("FA", "2026-12-31")).toEqual({ number: "FA-2027-000002", issuedOn: "2027-01-01" });
  expect(await next("AV", "2026-12-31")).toEqual({ number: "AV-2026-000001", issuedOn: "2026-12-31" });
  expect(await next("FA", "2028-02-29")).toEqual({ number: "FA-2028-000001", issuedOn: "2028-02-29" });
});

test("whoever issues at the turn of the year does so in one order, whichever year they meant", async () => {
  const { organizationId } = await createClub();
  await allocateInvoiceNumber(testApp.db, organizationId, "FA", "2026-12-30");
  const days = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? "2027-01-01" : "2026-12-31"));
  const given = await Promise.all(
    days.map((day) => inTransaction((db) => allocateInvoiceNumber(db, organizationId, "FA", day))),
  );
  const sorted = given.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  expect(sorted.map(({ issuedOn }) => issuedOn)).toEqual(given.map(({ issuedOn }) => issuedOn).toSorted());
  for (const year of ["2026", "2027"]) {
    const ofYear = sorted.filter(({ number }) => number.includes(`-${year}-`));
    ofYear.forEach(({ number }, index) => expect(Number(number.slice(-6))).toBe(index + (year === "2026" ? 2 : 1)));
  }
});
