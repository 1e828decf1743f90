import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPayment } from "#tests/fixtures/payment-rows.ts";
import { createTestClub } from "#tests/support/test-club.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("the currency of an organization changes until there are payments in it", async () => {
  const organizationId = await testApp.organization("Money");
  const owner = testApp.as(await testApp.member(organizationId, 1));
  const { eventId } = await testApp.seedOneOfEach(organizationId);
  const change = (currency: string) => owner("PATCH", `/organizations/${organizationId}`, { currency, name: "Money" });
  await testApp.db.deleteFrom("refunds").where("organization_id", "=", organizationId).execute();
  await testApp.db
    .updateTable("payments")
    .set({ status: "failed" })
    .where("organization_id", "=", organizationId)
    .execute();
  expect((await change("CHF")).status).toBe(200);
  await insertPayment(testApp.db, { organizationId, eventId, now: testApp.clock.now(), amount: 1000, currency: "CHF" });
  const { status, body } = await change("EUR");
  expect([status, body.errors]).toEqual([
    422,
    { currency: ["The currency can no longer change: there are payments in it"] },
  ]);
  expect((await change("CHF")).status).toBe(200);
});

test("the currency stays while bookings in it are unpaid", async () => {
  const club = await createTestClub(testApp);
  const fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 1800 });
  const draft = { fieldId, startTime: "2026-06-02T10:00:00Z", duration: 60, name: "Match", type: "game" };
  const { body: booked } = await club.staff("POST", club.path("/events"), draft);
  const owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  const change = (currency: string) => owner("PATCH", club.path(""), { currency });
  const { status, body } = await change("CHF");
  expect([status, body.errors]).toEqual([
    422,
    { currency: ["The currency cannot change while something is owed in it"] },
  ]);
  await club.manager("POST", club.path(`/events/${booked.data.id}/cancel`), { reason: "Rain" });
  expect((await change("CHF")).status).toBe(200);
});
