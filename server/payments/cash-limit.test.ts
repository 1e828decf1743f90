/** French law lets a debt be paid in cash up to 1,000 euros in all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let productId: string;
let customerId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 120_000 });
  productId = await made("/products", { name: "Hall hire", kind: "goods", price: 60_000 });
  customerId = await made("/customers", { kind: "person", firstName: "Zoé", lastName: "Blanc" });
});
afterAll(() => testApp.close());

async function made(path: string, draft: object): Promise<string> {
  const { status, body } = await club.manager("POST", club.path(path), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
let hours = 0;
const book = () =>
  made("/events", {
    ...{ fieldId, startTime: new Date(Date.parse(monday) + 86_400_000 + ++hours * 3_600_000).toISOString() },
    ...{ duration: 60, name: "Wedding", type: "other", customer: { customerId } },
  });
const pay = async (eventId: string, method: string, amount: number) => {
  const { status, body } = await club.manager("POST", club.path(`/events/${eventId}/payments`), { method, amount });
  return status === 201 ? body.data.id : [status, body.message];
};

test("of one booking 1,000 euros are taken in cash at most, all payments together; the rest by other means", async () => {
  const eventId = await book();
  expect(await pay(eventId, "cash", 100_100)).toEqual([
    409,
    "French law allows €1,000.00 in cash at most for one debt or invoice: €1,000.00 more can be taken in cash here. Take the rest by card, check or transfer.",
  ]);
  const paymentId = await pay(eventId, "cash", 70_000);
  expect(await pay(eventId, "cash", 30_001)).toEqual([409, expect.stringContaining("€300.00 more")]);
  // Cash that was given back counts no more.
  const refund = { amount: 20_000, reason: "Counted twice" };
  expect((await club.manager("POST", club.path(`/payments/${paymentId}/refund`), refund)).status).toBe(200);
  await testApp.jobs.runAll();
  expect(await pay(eventId, "cash", 50_000)).toEqual(expect.any(String));
  expect(await pay(eventId, "check", 20_000)).toEqual(expect.any(String));
});

test("a sale and several debts in one payment count as one", async () => {
  const sale = { customerId, lines: [{ productId, quantity: 2 }] };
  const sell = (method: string) => club.manager("POST", club.path("/sales"), { ...sale, payment: { method } });
  expect((await sell("cash")).status).toBe(409);
  expect((await sell("card_on_site")).status).toBe(201);
  const debts = [
    { eventId: await book(), amount: 60_000 },
    { eventId: await book(), amount: 60_000 },
  ];
  const payAll = (method: string) => club.manager("POST", club.path("/payments"), { debts, method });
  expect((await payAll("cash")).status).toBe(409);
  expect((await payAll("check")).status).toBe(201);
});

test("elsewhere the law sets no such limit", async () => {
  await testApp.db
    .updateTable("organizations")
    .set({ country_id: 56 })
    .where("id", "=", testApp.organizationId)
    .execute();
  const eventId = await book();
  expect(await pay(eventId, "cash", 120_000)).toEqual(expect.any(String));
});
