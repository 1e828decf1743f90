/**
 * Property test: the VAT report equals the invoices and credit notes, by the date of the money the takings, and the journals
 * equal both, to the cent; the entries of closed months stay as they were.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JournalEntry, VatBasis, VatRow } from "#contract/accounting.ts";
import type { InvoiceListItem } from "#contract/invoices.ts";
import type { Movement } from "#contract/payments.ts";
import { createVatTestBed, type VatTestBed } from "#tests/support/vat-test-bed.ts";

const DAY_MS = 86_400_000;
let bed: VatTestBed;
const productIds: string[] = [];
const extraIds: string[] = [];
beforeAll(async () => {
  bed = await createVatTestBed();
  for (const [kind, price] of [
    ["goods", 650],
    ["fee", 1099],
  ] as const)
    productIds.push((await bed.post("/products", { name: `Some ${kind}`, kind, price })).body.data.id);
  const { data: rate } = (await bed.post("/tax-rates", { name: "Reduced", rate: 5500 })).body;
  const { facilityId } = bed.testBed.club;
  for (const taxRateId of [null, rate.id]) {
    const product = (await bed.post("/products", { name: "Extras", kind: "extra", taxRateId })).body.data;
    const draft = { name: "Racket", productId: product.id, price: 353, per: "hour", stocks: [{ facilityId }] };
    extraIds.push((await bed.post("/extras", draft)).body.data.id);
  }
});
afterAll(() => bed.testBed.close());

const today = () => bed.testBed.testApp.clock.now().toISOString().slice(0, 10);
async function readAll<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await bed.testBed.club.manager("GET", bed.testBed.club.path(`${path}&per_page=100&page=${page}`));
    rows.push(...(body.data as Row[]));
    if (page >= body.meta.last_page) return rows;
  }
}

const customerIds: string[] = [];
let bookings: { customerId: string; eventId: string; chargeId: string }[] = [];
let paymentIds: string[] = [];
/** Entries of closed months, as they were then. */
const closed = new Map<string, JournalEntry[]>();
/** Labels are in the language of the country from the closing on. */
const amountsOf = (entries: readonly JournalEntry[]) =>
  entries.map(({ kind, id, date, piece, lines }) => [kind, id, date, piece, lines]);
const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

const deeds = {
  book: async (pick: number, price: number) => {
    await bed.setVatRate(pickFrom([2000, 550, 1000], price) ?? 2000);
    const customerId = pickFrom(customerIds, pick) ?? "";
    const extras = extraIds.slice(price % 3).map((extraId) => ({ extraId, quantity: 1 + (price % 4) }));
    const draft = { customer: { customerId }, price, priceReason: "Agreed", startTime: bed.freeSlot(), extras };
    const { id: eventId } = await bed.testBed.book(bed.testBed.club.manager, draft);
    const charges = await bed.debtors.listCharges(customerId);
    const chargeId = charges.find(({ event }) => event?.id === eventId)?.id ?? "";
    bookings.push({ customerId, eventId, chargeId });
  },
  invoice: async (pick: number, count: number) => {
    const customerId = pickFrom(customerIds, pick);
    const chargeIds = bookings.filter((one) => one.customerId === customerId).map(({ chargeId }) => chargeId);
    const dueOn = today();
    await bed.post("/invoices", { customerId, chargeIds: chargeIds.slice(-1 - (count % 3)), dueOn });
  },
  pay: async (pick: number, amount: number) => {
    const answer = await bed.post(`/events/${pickFrom(bookings, pick)?.eventId}/payments`, { amount, method: "cash" });
    if (answer.status === 201) paymentIds.push(answer.body.data.id);
  },
  payTogether: (pick: number, amount: number) =>
    bed.post(`/customers/${pickFrom(customerIds, pick)}/payments`, { amount, method: "check" }),
  sell: async (pick: number, amount: number) => {
    const lines = productIds.slice(amount % 2).map((productId) => ({ productId, quantity: 1 + (amount % 3) }));
    const answer = await bed.post("/sales", {
      customerId: pickFrom(customerIds, pick),
      lines,
      payment: { method: "cash" },
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    paymentIds.push(...answer.body.data.payment.payments.map(({ id }: { id: string }) => id));
  },
  refund: (pick: number, amount: number) =>
    bed.post(`/payments/${pickFrom(paymentIds, pick)}/refund`, { amount, reason: "Rain" }),
  cancel: async (pick: number, amount: number) => {
    const refund = amount % 2 === 0 ? "full" : "none";
    await bed.post(`/events/${pickFrom(bookings, pick)?.eventId}/cancel`, { reason: "Rain", refund });
    // The refund follows when the cancellation can no longer be undone.
    bed.testBed.testApp.clock.advance(60_000);
    await bed.testBed.testApp.jobs.runScheduled("events.refund");
    await bed.testBed.testApp.jobs.runScheduled("extras.refund");
  },
  addExtra: (pick: number, count: number) =>
    bed.post(`/events/${pickFrom(bookings, pick)?.eventId}/extras`, {
      ...{ extraId: pickFrom(extraIds, count), quantity: 1 + (count % 3) },
    }),
  removeExtra: async (pick: number) => {
    const path = bed.testBed.club.path(`/events/${pickFrom(bookings, pick)?.eventId}/extras`);
    const [line] = (await bed.testBed.club.manager("GET", path)).body.data?.extras ?? [];
    if (line) await bed.testBed.club.manager("DELETE", `${path}/${line.id}`);
  },
  changePrice: (pick: number, price: number) =>
    bed.testBed.club.manager("PATCH", bed.testBed.club.path(`/events/${pickFrom(bookings, pick)?.eventId}`), {
      ...{ price, priceReason: "Lights" },
    }),
  close: async () => {
    const { next } = (await bed.testBed.club.manager("GET", bed.testBed.club.path("/accounting/months"))).body.data;
    if (!next?.isOver) return;
    const { month } = next;
    const before = await readAll<JournalEntry>(`/accounting/journal?period=${month}`);
    const answer = await bed.post(`/accounting/months/${month}/close`, {});
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    closed.set(month, await readAll<JournalEntry>(`/accounting/journal?period=${month}`));
    expect(amountsOf(closed.get(month) ?? [])).toEqual(amountsOf(before));
  },
  wait: (days: number) =>
    bed.setClock(new Date(bed.testBed.testApp.clock.now().getTime() + (1 + (days % 12)) * DAY_MS).toISOString()),
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
  of(deeds.addExtra),
  of(deeds.removeExtra, 1),
  of((days) => deeds.wait(days), 3),
  of(() => deeds.close()),
);

async function payEverything(): Promise<void> {
  for (const customerId of customerIds)
    for (const { due } of await bed.debtors.listCharges(customerId))
      if (due > 0) await bed.post(`/customers/${customerId}/payments`, { amount: due, method: "transfer" });
}

/** Rows of the e-reporting of a month. */
async function readReported(month: string): Promise<Record<"sales" | "payments", VatRow[]>> {
  const path = bed.testBed.club.path(`/accounting/e-reporting/${month}.csv`);
  const { body } = await bed.testBed.club.manager("GET", path, undefined, { "accept-language": "en" });
  const rows = String(body)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  const readRows = (reported: string) =>
    rows
      .filter(([first]) => first === reported)
      .map(([, , , rate, net, vat, gross]) => ({
        ...{ month, currency: "EUR", isExempt: false, rate: Number(rate) * 100 },
        ...{ net: toMinor(net), vat: toMinor(vat), gross: toMinor(gross) },
      }));
  return { sales: readRows("Sales"), payments: readRows("Payments") };
}
const toMinor = (cell = ""): number => Math.round(Number(cell) * 100);
const inMonthOf = async (month: string): Promise<VatRow[]> => (await bed.readVat(month, "issued")).rows;

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
  await bed.setClock("2029-01-03T09:00:00Z");
  for (const name of ["Petit", "Moreau", "Garnier"]) customerIds.push(await bed.debtors.addCustomer(name));
  const readYears = async (basis: VatBasis): Promise<VatRow[]> =>
    (await Promise.all(years.map((year) => bed.readVat(year, basis)))).flatMap(({ rows }) => rows);
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
        const movements = await readAll<Movement>(path);
        const money = movements.reduce((sum, movement) => sum + movement.amount, 0);
        const rows = received.filter((row) => row.month === month);
        expect([month, rows.reduce((sum, { gross }) => sum + gross, 0)]).toEqual([month, money]);
        expect((await bed.readVat(month, "received")).rows).toEqual(rows);
        const services = movements.filter(({ label }) => !label.includes("Some goods"));
        const reported = await readReported(month);
        expect([month, sumOf(reported.payments, "gross")]).toEqual([
          month,
          services.reduce((sum, movement) => sum + movement.amount, 0),
        ]);
        expect(addUp(reported.sales, byRate)).toEqual(addUp(await inMonthOf(month), byRate));
      }
      const entries = await Promise.all(
        years.map((year) => readAll<JournalEntry>(`/accounting/journal?period=${year}`)),
      );
      expectJournals(entries.flat(), { issued, received });
      for (const [month, its] of closed)
        expect(entries.flat().filter(({ date }) => date.startsWith(month))).toEqual(its);
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
  expect(closed.size).toBeGreaterThan(0);
}, 560_000);
