/** Deferred income: what is invoiced by a date and served after it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DeferredReport, DeferredRow } from "#contract/accounting.ts";
import type { PackDetail } from "#contract/packs.ts";
import { createVatTestBed, type VatTestBed } from "#tests/support/vat-test-bed.ts";

let bed: VatTestBed;
beforeAll(async () => {
  bed = await createVatTestBed();
  await bed.setVatRate(2000);
});
afterAll(() => bed.testBed.close());

async function made(path: string, body: object): Promise<{ id: string }> {
  const answer = await bed.post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(202);
  return answer.body.data;
}
async function get<T>(path: string): Promise<T> {
  const { status, body } = await bed.testBed.club.manager("GET", bed.testBed.club.path(path));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const sumsOf = async (period: string) =>
  (await get<DeferredReport>(`/accounting/deferred?period=${period}`)).sums.map(({ kind, net, deferred }) => [
    kind,
    net,
    deferred,
  ]);
const rowsOf = (period: string) => get<DeferredRow[]>(`/accounting/deferred/rows?period=${period}`);
const sell = (customerId: string, line: object) =>
  made("/sales", { customerId, lines: [{ quantity: 1, ...line }], payment: { method: "cash" } });

/** Example 55 of the design. */
test("a year that began in September is deferred by its days, a pack by its units, a booking until its day", async () => {
  const customerId = await bed.debtors.addCustomer("Lebrun");
  const subscriptions = await made("/products", { name: "Memberships", kind: "subscription" });
  const year = { name: "Season", price: 24_000, termKind: "season", seasonStart: "09-01", productId: subscriptions.id };
  const type = await made("/subscription-types", year);
  await bed.setClock("2026-09-01T10:00:00Z");
  await sell(customerId, { subscriptionTypeId: type.id, startsOn: "2026-09-01" });
  const packs = await made("/products", { name: "Packs", kind: "pack" });
  const hours = { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 };
  const packType = await made("/pack-types", { productId: packs.id, ...hours });
  await sell(customerId, { packTypeId: packType.id });
  const [pack] = await get<PackDetail[]>(`/packs?customerId=${customerId}`);
  await bed.setClock("2026-12-20T10:00:00Z");
  const book = (more: object) =>
    bed.testBed.book(bed.testBed.club.manager, { customer: { customerId }, startTime: bed.freeSlot(), ...more });
  for (let use = 0; use < 3; use += 1) await book({ packId: pack?.id });
  const { id: ahead } = await book({ price: 2400, priceReason: "Agreed" });
  await made(`/events/${ahead}/payments`, { amount: 2400, method: "cash" });

  expect(await sumsOf("2026-12")).toEqual([
    ["subscription", 20_000, 13_315],
    ["pack", 15_000, 10_500],
    ["booking", 2000, 2000],
  ]);
  expect(await sumsOf("2026")).toEqual(await sumsOf("2026-12"));
  // Before the units were used and the booking was paid.
  expect(await sumsOf("2026-11")).toEqual([
    ["subscription", 20_000, 15_014],
    ["pack", 15_000, 15_000],
  ]);
  expect(await sumsOf("2026-08")).toEqual([]);
  expect(await rowsOf("2026-12")).toMatchObject([
    { kind: "subscription", label: "Season", from: "2026-09-01", to: "2027-08-31", left: 243, total: 365 },
    { kind: "pack", from: null, to: null, left: 7, total: 10 },
    { kind: "booking", left: 1, total: 1 },
  ]);
  expect((await rowsOf("2026-12")).map(({ customer }) => customer?.customerId)).toEqual(Array(3).fill(customerId));
  const { body } = await bed.testBed.club.manager("GET", bed.testBed.club.path("/accounting/deferred.csv?period=2026"));
  expect(String(body)).toContain("243,200.00,133.15,EUR");
});

test("what is given back is not deferred any more, from the day of its credit note on", async () => {
  const customerId = await bed.debtors.addCustomer("Chevallier");
  const [before, rowsBefore] = [await sumsOf("2027-01"), await rowsOf("2027-01")];
  await bed.setClock("2027-01-10T10:00:00Z");
  const [pack] = await get<PackDetail[]>(`/packs?per_page=1`);
  expect((await bed.post(`/packs/${pack?.id}/refund`, { reason: "Moved away" })).status).toBeLessThan(300);
  await bed.testBed.book(bed.testBed.club.manager, {
    ...{ customer: { customerId }, price: 1200, priceReason: "Agreed", startTime: bed.freeSlot() },
  });
  expect(before.map(([kind]) => kind)).toContain("pack");
  expect(rowsBefore.map(({ kind }) => kind)).toContain("pack");
  expect((await sumsOf("2027-01")).map(([kind]) => kind)).toEqual(["subscription", "booking"]);
  // As it was then.
  expect(await sumsOf("2026-12")).toContainEqual(["pack", 15_000, 10_500]);
  // Nobody was invoiced.
  expect((await rowsOf("2027-01")).filter(({ kind }) => kind === "booking")).toHaveLength(1);
});

test("a period that is none is refused", async () => {
  const { status, body } = await bed.testBed.club.manager(
    "GET",
    bed.testBed.club.path("/accounting/deferred?period=2026-13"),
  );
  expect([status, Object.keys(body.errors)]).toEqual([422, ["period"]]);
});
