/** Money that goes back: in full, in part, once, and to the cent. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refund as refundAtProvider } from "#server/sandbox/refunding.ts";
import { monday } from "#tests/house.ts";
import { openTill, type Till } from "#tests/till.ts";

const minute = 60_000;
let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
beforeEach(() => {
  till.house.clock.set(monday);
  Object.assign(till.weather, { isDown: false, losesAnswers: 0, heard: undefined });
});

const refund = (paymentId: string, amount: number, headers: Record<string, string> = {}) =>
  till.club.manager("POST", till.club.path(`/payments/${paymentId}/refund`), { amount, reason: "Rain" }, headers);
const read = async (paymentId: string) =>
  (await till.club.manager("GET", till.club.path(`/payments/${paymentId}`))).body.data;
const refundsAtProvider = async () =>
  (await till.house.db.selectFrom("sandbox_objects").select("id").where("kind", "=", "refund").execute()).length;

test("parts go back one by one, to the last cent and not beyond", async () => {
  const { eventId, paymentId } = await till.paid();
  expect((await refund(paymentId, 700)).body.data).toMatchObject({ refunded: 700, refundable: 1100 });
  await till.settle();
  expect(await till.event(eventId)).toMatchObject({ status: "approved", paymentStatus: "partially_refunded" });
  const tooMuch = await refund(paymentId, 1101);
  expect([tooMuch.status, tooMuch.body.errors]).toEqual([
    422,
    { amount: ["At most €11.00, which is what was not given back yet"] },
  ]);
  expect((await refund(paymentId, 1099)).status).toBe(200);
  till.house.clock.pass(1000);
  expect((await refund(paymentId, 1)).status).toBe(200);
  await till.settle();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 1800, refundable: 0 });
  expect(payment.refunds.map(({ amount, state }: { amount: number; state: string }) => [amount, state])).toEqual([
    [700, "succeeded"],
    [1099, "succeeded"],
    [1, "succeeded"],
  ]);
  expect((await refund(paymentId, 1)).status).toBe(409);
  expect(await till.event(eventId)).toMatchObject({ paymentStatus: "refunded" });
});

test("what the activity tells of money says what it is in", async () => {
  const { paymentId } = await till.paid();
  await refund(paymentId, 300);
  await till.settle();
  const entries = await till.house.db
    .selectFrom("activity")
    .select(["act", "after"])
    .where("subject_id", "=", paymentId)
    .orderBy("act")
    .execute();
  // By name: those of one instant have no order of their own.
  expect(entries.map(({ act, after }) => [act, after])).toEqual([
    ["payments.checkout", expect.objectContaining({ amount: 1800, currency: "EUR" })],
    ["payments.refund", expect.objectContaining({ amount: 300, currency: "EUR" })],
    ["payments.refundSucceed", expect.objectContaining({ amount: 300, currency: "EUR" })],
    ["payments.succeed", expect.objectContaining({ amount: 1800, currency: "EUR" })],
  ]);
});

test("who was given something back is not asked for it again; the team may still take it", async () => {
  const { eventId, paymentId } = await till.paid();
  await refund(paymentId, 500);
  await till.settle();
  expect(await till.money(eventId, till.club.member)).toMatchObject({ refunded: 500, due: 0, actions: [] });
  expect(await till.money(eventId)).toMatchObject({ due: 500, actions: ["link", "record", "refund"] });
});

test("whom a booking is given to sees nothing of what another one paid for it", async () => {
  const { eventId, paymentId } = await till.paid();
  const other = await till.house.member(till.house.here, 4);
  await till.club.manager("PATCH", till.club.path(`/events/${eventId}`), { customer: { userId: other.id } });
  expect(await till.money(eventId, till.house.as(other))).toMatchObject({ paid: 1800, due: 0, payments: [] });
  const own = await till.club.member("GET", "/auth/user/payments");
  expect(own.body.data.map(({ id }: { id: string }) => id)).toContain(paymentId);
});

test("however often it is clicked, it is given back once", async () => {
  const { paymentId } = await till.paid();
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
  await till.settle();
  await till.house.jobs.sweep("payments.refund");
  expect(await read(paymentId)).toMatchObject({ refunded: 1800 });
  expect((await refundsAtProvider()) - before).toBe(2);
});

test("a refund that takes its time is on its way, and there in the end", async () => {
  const { eventId, paymentId } = await paidWith("refundPends");
  await refund(paymentId, 1800);
  await till.house.jobs.runAll();
  expect((await read(paymentId)).refunds).toMatchObject([{ state: "pending" }]);
  expect(await till.event(eventId)).toMatchObject({ paymentStatus: "refunded" });
  await till.settle();
  expect((await read(paymentId)).refunds).toMatchObject([{ state: "succeeded" }]);
});

async function paidWith(card: "refundPends" | "refundFails" | "disputed") {
  const { id: eventId } = await till.book();
  const { paymentId, url } = await till.checkout(eventId);
  await till.onPage(url, "pay", card);
  await till.settle();
  return { eventId, paymentId };
}

test("a refund that fails at the provider gives nothing back, and the team hears of it", async () => {
  const { eventId, paymentId } = await paidWith("refundFails");
  await refund(paymentId, 500);
  await till.settle();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 0, refundable: 1800 });
  expect(payment.refunds).toMatchObject([{ state: "failed", failure: "lost_or_stolen_card" }]);
  expect(await till.event(eventId)).toMatchObject({ paymentStatus: "paid" });
  const subjects = (await till.house.mails()).map(({ subject }) => subject ?? "");
  expect(subjects.some((subject) => subject.includes("remboursement de 5,00"))).toBe(true);
});

test("what is refused for good is said, and not tried again", async () => {
  const { paymentId } = await till.paid();
  // Somebody gave all of it back on the provider's own pages, in the very moment before.
  await refund(paymentId, 1800);
  const { intent_id } = await till.house.db
    .selectFrom("payments")
    .select("intent_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  await till.atProvider((scene) => refundAtProvider(scene, { payment_intent: intent_id ?? "" }));
  await till.settle();
  const payment = await read(paymentId);
  expect(payment).toMatchObject({ refunded: 1800, refundable: 0 });
  const states = payment.refunds.map(({ state }: { state: string }) => state).toSorted();
  expect(states).toEqual(["failed", "succeeded"]);
});

test("money that was given back on the provider's own pages shows here too", async () => {
  const { eventId, paymentId } = await till.paid();
  const { intent_id } = await till.house.db
    .selectFrom("payments")
    .select("intent_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  await till.atProvider((scene) => refundAtProvider(scene, { payment_intent: intent_id ?? "", amount: 300 }));
  await till.settle();
  expect((await read(paymentId)).refunds).toMatchObject([
    { amount: 300, state: "succeeded", reason: "Fait auprès du service de paiement" },
  ]);
  expect(await till.event(eventId)).toMatchObject({ paymentStatus: "partially_refunded" });
});

test("a payment that its holder disputes says so", async () => {
  const { paymentId } = await paidWith("disputed");
  const payment = await read(paymentId);
  expect(payment).toMatchObject({
    isDisputed: true,
    disputes: [{ amount: 1800, state: "needs_response", reason: "fraudulent" }],
  });
  const { body } = await till.club.manager("GET", till.club.path("/payments?disputed=true"));
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([paymentId]);
});

test("what was paid at the desk goes back at the desk, the newest payment first", async () => {
  const { body } = await till.club.manager(
    "POST",
    till.club.path("/events"),
    till.draft({ customer: { name: "Anna Walk" } }),
  );
  const eventId = body.data.id;
  const pay = (amount: number, method: string) =>
    till.club.staff("POST", till.club.path(`/events/${eventId}/payments`), { amount, method });
  expect((await pay(1000, "cash")).body.data).toMatchObject({
    method: "cash",
    stripeFee: 0,
    user: { id: null, fullName: "Anna Walk" },
  });
  till.house.clock.pass(1000);
  expect((await till.event(eventId)).paymentStatus).toBe("partially_paid");
  expect((await pay(900, "card_on_site")).status).toBe(422);
  expect((await pay(800, "card_on_site")).status).toBe(201);
  expect((await pay(1, "cash")).status).toBe(409);
  expect(await till.money(eventId)).toMatchObject({ due: 0, paid: 1800, actions: ["refund"] });

  await till.club.manager("POST", till.club.path(`/events/${eventId}/cancel`), { reason: "Rain", refund: 1100 });
  till.house.clock.pass(minute);
  await till.house.jobs.sweep("events.refund");
  const money = await till.money(eventId);
  expect(money).toMatchObject({ refunded: 1100, due: 0 });
  expect(money.payments.map(({ refunded }: { refunded: number }) => refunded)).toEqual([300, 800]);
});

test("a cancel shows before what it gives back, and gives back exactly that; taken back in time, it gives nothing", async () => {
  const { eventId } = await till.paid();
  const url = (verb: string) => till.club.path(`/events/${eventId}/${verb}`);
  const { body } = await till.club.member("GET", url("cancellation"));
  expect(body.data).toMatchObject({ paid: 1800, refund: 1800, policy: "before_deadline" });
  await till.club.member("POST", url("cancel"), {});
  till.house.clock.pass(5000);
  expect((await till.club.member("POST", url("restore"), {})).status).toBe(200);
  till.house.clock.pass(minute);
  await till.house.jobs.sweep("events.refund");
  expect(await till.event(eventId)).toMatchObject({ status: "approved", paymentStatus: "paid" });

  till.house.clock.set("2026-06-10T05:00:00Z");
  const late = await till.club.manager("GET", url("cancellation"));
  expect(late.body.data).toMatchObject({ policy: "team", refund: 1800 });
  await till.club.manager("POST", url("cancel"), { reason: "Storm", refund: "none" });
  till.house.clock.pass(minute);
  await till.house.jobs.sweep("events.refund");
  expect(await till.money(eventId)).toMatchObject({ refunded: 0, due: 0 });
});
