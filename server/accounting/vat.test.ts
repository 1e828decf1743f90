import { afterAll, beforeAll, expect, test } from "vitest";
import type { VatBasis, VatReport } from "#contract/accounting.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const HOUR_MS = 3_600_000;
let testBed: PaymentTestBed;
let debtors: Debtors;
let slots = 0;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
});
afterAll(() => testBed.close());

/** Sessions end meanwhile. */
async function setClock(instant: string): Promise<void> {
  testBed.testApp.clock.set(instant);
  testBed.club.manager = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 2));
}
const post = (path: string, body: object) => testBed.club.manager("POST", testBed.club.path(path), body);
const setVatRate = (vatRate: number) => testBed.club.manager("PATCH", testBed.club.path(""), { vatRate });
const freeSlot = () => new Date(Date.parse("2028-01-01T06:00:00Z") + ++slots * HOUR_MS).toISOString();

async function readVat(period: string, basis: VatBasis): Promise<VatReport> {
  const path = testBed.club.path(`/accounting/vat?period=${period}&basis=${basis}`);
  const { status, body } = await testBed.club.manager("GET", path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}
const vatOf = async (period: string, basis: VatBasis) =>
  (await readVat(period, basis)).rows.map(({ rate, net, vat, gross }) => [rate, net, vat, gross]);

/** Example 53 of the design. */
test("an invoice of two rates, paid in halves in two months, has its VAT in October by invoice, and half of it in each month by the money", async () => {
  await setClock("2026-10-31T09:00:00Z");
  const customerId = await debtors.addCustomer("Lebrun");
  for (const [price, vatRate] of [
    [2400, 2000],
    [200, 550],
  ] as const) {
    await setVatRate(vatRate);
    const draft = { customer: { customerId }, price, priceReason: "Agreed", startTime: freeSlot() };
    await testBed.book(testBed.club.manager, draft);
  }
  const chargeIds = (await debtors.listCharges(customerId)).map(({ id }) => id);
  expect((await post("/invoices", { customerId, chargeIds, dueOn: "2026-11-15" })).status).toBe(201);
  const pay = () => post(`/customers/${customerId}/payments`, { amount: 1300, method: "cash" });
  expect((await pay()).status).toBe(201);
  await setClock("2026-11-05T09:00:00Z");
  expect((await pay()).status).toBe(201);
  expect(await vatOf("2026-10", "issued")).toEqual([
    [2000, 2000, 400, 2400],
    [550, 190, 10, 200],
  ]);
  expect(await vatOf("2026-11", "issued")).toEqual([]);
  const half = [
    [2000, 1000, 200, 1200],
    [550, 95, 5, 100],
  ];
  expect(await vatOf("2026-10", "received")).toEqual(half);
  expect(await vatOf("2026-11", "received")).toEqual(half);
});

test("what nobody paid and is not owed any more is no VAT by the money, and a refund counts on its day", async () => {
  await setVatRate(2000);
  await setClock("2026-12-10T09:00:00Z");
  const draft = { price: 2600, priceReason: "Agreed", startTime: freeSlot() };
  const { customerId, eventIds, chargeIds } = await debtors.addDebtor("Chevallier", [draft]);
  await post("/invoices", { customerId, chargeIds, dueOn: "2026-12-31" });
  const paid = await post(`/events/${eventIds[0]}/payments`, { amount: 1300, method: "cash" });
  await setClock("2027-01-10T09:00:00Z");
  await post(`/payments/${paid.body.data.id}/refund`, { amount: 1300, reason: "Rain" });
  await post(`/events/${eventIds[0]}/cancel`, { reason: "Rain", refund: "none" });
  expect(await vatOf("2026-12", "issued")).toEqual([[2000, 2167, 433, 2600]]);
  expect(await vatOf("2026-12", "received")).toEqual([[2000, 1083, 217, 1300]]);
  expect(await vatOf("2027-01", "issued")).toEqual([[2000, -2167, -433, -2600]]);
  expect(await vatOf("2027-01", "received")).toEqual([[2000, -1083, -217, -1300]]);
});
