import { emulatorTables } from "#dev/stripe-emulator/tables.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRefund as refundAtProvider } from "#dev/stripe-emulator/refunds.ts";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
beforeEach(() => {
  testBed.testApp.clock.set(monday);
  Object.assign(testBed.faults, { isDown: false, lostResponses: 0, heard: undefined });
});

const refund = (paymentId: string, amount: number, headers: Record<string, string> = {}) =>
  testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), { amount, reason: "Rain" }, headers);
const read = async (paymentId: string) =>
  (await testBed.club.manager("GET", testBed.club.path(`/payments/${paymentId}`))).body.data;
const refundsAtProvider = async () =>
  (await emulatorTables(testBed.testApp.db).selectFrom("objects").select("id").where("kind", "=", "refund").execute())
    .length;

test("parts go back one by one, to the last cent and not beyond", async () => {
  const { eventId, paymentId } = await testBed.bookAndPay();
  expect((await refund(paymentId, 700)).body.data).toMatchObject({ refunded: 700, refundable: 1100 });
  await testBed.runJobs();
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "approved", paymentStatus: "partially_refunded" });
  const tooMuch = await refund(paymentId, 1101);
  expect([tooMuch.status, tooMuch.body.errors]).toEqual([
    422,
    { amount: ["At most €11.00, which is what was not given back yet"] },
  ]);
  expect((await refund(paymentId, 1099)).status).toBe(200);
  testBed.testApp.clock.advance(1000);
  expect((await refund(paymentId, 1)).status).toBe(200);
  await testBed.runJobs();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 1800, refundable: 0 });
  expect(payment.refunds.map(({ amount, state }: { amount: number; state: string }) => [amount, state])).toEqual([
    [700, "succeeded"],
    [1099, "succeeded"],
    [1, "succeeded"],
  ]);
  expect((await refund(paymentId, 1)).status).toBe(409);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "refunded" });
});

test("what the activity tells of money says what it is in", async () => {
  const { paymentId } = await testBed.bookAndPay();
  await refund(paymentId, 300);
  await testBed.runJobs();
  const entries = await testBed.testApp.db
    .selectFrom("activity")
    .select(["act", "after"])
    .where("subject_id", "=", paymentId)
    .orderBy("act")
    .execute();
  expect(entries.map(({ act, after }) => [act, after])).toEqual([
    ["payments.checkout", expect.objectContaining({ amount: 1800, currency: "EUR" })],
    ["payments.refund", expect.objectContaining({ amount: 300, currency: "EUR" })],
    ["payments.refundSucceed", expect.objectContaining({ amount: 300, currency: "EUR" })],
    ["payments.succeed", expect.objectContaining({ amount: 1800, currency: "EUR" })],
  ]);
});

test("who was given something back is not asked for it again; the team may still take it", async () => {
  const { eventId, paymentId } = await testBed.bookAndPay();
  await refund(paymentId, 500);
  await testBed.runJobs();
  expect(await testBed.readPayments(eventId, testBed.club.member)).toMatchObject({
    refunded: 500,
    due: 0,
    actions: [],
  });
  expect(await testBed.readPayments(eventId)).toMatchObject({ due: 500, actions: ["link", "record", "refund"] });
});

test("whom a booking is given to sees nothing of what another one paid for it", async () => {
  const { eventId, paymentId } = await testBed.bookAndPay();
  const other = await testBed.testApp.member(testBed.testApp.organizationId, 4);
  await testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), { customer: { userId: other.id } });
  expect(await testBed.readPayments(eventId, testBed.testApp.as(other))).toMatchObject({
    paid: 1800,
    due: 0,
    payments: [],
  });
  const own = await testBed.club.member("GET", "/auth/user/payments");
  expect(own.body.data.map(({ id }: { id: string }) => id)).toContain(paymentId);
});

test("repeated clicks refund once", async () => {
  const { paymentId } = await testBed.bookAndPay();
  const before = await refundsAtProvider();
  const key = { "idempotency-key": "one click" };
  const answers = await Promise.all([
    refund(paymentId, 900, key),
    refund(paymentId, 900, key),
    refund(paymentId, 900, key),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const whole = await Promise.all([refund(paymentId, 900), refund(paymentId, 900)]);
  expect(whole.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await testBed.runJobs();
  await testBed.testApp.jobs.runScheduled("payments.refund");
  expect(await read(paymentId)).toMatchObject({ refunded: 1800 });
  expect((await refundsAtProvider()) - before).toBe(2);
});

test("a refund that takes its time is on its way, and there in the end", async () => {
  const { eventId, paymentId } = await payWith("refundPends");
  await refund(paymentId, 1800);
  await testBed.testApp.jobs.runAll();
  expect((await read(paymentId)).refunds).toMatchObject([{ state: "pending" }]);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "refunded" });
  await testBed.runJobs();
  expect((await read(paymentId)).refunds).toMatchObject([{ state: "succeeded" }]);
});

async function payWith(card: "refundPends" | "refundFails" | "disputed") {
  const { id: eventId } = await testBed.book();
  const { paymentId, url } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay", card);
  await testBed.runJobs();
  return { eventId, paymentId };
}

test("a refund that fails at the provider gives nothing back, and the team hears of it", async () => {
  const { eventId, paymentId } = await payWith("refundFails");
  await refund(paymentId, 500);
  await testBed.runJobs();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 0, refundable: 1800 });
  expect(payment.refunds).toMatchObject([{ state: "failed", failure: "lost_or_stolen_card" }]);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "paid" });
  const subjects = (await testBed.testApp.mails()).map(({ subject }) => subject ?? "");
  expect(subjects.some((subject) => subject.includes("remboursement de 5,00"))).toBe(true);
});

test("a refund that the provider refuses for good is reported, and not tried again", async () => {
  const { paymentId } = await testBed.bookAndPay();
  // Somebody refunded everything on the provider's own pages just before.
  await refund(paymentId, 1800);
  const { provider_intent_id } = await testBed.testApp.db
    .selectFrom("payments")
    .select("provider_intent_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  await testBed.atProvider((context) => refundAtProvider(context, { payment_intent: provider_intent_id ?? "" }));
  await testBed.runJobs();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 1800, refundable: 0 });
  const states = payment.refunds.map(({ state }: { state: string }) => state).toSorted();
  expect(states).toEqual(["failed", "succeeded"]);
});

test("money that was given back on the provider's own pages shows here too", async () => {
  const { eventId, paymentId } = await testBed.bookAndPay();
  const { provider_intent_id } = await testBed.testApp.db
    .selectFrom("payments")
    .select("provider_intent_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  await testBed.atProvider((context) =>
    refundAtProvider(context, { payment_intent: provider_intent_id ?? "", amount: 300 }),
  );
  await testBed.runJobs();
  expect((await read(paymentId)).refunds).toMatchObject([
    { amount: 300, state: "succeeded", reason: "Fait auprès du service de paiement" },
  ]);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "partially_refunded" });
});

test("a payment that its holder disputes says so", async () => {
  const { paymentId } = await payWith("disputed");
  const payment = await read(paymentId);
  expect(payment).toMatchObject({
    isDisputed: true,
    disputes: [{ amount: 1800, state: "needs_response", reason: "fraudulent" }],
  });
  const { body } = await testBed.club.manager("GET", testBed.club.path("/payments?disputed=true"));
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([paymentId]);
});

test("what was paid at the desk goes back at the desk, the newest payment first", async () => {
  const { body } = await testBed.club.manager(
    "POST",
    testBed.club.path("/events"),
    testBed.draft({ customer: { name: "Anna Walk" } }),
  );
  const eventId = body.data.id;
  const pay = (amount: number, method: string) =>
    testBed.club.staff("POST", testBed.club.path(`/events/${eventId}/payments`), { amount, method });
  expect((await pay(1000, "cash")).body.data).toMatchObject({
    method: "cash",
    stripeFee: 0,
    user: { id: null, fullName: "Anna Walk" },
  });
  testBed.testApp.clock.advance(1000);
  expect((await testBed.readEvent(eventId)).paymentStatus).toBe("partially_paid");
  expect((await pay(900, "card_on_site")).status).toBe(422);
  expect((await pay(800, "card_on_site")).status).toBe(201);
  expect((await pay(1, "cash")).status).toBe(409);
  expect(await testBed.readPayments(eventId)).toMatchObject({ due: 0, paid: 1800, actions: ["refund"] });

  await testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/cancel`), { reason: "Rain", refund: 1100 });
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  const money = await testBed.readPayments(eventId);
  expect(money).toMatchObject({ refunded: 1100, due: 0 });
  expect(money.payments.map(({ refunded }: { refunded: number }) => refunded)).toEqual([300, 800]);
});

test("a cancel shows before what it gives back, and gives back exactly that; taken back in time, it gives nothing", async () => {
  const { eventId } = await testBed.bookAndPay();
  const url = (verb: string) => testBed.club.path(`/events/${eventId}/${verb}`);
  const { body } = await testBed.club.member("GET", url("cancellation"));
  expect(body.data).toMatchObject({ paid: 1800, refund: 1800, policy: "before_deadline" });
  await testBed.club.member("POST", url("cancel"), {});
  testBed.testApp.clock.advance(5000);
  expect((await testBed.club.member("POST", url("restore"), {})).status).toBe(200);
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "approved", paymentStatus: "paid" });

  testBed.testApp.clock.set("2026-06-10T05:00:00Z");
  const late = await testBed.club.manager("GET", url("cancellation"));
  expect(late.body.data).toMatchObject({ policy: "team", refund: 1800 });
  await testBed.club.manager("POST", url("cancel"), { reason: "Storm", refund: "none" });
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  expect(await testBed.readPayments(eventId)).toMatchObject({ refunded: 0, due: 0 });
});
