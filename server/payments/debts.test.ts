/** Debts: overdue and later with sums, several in one payment, reminders. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Debt, DebtSum } from "#contract/payments.ts";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let testBed: PaymentTestBed;
let customers = 0;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await testBed.club.manager("PATCH", testBed.club.path(""), { bookingRules });
});
afterAll(() => testBed.close());
beforeEach(() => testBed.testApp.clock.set(monday));

const at = (url: string) => testBed.club.staff("GET", testBed.club.path(url));
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  testBed.club.staff("POST", testBed.club.path(url), body, headers);

async function addCustomer(more: object = {}): Promise<string> {
  customers += 1;
  const draft = { kind: "person", firstName: "Zoé", lastName: `Lebrun ${customers}`, ...more };
  const { status, body } = await post("/customers", draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

let slots = 0;
/** @param days from today; each booking has an hour of its own */
async function bookFor(customer: object, days: number): Promise<string> {
  slots += 1;
  const startTime = new Date(Date.parse("2026-06-01T06:00:00Z") + days * DAY_MS + (slots % 15) * HOUR_MS).toISOString();
  const { status, body } = await post("/events", testBed.draft({ startTime, customer }));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
const listDebts = async (query: string): Promise<Debt[]> => (await at(`/debts?${query}`)).body.data;
const sums = async (query = ""): Promise<DebtSum[]> => (await at(`/debt-sums?${query}`)).body.data;
const pay = (eventIds: string[], more: object = {}, headers: Record<string, string> = {}) =>
  post(
    "/payments",
    { method: "cash", debts: eventIds.map((eventId) => ({ eventId, amount: 1800 })), ...more },
    headers,
  );
const remind = (eventIds: string[]) => post("/debts/remind", { eventIds });

test("what is not paid is overdue once its day has gone by, and due later until then, with sums", async () => {
  const customerId = await addCustomer();
  const old = await bookFor({ customerId }, -3);
  const today = await bookFor({ customerId }, 0);
  const later = await bookFor({ customerId }, 5);
  await post(`/events/${later}/payments`, { method: "cash", amount: 500 });
  expect(await sums(`customerId=${customerId}`)).toEqual([
    {
      currency: "EUR",
      overdue: { count: 1, amount: 1800 },
      today: { count: 1, amount: 1800 },
      later: { count: 1, amount: 1300 },
      writtenOff: { count: 0, amount: 0 },
    },
  ]);
  const found = await listDebts(`customerId=${customerId}`);
  expect(found.map(({ id, due, isOverdue, state }) => [id, due, isOverdue, state])).toEqual([
    [old, 1800, true, "overdue"],
    [today, 1800, false, "today"],
    [later, 1300, false, "later"],
  ]);
  expect((await listDebts(`customerId=${customerId}&due=overdue`)).map(({ id }) => id)).toEqual([old]);
  expect((await listDebts(`customerId=${customerId}&due=today`)).map(({ id }) => id)).toEqual([today]);
  expect((await listDebts(`customerId=${customerId}&due=later`)).map(({ id }) => id)).toEqual([later]);
  // Two hours before the midnight of Paris, and after it.
  testBed.testApp.clock.set(new Date("2026-06-01T21:00:00Z"));
  expect((await sums(`customerId=${customerId}`))[0]?.overdue.count).toBe(1);
  testBed.testApp.clock.set(new Date("2026-06-01T22:30:00Z"));
  expect((await sums(`customerId=${customerId}`))[0]?.overdue).toEqual({ count: 2, amount: 3600 });
  expect((await listDebts(`customerId=${customerId}`)).map(({ state }) => state)).toEqual([
    "overdue",
    "overdue",
    "later",
  ]);
});

test("what is overdue for more than a week is listed alone", async () => {
  const customerId = await addCustomer();
  const days = [-9, -8, -7, -1, 0, 3];
  const ids: string[] = [];
  for (const day of days) ids.push(await bookFor({ customerId }, day));
  const listed = await listDebts(`customerId=${customerId}&due=week`);
  expect(listed.map(({ id }) => days[ids.indexOf(id)])).toEqual([-9, -8]);
});

test("a dry run shows the mails that would be sent in the customers' language, and sends none", async () => {
  const email = `preview.${Date.now()}@example.test`;
  const customerId = await addCustomer({ email });
  const countReminders = async () =>
    (await testBed.testApp.mails()).filter(
      ({ to, subject }) => to?.[0]?.address === email && subject?.includes("36,00"),
    ).length;
  const eventIds = [await bookFor({ customerId }, -4), await bookFor({ customerId }, -3)];
  const nobody = await bookFor({ customerId: await addCustomer() }, -3);
  const own = { opening: "We have missed you.", closing: "See you soon!" };
  for (const language of ["en", "fr"] as const)
    await testBed.testApp.db
      .insertInto("mail_texts")
      .values({ organization_id: testBed.testApp.organizationId, kind: "payments.debtReminder", language, ...own })
      .execute();
  const dry = await post("/debts/remind?dryRun=true", { eventIds: [...eventIds, nobody] });
  expect([dry.status, dry.body.data.refused.map(({ eventId }: { eventId: string }) => eventId)]).toEqual([
    200,
    [nobody],
  ]);
  expect(dry.body.data.mails).toHaveLength(1);
  const [preview] = dry.body.data.mails;
  expect(preview.to).toBe(email);
  expect([preview.paragraphs[0], preview.closing]).toEqual([own.opening, own.closing]);
  expect(preview.note).toMatch(/^(The link is good until|Le lien est valable jusqu’au) /);
  expect(await countReminders()).toBe(0);
  const real = await remind(eventIds);
  expect([real.status, real.body.data.mails, real.body.data.sent.length]).toEqual([200, [], 2]);
  const mail = (await testBed.testApp.mails()).findLast(({ to }) => to?.[0]?.address === email);
  expect(mail?.subject).toBe(preview.subject);
  expect(await countReminders()).toBe(1);
  for (const text of [
    ...preview.paragraphs,
    preview.closing,
    preview.note,
    ...preview.facts.flatMap(({ lines }: { lines: string[] }) => lines),
  ])
    expect(mail?.text).toContain(text);
});

test("the overview has the sums of all debts, and each of the list's totals is one of them", async () => {
  const [all] = await sums();
  const { body } = await at("/overview");
  expect(body.data.now.debts).toEqual([all]);
  expect((await at("/debts?due=overdue&per_page=1")).body.meta.total).toBe(all?.overdue.count);
  expect((await at("/debts?due=later&per_page=1")).body.meta.total).toBe(all?.later.count);
});

test("several debts are taken in one payment: a row for each, one invoice, one activity, one mail", async () => {
  const customerId = await addCustomer({ email: "several@example.test" });
  const eventIds = [
    await bookFor({ customerId }, -2),
    await bookFor({ customerId }, 1),
    await bookFor({ customerId }, 8),
  ];
  const before = (await testBed.testApp.mails()).length;
  const { status, body } = await pay(eventIds, { note: "Receipt 12" });
  expect([status, body.data.amount, body.data.currency, body.message]).toEqual([201, 5400, "EUR", "Payment recorded"]);
  const { id: groupId, payments } = body.data;
  expect(payments.map((one: { event: { id: string } }) => one.event.id)).toEqual(eventIds);
  for (const payment of payments) {
    expect(payment).toMatchObject({ status: "succeeded", method: "cash", amount: 1800, groupId, note: "Receipt 12" });
    expect(payment.invoices).toMatchObject([{ kind: "invoice", totalAmount: 5400, paymentId: null }]);
    expect(payment.invoices[0].id).toBe(payments[0].invoices[0].id);
  }
  expect((await at(`/payments?groupId=${groupId}`)).body.meta.total).toBe(3);
  expect(await sums(`customerId=${customerId}`)).toEqual([]);
  for (const id of eventIds) expect(await testBed.readEvent(id)).toMatchObject({ paymentStatus: "paid" });
  const mails = (await testBed.testApp.mails()).slice(before);
  expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject?.replaceAll(/\s/gu, " ")])).toEqual([
    ["several@example.test", expect.stringMatching(/^Paiement reçu : 54,00 € pour .+ et 2 autres$/)],
  ]);
  expect(body.data.receiptsTo).toEqual(["several@example.test"]);
  const entries = await testBed.testApp.db
    .selectFrom("activity")
    .select("act")
    .where("subject_id", "=", groupId)
    .execute();
  expect(entries.map(({ act }) => act)).toContain("payments.recordSeveral");
  // One of them goes back alone.
  const [first] = payments;
  const back = await testBed.club.manager("POST", testBed.club.path(`/payments/${first.id}/refund`), {
    amount: 1800,
    reason: "Typed twice",
  });
  expect(back.body.data).toMatchObject({ refunded: 1800, refundable: 0 });
  expect(back.body.data.invoices.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    "credit_note",
    "invoice",
  ]);
  expect(await testBed.readEvent(eventIds[1] ?? "")).toMatchObject({ paymentStatus: "paid" });
});

test("a payer with an account gets one mail for all", async () => {
  const customer = { userId: testBed.club.memberPerson.id };
  const eventIds = [await bookFor(customer, 2), await bookFor(customer, 3)];
  expect((await pay(eventIds)).status).toBe(201);
  const own = (await testBed.testApp.mails()).filter(({ to }) => to?.[0]?.address === testBed.club.memberPerson.email);
  expect(own.map(({ subject }) => subject).filter((subject) => /36.00/.test(subject ?? ""))).toHaveLength(1);
});

test("a debt that was settled meanwhile refuses the whole payment, and says when and how", async () => {
  const customerId = await addCustomer();
  const eventIds = [await bookFor({ customerId }, 1), await bookFor({ customerId }, 2)];
  const [first = "", second = ""] = eventIds;
  expect((await post(`/events/${second}/payments`, { method: "check", amount: 1800 })).status).toBe(201);
  const refused = await pay(eventIds);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^Match \d+, .+, was paid on .+ by Check\. Nothing was recorded\.$/),
  ]);
  expect(await testBed.readPayments(first)).toMatchObject({ paid: 0, due: 1800 });
  await testBed.club.manager("PATCH", testBed.club.path(`/events/${first}`), { price: 1200 });
  expect((await pay([first])).body.message).toMatch(/€12\.00 is due now/);
});

test("of two desks that take the same debts at once, one gets them", async () => {
  const customerId = await addCustomer();
  const eventIds = [
    await bookFor({ customerId }, 1),
    await bookFor({ customerId }, 2),
    await bookFor({ customerId }, 3),
  ];
  const answers = await Promise.all([
    pay(eventIds),
    pay(eventIds.toReversed()),
    pay(eventIds),
    pay(eventIds.toReversed()),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  for (const id of eventIds) expect(await testBed.readPayments(id)).toMatchObject({ paid: 1800, due: 0 });
});

test("a request that is repeated with its key is recorded once", async () => {
  const customerId = await addCustomer();
  const eventIds = [await bookFor({ customerId }, 1), await bookFor({ customerId }, 2)];
  const headers = { "idempotency-key": "several-1" };
  const [first, again] = [await pay(eventIds, {}, headers), await pay(eventIds, {}, headers)];
  expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id]);
  expect(await testBed.readPayments(eventIds[0] ?? "")).toMatchObject({ paid: 1800 });
});

test("one payment is of one customer; a guardian pays for the children", async () => {
  const [anna, ben] = [await addCustomer(), await addCustomer()];
  const child = await addCustomer({ guardianId: anna });
  const ofAnna = await bookFor({ customerId: anna }, 1);
  const ofBen = await bookFor({ customerId: ben }, 1);
  const ofChild = await bookFor({ customerId: child }, 1);
  expect((await pay([ofAnna, ofBen])).status).toBe(409);
  expect((await pay([ofAnna, ofChild])).status).toBe(201);
});

test("wrong input is refused on its field, others' bookings do not exist, and members may not record", async () => {
  const customerId = await addCustomer();
  const eventId = await bookFor({ customerId }, 1);
  expect((await pay([eventId, eventId])).status).toBe(422);
  expect((await pay([])).status).toBe(422);
  expect((await pay([eventId], { method: "card" })).body.errors).toHaveProperty("method");
  expect((await pay(["01976d2e-7c00-7000-8000-000000000000"])).status).toBe(404);
  const other = testBed.testApp.as(await testBed.testApp.member(testBed.testApp.otherOrganizationId, 2));
  const path = `/organizations/${testBed.testApp.otherOrganizationId}`;
  const body = { method: "cash", debts: [{ eventId, amount: 1800 }] };
  expect((await other("POST", `${path}/payments`, body)).status).toBe(404);
  expect((await other("POST", `${path}/debts/remind`, { eventIds: [eventId] })).status).toBe(404);
  expect((await testBed.club.member("POST", testBed.club.path("/payments"), body)).status).toBe(403);
  expect((await testBed.club.member("GET", testBed.club.path("/debts"))).status).toBe(403);
});

test("a reminder lists what a customer owes with links to pay, once a day for each debt", async () => {
  const customerId = await addCustomer({ email: "owes@example.test" });
  const eventIds = [await bookFor({ customerId }, -4), await bookFor({ customerId }, 4)];
  const { status, body } = await remind(eventIds);
  expect([status, body.data.refused]).toEqual([200, []]);
  expect(body.data.sent).toEqual(eventIds.map((eventId) => ({ eventId, chargeId: null, email: "owes@example.test" })));
  const mail = (await testBed.testApp.mails()).findLast(({ to }) => to?.[0]?.address === "owes@example.test");
  expect(mail?.subject).toContain("36,00");
  expect(mail?.text).not.toContain("cs_test_");
  expect(new Set(mail?.text?.match(/\/d\/[\w-]{43}/g)).size).toBe(1);
  expect(
    (await listDebts(`customerId=${customerId}`)).map(({ remindedAt, isRemindable }) => [remindedAt, isRemindable]),
  ).toEqual([
    [monday, false],
    [monday, false],
  ]);
  expect((await at(`/customers/${customerId}/balance`)).body.data.debts).toMatchObject([
    { state: "overdue", remindedAt: monday },
    { state: "later", remindedAt: monday },
  ]);
  const again = await remind(eventIds);
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/already sent today/)]);
  const other = await bookFor({ customerId }, 5);
  const part = await remind([...eventIds, other]);
  expect([part.status, part.body.data.sent.length, part.body.data.refused.length]).toEqual([200, 1, 2]);
  testBed.testApp.clock.advance(DAY_MS);
  expect((await remind(eventIds)).body.data.sent).toHaveLength(2);
});

test("of two desks that remind at once, one sends the mail", async () => {
  const customerId = await addCustomer({ email: "twice@example.test" });
  const eventId = await bookFor({ customerId }, 4);
  const answers = await Promise.all([remind([eventId]), remind([eventId])]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const mails = (await testBed.testApp.mails()).filter(
    ({ to, subject }) => to?.[0]?.address === "twice@example.test" && subject?.includes("à payer"),
  );
  expect(mails).toHaveLength(1);
});

test("an account is led to its booking, a child's debt goes to the guardian, and who has no address is named", async () => {
  const own = await bookFor({ userId: testBed.club.memberPerson.id }, 6);
  expect((await remind([own])).status).toBe(200);
  const mails = (await testBed.testApp.mails()).filter(({ text }) => text?.includes(`/events/${own}`));
  expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/18,00.* à payer$/));
  const guardianId = await addCustomer({ email: "guardian@example.test" });
  const ofChild = await bookFor({ customerId: await addCustomer({ guardianId }) }, 6);
  expect((await listDebts(`due=later&per_page=100`)).find(({ id }) => id === ofChild)?.isRemindable).toBe(true);
  expect((await remind([ofChild])).body.data.sent).toMatchObject([{ email: "guardian@example.test" }]);
  const nobody = await bookFor({ customerId: await addCustomer() }, 6);
  expect((await remind([nobody])).body.message).toMatch(/no email address/);
});

const payLinksOf = async (address: string) => {
  const mails = (await testBed.testApp.mails()).filter(
    ({ to, subject }) => to?.[0]?.address === address && subject?.endsWith("à payer"),
  );
  return mails.map(({ text }) => text?.match(/cs_test_/g)?.length ?? 0);
};

test("during an outage of the provider reminders go without links, and few wait for it", async () => {
  const email = "outage@example.test";
  const eventIds: string[] = [];
  // People who share an address have no page together.
  for (let count = 0; count < 20; count += 1)
    eventIds.push(await bookFor({ customerId: await addCustomer({ email }) }, 20 + count));
  testBed.faults.isDown = true;
  const { status, body } = await remind(eventIds).finally(() => void (testBed.faults.isDown = false));
  expect([status, body.data.sent.length, body.data.refused]).toEqual([200, 20, []]);
  expect(await payLinksOf("outage@example.test")).toEqual([0]);
  const tried = await testBed.testApp.db
    .selectFrom("payments")
    .select("event_id")
    .where("event_id", "in", eventIds)
    .execute();
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.length).toBeLessThan(eventIds.length);
});

test("a reminder's link counts as one of the links that an event has an hour", async () => {
  const customerId = await addCustomer({ email: "often@example.test" });
  const eventId = await bookFor({ customerId }, 9);
  for (let count = 0; count < 10; count += 1)
    expect((await post(`/events/${eventId}/payment-link`, { email: "other@example.test" })).status).toBe(200);
  expect((await remind([eventId])).body.data.sent).toHaveLength(1);
  expect(await payLinksOf("often@example.test")).toEqual([0]);
  expect((await post(`/events/${eventId}/payment-link`, {})).status).toBe(429);
});

test("link, reminder and message reach the same address: the account's, the one that was noted, or the guardian's", async () => {
  const noted = await addCustomer({ email: "noted@example.test" });
  const ofNoted = await addCustomer({ guardianId: noted });
  const { body } = await at(`/users/${testBed.club.memberPerson.id}/customer`);
  const ofAccount = await addCustomer({ guardianId: body.data.id });
  const cases = [
    [noted, "noted@example.test", /^À payer/],
    [ofNoted, "noted@example.test", /^À payer/],
    [ofAccount, testBed.club.memberPerson.email, /^À payer|^To pay/],
  ] as const;
  for (const [customerId, email, subject] of cases) {
    const eventId = await bookFor({ customerId }, 11);
    testBed.testApp.clock.advance(1000);
    const link = await post(`/events/${eventId}/payment-link`, {});
    expect([link.status, link.body.data?.email]).toEqual([200, email]);
    const mail = (await testBed.testApp.mails()).findLast(({ to }) => to?.[0]?.address === email);
    expect(mail?.subject).toMatch(subject);
    expect((await remind([eventId])).body.data.sent).toMatchObject([{ email }]);
    const message = await post(`/customers/${customerId}/message`, { subject: "Balls", text: "Yours are here." });
    expect([message.status, message.body.data?.email]).toEqual([200, email]);
  }
});

test("before and after a payment at the desk it is said to whom a receipt goes: the customer, the guardian, or nobody", async () => {
  const parent = "parent@example.test";
  const countReceipts = async () =>
    (await testBed.testApp.mails()).filter(
      ({ to, subject }) => to?.[0]?.address === parent && subject?.includes("18,00"),
    ).length;
  const pays = async (customerId: string) => {
    const eventId = await bookFor({ customerId }, 24);
    const before = await countReceipts();
    const { receiptTo: said } = (await at(`/events/${eventId}/payments`)).body.data;
    const { body } = await post(`/events/${eventId}/payments`, { method: "cash", amount: 1800 });
    expect((await at(`/events/${eventId}/payments`)).body.data.receiptTo).toBeNull();
    return [said, body.data.receiptTo, (await countReceipts()) - before];
  };
  const guardianId = await addCustomer({ email: "parent@example.test" });
  expect(await pays(guardianId)).toEqual([parent, parent, 1]);
  expect(await pays(await addCustomer({ guardianId }))).toEqual([parent, parent, 1]);
  expect(await pays(await addCustomer({ phone: "+33 6 12 34 56 70" }))).toEqual([null, null, 0]);
  const { receiptTo } = (
    await testBed.club.member(
      "GET",
      testBed.club.path(`/events/${await bookFor({ userId: testBed.club.memberPerson.id }, 25)}/payments`),
    )
  ).body.data;
  expect(receiptTo).toBeNull();
});

test("an address that is given with a payment gets the receipt and is kept on who pays, and replaces none", async () => {
  const guardianId = await addCustomer();
  const [first, second] = [await addCustomer({ guardianId }), await addCustomer({ guardianId })];
  const [one, other] = [await bookFor({ customerId: first }, 30), await bookFor({ customerId: second }, 30)];
  expect((await at(`/events/${one}/payments`)).body.data).toMatchObject({ receiptTo: null, asksReceiptAddress: true });
  const wrong = await pay([one, other], { email: "no address" });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["email"]]);
  const email = "anne.lebrun@example.test";
  const group = await pay([one, other], { email });
  expect([group.status, group.body.data.receiptsTo]).toEqual([201, [email]]);
  expect((await at(`/customers/${guardianId}`)).body.data.email).toBe(email);
  expect((await at(`/customers/${first}`)).body.data.email).toBeNull();
  const later = await bookFor({ customerId: guardianId }, 31);
  const { asksReceiptAddress } = (await at(`/events/${later}/payments`)).body.data;
  const draft = { method: "cash", amount: 1800, email: "another@example.test" };
  const { receiptTo } = (await post(`/events/${later}/payments`, draft)).body.data;
  expect([asksReceiptAddress, receiptTo]).toEqual([false, email]);
  expect((await at(`/customers/${guardianId}`)).body.data.email).toBe(email);
});

test("an account without a confirmed address is given none at the desk", async () => {
  const person = await testBed.testApp.person();
  await testBed.testApp.db.updateTable("users").set({ email_verified_at: null }).where("id", "=", person.id).execute();
  const customerId = await addCustomer();
  await testBed.testApp.db
    .updateTable("customers")
    .set({ user_id: person.id })
    .where("organization_id", "=", testBed.club.organizationId)
    .where("id", "=", customerId)
    .execute();
  const { receiptTo, asksReceiptAddress } = (await at(`/events/${await bookFor({ customerId }, 32)}/payments`)).body
    .data;
  expect([receiptTo, asksReceiptAddress]).toEqual([null, false]);
});

test("a request is no debt before it is approved", async () => {
  const customerId = await addCustomer({ email: "asks@example.test" });
  const eventId = await bookFor({ customerId }, 26);
  const { db } = testBed.testApp;
  await db
    .updateTable("events")
    .set({ status: "pending", pending_reason: "approval" })
    .where("id", "=", eventId)
    .execute();
  await db.updateTable("charges").set({ pending_reason: "approval" }).where("event_id", "=", eventId).execute();
  expect(await sums(`customerId=${customerId}`)).toEqual([]);
  expect(await listDebts(`customerId=${customerId}`)).toEqual([]);
  expect((await at(`/events?customerId=${customerId}&unpaid=true`)).body.meta.total).toBe(0);
  expect((await at(`/event-sums?customerId=${customerId}`)).body.data.currencies).toMatchObject([
    { due: 0, overdue: 0, toApprove: 1800 },
  ]);
  expect((await remind([eventId])).body.message).toContain("still waits for approval");
  await post(`/events/${eventId}/approve`, {});
  expect(await sums(`customerId=${customerId}`)).toMatchObject([{ later: { count: 1, amount: 1800 } }]);
});

test("the list of customers asks what each of a page owes", async () => {
  const owes = await addCustomer();
  const owesNothing = await addCustomer();
  await bookFor({ customerId: owes }, -9);
  await bookFor({ customerId: owes }, 30);
  const { body } = await at(`/customer-dues?customerIds=${owes},${owesNothing}`);
  expect(body.data).toEqual([{ customerId: owes, currency: "EUR", overdue: 1800, later: 1800, prepaid: 0 }]);
  expect((await at("/customer-dues?customerIds=nobody")).status).toBe(422);
  expect((await testBed.club.member("GET", testBed.club.path(`/customer-dues?customerIds=${owes}`))).status).toBe(403);
});
