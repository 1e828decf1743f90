import { emulatorTables } from "#dev/stripe-emulator/tables.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
const clearFaults = () => Object.assign(testBed.faults, { isDown: false, lostResponses: 0, heard: undefined });
beforeEach(() => {
  testBed.testApp.clock.set(monday);
  clearFaults();
});

const statusOf = async (id: string) => (await testBed.readEvent(id)).status;
const countAtProvider = async (kind: string) =>
  (await emulatorTables(testBed.testApp.db).selectFrom("objects").select("id").where("kind", "=", kind).execute())
    .length;

test("while the provider is away for an hour, whoever pays is told so in words, and goes on where they were", async () => {
  const { id } = await testBed.book();
  testBed.faults.isDown = true;
  const { status, body, headers } = await testBed.club.member("POST", testBed.club.path(`/events/${id}/checkout`), {});
  expect([status, body.message, headers["retry-after"]]).toEqual([
    503,
    "The payment service does not answer at the moment. Nothing is lost: please try again in a minute.",
    "30",
  ]);
  testBed.testApp.clock.advance(10 * minute);
  clearFaults();
  const page = await testBed.checkout(id);
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();
  expect(await statusOf(id)).toBe("approved");
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 1800, refunded: 0 });
});

test("a hold is kept while the provider is down at its end", async () => {
  const { id } = await testBed.book();
  const { url } = await testBed.checkout(id);
  await testBed.submitPage(url, "pay");
  testBed.faults.isDown = true;
  testBed.testApp.clock.advance(60 * minute);
  await expect(testBed.testApp.jobs.runScheduled("events.expire")).rejects.toThrow();
  const cancel = await testBed.club.member("POST", testBed.club.path(`/events/${id}/cancel`), {});
  expect([cancel.status, await statusOf(id)]).toEqual([503, "pending"]);
  await testBed.runJobsIgnoringFailures();
  expect(await statusOf(id)).toBe("pending");
  testBed.testApp.clock.advance(2 * minute);
  clearFaults();
  await testBed.testApp.jobs.runScheduled("payments.notice");
  expect(await statusOf(id)).toBe("approved");
});

test("a refund waits for the provider to be back", async () => {
  const { eventId, paymentId } = await testBed.bookAndPay();
  testBed.faults.isDown = true;
  const refund = { amount: 600, reason: "Rain" };
  await testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), refund);
  await testBed.runJobsIgnoringFailures();
  expect(await testBed.readPayments(eventId)).toMatchObject({
    refunded: 600,
    payments: [{ refunds: [{ state: "pending" }] }],
  });
  testBed.testApp.clock.advance(60 * minute);
  clearFaults();
  await testBed.testApp.jobs.runScheduled("payments.refund");
  expect(await testBed.readPayments(eventId)).toMatchObject({
    refunded: 600,
    payments: [{ refunds: [{ state: "succeeded" }] }],
  });
});

test("answers that are lost open no second page, and give nothing back twice", async () => {
  const { id } = await testBed.book();
  const [sessions, refunds] = [await countAtProvider("session"), await countAtProvider("refund")];
  testBed.faults.lostResponses = 2;
  const asked = await testBed.club.member("POST", testBed.club.path(`/events/${id}/checkout`), {});
  expect(asked.status).toBe(503);
  const page = await testBed.checkout(id);
  expect((await countAtProvider("session")) - sessions).toBe(1);
  await testBed.submitPage(page.url, "pay");
  await testBed.runJobs();

  testBed.faults.lostResponses = 2;
  const refund = { amount: 1000, reason: "Rain" };
  await testBed.club.manager("POST", testBed.club.path(`/payments/${page.paymentId}/refund`), refund);
  await testBed.runJobsIgnoringFailures();
  testBed.faults.lostResponses = 0;
  // After a day the provider forgets the idempotency key, but keeps the refund.
  testBed.testApp.clock.advance(25 * 60 * minute);
  await testBed.testApp.jobs.runScheduled("payments.refund");
  await testBed.runJobs();
  expect((await countAtProvider("refund")) - refunds).toBe(1);
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 1800, refunded: 1000 });
});

test("a crash between the provider's answer and the commit is made up for once, by the next attempt", async () => {
  const { id } = await testBed.book();
  const { paymentId, url } = await testBed.checkout(id);
  await testBed.submitPage(url, "pay");
  await sql`create or replace function fall_over() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(
    testBed.testApp.db,
  );
  await sql`create trigger falls_over before update on payments for each row execute function fall_over()`.execute(
    testBed.testApp.db,
  );
  onTestFinished(async () => {
    await sql`drop trigger if exists falls_over on payments`.execute(testBed.testApp.db);
  });
  const check = () => testBed.club.member("POST", testBed.club.path(`/payments/${paymentId}/check`), {});
  expect((await check()).status).toBe(500);
  await testBed.runJobsIgnoringFailures();
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 0, payments: [{ status: "processing" }] });
  await sql`drop trigger falls_over on payments`.execute(testBed.testApp.db);
  testBed.testApp.clock.advance(2 * minute);
  await testBed.testApp.jobs.runScheduled("payments.notice");
  await testBed.runJobs();
  expect((await check()).body.data.status).toBe("succeeded");
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 1800, refunded: 0 });
});

test("every call that makes something carries the id of its row", async () => {
  const calls: { method: string; path: string; key: string | undefined }[] = [];
  testBed.faults.onRequest = (call) => calls.push(call);
  const { paymentId } = await testBed.bookAndPay();
  await testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), { amount: 1, reason: "Rain" });
  await testBed.runJobs();
  const { id: refundId } = await testBed.testApp.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const made = calls.filter(
    ({ method, path }) => method === "POST" && /^\/v1\/(checkout\/sessions|refunds)$/.test(path),
  );
  expect(made.map(({ path, key }) => [path, key])).toEqual([
    ["/v1/checkout/sessions", paymentId],
    ["/v1/refunds", refundId],
  ]);
});

test("a session unknown to the provider counts as expired, and stops no other from being closed", async () => {
  const [other, stuck] = [await testBed.book(), await testBed.book()];
  for (const { id } of [other, stuck]) await testBed.checkout(id);
  const ids = [other.id, stuck.id];
  await testBed.testApp.db
    .updateTable("payments")
    .set({ provider_session_id: "cs_gone" })
    .where("event_id", "=", stuck.id)
    .execute();
  // Cancel without the application, as if the triggers had been lost.
  await testBed.testApp.db
    .updateTable("events")
    .set({ status: "canceled", pending_reason: null, hold_expires_at: null })
    .where("id", "in", ids)
    .execute();
  await testBed.testApp.jobs.runScheduled("payments.closePage");
  expect((await testBed.readPayments(other.id)).payments).toMatchObject([{ status: "canceled" }]);
  expect((await testBed.readPayments(stuck.id)).payments).toMatchObject([{ status: "failed" }]);
});
