import { afterAll, beforeAll, expect, test } from "vitest";
import type { VatBasis } from "#contract/accounting.ts";
import { createVatTestBed, type VatTestBed } from "#tests/support/vat-test-bed.ts";

let bed: VatTestBed;
beforeAll(async () => {
  bed = await createVatTestBed();
});
afterAll(() => bed.testBed.close());

const vatOf = async (period: string, basis: VatBasis) =>
  (await bed.readVat(period, basis)).rows.map(({ rate, net, vat, gross }) => [rate, net, vat, gross]);

/** Example 53 of the design. */
test("an invoice of two rates, paid in halves in two months, has its VAT in October by invoice, and half of it in each month by the money", async () => {
  await bed.setClock("2026-10-31T09:00:00Z");
  const customerId = await bed.debtors.addCustomer("Lebrun");
  for (const [price, vatRate] of [
    [2400, 2000],
    [200, 550],
  ] as const) {
    await bed.setVatRate(vatRate);
    const draft = { customer: { customerId }, price, priceReason: "Agreed", startTime: bed.freeSlot() };
    await bed.testBed.book(bed.testBed.club.manager, draft);
  }
  const chargeIds = (await bed.debtors.listCharges(customerId)).map(({ id }) => id);
  expect((await bed.post("/invoices", { customerId, chargeIds, dueOn: "2026-11-15" })).status).toBe(201);
  const pay = () => bed.post(`/customers/${customerId}/payments`, { amount: 1300, method: "cash" });
  expect((await pay()).status).toBe(201);
  await bed.setClock("2026-11-05T09:00:00Z");
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
  await bed.setVatRate(2000);
  await bed.setClock("2026-12-10T09:00:00Z");
  const draft = { price: 2600, priceReason: "Agreed", startTime: bed.freeSlot() };
  const { customerId, eventIds, chargeIds } = await bed.debtors.addDebtor("Chevallier", [draft]);
  await bed.post("/invoices", { customerId, chargeIds, dueOn: "2026-12-31" });
  const paid = await bed.post(`/events/${eventIds[0]}/payments`, { amount: 1300, method: "cash" });
  await bed.setClock("2027-01-10T09:00:00Z");
  await bed.post(`/payments/${paid.body.data.id}/refund`, { amount: 1300, reason: "Rain" });
  await bed.post(`/events/${eventIds[0]}/cancel`, { reason: "Rain", refund: "none" });
  expect(await vatOf("2026-12", "issued")).toEqual([[2000, 2167, 433, 2600]]);
  expect(await vatOf("2026-12", "received")).toEqual([[2000, 1083, 217, 1300]]);
  expect(await vatOf("2027-01", "issued")).toEqual([[2000, -2167, -433, -2600]]);
  expect(await vatOf("2027-01", "received")).toEqual([[2000, -1083, -217, -1300]]);
});
