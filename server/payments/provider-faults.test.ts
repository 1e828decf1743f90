/** Faults of a payment provider: each ends in a state that the team sees and can act on. */
import type { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession, openDispute } from "#dev/stripe-emulator/payments.ts";
import { createRefund as refundAtProvider } from "#dev/stripe-emulator/refunds.ts";
import { findObject, updateObject } from "#dev/stripe-emulator/store.ts";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
beforeEach(() => {
  testBed.testApp.clock.set(monday);
  Object.assign(testBed.faults, { isDown: false, lostResponses: 0, onRequest: undefined });
});

const club = () => testBed.club;
const read = async (paymentId: string) =>
  (await club().manager("GET", club().path(`/payments/${paymentId}`))).body.data;
const cancel = (eventId: string, body: object = {}) =>
  club().manager("POST", club().path(`/events/${eventId}/cancel`), { reason: "Rain", ...body });
const rowOf = (paymentId: string) =>
  testBed.testApp.db.selectFrom("payments").selectAll().where("id", "=", paymentId).executeTakeFirstOrThrow();
const mailsOf = async (word: string) =>
  (await testBed.testApp.mails()).filter(({ subject }) => (subject ?? "").includes(word)).length;
const differences = async () => {
  const admin = testBed.testApp.as(await testBed.testApp.person({ platformAdmin: true }));
  return (await admin("GET", "/payment-differences")).body.data as {
    paymentId: string;
    ours: number;
    theirs: number;
  }[];
};

/** Books and pays; the provider's charge then differs from what was asked for. */
async function payOtherwise(change: Partial<Stripe.Charge>) {
  const { id: eventId } = await testBed.book();
  const { paymentId, url } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay");
  const { provider_session_id } = await rowOf(paymentId);
  await testBed.atProvider(async (context) => {
    const paid = await findSession(context, provider_session_id ?? "");
    const intent = await findObject<Stripe.PaymentIntent>(context, "intent", paid?.session.payment_intent as string);
    const charge = await findObject<Stripe.Charge>(context, "charge", intent?.latest_charge as string);
    if (charge) await updateObject(context, Object.assign(charge, change));
  });
  await testBed.runJobs();
  return { eventId, paymentId };
}

test("less than was asked for: the booking stands with the rest due, the team is told, and can cancel it", async () => {
  const { eventId, paymentId } = await payOtherwise({ amount: 100 });
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "approved", paymentStatus: "partially_paid" });
  expect(await read(paymentId)).toMatchObject({ status: "succeeded", amount: 100, askedAmount: 1800 });
  expect(await testBed.readPayments(eventId)).toMatchObject({ paid: 100, due: 1700 });
  expect(await differences()).toMatchObject([{ paymentId, ours: 1800, theirs: 100 }]);
  expect(await mailsOf("autre montant")).toBeGreaterThan(0);
  expect((await cancel(eventId, { refund: "full" })).status).toBe(200);
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  await testBed.runJobs();
  expect(await read(paymentId)).toMatchObject({ refunded: 100, refundable: 0 });
  expect(await differences()).toEqual([]);
});

test("more than was asked for goes back by itself", async () => {
  const { eventId, paymentId } = await payOtherwise({ amount: 2000 });
  await testBed.runJobs();
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "approved", paymentStatus: "paid" });
  expect(await read(paymentId)).toMatchObject({ amount: 2000, askedAmount: 1800, refunded: 200 });
  expect(await differences()).toEqual([]);
});

test("another currency counts for nothing: the hold ends, and the difference is listed", async () => {
  const { eventId, paymentId } = await payOtherwise({ currency: "usd" });
  expect(await read(paymentId)).toMatchObject({ status: "failed", amount: 1800 });
  expect(await testBed.readPayments(eventId)).toMatchObject({ paid: 0 });
  expect((await differences()).some((one) => one.paymentId === paymentId && one.ours === null)).toBe(true);
  testBed.testApp.clock.advance(40 * minute);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "canceled" });
});

test("a page that the provider does not show any more ends its hold, and keeps nobody from canceling", async () => {
  const { id: eventId } = await testBed.book();
  const { paymentId } = await testBed.checkout(eventId);
  await testBed.testApp.db
    .updateTable("payments")
    .set({ provider_session_id: "cs_test_gone" })
    .where("id", "=", paymentId)
    .execute();
  expect((await cancel(eventId)).status).toBe(200);
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "canceled" });
  const { status, failure } = await rowOf(paymentId);
  expect([status, failure !== null]).toEqual(["failed", true]);
});

test("a refund that the bank sends back weeks later is owed until the team has paid it otherwise, once", async () => {
  const { paymentId } = await testBed.bookAndPay();
  await club().manager("POST", club().path(`/payments/${paymentId}/refund`), { amount: 800, reason: "Rain" });
  await testBed.runJobs();
  const [made] = (await read(paymentId)).refunds;
  expect(made).toMatchObject({ state: "succeeded", isOwed: false });
  const { provider_refund_id } = await testBed.testApp.db
    .selectFrom("refunds")
    .select("provider_refund_id")
    .where("id", "=", made.id)
    .executeTakeFirstOrThrow();
  testBed.testApp.clock.advance(20 * day);
  await testBed.atProvider(async (context) => {
    const kept = await findObject<Stripe.Refund>(context, "refund", provider_refund_id ?? "");
    if (kept) {
      Object.assign(kept, { status: "failed", failure_reason: "expired_or_canceled_card" });
      await updateObject(context, kept);
    }
  });
  const { provider_intent_id } = await rowOf(paymentId);
  const subject = { id: provider_refund_id, payment_intent: provider_intent_id };
  const [event] = await testBed.listProviderEvents();
  await testBed.deliverWebhook({ ...event, id: "evt_late", type: "refund.failed", data: { object: subject } });
  await testBed.runJobs();
  const [owed] = (await read(paymentId)).refunds;
  expect(owed).toMatchObject({ state: "succeeded", failure: "expired_or_canceled_card", isOwed: true });
  const settle = () => club().manager("POST", club().path(`/payments/${paymentId}/refunds/${made.id}/sent`), {});
  expect((await club().staff("POST", club().path(`/payments/${paymentId}/refunds/${made.id}/sent`), {})).status).toBe(
    403,
  );
  const answers = await Promise.all([settle(), settle()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await read(paymentId)).toMatchObject({ refunded: 800, refunds: [{ state: "succeeded", isOwed: false }] });
});

test("what failed at once can be paid otherwise: then there is a credit note", async () => {
  const { id: eventId } = await testBed.book();
  const { paymentId, url } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay", "refundFails");
  await testBed.runJobs();
  await club().manager("POST", club().path(`/payments/${paymentId}/refund`), { amount: 500, reason: "Rain" });
  await testBed.runJobs();
  const [failed] = (await read(paymentId)).refunds;
  expect(failed).toMatchObject({ state: "failed", isOwed: true });
  const sent = await club().manager("POST", club().path(`/payments/${paymentId}/refunds/${failed.id}/sent`), {});
  expect(sent.status).toBe(200);
  await testBed.runJobs();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 500, refunds: [{ state: "succeeded", isOwed: false }] });
  expect(payment.invoices).toHaveLength(2);
});

test("while the payer's bank disputes a payment nothing goes back: who asks is told, and a cancellation says it failed", async () => {
  const { eventId, paymentId } = await testBed.bookAndPay();
  const { provider_charge_id } = await rowOf(paymentId);
  await testBed.atProvider((context) => openDispute(context, provider_charge_id ?? ""));
  await testBed.runJobs();
  const refused = await club().manager("POST", club().path(`/payments/${paymentId}/refund`), {
    amount: 100,
    reason: "Rain",
  });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The payer’s bank disputes this payment and holds the money: a refund would pay it twice. Answer the dispute first.",
  ]);
  await cancel(eventId, { refund: "full" });
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  await testBed.runJobs();
  expect(await read(paymentId)).toMatchObject({ refunded: 0, refunds: [{ state: "failed" }] });
});

test("refunded on the provider's own pages, the team is asked to keep or cancel the booking", async () => {
  const { paymentId } = await testBed.bookAndPay();
  const { provider_intent_id } = await rowOf(paymentId);
  const before = await mailsOf("Remboursé auprès");
  await testBed.atProvider((context) => refundAtProvider(context, { payment_intent: provider_intent_id ?? "" }));
  await testBed.runJobs();
  expect(await read(paymentId)).toMatchObject({ refunded: 1800 });
  expect(await mailsOf("Remboursé auprès")).toBeGreaterThan(before);
});

test("a refund that cannot be sent for a week is given up, and the team pays it otherwise", async () => {
  const { paymentId } = await testBed.bookAndPay();
  testBed.faults.isDown = true;
  await club().manager("POST", club().path(`/payments/${paymentId}/refund`), { amount: 100, reason: "Rain" });
  await testBed.runJobsIgnoringFailures();
  testBed.testApp.clock.advance(8 * day);
  await testBed.testApp.jobs.runScheduled("payments.refund");
  expect(await read(paymentId)).toMatchObject({ refunded: 0, refunds: [{ state: "failed", isOwed: true }] });
});

test("an event that cannot be worked on for a week is given up", async () => {
  const { id: eventId } = await testBed.book();
  const { url } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay");
  testBed.faults.isDown = true;
  await testBed.runJobsIgnoringFailures();
  const waiting = async () =>
    (await testBed.testApp.db.selectFrom("provider_events").select("id").where("processed_at", "is", null).execute())
      .length;
  expect(await waiting()).toBeGreaterThan(0);
  testBed.testApp.clock.advance(8 * day);
  await testBed.testApp.jobs.runScheduled("payments.notice").catch(() => undefined);
  expect(await waiting()).toBe(0);
});

test("whoever may cancel refunds what the conditions say; another amount needs the right to refund", async () => {
  const { eventId } = await testBed.bookAndPay();
  const ask = (of: string) => club().staff("GET", club().path(`/events/${of}/cancellation`));
  expect((await ask(eventId)).body.data).toMatchObject({ policy: "before_deadline", refund: 1800 });
  const part = await club().staff("POST", club().path(`/events/${eventId}/cancel`), { reason: "Rain", refund: 100 });
  expect(part.status).toBe(403);
  const done = await club().staff("POST", club().path(`/events/${eventId}/cancel`), { reason: "Rain" });
  expect(done.body.data).toMatchObject({ status: "canceled", refundDue: 1800 });
  const restored = await club().staff("POST", club().path(`/events/${eventId}/restore`), {});
  expect(restored.body.data).toMatchObject({ status: "approved", paymentStatus: "paid", refundDue: 0 });
  expect((await cancel(eventId, { refund: 100 })).body.data).toMatchObject({ refundDue: 100 });
});
