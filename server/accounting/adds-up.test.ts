/**
 * Property test: the VAT report equals the invoices and credit notes, by the date of the money the takings, and the journals
 * equal both, to the cent.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JournalEntry, VatBasis, VatReport, VatRow } from "#contract/accounting.ts";
import type { InvoiceListItem } from "#contract/invoices.ts";
import type { Movement } from "#contract/payments.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let testBed: PaymentTestBed;
let debtors: Debtors;
const productIds: string[] = [];
let slots = 0;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  for (const [kind, price] of [
    ["goods", 650],
    ["fee", 1099],
  ] as const)
    productIds.push((await post("/products", { name: `Some ${kind}`, kind, price })).body.data.id);
});
afterAll(() => testBed.close());

/** Sessions end meanwhile. */
async function setClock(instant: string): Promise<void> {
  testBed.testApp.clock.set(instant);
  testBed.club.manager = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 2));
}
const post = (path: string, body: object) => testBed.club.manager("POST", testBed.club.path(path), body);
const setVatRate = (vatRate: number) => testBed.club.manager("PATCH", testBed.club.path(""), { vatRate });
const today = () => testBed.testApp.clock.now().toISOString().slice(0, 10);
const freeSlot = () => new Date(Date.parse("2028-01-01T06:00:00Z") + ++slots * HOUR_MS).toISOString();

async function readVat(period: string, basis: VatBasis): Promise<VatReport> {
  const path = testBed.club.path(`/accounting/vat?period=${period}&basis=${basis}`);
  const { status, body } = await testBed.club.manager("GET", path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}
async function readAll<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await testBed.club.manager("GET", testBed.club.path(`${path}&per_page=100&page=${page}`));
    rows.push(...(body.data as Row[]));
    if (page >= body.meta.last_page) return rows;
  }
}

const customerIds: string[] = [];
let bookings: { customerId: string; eventId: string; chargeId: string }[] = [];
let paymentIds: string[] = [];
const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

const deeds = {
  book: async (pick: number, price: number) => {
    await setVatRate(pickFrom([2000, 550, 1000], price) ?? 2000);
    const customerId = pickFrom(customerIds, pick) ?? "";
    const draft = { customer: { customerId }, price, priceReason: "Agreed", startTime: freeSlot() };
    const { id: eventId } = await testBed.book(testBed.club.manager, draft);
    const charges = await debtors.listCharges(customerId);
    const chargeId = charges.find(({ event }) => event?.id === eventId)?.id ?? "";
    bookings.push({ customerId, eventId, chargeId });
  },
  invoice: async (pick: number, count: number) => {
    const customerId = pickFrom(customerIds, pick);
    const chargeIds = bookings.filter((one) => one.customerId === customerId).map(({ chargeId }) => chargeId);
    const dueOn = today();
    await post("/invoices", { customerId, chargeIds: chargeIds.slice(-1 - (count % 3)), dueOn });
  },
  pay: async (pick: number, amount: number) => {
    const answer = await post(`/events/${pickFrom(bookings, pick)?.eventId}/payments`, { amount, method: "cash" });
    if (answer.status === 201) paymentIds.push(answer.body.data.id);
  },
  payTogether: (pick: number, amount: number) =>
    post(`/customers/${pickFrom(customerIds, pick)}/payments`, { amount, method: "check" }),
  sell: async (pick: number, amount: number) => {
    const lines = productIds.slice(amount % 2).map((productId) => ({ productId, quantity: 1 + (amount % 3) }));
    const answer = await post("/sales", {
      customerId: pickFrom(customerIds, pick),
      lines,
      payment: { method: "cash" },
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    paymentIds.push(...answer.body.data.payment.payments.map(({ id }: { id: string }) => id));
  },
  refund: (pick: number, amount: number) =>
    post(`/payments/${pickFrom(paymentIds, pick)}/refund`, { amount, reason: "Rain" }),
  cancel: async (pick: number, amount: number) => {
    const refund = amount % 2 === 0 ? "full" : "none";
    await post(`/events/${pickFrom(bookings, pick)?.eventId}/cancel`, { reason: "Rain", refund });
    // The refund follows when the cancellation can no longer be undone.
    testBed.testApp.clock.advance(60_000);
    await testBed.testApp.jobs.runScheduled("events.refund");
  },
  changePrice: (pick: number, price: number) =>
    testBed.club.manager("PATCH", testBed.club.path(`/events/${pickFrom(bookings, pick)?.eventId}`), {
      ...{ price, priceReason: "Lights" },
    }),
  wait: (days: number) =>
    setClock(new Date(testBed.testApp.clock.now().getTime() + (1 + (days % 12)) * DAY_MS).toISOString()),
};

const pick = fc.nat(50);
const amount = fc.integer({ min: 1, max: 3000 });
const of = (act: (pick: number, amount: number) => Promise<unknown>, weight = 2) => ({
  weight,
  arbitrary: fc.tuple(pick, amount).map((values) => () => act(...values)),
});
const deed = fc.oneof(
  of(deeds.book, 4),
  of(deeds.invoice, 3),
  of(deeds.pay, 5),
  of(deeds.payTogether),
  of(deeds.sell),
  of(deeds.refund),
  of(deeds.cancel, 1),
  of(deeds.changePrice),
  of((days) => deeds.wait(days)),
);

async function payEverything(): Promise<void> {
  for (const customerId of customerIds)
    for (const { due } of await debtors.listCharges(customerId))
      if (due > 0) await post(`/customers/${customerId}/payments`, { amount: due, method: "transfer" });
}

type Sums = Record<string, [net: number, vat: number, gross: number]>;
function addUp(
  rows: readonly Pick<VatRow, "month" | "rate" | "net" | "vat" | "gross">[],
  keyOf: (row: never) => string,
) {
  const sums: Sums = {};
  for (const row of rows) {
    const [net, vat, gross] = sums[keyOf(row as never)] ?? [0, 0, 0];
    sums[keyOf(row as never)] = [net + row.net, vat + row.vat, gross + row.gross];
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum.some((one) => one !== 0)));
}
/** Credit less debit of an account that begins so. */
const creditOf = (entries: readonly JournalEntry[], account: string): number =>
  entries
    .flatMap(({ lines }) => lines)
    .filter((line) => line.account.startsWith(account))
    .reduce((sum, { debit, credit }) => sum + credit - debit, 0);
const sumOf = (rows: readonly VatRow[], of: "net" | "vat" | "gross"): number =>
  rows.reduce((sum, row) => sum + row[of], 0);
function expectJournals(
  entries: readonly JournalEntry[],
  { issued, received }: { issued: readonly VatRow[]; received: readonly VatRow[] },
) {
  for (const entry of entries) expect([entry.piece, creditOf([entry], "")]).toEqual([entry.piece, 0]);
  const inMonth = (month: string) => ({
    sales: entries.filter(({ journal, date }) => journal === "VE" && date.startsWith(month)),
    money: entries.filter(({ journal, date }) => journal !== "VE" && date.startsWith(month)),
    issued: issued.filter((row) => row.month === month),
    received: received.filter((row) => row.month === month),
  });
  for (const month of new Set(entries.map(({ date }) => date.slice(0, 7)))) {
    const its = inMonth(month);
    const booked = [creditOf(its.sales, "70"), creditOf(its.sales, "44571"), creditOf(its.money, "411")];
    const told = [sumOf(its.issued, "net"), sumOf(its.issued, "vat"), sumOf(its.received, "gross")];
    expect([month, ...booked]).toEqual([month, ...told]);
  }
}
const byMonthAndRate = ({ month, rate }: VatRow) => `${month} ${rate}`;
const byRate = ({ rate }: VatRow) => String(rate);

test("on random bookings, invoices, payments, refunds and cancellations reports and journals equal the documents, and the takings of each month", async () => {
  const years = ["2029", "2030", "2031", "2032"];
  await setClock("2029-01-03T09:00:00Z");
  for (const name of ["Petit", "Moreau", "Garnier"]) customerIds.push(await debtors.addCustomer(name));
  const readYears = async (basis: VatBasis): Promise<VatRow[]> =>
    (await Promise.all(years.map((year) => readVat(year, basis)))).flatMap(({ rows }) => rows);
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 40, maxLength: 40 }), async (steps) => {
      for (const step of steps) await step();
      const documents = await readAll<InvoiceListItem>("/invoices?from=2029-01-01");
      const told = documents.flatMap(({ issuedOn, rates }) =>
        rates.map((row) => ({ ...row, month: issuedOn.slice(0, 7), currency: "EUR", isExempt: false })),
      );
      const issued = await readYears("issued");
      expect(addUp(issued, byMonthAndRate)).toEqual(addUp(told, byMonthAndRate));
      const received = await readYears("received");
      for (const month of new Set(received.map((row) => row.month))) {
        const last = Temporal.PlainYearMonth.from(month).daysInMonth;
        const path = `/takings/movements?from=${month}-01&to=${month}-${last}`;
        const money = (await readAll<Movement>(path)).reduce((sum, movement) => sum + movement.amount, 0);
        const rows = received.filter((row) => row.month === month);
        expect([month, rows.reduce((sum, { gross }) => sum + gross, 0)]).toEqual([month, money]);
        expect((await readVat(month, "received")).rows).toEqual(rows);
      }
      const entries = await Promise.all(
        years.map((year) => readAll<JournalEntry>(`/accounting/journal?period=${year}`)),
      );
      expectJournals(entries.flat(), { issued, received });
      await payEverything();
      expect(addUp(await readYears("received"), byRate)).toEqual(addUp(await readYears("issued"), byRate));
      bookings = bookings.slice(-5);
      paymentIds = paymentIds.slice(-5);
    }),
    { numRuns: 5, endOnFailure: true },
  );
  // Guard against an empty run: invoices were issued before their money, and credited.
  const documents = await readAll<InvoiceListItem>("/invoices?from=2029-01-01");
  expect(documents.filter(({ dueOn }) => dueOn !== null).length).toBeGreaterThan(0);
  expect(documents.filter(({ kind }) => kind === "credit_note").length).toBeGreaterThan(0);
}, 120_000);
