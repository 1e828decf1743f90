import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

test("a member's booking is held until it is paid, and stands once it is; the fee comes later", async () => {
  const event = await testBed.book();
  expect(event).toMatchObject({ status: "pending", pendingReason: "payment", paymentStatus: "due" });
  expect(event.holdExpiresAt).toBe("2026-06-01T08:31:00.000Z");
  expect(await testBed.testApp.mails()).toEqual([]);
  expect(await testBed.readPayments(event.id, testBed.club.member)).toMatchObject({
    price: 1800,
    due: 1800,
    actions: ["pay"],
  });
  const waiting = async () => {
    const { body } = await testBed.club.member("GET", "/auth/user/events?pendingReason=payment");
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await waiting()).toEqual([event.id]);

  const page = await testBed.checkout(event.id);
  const shown = await testBed.fetchPage(page.url);
  expect(shown.text).toContain("€18.00");
  const { status, location } = await testBed.submitPage(page.url, "pay");
  expect([status, location]).toEqual([
    303,
    `http://localhost:3000/organizations/${testBed.testApp.organizationId}/payments/${page.paymentId}/return`,
  ]);
  const { body } = await testBed.club.member("POST", testBed.club.path(`/payments/${page.paymentId}/check`), {});
  expect(body.data).toEqual({
    status: "succeeded",
    eventId: event.id,
    eventStatus: "approved",
    failure: null,
    transfer: null,
    card: null,
  });
  expect(await waiting()).toEqual([]);
  const paid = await testBed.club.manager("GET", testBed.club.path(`/payments/${page.paymentId}`));
  expect(paid.body.data).toMatchObject({ amount: 1800, stripeFee: null, method: "card", country: { name: "France" } });

  await testBed.runJobs();
  const known = await testBed.club.manager("GET", testBed.club.path(`/payments/${page.paymentId}`));
  expect(known.body.data).toMatchObject({ status: "succeeded", stripeFee: 52, refundable: 1800 });
  expect(await testBed.readEvent(event.id)).toMatchObject({
    status: "approved",
    paymentStatus: "paid",
    holdExpiresAt: null,
  });
  const mails = await testBed.testApp.mails();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Réservé\s: Match/),
    expect.stringMatching(/^Paiement reçu\s: 18,00\s€ pour Match/),
  ]);
});

test("asking for a checkout twice, or twice at once, returns the same session", async () => {
  const event = await testBed.book();
  const pages = await Promise.all([testBed.checkout(event.id), testBed.checkout(event.id), testBed.checkout(event.id)]);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  expect(await testBed.checkout(event.id)).toEqual(pages[0]);
  expect((await testBed.readPayments(event.id)).payments).toHaveLength(1);
});

test("a page keeps the hold for as long as it lives", async () => {
  const event = await testBed.book();
  testBed.testApp.clock.advance(20 * minute);
  const page = await testBed.checkout(event.id);
  expect(page.expiresAt).toBe("2026-06-01T08:51:00.000Z");
  expect((await testBed.readEvent(event.id)).holdExpiresAt).toBe(page.expiresAt);
});

test("repeated checkouts do not extend a hold without payment", async () => {
  const event = await testBed.book();
  const ask = () => testBed.club.member("POST", testBed.club.path(`/events/${event.id}/checkout`), {});
  expect((await ask()).status).toBe(200);
  testBed.testApp.clock.advance(30 * minute + 5000);
  const second = await ask();
  expect(second.body.data.expiresAt).toBe("2026-06-01T09:01:05.000Z");
  testBed.testApp.clock.advance(20 * minute);
  expect((await ask()).body.data.url).toBe(second.body.data.url);
  testBed.testApp.clock.advance(10 * minute);
  expect(await ask()).toMatchObject({ status: 409, body: { message: "The time to pay has run out: book again" } });
  testBed.testApp.clock.advance(4 * minute);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect((await testBed.readEvent(event.id)).status).toBe("canceled");
});

test("a checkout session that the provider failed to open is created again under a new idempotency key", async () => {
  const { body } = await testBed.club.manager(
    "POST",
    testBed.club.path("/events"),
    testBed.draft({ customer: { userId: testBed.club.memberPerson.id } }),
  );
  const keys: (string | undefined)[] = [];
  testBed.faults.onRequest = ({ method, key }) => void (method === "POST" && keys.push(key));
  const link = () => testBed.club.manager("POST", testBed.club.path(`/events/${body.data.id}/payment-link`), {});
  testBed.faults.lostResponses = 2;
  expect((await link()).status).toBe(503);
  testBed.testApp.clock.advance(minute);
  expect((await link()).status).toBe(200);
  expect(new Set(keys).size).toBe(2);
});

test("a card that is declined leaves the page open for another one", async () => {
  const event = await testBed.book();
  const { url, paymentId } = await testBed.checkout(event.id);
  const declined = await testBed.submitPage(url, "pay", "declined");
  expect(declined.text).toContain("The card was declined");
  await testBed.runJobs();
  const { payments } = await testBed.readPayments(event.id);
  expect(payments).toMatchObject([{ status: "processing", failure: "Your card was declined." }]);
  expect((await testBed.readPayments(event.id, testBed.club.member)).payments).toMatchObject([{ failure: null }]);
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
  expect((await testBed.readEvent(event.id)).status).toBe("approved");
  expect((await testBed.readPayments(event.id)).payments).toMatchObject([
    { id: paymentId, status: "succeeded", failure: null },
  ]);
});

test("the bank may ask first, and be told no", async () => {
  const event = await testBed.book();
  const { url } = await testBed.checkout(event.id);
  expect((await testBed.submitPage(url, "pay", "confirms")).text).toContain("Confirm the payment of €18.00");
  expect((await testBed.submitPage(url, "refuse")).text).toContain("The card was declined");
  await testBed.runJobs();
  expect((await testBed.readEvent(event.id)).status).toBe("pending");
  await testBed.submitPage(url, "pay", "confirms");
  expect((await testBed.submitPage(url, "confirm")).status).toBe(303);
  await testBed.runJobs();
  expect((await testBed.readEvent(event.id)).status).toBe("approved");
});

test("a closed checkout is reopened with the same session; without a payment the hold expires", async () => {
  const event = await testBed.book();
  const { url } = await testBed.checkout(event.id);
  testBed.testApp.clock.advance(10 * minute);
  expect((await testBed.checkout(event.id)).url).toBe(url);
  testBed.testApp.clock.advance(24 * minute);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect((await testBed.readEvent(event.id)).status).toBe("canceled");
  expect((await testBed.readPayments(event.id)).payments).toMatchObject([{ status: "canceled" }]);
  const late = await testBed.club.member("POST", testBed.club.path(`/events/${event.id}/checkout`), {});
  expect(late.status).toBe(409);
  expect((await testBed.fetchPage(url)).text).toContain("closed");
});

test("a booking is paid, and its payment read, by its booker alone", async () => {
  const event = await testBed.book();
  const { paymentId } = await testBed.checkout(event.id);
  const other = testBed.testApp.as(await testBed.testApp.member(testBed.testApp.organizationId, 4));
  expect((await other("POST", testBed.club.path(`/events/${event.id}/checkout`), {})).status).toBe(404);
  expect((await other("GET", testBed.club.path(`/events/${event.id}/payments`))).status).toBe(404);
  expect((await other("POST", testBed.club.path(`/payments/${paymentId}/check`), {})).status).toBe(404);
  expect((await testBed.club.member("POST", `/organizations/all/payments/${paymentId}/check`, {})).status).toBe(404);
});
