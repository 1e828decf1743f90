/** Sales that are paid later: listed wherever something is owed, reminded of, paid in part and with bookings, voided, written off. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountEntry, Charge } from "#contract/charges.ts";
import type { CustomerBalance, Debt, DebtSum } from "#contract/payments.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { createTestClub } from "#tests/support/test-club.ts";

const DAY_MS = 86_400_000;

let testBed: PaymentTestBed;
let debtors: Debtors;
let balls: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  balls = (await post("/products", { name: "Tennis balls", kind: "goods", price: 650 })).body.data.id;
});
afterAll(() => testBed.close());

const get = async (path: string, api = testBed.club.manager) => (await api("GET", testBed.club.path(path))).body.data;
const post = (path: string, body: object, api = testBed.club.manager) => api("POST", testBed.club.path(path), body);

async function sellLater(customerId: string, quantity = 1): Promise<Charge> {
  const lines = [{ productId: balls, quantity }];
  const { status, body } = await post("/sales", { customerId, lines, payment: null }, testBed.club.staff);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data.payment).toBeNull();
  return body.data.charges[0];
}
const debtsOf = (customerId: string, query = ""): Promise<Debt[]> => get(`/debts?customerId=${customerId}${query}`);
const balanceOf = (customerId: string): Promise<CustomerBalance> => get(`/customers/${customerId}/balance`);
const entriesOf = (customerId: string): Promise<AccountEntry[]> => get(`/customers/${customerId}/account/entries`);
const sumsOf = (customerId: string): Promise<DebtSum[]> => get(`/debt-sums?customerId=${customerId}`);
const listPaymentsOfCharge = async (chargeId: string) => ({
  data: await testBed.testApp.db
    .selectFrom("payments")
    .select(["provider", "status"])
    .where("charge_id", "=", chargeId)
    .execute(),
});
const foundDebt = async (q: string): Promise<unknown> => (await get(`/search?q=${q}`)).customers.hits[0]?.debt;
const overview = async () => (await get("/overview")).now;

test("a sale that is paid later is owed at once, overdue the day after, and is in every list of what is owed", async () => {
  const before = await overview();
  const customerId = await debtors.addCustomer("Later", { email: "later@example.test" });
  const charge = await sellLater(customerId, 2);
  expect(charge).toMatchObject({ state: "open", due: 1300, settled: 0, dueOn: "2026-06-01", isOverdue: false });
  expect(await debtsOf(customerId)).toMatchObject([
    {
      ...{ id: charge.id, chargeId: charge.id, eventId: null, kind: "goods", name: "Tennis balls\u00a0×\u00a02" },
      ...{ fieldName: null, facilityId: null, due: 1300, state: "today", isRemindable: true, isWrittenOff: false },
    },
  ]);
  expect(await debtsOf(customerId, "&q=balls")).toHaveLength(1);
  expect(await debtsOf(customerId, "&q=later")).toHaveLength(1);
  expect(await debtsOf(customerId, "&q=nothing")).toHaveLength(0);
  expect(await balanceOf(customerId)).toMatchObject({
    ...{ overdue: 0, dueToday: 1300, received: 0, dueEventIds: [], dueChargeIds: [charge.id] },
    debts: [{ chargeId: charge.id, eventId: null, due: 1300, state: "today" }],
  });
  expect((await overview()).unpaid).toBe(before.unpaid + 1);
  expect(await foundDebt("later")).toEqual({ amount: 1300, currency: "EUR", isOverdue: false });
  testBed.testApp.clock.advance(DAY_MS);
  expect(await debtsOf(customerId, "&due=overdue")).toMatchObject([{ isOverdue: true, dueOn: "2026-06-01" }]);
  expect(await get(`/customer-dues?customerIds=${customerId}`)).toEqual([
    { customerId, currency: "EUR", overdue: 1300, later: 0, prepaid: 0 },
  ]);
  expect(await sumsOf(customerId)).toMatchObject([{ overdue: { count: 1, amount: 1300 } }]);
});

test("a reminder of a sale is mailed once a day, in one mail with the bookings, and says what was sold", async () => {
  const { customerId, eventIds } = await debtors.addDebtor("Reminded", [{}], { email: "reminded@example.test" });
  const sale = await sellLater(customerId);
  const chargeIds = (await debtsOf(customerId)).map(({ chargeId }) => chargeId);
  const { status, body } = await post("/debts/remind", { chargeIds });
  expect([status, body.data.refused]).toEqual([200, []]);
  expect(body.data.sent).toEqual(
    expect.arrayContaining([
      { eventId: eventIds[0], chargeId: chargeIds.find((id) => id !== sale.id), email: "reminded@example.test" },
      { eventId: null, chargeId: sale.id, email: "reminded@example.test" },
    ]),
  );
  const mails = (await testBed.testApp.mails()).filter(
    ({ to, subject }) => to?.[0]?.address === "reminded@example.test" && subject?.includes("à payer"),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("Tennis balls");
  expect(mails[0]?.subject).toContain("24,50");
  expect((await debtsOf(customerId)).every(({ remindedAt, isRemindable }) => remindedAt && !isRemindable)).toBe(true);
  expect((await post("/debts/remind", { chargeIds: [sale.id] })).body.message).toContain("already sent today");
  expect((await post("/debts/remind", {})).body.errors).toEqual({ eventIds: ["Name 1 to 50 debts."] });
});

test("bookings and sales are paid together, with one invoice; a part of a sale leaves the rest due", async () => {
  const { customerId } = await debtors.addDebtor("Together", [{}], { email: "together@example.test" });
  const sale = await sellLater(customerId, 2);
  const debts = await debtsOf(customerId);
  const all = debts.map(({ chargeId, due }) => ({ chargeId, amount: chargeId === sale.id ? 300 : due }));
  const paid = await post("/payments", { method: "cash", debts: all });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  expect([paid.body.data.amount, paid.body.data.payments.length]).toEqual([2100, 2]);
  expect(await get(`/invoices?customerId=${customerId}`)).toMatchObject([{ totalAmount: 2100 }]);
  expect(await debtsOf(customerId)).toMatchObject([{ chargeId: sale.id, due: 1000 }]);
  const tooMuch = await post("/payments", { method: "cash", debts: [{ chargeId: sale.id, amount: 1001 }] });
  expect(tooMuch.status).toBe(409);
  expect(tooMuch.body.message).toContain("€10.00 is due now");
  const rest = await post(`/customers/${customerId}/payments`, { method: "check", amount: 1000 });
  expect(rest.status, JSON.stringify(rest.body)).toBe(201);
  expect(await debtsOf(customerId)).toEqual([]);
  expect(await get(`/charges/${sale.id}`)).toMatchObject({ state: "settled", settled: 1300, invoiced: 1300 });
  const again = await post("/payments", { method: "cash", debts: [{ chargeId: sale.id, amount: 100 }] });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("Tennis balls")]);
  const entries = await entriesOf(customerId);
  expect(entries[0]?.balance).toBe(0);
});

test("a debt is named once: by its booking or by its charge", async () => {
  const { customerId, eventIds } = await debtors.addDebtor("Twice", [{}]);
  const [debt] = await debtsOf(customerId);
  const [eventId, chargeId] = [eventIds[0], debt?.chargeId];
  const pay = async (debts: object[]) => (await post("/payments", { method: "cash", debts })).body.errors;
  expect(
    await pay([
      { eventId, amount: 100 },
      { chargeId, amount: 100 },
    ]),
  ).toEqual({ debts: ["The same debt is named twice."] });
  expect(await pay([{ eventId, chargeId, amount: 100 }])).toEqual({
    "debts.0.eventId": ["Name a debt by its booking or by its charge."],
  });
  expect(await pay([{ amount: 100 }])).toEqual({
    "debts.0.eventId": ["Name a debt by its booking or by its charge."],
  });
});

test("of two desks that take a sale at once, one is told that it is paid", async () => {
  const customerId = await debtors.addCustomer("Desks");
  const { id: chargeId } = await sellLater(customerId);
  const take = () => post("/payments", { method: "cash", debts: [{ chargeId, amount: 650 }] });
  const answers = await Promise.all([take(), take(), post(`/charges/${chargeId}/void`, { reason: "Typed twice" })]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
});

test("a sale of which nothing was paid is voided with a reason: no debt, no sum, shown on the account as void", async () => {
  const customerId = await debtors.addCustomer("Void", { email: "void@example.test" });
  const { id } = await sellLater(customerId);
  expect((await post(`/charges/${id}/void`, { reason: "Typed twice" }, testBed.club.staff)).status).toBe(403);
  expect((await post(`/charges/${id}/void`, {})).body.errors).toHaveProperty("reason");
  const voided = await post(`/charges/${id}/void`, { reason: "Typed twice" });
  expect(voided.status, JSON.stringify(voided.body)).toBe(200);
  expect(voided.body.data).toMatchObject({ state: "void", due: 0, voidReason: "Typed twice" });
  expect(await debtsOf(customerId)).toEqual([]);
  expect(await balanceOf(customerId)).toMatchObject({ dueToday: 0, overdue: 0, debts: [] });
  expect(await sumsOf(customerId)).toEqual([]);
  expect(
    (await entriesOf(customerId)).map(({ kind, amount, balance, reason }) => [kind, amount, balance, reason]),
  ).toEqual([
    ["void", -650, 0, "Typed twice"],
    ["charge", 650, 650, null],
  ]);
  expect((await get(`/customers/${customerId}/account`)).currencies).toEqual([]);
  expect((await post(`/charges/${id}/void`, { reason: "Again" })).status).toBe(409);
  expect((await post("/payments", { method: "cash", debts: [{ chargeId: id, amount: 1 }] })).status).toBe(409);
  expect((await post("/debts/remind", { chargeIds: [id] })).status).toBe(409);
  expect((await post(`/charges/${id}/write-off`, { reason: "Lost" })).status).toBe(409);
  const other = await createTestClub(testBed.testApp, {}, testBed.testApp.otherOrganizationId);
  const ofOthers = await other.manager("POST", other.path(`/charges/${id}/void`), { reason: "Mine" });
  expect(ofOthers.status, JSON.stringify(ofOthers.body)).toBe(404);
});

test("an invoice over a sale is credited when it is voided; what was paid, and a booking, is not voided", async () => {
  const { customerId } = await debtors.addDebtor("Credited", [{}]);
  const sale = await sellLater(customerId);
  const invoiced = await post("/invoices", { customerId, chargeIds: [sale.id], dueOn: "2026-06-30" });
  expect(invoiced.status, JSON.stringify(invoiced.body)).toBe(201);
  expect(await get(`/charges/${sale.id}`)).toMatchObject({ dueOn: "2026-06-30", invoiced: 650 });
  await post(`/charges/${sale.id}/void`, { reason: "Typed twice" });
  expect(await get(`/charges/${sale.id}`)).toMatchObject({ state: "void", invoiced: 0 });
  expect(
    (await get(`/invoices?customerId=${customerId}`)).map(({ totalAmount }: { totalAmount: number }) => totalAmount),
  ).toEqual(expect.arrayContaining([650, -650]));
  const booking = (await debtsOf(customerId)).find(({ eventId }) => eventId !== null);
  expect((await post(`/charges/${booking?.chargeId}/void`, { reason: "No" })).body.message).toContain("is a booking");
  const paid = await sellLater(customerId);
  await post("/payments", { method: "cash", debts: [{ chargeId: paid.id, amount: 100 }] });
  expect((await post(`/charges/${paid.id}/void`, { reason: "No" })).body.message).toContain("was paid");
});

test("a sale that is written off is no debt that anybody asks for, and can still be paid", async () => {
  const customerId = await debtors.addCustomer("Lost", { email: "lost@example.test" });
  const { id } = await sellLater(customerId);
  testBed.testApp.clock.advance(DAY_MS);
  expect((await post(`/charges/${id}/write-off`, { reason: "Moved away" })).status).toBe(200);
  expect(await sumsOf(customerId)).toMatchObject([
    { overdue: { count: 0, amount: 0 }, writtenOff: { count: 1, amount: 650 } },
  ]);
  expect(await debtsOf(customerId, "&due=overdue")).toEqual([]);
  expect(await debtsOf(customerId, "&due=writtenOff")).toMatchObject([
    { isWrittenOff: true, isOverdue: false, isRemindable: false },
  ]);
  expect(await get(`/customer-dues?customerIds=${customerId}`)).toEqual([]);
  expect(await balanceOf(customerId)).toMatchObject({ overdue: 0, writtenOff: 650, dueChargeIds: [] });
  expect(await foundDebt("lost")).toBeNull();
  expect((await post("/debts/remind", { chargeIds: [id] })).body.message).toContain("is written off");
  const paid = await post("/payments", { method: "cash", debts: [{ chargeId: id, amount: 650 }] });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  expect(await get(`/charges/${id}`)).toMatchObject({ state: "settled", due: 0 });
});

test("a booking that is written off is neither due nor overdue anywhere, and is again once that is taken back", async () => {
  const { customerId, eventIds } = await debtors.addDebtor("Gone", [{ startTime: "2026-05-20T10:00:00Z" }], {
    email: "gone@example.test",
  });
  const [eventId = ""] = eventIds;
  const { unpaid } = await overview();
  const [debt] = await debtsOf(customerId);
  const path = `/charges/${debt?.chargeId}/write-off`;
  const event = () => get(`/events/${eventId}`);
  const late = await event();
  expect(late).toMatchObject({ paymentStatus: "due", dueOn: late.date });
  await post(path, { reason: "Moved away" });
  expect(await event()).toMatchObject({ paymentStatus: "written_off", dueOn: null });
  expect(await get(`/events?customerId=${customerId}&unpaid=true`)).toEqual([]);
  expect(await get(`/events?customerId=${customerId}&overdue=true`)).toEqual([]);
  expect(await get(`/events?customerId=${customerId}&paymentStatus=written_off`)).toHaveLength(1);
  expect((await get(`/event-sums?customerId=${customerId}`)).currencies).toMatchObject([{ due: 0, overdue: 0 }]);
  expect((await overview()).unpaid).toBe(unpaid - 1);
  expect(await get(`/charges?customerId=${customerId}&overdue=true`)).toEqual([]);
  expect(await get(`/charges/${debt?.chargeId}`)).toMatchObject({ isOverdue: false, due: 1800 });
  expect(await get(`/events/${eventId}/payments`)).toMatchObject({ isWrittenOff: true, due: 1800 });
  expect((await post("/debts/remind", { eventIds: [eventId] })).body.message).toContain("is written off");
  const part = await post(`/events/${eventId}/payments`, { method: "cash", amount: 200 });
  expect(part.status, JSON.stringify(part.body)).toBe(201);
  expect(await event()).toMatchObject({ paymentStatus: "written_off" });
  await post(`${path}/undo`, {});
  expect(await event()).toMatchObject({ paymentStatus: "partially_paid", dueOn: late.date });
  expect(await get(`/events?customerId=${customerId}&overdue=true`)).toHaveLength(1);
});

test("a link to pay a sale is mailed with a reminder; what is paid on its page settles and invoices it", async () => {
  const customerId = await debtors.addCustomer("Linked", { email: "linked@example.test" });
  const { id: chargeId } = await sellLater(customerId);
  await post("/debts/remind", { chargeIds: [chargeId] });
  const mail = (await testBed.testApp.mails()).findLast(({ to }) => to?.[0]?.address === "linked@example.test");
  expect(mail?.text?.match(/cs_test_/g)).toHaveLength(1);
  const copied = await post(`/charges/${chargeId}/payment-link/copy`, {});
  expect(copied.status, JSON.stringify(copied.body)).toBe(200);
  await testBed.submitPage(copied.body.data.url, "pay", "pays");
  await testBed.runJobs();
  expect(await get(`/charges/${chargeId}`)).toMatchObject({ state: "settled", settled: 650, invoiced: 650 });
  expect(await debtsOf(customerId)).toEqual([]);
  const [payment] = await get(`/customers/${customerId}/payments`);
  expect(payment).toMatchObject({
    provider: "stripe",
    label: "Tennis balls",
    event: null,
    invoices: [{ totalAmount: 650 }],
  });
  expect((await post(`/charges/${chargeId}/payment-link`, {})).status).toBe(409);
  const refund = await post(`/payments/${payment.id}/refund`, { amount: 150, reason: "Lost one" });
  expect(refund.status, JSON.stringify(refund.body)).toBe(200);
  await testBed.runJobs();
  expect(await get(`/charges/${chargeId}`)).toMatchObject({ settled: 500, credited: 150, invoiced: 500 });
});

test("a sale that is paid at the desk, or voided, closes its page; money that came all the same goes back", async () => {
  const customerId = await debtors.addCustomer("Closed", { email: "closed@example.test" });
  for (const act of ["payments", "void"]) {
    const { id: chargeId } = await sellLater(customerId);
    const { url } = (await post(`/charges/${chargeId}/payment-link/copy`, {})).body.data;
    const done =
      act === "void"
        ? await post(`/charges/${chargeId}/void`, { reason: "Typed twice" })
        : await post("/payments", { method: "cash", debts: [{ chargeId, amount: 650 }] });
    expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
    await testBed.submitPage(url, "pay", "pays");
    await testBed.runJobs();
    const { data } = await listPaymentsOfCharge(chargeId);
    expect(data.filter(({ provider }) => provider !== null).every(({ status }) => status !== "processing")).toBe(true);
  }
  expect(await debtsOf(customerId)).toEqual([]);
});

test("who has an account reads what they owe everywhere, and pays what they bought; nobody else does", async () => {
  const { club, testApp } = testBed;
  const booked = await post("/events", testBed.draft({ customer: { userId: club.memberPerson.id } }));
  const customerId = booked.body.data.customer.customerId;
  const { id: chargeId } = await sellLater(customerId);
  const own = (await club.member("GET", "/auth/user/debts")).body.data;
  expect(own).toHaveLength(2);
  expect(own).toContainEqual(expect.objectContaining({ chargeId, eventId: null, due: 650, isPayable: true }));
  const pay = (body: object) => club.member("POST", club.path(`/charges/${chargeId}/checkout`), body);
  const refused = await pay({ amount: 600 });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Another amount is owed now. Nothing was taken: look at the list again.",
  ]);
  const page = await pay({ amount: 650 });
  expect(page.status, JSON.stringify(page.body)).toBe(200);
  const other = testApp.as(await testApp.member(club.organizationId, 4));
  expect((await other("POST", club.path(`/charges/${chargeId}/checkout`), {})).status).toBe(404);
  expect((await other("GET", "/auth/user/debts")).body.data).toEqual([]);
  await testBed.submitPage(page.body.data.url, "pay", "pays");
  await testBed.runJobs();
  expect((await club.member("GET", "/auth/user/debts")).body.data).toMatchObject([{ eventId: booked.body.data.id }]);
});

test("an invoice that is due later moves the day on which a booking is overdue, until it is credited", async () => {
  const { customerId, eventIds } = await debtors.addDebtor("Invoiced", [{ startTime: "2026-05-20T12:00:00Z" }], {
    email: "invoiced@example.test",
  });
  const now = testBed.testApp.clock.now();
  const dueOn = new Date(now.getTime() + 10 * DAY_MS).toISOString().slice(0, 10);
  const [debt] = await debtsOf(customerId);
  expect(debt).toMatchObject({ isOverdue: true });
  const invoiced = await post("/invoices", { customerId, chargeIds: [debt?.chargeId], dueOn });
  expect(invoiced.status, JSON.stringify(invoiced.body)).toBe(201);
  const isLate = async () => [
    (await debtsOf(customerId))[0]?.isOverdue,
    (await get(`/events?customerId=${customerId}&overdue=true`)).length === 1,
    (await get(`/event-sums?customerId=${customerId}`)).currencies[0].overdue > 0,
    (await balanceOf(customerId)).overdue > 0,
    (await get(`/customer-dues?customerIds=${customerId}`))[0].overdue > 0,
    (await get(`/charges?customerId=${customerId}&overdue=true`)).length === 1,
    (await get(`/customers/${customerId}/account`)).currencies[0].debts[0].age !== "ahead",
    (await sumsOf(customerId))[0]?.overdue.count === 1,
  ];
  expect(await isLate()).toEqual(Array.from({ length: 8 }, () => false));
  expect(await get(`/events/${eventIds[0]}`)).toMatchObject({ dueOn });
  testBed.testApp.clock.advance(11 * DAY_MS);
  expect(await isLate()).toEqual(Array.from({ length: 8 }, () => true));
});
