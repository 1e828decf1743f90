import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPayment } from "#tests/fixtures/payment-rows.ts";
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
