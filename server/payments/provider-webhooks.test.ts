import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
beforeEach(() => testBed.testApp.clock.set(monday));

const statusOf = async (id: string) => (await testBed.readEvent(id)).status;
async function payWithoutWebhooks() {
  const { id } = await testBed.book();
  const page = await testBed.checkout(id);
  const before = new Set((await testBed.listProviderEvents()).map((event) => event.id));
  await testBed.submitPage(page.url, "pay");
  return { id, ...page, events: (await testBed.listProviderEvents()).filter((event) => !before.has(event.id)) };
}
const check = (paymentId: string) => testBed.club.member("POST", testBed.club.path(`/payments/${paymentId}/check`), {});

test("a payment is worked on once, in whatever order its events come, and however often", async () => {
  const { id, events } = await payWithoutWebhooks();
  const shuffled = [...events.toReversed(), ...events, ...events];
  for (const event of shuffled)
    expect((await testBed.deliverWebhook(event)).body).toEqual({ data: { received: true } });
  await testBed.runJobs();
  for (const event of shuffled) await testBed.deliverWebhook(event);
  await testBed.runJobs();
  const money = await testBed.readPayments(id);
  expect(money).toMatchObject({ paid: 1800, refunded: 0, due: 0 });
  expect(money.payments).toHaveLength(1);
  const kept = await testBed.testApp.db.selectFrom("provider_events").select(["id", "processed_at"]).execute();
  expect(kept.every(({ processed_at }) => processed_at !== null)).toBe(true);
  expect(new Set(kept.map((row) => row.id)).size).toBe(kept.length);
  const succeeded = await testBed.testApp.db
    .selectFrom("activity")
    .select("act")
    .where("act", "=", "payments.succeed")
    .where("subject_id", "=", money.payments[0]?.id ?? "")
    .execute();
  expect(succeeded).toHaveLength(1);
});

test("the webhook may be there before the payer is back, or after", async () => {
  const early = await payWithoutWebhooks();
  await testBed.runJobs();
  expect(await statusOf(early.id)).toBe("approved");
  expect((await check(early.paymentId)).body.data.status).toBe("succeeded");

  const late = await payWithoutWebhooks();
  expect((await check(late.paymentId)).body.data).toMatchObject({ status: "succeeded", eventStatus: "approved" });
  await testBed.runJobs();
  expect(await testBed.readPayments(late.id)).toMatchObject({ paid: 1800 });
});

test("what nobody signed whom we know, or too long ago, is refused and changes nothing", async () => {
  const { id, events } = await payWithoutWebhooks();
  const [event] = events;
  if (!event) throw new Error("nothing was told");
  const now = testBed.testApp.clock.now().getTime();
  const refused = [
    await testBed.deliverWebhook(event, { secret: "whsec_somebody_else" }),
    await testBed.deliverWebhook(event, { at: new Date(now - 6 * minute) }),
    await testBed.deliverWebhook(event, { header: "t=1,v1=abc" }),
    await testBed.deliverWebhook(event, { header: "" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  const kept = await testBed.testApp.db.selectFrom("provider_events").select("id").where("id", "=", event.id).execute();
  expect([kept, await statusOf(id)]).toEqual([[], "pending"]);
  await testBed.runJobs();
});

test("of a webhook event only ids are stored, and events of other uses of the account are ignored", async () => {
  await testBed.bookAndPay();
  const kept = await testBed.testApp.db.selectFrom("provider_events").select("subject").execute();
  const members = new Set(kept.flatMap(({ subject }) => Object.keys(subject as object)));
  expect([...members].toSorted()).toEqual(["intentId", "kind", "organizationId", "paymentId", "sessionId"]);
  const event = {
    id: "evt_other",
    object: "event",
    type: "payment_intent.succeeded",
    created: 1,
    data: { object: { id: "pi_other" } },
  };
  expect((await testBed.deliverWebhook(event)).status).toBe(200);
  await testBed.runJobs();
  const [row] = await testBed.testApp.db
    .selectFrom("provider_events")
    .selectAll()
    .where("id", "=", "evt_other")
    .execute();
  expect(row).toMatchObject({ failure: null, tries: 1 });
});

test("what is signed and yet no event that is read here is refused, and harms nothing", async () => {
  const whole = {
    id: "evt_odd",
    object: "event",
    type: "charge.updated",
    created: 1,
    data: { object: { id: "ch_odd" } },
  };
  const thin = { ...whole, object: "v2.core.event", data: undefined };
  const odd = [
    { ...whole, data: {} },
    { ...whole, data: { object: { id: { in: 1 } } } },
    { ...whole, id: null },
    [],
    thin,
  ];
  for (const event of odd) expect((await testBed.deliverWebhook(event)).status, JSON.stringify(event)).toBe(400);
  expect(
    await testBed.testApp.db.selectFrom("provider_events").select("id").where("id", "=", "evt_odd").execute(),
  ).toEqual([]);
});

test("what the provider refuses to tell is written down, and not asked every minute", async () => {
  const { paymentId } = await testBed.bookAndPay();
  const metadata = { organizationId: testBed.testApp.organizationId, paymentId };
  const object = { id: "re_unknown", metadata };
  await testBed.deliverWebhook({
    id: "evt_refused",
    object: "event",
    type: "refund.created",
    created: 1,
    data: { object },
  });
  await testBed.runJobs();
  const [row] = await testBed.testApp.db
    .selectFrom("provider_events")
    .selectAll()
    .where("id", "=", "evt_refused")
    .execute();
  expect(row).toMatchObject({
    failure: expect.stringContaining("re_unknown"),
    processed_at: expect.any(Date),
    tries: 1,
  });
});

test("a payment that comes when the time was over takes the slot again where it is free", async () => {
  const { id, url } = await payLate("free");
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });
  expect(url).toContain("/test-payments/");
});

test("a late payment for a slot that another booking has is refunded in full, and the payer is notified", async () => {
  const { id } = await payLate("taken");
  expect(await testBed.readEvent(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded" });
  const { payments, paid, refunded } = await testBed.readPayments(id);
  expect([paid, refunded]).toEqual([1800, 1800]);
  expect(payments[0]?.refunds).toMatchObject([
    { amount: 1800, state: "succeeded", reason: "Le créneau n’était plus libre" },
  ]);
  const subjects = (await testBed.testApp.mails()).map(({ subject }) => subject ?? "");
  expect(subjects.some((subject) => subject.startsWith("Votre paiement de 18,00"))).toBe(true);
});

/** Pays after the slot was released; the provider's answer is withheld until then. */
async function payLate(slot: "free" | "taken") {
  const draft = testBed.draft();
  const { body } = await testBed.club.member("POST", testBed.club.path("/events"), draft);
  const { id } = body.data;
  const page = await testBed.checkout(id);
  await testBed.submitPage(page.url, "pay");
  await testBed.testApp.db
    .updateTable("events")
    .set({
      status: "canceled",
      pending_reason: null,
      former_status: "pending",
      former_pending_reason: "payment",
      expired: true,
    })
    .where("id", "=", id)
    .execute();
  await testBed.testApp.db.updateTable("occupancies").set({ active: false }).where("event_id", "=", id).execute();
  if (slot === "taken") {
    const other = testBed.testApp.as(await testBed.testApp.member(testBed.testApp.organizationId, 4));
    await other("POST", testBed.club.path("/events"), draft);
  }
  await testBed.runJobs();
  return { id, ...page };
}

test("at the end of a hold the provider is asked first: who paid in the last second has the slot", async () => {
  const { id } = await payWithoutWebhooks();
  testBed.testApp.clock.advance(34 * minute);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect(await statusOf(id)).toBe("approved");
  await testBed.runJobs();
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 1800, refunded: 0 });
});

test("a payment at the very moment of expiry gets the slot or a refund", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await testBed.book();
    const { url, paymentId } = await testBed.checkout(id);
    testBed.testApp.clock.advance(31 * minute - 1000);
    await testBed.testApp.db
      .updateTable("events")
      .set({ hold_expires_at: new Date(testBed.testApp.clock.now().getTime() - 3 * minute) })
      .where("id", "=", id)
      .execute();
    const paying = testBed.submitPage(url, "pay");
    const ending = testBed.testApp.jobs.runScheduled("events.expire");
    const asking = check(paymentId);
    await Promise.all([paying, ending, asking]);
    await testBed.runJobs();
    // The scheduled job processes a row that another worker had locked.
    await testBed.testApp.jobs.runScheduled("events.expire");
    const { status, paymentStatus } = await testBed.readEvent(id);
    const { payments } = await testBed.readPayments(id);
    const outcome = [status, paymentStatus, payments[0]?.status];
    expect([
      ["approved", "paid", "succeeded"],
      ["canceled", "none", "canceled"],
    ]).toContainEqual(outcome);
  }
});

test("a booker who gives up a hold closes its page first; what was paid on it by then is canceled as what was paid for", async () => {
  const given = await testBed.book();
  const { url } = await testBed.checkout(given.id);
  const cancel = (id: string) => testBed.club.member("POST", testBed.club.path(`/events/${id}/cancel`), {});
  expect((await cancel(given.id)).body.data.status).toBe("canceled");
  expect((await testBed.submitPage(url, "pay")).status).toBe(200);
  await testBed.runJobs();
  expect(await testBed.readPayments(given.id)).toMatchObject({ paid: 0, payments: [{ status: "canceled" }] });

  const { id } = await payWithoutWebhooks();
  expect((await cancel(id)).body.data).toMatchObject({ status: "canceled", paymentStatus: "paid" });
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  await testBed.runJobs();
  expect(await testBed.readEvent(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded" });
});

test("a cancel that is refused for want of a reason leaves the page open", async () => {
  const { id } = await testBed.book();
  const { url } = await testBed.checkout(id);
  const cancel = await testBed.club.manager("POST", testBed.club.path(`/events/${id}/cancel`), {});
  expect([cancel.status, Object.keys(cancel.body.errors)]).toEqual([422, ["reason"]]);
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
  expect(await statusOf(id)).toBe("approved");
});

test("somebody else's hold is not closed by a stranger who tries to cancel it", async () => {
  const { id } = await testBed.book();
  const { url } = await testBed.checkout(id);
  const other = testBed.testApp.as(await testBed.testApp.member(testBed.testApp.organizationId, 4));
  expect((await other("POST", testBed.club.path(`/events/${id}/cancel`), {})).status).toBe(404);
  expect((await testBed.submitPage(url, "pay")).status).toBe(303);
  await testBed.runJobs();
  expect(await statusOf(id)).toBe("approved");
});

test("a field that wants approval is paid for first, and approved by the team afterwards; a rejection gives all of it back", async () => {
  const fieldId = await testBed.club.addField({ approval: "manual" });
  await testBed.club.addPrices([fieldId], { 60: 1800 });
  const { eventId } = await testBed.bookAndPay({ fieldId });
  expect(await testBed.readEvent(eventId)).toMatchObject({
    status: "pending",
    pendingReason: "approval",
    paymentStatus: "paid",
  });
  await testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/reject`), { reason: "Tournament" });
  testBed.testApp.clock.advance(minute);
  await testBed.testApp.jobs.runScheduled("events.refund");
  await testBed.runJobs();
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "rejected", paymentStatus: "refunded" });
});
