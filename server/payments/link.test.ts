import { minAmountIn } from "#server/payments/providers/stripe/min-amounts.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Invoice } from "#contract/invoice-shape.ts";
import type { Payment } from "#contract/payments.ts";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const hour = 3_600_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
beforeEach(() => testBed.testApp.clock.set(monday));

const bookAtDesk = async (more = {}) =>
  (await testBed.club.staff("POST", testBed.club.path("/events"), testBed.draft(more))).body.data;
const link = (id: string, body = {}) => {
  // The mails are sorted by time.
  testBed.testApp.clock.advance(1000);
  return testBed.club.staff("POST", testBed.club.path(`/events/${id}/payment-link`), body);
};
const linkFor = async (address: string) => {
  const mail = (await testBed.testApp.mails()).findLast(
    ({ to, text }) => to?.[0]?.address === address && text?.includes("cs_test"),
  );
  return /http:\/\/localhost:3000\/test-payments\/cs_test_\w+/.exec(mail?.text ?? "")?.[0] ?? "";
};

test("a walk-in pays by a link that lives for a day, without an account", async () => {
  const { id } = await bookAtDesk({ customer: { name: "Anna Walk" } });
  expect(await testBed.readPayments(id)).toMatchObject({ due: 1800, actions: ["link", "record"] });
  expect((await link(id)).body.errors).toEqual({ email: ["Nobody’s address is known: say where the link goes to"] });
  const { status, body } = await link(id, { email: "anna@walk.example" });
  expect([status, body.data, body.message]).toEqual([200, { email: "anna@walk.example" }, "Payment link sent"]);
  const url = await linkFor("anna@walk.example");
  testBed.testApp.clock.advance(20 * hour);
  const { location } = await testBed.submitPage(url, "pay");
  expect(location).toBe("http://localhost:3000/paid");
  await testBed.runJobs();
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });
  const receipts = (await testBed.testApp.mails()).filter(({ to }) => to?.[0]?.address === "anna@walk.example");
  const receipt = receipts.at(-1);
  expect(receipt?.subject).toMatch(/^Payment received/);
  // Without an account there is no page to fetch it from.
  const [invoice] = (await testBed.readPayments(id)).payments.flatMap(
    ({ invoices }: { invoices: Invoice[] }) => invoices,
  );
  expect(receipt?.text).toContain(`Your invoice ${invoice?.name} is attached.`);
  expect(receipt?.attachments).toMatchObject([{ filename: `${invoice?.name}.pdf`, mimeType: "application/pdf" }]);
  expect(
    Buffer.from(receipt?.attachments[0]?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
});

test("mails about a booking that bears its customer's name title it by its field", async () => {
  const { id } = await bookAtDesk({ name: "Carla Walk", customer: { name: "Carla Walk" } });
  await link(id, { email: "carla@walk.example" });
  const [mail] = (await testBed.testApp.mails()).filter(({ to }) => to?.[0]?.address === "carla@walk.example");
  expect(`${mail?.subject} ${mail?.text}`).not.toContain("Carla Walk");
  expect(mail?.subject).toContain("Court");
});

test("a link is copied without an address, and the customer's payments tell of it until and after it is paid", async () => {
  const { id } = await bookAtDesk({ customer: { name: "Bela Walk" } });
  const copy = () => testBed.club.staff("POST", testBed.club.path(`/events/${id}/payment-link/copy`), {});
  const { status, body } = await copy();
  expect([status, body.data.url]).toEqual([200, expect.stringContaining("/test-payments/cs_test_")]);
  expect((await copy()).body.data.url).toBe(body.data.url);
  const { customer } = await testBed.readEvent(id);
  const listed = async () =>
    (await testBed.club.staff("GET", testBed.club.path(`/customers/${customer?.customerId}/payments`))).body.data.map(
      ({ status: state, amount, link: given }: Payment) => [
        state,
        amount,
        given?.copiedAt ?? null,
        given?.sentAt ?? null,
      ],
    );
  const now = testBed.testApp.clock.now().toISOString();
  expect(await listed()).toEqual([["processing", 1800, now, null]]);
  await link(id, { email: "bela@walk.example" });
  expect(await listed()).toEqual([["processing", 1800, now, testBed.testApp.clock.now().toISOString()]]);
  await testBed.submitPage(body.data.url, "pay");
  await testBed.runJobs();
  expect(await listed()).toMatchObject([["succeeded", 1800, now, expect.any(String)]]);
  expect((await copy()).status).toBe(409);
  const member = await testBed.club.member("POST", testBed.club.path(`/events/${id}/payment-link/copy`), {});
  expect(member.status).toBe(403);
  const { data } = (await testBed.club.manager("GET", testBed.club.path("/activity?per_page=50"))).body;
  expect(JSON.stringify(data)).toContain("payments.copyLink");
});

test("what is due for an event is read in the scope of all organizations as well", async () => {
  const { id } = await bookAtDesk({ customer: { name: "Anna Walk" } });
  const admin = testBed.testApp.as(await testBed.testApp.person({ platformAdmin: true }));
  const { status, body } = await admin("GET", `/organizations/all/events/${id}/payments`);
  expect([status, body.data.due]).toEqual([200, 1800]);
});

test("a member's link goes to the member, in their language; asked for again, it is the same page", async () => {
  const { id } = await bookAtDesk({ customer: { userId: testBed.club.memberPerson.id } });
  expect((await link(id)).body.data.email).toBe(testBed.club.memberPerson.email);
  const first = await linkFor(testBed.club.memberPerson.email);
  await link(id);
  expect(await linkFor(testBed.club.memberPerson.email)).toBe(first);
  expect((await testBed.checkout(id)).url).toBe(first);
});

test("a payment at the desk expires the open checkout; a double payment is refunded", async () => {
  const pay = (id: string) =>
    testBed.club.staff("POST", testBed.club.path(`/events/${id}/payments`), { amount: 1800, method: "cash" });
  const closed = await bookAtDesk({ customer: { userId: testBed.club.memberPerson.id } });
  const { url } = await testBed.checkout(closed.id);
  expect((await pay(closed.id)).status).toBe(201);
  await testBed.runJobs();
  expect((await testBed.submitPage(url, "pay")).status).toBe(200);
  expect(await testBed.readPayments(closed.id)).toMatchObject({ paid: 1800, refunded: 0 });

  const twice = await bookAtDesk({ customer: { userId: testBed.club.memberPerson.id } });
  const page = await testBed.checkout(twice.id);
  await testBed.submitPage(page.url, "pay");
  expect((await pay(twice.id)).status).toBe(201);
  await testBed.runJobs();
  const money = await testBed.readPayments(twice.id);
  expect(money).toMatchObject({ paid: 3600, refunded: 1800, due: 0 });
  expect(await testBed.readEvent(twice.id)).toMatchObject({ paymentStatus: "paid" });
});

test("another price makes another page", async () => {
  const { id } = await bookAtDesk({ customer: { userId: testBed.club.memberPerson.id } });
  const { url } = await testBed.checkout(id);
  await testBed.club.manager("PATCH", testBed.club.path(`/events/${id}`), { price: 1200 });
  const next = await testBed.checkout(id);
  expect(next.url).not.toBe(url);
  expect((await testBed.fetchPage(url)).text).toContain("closed");
  expect((await testBed.fetchPage(next.url)).text).toContain("€12.00");
  await testBed.club.manager("POST", testBed.club.path(`/events/${id}/cancel`), { reason: "Rain" });
  await testBed.runJobs();
  expect((await testBed.submitPage(next.url, "pay")).status).toBe(200);
  expect(await testBed.readPayments(id)).toMatchObject({ paid: 0, due: 0, actions: [] });
});

test("a payment at the desk confirms a held booking at once", async () => {
  const { id } = await testBed.book();
  const answer = await testBed.club.staff("POST", testBed.club.path(`/events/${id}/payments`), {
    amount: 1800,
    method: "card_on_site",
  });
  expect(answer.status).toBe(201);
  expect(await testBed.readEvent(id)).toMatchObject({ status: "approved", paymentStatus: "paid", holdExpiresAt: null });
});

test("little amounts are paid on site, or not at all", async () => {
  const fieldId = await testBed.club.addField();
  await testBed.club.addPrices([fieldId], { 60: 40 });
  const refused = await testBed.club.member(
    "POST",
    testBed.club.path("/events"),
    testBed.draft({ fieldId, payment: "online" }),
  );
  expect(refused.body.errors).toEqual({ payment: ["Online payment begins at €0.50"] });
  expect(
    (await testBed.club.member("POST", testBed.club.path("/events"), testBed.draft({ fieldId }))).body.data.status,
  ).toBe("approved");
});

test("the smallest online payment is the provider's for the organization's currency", async () => {
  const organizationId = await testBed.testApp.organization("Kecskemét");
  const owner = testBed.testApp.as(await testBed.testApp.member(organizationId, 1));
  const path = `/organizations/${organizationId}`;
  expect((await owner("PATCH", path, { currency: "HUF", name: "Kecskemét" })).status).toBe(200);
  expect((await owner("GET", `${path}/payment-methods`)).body.data.least).toBe(17_500);
  expect(() => minAmountIn("XAU")).toThrow("Stripe's minimum in XAU is not known");
});

test("members see their own payments alone, and nothing of what is between the team and the provider", async () => {
  const { paymentId } = await testBed.bookAndPay();
  const own = await testBed.club.member("GET", "/auth/user/payments");
  expect(own.body.data.map(({ id }: { id: string }) => id)).toContain(paymentId);
  const other = testBed.testApp.as(await testBed.testApp.member(testBed.testApp.organizationId, 4));
  expect((await other("GET", "/auth/user/payments")).body.data).toEqual([]);
  expect((await testBed.club.member("GET", testBed.club.path("/payments"))).status).toBe(403);
  const found = await testBed.club.staff(
    "GET",
    testBed.club.path("/payments?method=card&status=succeeded&from=2026-06-01&to=2026-06-01"),
  );
  expect(found.body.data.length).toBeGreaterThan(0);
  expect((await testBed.club.staff("GET", testBed.club.path("/payments?to=2026-05-31"))).body.data).toEqual([]);
});

test("an event has ten links an hour at most, whoever sends them and to whom", async () => {
  const { id } = await bookAtDesk({ customer: { name: "Anna Walk" } });
  for (let count = 0; count < 10; count += 1)
    expect((await link(id, { email: `anna${count}@walk.example` })).status).toBe(200);
  expect((await link(id, { email: "anna@walk.example" })).status).toBe(429);
  const other = await bookAtDesk({ customer: { name: "Bert Walk" }, startTime: "2026-06-03T16:00:00Z" });
  expect((await link(other.id, { email: "bert@walk.example" })).status).toBe(200);
});
