/** Property test: the report of a till has the tax of the invoices and credit notes of what it took, rate by rate. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvoiceListItem } from "#contract/invoices.ts";
import type { TillClosing, TillReport } from "#contract/tills.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let tillId: string;
let customerId: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await testBed.club.manager("PATCH", testBed.club.path(""), { bookingRules });
  tillId = (await post("/tills", { name: "Desk" })).body.data.id;
  customerId = await debtors.addCustomer("Petit");
});
afterAll(() => testBed.close());

const post = (path: string, body: object) => testBed.club.manager("POST", testBed.club.path(path), body);
const book = async (price: number, vatRate: number): Promise<string> => {
  await testBed.club.manager("PATCH", testBed.club.path(""), { vatRate });
  const draft = { customer: { customerId }, price, priceReason: "Agreed" };
  return (await testBed.book(testBed.club.manager, draft)).id;
};
const open = () => post(`/tills/${tillId}/open`, { float: 0 });
async function close(): Promise<TillClosing> {
  const { body } = await testBed.club.manager("GET", testBed.club.path(`/tills/${tillId}/report`));
  const counted = (body.data as TillReport).methods.map(({ method, expected }) => ({
    ...{ method, amount: Math.max(0, expected), reason: "Counted" },
  }));
  return (await post(`/tills/${tillId}/close`, { counted, nextFloat: 0 })).body.data;
}
async function readDocuments(): Promise<InvoiceListItem[]> {
  const documents: InvoiceListItem[] = [];
  for (let page = 1; ; page++) {
    const { body } = await testBed.club.manager("GET", testBed.club.path(`/invoices?per_page=100&page=${page}`));
    documents.push(...body.data);
    if (page >= body.meta.last_page) return documents;
  }
}
type Rate = Pick<InvoiceListItem["rates"][number], "rate" | "net" | "vat" | "gross">;
const addUp = (rates: readonly Rate[]) =>
  [...Map.groupBy(rates, ({ rate }) => rate)]
    .map(([rate, its]) => ({
      rate,
      net: its.reduce((sum, { net }) => sum + net, 0),
      vat: its.reduce((sum, { vat }) => sum + vat, 0),
      gross: its.reduce((sum, { gross }) => sum + gross, 0),
    }))
    .filter(({ gross }) => gross !== 0)
    .toSorted((a, b) => b.rate - a.rate);

const sumProducts = ({ products }: TillClosing) =>
  products?.reduce((sum, { payments, refunds }) => sum + payments.amount + refunds.amount, 0);

const amount = fc.integer({ min: 100, max: 5000 });
const sale = fc.record({
  price: amount,
  vatRate: fc.constantFrom(2000, 1000, 550),
  method: fc.constantFrom("cash", "check", "card_on_site"),
  part: fc.constantFrom(1, 0.4),
  refund: fc.constantFrom(0, 0, 0.3, 1),
});

test("rate by rate it is what the invoices and credit notes of its payments and refunds say, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 6, maxLength: 6 }),
      fc.array(amount, { maxLength: 3 }),
      async (sales, debts) => {
        const before = new Set((await readDocuments()).map(({ id }) => id));
        await open();
        for (const { price, vatRate, method, part, refund } of sales) {
          const eventId = await book(price, vatRate);
          const paid = Math.round(price * part);
          const { body } = await post(`/events/${eventId}/payments`, { method, amount: paid });
          const back = Math.round(paid * refund);
          if (back > 0) await post(`/payments/${body.data.id}/refund`, { amount: back, reason: "Rain" });
        }
        const together = [];
        for (const [index, debt] of debts.entries())
          together.push({ eventId: await book(debt, [2000, 550][index % 2] ?? 2000), amount: debt });
        if (together.length > 0) await post("/payments", { method: "cash", debts: together });
        const closing = await close();
        const documents = (await readDocuments()).filter(({ id }) => !before.has(id));
        expect(documents.length).toBeGreaterThanOrEqual(sales.length + (together.length > 0 ? 1 : 0));
        expect(closing.rates).toEqual(addUp(documents.flatMap(({ rates }) => rates)));
        expect(closing.rates?.reduce((sum, { gross }) => sum + gross, 0)).toBe(closing.total);
        expect(sumProducts(closing)).toBe(closing.total);
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);

test("money for an invoice that was issued before has its share of it, and in the end all of it", async () => {
  const eventId = await book(2600, 2000);
  const charges = await debtors.listCharges(customerId);
  const chargeIds = charges.filter(({ event }) => event?.id === eventId).map(({ id }) => id);
  const dueOn = testBed.testApp.clock.now().toISOString().slice(0, 10);
  expect((await post("/invoices", { customerId, chargeIds, dueOn })).status).toBe(201);
  await open();
  await post(`/events/${eventId}/payments`, { method: "cash", amount: 1000 });
  expect((await close()).rates).toEqual([{ rate: 2000, net: 833, vat: 167, gross: 1000 }]);
  await open();
  await post(`/events/${eventId}/payments`, { method: "check", amount: 1600 });
  expect((await close()).rates).toEqual([{ rate: 2000, net: 1334, vat: 266, gross: 1600 }]);
});

test("a report says what each product brought, less what was given back, as it was called at the sale, beside bookings", async () => {
  const [balls, water] = await Promise.all(
    ["Balls", "Water"].map(async (name) => (await post("/products", { name, kind: "goods", price: 650 })).body.data),
  );
  const lines = [
    { productId: balls.id, quantity: 2 },
    { productId: water.id, quantity: 1 },
  ];
  await open();
  const sold = await post("/sales", { customerId, lines, payment: { method: "cash" } });
  const [ofBalls] = sold.body.data.payment.payments;
  await post(`/payments/${ofBalls.id}/refund`, { amount: 650, reason: "One was flat" });
  const eventId = await book(2400, 2000);
  await post(`/events/${eventId}/payments`, { method: "check", amount: 2400 });
  const read = await testBed.club.manager("GET", testBed.club.path(`/tills/${tillId}/report`));
  const closing = await close();
  await testBed.club.manager("PATCH", testBed.club.path(`/products/${balls.id}`), { name: "Other balls" });
  const none = { count: 0, amount: 0 };
  expect(closing.products).toEqual([
    { product: null, payments: { count: 1, amount: 2400 }, refunds: none },
    {
      product: { id: balls.id, name: "Balls" },
      ...{ payments: { count: 1, amount: 1300 }, refunds: { count: 1, amount: -650 } },
    },
    { product: { id: water.id, name: "Water" }, payments: { count: 1, amount: 650 }, refunds: none },
  ]);
  expect((read.body.data as TillReport).products).toEqual(closing.products);
  expect(sumProducts(closing)).toBe(closing.total);
  const file = await testBed.club.manager("GET", testBed.club.path("/export/till-closings.csv"));
  expect(String(file.body)).toContain("Bookings: €24.00, Balls: €6.50, Water: €6.50");
});
