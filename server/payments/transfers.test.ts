import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday, type ApiCall } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const hour = 3_600_000;
const day = 24 * hour;
const iban = "FR7630006000011234567890189";
const account = { active: true, holder: "Tennis Club de Lyon", iban, bic: "AGRIFRPP", paymentDays: 5 };
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const { status } = await testBed.club.manager("PUT", testBed.club.path("/bank-account"), account);
  if (status !== 200) throw new Error(`The bank account was answered with ${status}`);
});
afterAll(() => testBed.close());
beforeEach(() => testBed.testApp.clock.set(monday));

const transferFor = (eventId: string, ask: ApiCall = testBed.club.member) =>
  ask("POST", testBed.club.path(`/events/${eventId}/checkout`), { provider: "bank_transfer" });
const payByCard = async (eventId: string, ask: ApiCall): Promise<string> => {
  const path = testBed.club.path(`/events/${eventId}/checkout`);
  return (await ask("POST", path, { provider: "stripe" })).body.data.url;
};
const receive = (paymentId: string, ask: ApiCall = testBed.club.staff) =>
  ask("POST", testBed.club.path(`/payments/${paymentId}/receive`), {});
const paymentOf = async (id: string, ask: ApiCall = testBed.club.manager) =>
  (await testBed.readPayments(id, ask)).payments.at(-1);
const statusOf = async (id: string) => (await testBed.readEvent(id)).status;
const subjects = async () => (await testBed.testApp.mails()).map(({ subject }) => subject ?? "");

/** A new member for each test, because the pending transfers of a person are limited. */
async function newMember(): Promise<ApiCall> {
  return testBed.testApp.as(await testBed.testApp.member(testBed.testApp.organizationId, 4));
}

async function waiting(ask?: ApiCall) {
  const member = ask ?? (await newMember());
  const { id } = await testBed.book(member);
  const { body } = await transferFor(id, member);
  return { id, paymentId: String(body.data.paymentId), member };
}

test("who books sees where to transfer what with which reference until when, and the slot is held until then", async () => {
  const member = await newMember();
  const { id, startTime } = await testBed.book(member);
  const money = await testBed.readPayments(id, member);
  expect([money.actions, money.providers]).toEqual([["pay"], ["stripe", "bank_transfer"]]);
  const { status, body } = await transferFor(id, member);
  const expiresAt = new Date(Date.parse(monday) + 5 * day).toISOString();
  expect([status, body.data.expiresAt]).toEqual([200, expiresAt]);
  expect(body.data.url).toMatch(new RegExp(`/payments/${body.data.paymentId}/return$`));
  const { holdExpiresAt, payments } = await testBed.readPayments(id, member);
  expect(holdExpiresAt).toBe(expiresAt);
  const [payment] = payments;
  expect(payment).toMatchObject({ method: "transfer", provider: "bank_transfer", status: "processing", amount: 1800 });
  expect(payment?.transfer).toEqual({
    holder: account.holder,
    iban,
    bic: "AGRIFRPP",
    reference: payment?.reference,
    amount: 1800,
    currency: "EUR",
    expiresAt,
  });
  expect(payment?.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const check = await member("POST", testBed.club.path(`/payments/${body.data.paymentId}/check`), {});
  expect(check.body.data).toMatchObject({ status: "processing", transfer: { iban, reference: payment?.reference } });
  testBed.testApp.clock.advance(hour);
  expect((await transferFor(id, member)).body.data).toEqual(body.data);
  const letter = (await testBed.testApp.mails()).find(({ subject }) => subject?.startsWith("Virement à faire : 18,00"));
  expect(letter?.text).toContain(String(payment?.reference));
  expect(letter?.text).toContain("FR76 3000 6000 0112 3456 7890 189");
  expect(Date.parse(startTime)).toBeGreaterThan(Date.parse(expiresAt));
});

test("marked as received it is a payment like any other: nobody recorded it, the booking stands, an invoice is there", async () => {
  const { id, paymentId, member } = await waiting();
  expect((await receive(paymentId, member)).status).toBe(403);
  const { status, body } = await receive(paymentId);
  expect([status, body.message]).toEqual([200, "Payment received"]);
  expect(body.data).toMatchObject({ status: "succeeded", method: "transfer", provider: "bank_transfer" });
  expect(body.data).toMatchObject({ providerFee: 0, stripeFee: 0, isReceivable: false, transfer: null });
  expect(body.data.invoices).toHaveLength(1);
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });
  const row = await testBed.testApp.db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", paymentId)
    .executeTakeFirst();
  expect(row).toMatchObject({ method: "transfer", provider: "bank_transfer", recorded_by: null, status: "succeeded" });
  expect((await subjects()).some((subject) => subject.startsWith("Paiement reçu : 18,00"))).toBe(true);
  expect((await receive(paymentId)).status).toBe(409);
  expect((await testBed.readPayments(id)).paid).toBe(1800);
});

test("of two who mark it as received at once one does, and the other is refused with the reason", async () => {
  const { id, paymentId } = await waiting();
  const answers = await Promise.all([receive(paymentId), receive(paymentId, testBed.club.manager)]);
  const [first, second] = answers.toSorted((one, other) => one.status - other.status);
  expect([first?.status, second?.status]).toEqual([200, 409]);
  expect(second?.body.message).toBe("This transfer was marked as received already");
  const { paid, payments } = await testBed.readPayments(id);
  expect([paid, payments.length]).toEqual([1800, 1]);
  expect(payments[0]?.invoices).toHaveLength(1);
});

test("another organization's team finds neither the payment nor its refund", async () => {
  const { paymentId } = await waiting();
  const { testApp, club } = testBed;
  const other = await testApp.organization("Elsewhere");
  const manager = testApp.as(await testApp.member(other, 1));
  const post = (path: string) => manager("POST", `/organizations/${other}/payments/${paymentId}${path}`, {});
  expect((await post("/receive")).status).toBe(404);
  await receive(paymentId);
  const refund = { amount: 800, reason: "The lights went out" };
  const { body } = await club.manager("POST", club.path(`/payments/${paymentId}/refund`), refund);
  expect((await post(`/refunds/${body.data.refunds[0].id}/sent`)).status).toBe(404);
  expect((await receive(paymentId, manager)).status).toBe(404);
});

test("money for a booking that the team canceled is to be sent back in full", async () => {
  const { id, paymentId } = await waiting();
  const canceled = await testBed.club.manager("POST", testBed.club.path(`/events/${id}/cancel`), { reason: "Rain" });
  expect(canceled.status).toBe(200);
  const { status, body } = await receive(paymentId);
  expect(status).toBe(200);
  expect(body.data.refunds).toMatchObject([{ state: "pending", isManual: true, amount: 1800 }]);
  expect(await statusOf(id)).toBe("canceled");
  expect((await testBed.readPayments(id)).due).toBe(0);
  expect((await receive(paymentId)).status).toBe(409);
});

test("the team finds it by its reference, however that is typed", async () => {
  const { paymentId } = await waiting();
  const { body } = await testBed.club.manager("GET", testBed.club.path(`/payments/${paymentId}`));
  const { reference } = body.data as { reference: string };
  for (const q of [reference, reference.toLowerCase(), reference.replace("-", "")]) {
    const found = await testBed.club.manager("GET", testBed.club.path(`/payments?q=${q}`));
    expect(found.body.data.map((payment: { id: string }) => payment.id)).toEqual([paymentId]);
  }
});

test("a bank transfer that is not received in time releases the slot; a late one takes it again or is to be refunded", async () => {
  const { id, paymentId } = await waiting();
  testBed.testApp.clock.advance(5 * day + 10 * 60_000);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect(await statusOf(id)).toBe("canceled");
  expect(await paymentOf(id)).toMatchObject({ status: "canceled", isReceivable: true, transfer: null });
  expect((await receive(paymentId)).status).toBe(200);
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });

  testBed.testApp.clock.set(monday);
  const late = await waiting();
  testBed.testApp.clock.advance(5 * day + 10 * 60_000);
  await testBed.testApp.jobs.runScheduled("events.expire");
  const { startTime } = await testBed.readEvent(late.id);
  expect((await testBed.club.staff("POST", testBed.club.path("/events"), testBed.draft({ startTime }))).status).toBe(
    201,
  );
  const { body } = await receive(late.paymentId);
  expect(body.data).toMatchObject({ status: "succeeded", refundable: 0 });
  expect(body.data.refunds).toMatchObject([{ state: "pending", isManual: true, amount: 1800 }]);
  expect(await statusOf(late.id)).toBe("canceled");
});

test("what is given back waits until somebody has sent it: then there is a credit note, and the payer is told", async () => {
  const { id, paymentId } = await waiting();
  await receive(paymentId);
  const refund = { amount: 800, reason: "The lights went out" };
  const given = await testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), refund);
  expect(given.body.data.refunds).toMatchObject([{ state: "pending", isManual: true, amount: 800 }]);
  expect(given.body.data).toMatchObject({ refunded: 800, refundable: 1000 });
  const refundId = String(given.body.data.refunds[0].id);
  testBed.testApp.clock.advance(2 * hour);
  await testBed.testApp.jobs.runScheduled("payments.refund");
  await testBed.testApp.jobs.runAll();
  expect((await paymentOf(id))?.refunds).toMatchObject([{ state: "pending", failure: null }]);
  expect((await paymentOf(id))?.invoices).toHaveLength(1);
  expect((await subjects()).some((subject) => subject.startsWith("À renvoyer : 8,00"))).toBe(true);
  const send = (ask: ApiCall) => ask("POST", testBed.club.path(`/payments/${paymentId}/refunds/${refundId}/sent`), {});
  expect((await send(await newMember())).status).toBe(403);
  const { status, body } = await send(testBed.club.manager);
  expect([status, body.message]).toEqual([200, "Refund marked as sent"]);
  expect(body.data.refunds).toMatchObject([{ state: "succeeded", isManual: true }]);
  expect(body.data.invoices).toHaveLength(2);
  expect((await subjects()).some((subject) => subject.startsWith("Remboursement de 8,00"))).toBe(true);
  expect((await send(testBed.club.manager)).status).toBe(409);
});

test("of two who mark a refund as sent at once one does: there is one credit note", async () => {
  const { paymentId } = await waiting();
  await receive(paymentId);
  const { club } = testBed;
  const refund = { amount: 1800, reason: "The lights went out" };
  const { body } = await club.manager("POST", club.path(`/payments/${paymentId}/refund`), refund);
  const path = club.path(`/payments/${paymentId}/refunds/${body.data.refunds[0].id}/sent`);
  const answers = await Promise.all([club.manager("POST", path, {}), club.manager("POST", path, {})]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const payment = await club.manager("GET", club.path(`/payments/${paymentId}`));
  expect(payment.body.data.invoices).toHaveLength(2);
});

test("a refund by card is not the team's to send, nor a card's payment to be received", async () => {
  const { paymentId } = await testBed.bookAndPay();
  expect((await receive(paymentId)).status).toBe(409);
  const refund = { amount: 800, reason: "The lights went out" };
  const { body } = await testBed.club.manager("POST", testBed.club.path(`/payments/${paymentId}/refund`), refund);
  const path = testBed.club.path(`/payments/${paymentId}/refunds/${body.data.refunds[0].id}/sent`);
  expect((await testBed.club.manager("POST", path, {})).status).toBe(409);
  await testBed.runJobs();
});

test("who waits for a transfer may pay by card instead; the slot stays held as long as it was", async () => {
  const { id, member } = await waiting();
  testBed.testApp.clock.advance(2 * day);
  const { holdExpiresAt } = await testBed.readPayments(id);
  expect((await testBed.checkout(id, member)).url).toMatch(/return$/);
  const url = await payByCard(id, member);
  expect(url).toContain("/test-payments/");
  expect((await testBed.readPayments(id)).holdExpiresAt).toBe(holdExpiresAt);
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });
  expect((await testBed.readPayments(id)).payments.map(({ provider, status }) => [provider, status])).toEqual([
    ["bank_transfer", "canceled"],
    ["stripe", "succeeded"],
  ]);
});

test("a double payment by bank transfer is to be refunded", async () => {
  const { id, paymentId, member } = await waiting();
  await testBed.submitPage(await payByCard(id, member), "pay");
  await testBed.runJobs();
  const { body } = await receive(paymentId);
  expect(body.data).toMatchObject({ status: "succeeded", refundable: 0 });
  expect(body.data.refunds).toMatchObject([{ isManual: true, reason: "C’était déjà payé" }]);
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });
});

test("soon before it begins nobody pays by transfer, and what is held is due a day before", async () => {
  const { id, startTime } = await testBed.book(await newMember());
  const member = await newMember();
  testBed.testApp.clock.set(new Date(Date.parse(startTime) - 72 * hour + 61 * 60_000));
  const soon = await testBed.book(member);
  const { body } = await transferFor(soon.id, member);
  expect(Date.parse(soon.startTime) - Date.parse(body.data.expiresAt)).toBe(day);
  testBed.testApp.clock.set(new Date(Date.parse(soon.startTime) - 40 * hour));
  const later = await testBed.book(member);
  const money = await testBed.readPayments(later.id, member);
  expect(money.providers).toEqual(["stripe"]);
  const refused = await transferFor(later.id, member);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Bank transfer is possible until 48 hours before the start: choose another way to pay",
  ]);
  expect(id).not.toBe(soon.id);
});

test("nobody keeps more than three slots by transfers that may come", async () => {
  const member = await newMember();
  for (let count = 0; count < 3; count += 1) await waiting(member);
  const { id } = await testBed.book(member);
  const { status, body } = await transferFor(id, member);
  expect([status, body.message]).toEqual([409, "You have 3 bookings that wait for your bank transfer: pay them first"]);
  expect((await testBed.checkout(id, member)).url).toContain("/test-payments/");
});

test("an organization that turned it on is paid online without Stripe; one that turned it off is not", async () => {
  const off = await createPaymentTestBed({ DEMO: "0" });
  try {
    const methods = async () => (await off.club.member("GET", off.club.path("/payment-methods"))).body.data;
    expect(await methods()).toMatchObject({ online: false, providers: [] });
    await off.club.manager("PUT", off.club.path("/bank-account"), account);
    expect(await methods()).toMatchObject({
      online: true,
      least: 1,
      mode: "off",
      providers: [{ name: "bank_transfer", minAmount: 1, minLeadHours: 48 }],
    });
    const { id } = await off.book();
    const { paymentId } = await off.checkout(id);
    expect((await off.club.manager("POST", off.club.path(`/payments/${paymentId}/receive`), {})).status).toBe(200);
    expect((await off.readEvent(id)).paymentStatus).toBe("paid");
    expect((await off.club.manager("PUT", off.club.path("/bank-account"), { ...account, active: false })).status).toBe(
      200,
    );
    expect(await methods()).toMatchObject({ online: false, providers: [] });
  } finally {
    await off.close();
  }
});

test("a bank account with a typing error is refused beside its field, in the reader's language", async () => {
  const path = testBed.club.path("/bank-account");
  const wrong = { ...account, iban: "FR76 3000 6000 0112 3456 7890 198", bic: "AGRI" };
  const { status, body } = await testBed.club.manager("PUT", path, wrong);
  expect([status, body.errors]).toEqual([
    422,
    {
      iban: ["This IBAN has a typing error: its check digits do not agree"],
      bic: ["A BIC has 8 or 11 characters, such as AGRIFRPP"],
    },
  ]);
  for (const value of [null, 7, true, [iban], { iban }, "", " ", "FR76", `${iban}1`, "ZZ7630006000011234567890189"]) {
    const refused = await testBed.club.manager("PUT", path, { ...account, iban: value });
    expect([refused.status, Object.keys(refused.body.errors ?? {})], JSON.stringify(value)).toEqual([422, ["iban"]]);
  }
  for (const paymentDays of [0, 31, 1.5, "5"]) {
    const refused = await testBed.club.manager("PUT", path, { ...account, paymentDays });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ["paymentDays"]]);
  }
  expect((await testBed.club.member("GET", path)).status).toBe(403);
  expect((await testBed.club.manager("GET", path)).body.data).toMatchObject(account);
});

test("a link goes to a page of the provider, never to a bank account", async () => {
  const { id } = await testBed.book(testBed.club.staff, { customer: { name: "Jeanne" } });
  const { status } = await testBed.club.staff("POST", testBed.club.path(`/events/${id}/payment-link`), {
    email: "jeanne@example.com",
  });
  expect(status).toBe(200);
  expect(await paymentOf(id)).toMatchObject({ provider: "stripe" });
  const refused = await transferFor(id, testBed.club.staff);
  expect(refused.status).toBe(409);
});
