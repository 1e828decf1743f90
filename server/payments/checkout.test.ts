/** Paying on the provider's page, with the provider's own SDK over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

test("a member's booking is held until it is paid, and stands once it is; the fee comes later", async () => {
  const event = await till.book();
  expect(event).toMatchObject({ status: "pending", pendingReason: "payment", paymentStatus: "due" });
  expect(event.holdExpiresAt).toBe("2026-06-01T08:31:00.000Z");
  expect(await till.house.mails()).toEqual([]);
  expect(await till.money(event.id, till.club.member)).toMatchObject({ price: 1800, due: 1800, actions: ["pay"] });
  const waiting = async () => {
    const { body } = await till.club.member("GET", "/auth/user/events?pendingReason=payment");
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await waiting()).toEqual([event.id]);

  const page = await till.checkout(event.id);
  const shown = await till.showPage(page.url);
  expect(shown.text).toContain("€18.00");
  const { status, location } = await till.onPage(page.url, "pay");
  expect([status, location]).toEqual([
    303,
    `http://localhost:3000/organizations/${till.house.here}/payments/${page.paymentId}/return`,
  ]);
  // The page that the payer comes back to asks at once.
  const { body } = await till.club.member("POST", till.club.path(`/payments/${page.paymentId}/check`), {});
  expect(body.data).toEqual({ status: "succeeded", eventId: event.id, eventStatus: "approved", failure: null });
  expect(await waiting()).toEqual([]);
  const paid = await till.club.manager("GET", till.club.path(`/payments/${page.paymentId}`));
  expect(paid.body.data).toMatchObject({ amount: 1800, stripeFee: null, method: "card", country: { name: "France" } });

  await till.settle();
  const known = await till.club.manager("GET", till.club.path(`/payments/${page.paymentId}`));
  expect(known.body.data).toMatchObject({ status: "succeeded", stripeFee: 52, refundable: 1800 });
  expect(await till.event(event.id)).toMatchObject({ status: "approved", paymentStatus: "paid", holdExpiresAt: null });
  const mails = await till.house.mails();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Réservé\s: Match/),
    expect.stringMatching(/^Paiement reçu\s: 18,00\s€ pour Match/),
  ]);
});

test("who asks twice, or twice at once, is shown the same page", async () => {
  const event = await till.book();
  const pages = await Promise.all([till.checkout(event.id), till.checkout(event.id), till.checkout(event.id)]);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  expect(await till.checkout(event.id)).toEqual(pages[0]);
  expect((await till.money(event.id)).payments).toHaveLength(1);
});

test("a page keeps the hold for as long as it lives", async () => {
  const event = await till.book();
  till.house.clock.pass(20 * minute);
  const page = await till.checkout(event.id);
  expect(page.expiresAt).toBe("2026-06-01T08:51:00.000Z");
  expect((await till.event(event.id)).holdExpiresAt).toBe(page.expiresAt);
});

test("nobody keeps a slot without paying, by asking for page after page", async () => {
  const event = await till.book();
  const ask = () => till.club.member("POST", till.club.path(`/events/${event.id}/checkout`), {});
  expect((await ask()).status).toBe(200);
  till.house.clock.pass(30 * minute + 5000);
  const second = await ask();
  expect(second.body.data.expiresAt).toBe("2026-06-01T09:01:05.000Z");
  till.house.clock.pass(20 * minute);
  expect((await ask()).body.data.url).toBe(second.body.data.url);
  till.house.clock.pass(10 * minute);
  expect(await ask()).toMatchObject({ status: 409, body: { message: "The time to pay has run out: book again" } });
  till.house.clock.pass(4 * minute);
  await till.house.jobs.sweep("events.expire");
  expect((await till.event(event.id)).status).toBe("canceled");
});

test("a page that the provider failed to open is soon asked for in a new way", async () => {
  const { body } = await till.club.manager(
    "POST",
    till.club.path("/events"),
    till.draft({ customer: { userId: till.club.memberPerson.id } }),
  );
  const keys: (string | undefined)[] = [];
  till.weather.heard = ({ method, key }) => void (method === "POST" && keys.push(key));
  const link = () => till.club.manager("POST", till.club.path(`/events/${body.data.id}/payment-link`), {});
  till.weather.losesAnswers = 2;
  expect((await link()).status).toBe(503);
  till.house.clock.pass(minute);
  expect((await link()).status).toBe(200);
  expect(new Set(keys).size).toBe(2);
});

test("a card that is declined leaves the page open for another one", async () => {
  const event = await till.book();
  const { url, paymentId } = await till.checkout(event.id);
  const declined = await till.onPage(url, "pay", "declined");
  expect(declined.text).toContain("The card was declined");
  await till.settle();
  const { payments } = await till.money(event.id);
  expect(payments).toMatchObject([{ status: "processing", failure: "Your card was declined." }]);
  expect((await till.money(event.id, till.club.member)).payments).toMatchObject([{ failure: null }]);
  await till.onPage(url, "pay");
  await till.settle();
  expect((await till.event(event.id)).status).toBe("approved");
  expect((await till.money(event.id)).payments).toMatchObject([{ id: paymentId, status: "succeeded", failure: null }]);
});

test("the bank may ask first, and be told no", async () => {
  const event = await till.book();
  const { url } = await till.checkout(event.id);
  expect((await till.onPage(url, "pay", "confirms")).text).toContain("Confirm the payment of €18.00");
  expect((await till.onPage(url, "refuse")).text).toContain("The card was declined");
  await till.settle();
  expect((await till.event(event.id)).status).toBe("pending");
  await till.onPage(url, "pay", "confirms");
  expect((await till.onPage(url, "confirm")).status).toBe(303);
  await till.settle();
  expect((await till.event(event.id)).status).toBe("approved");
});

test("who closes the page and comes back finds it again; who never does lets the slot go", async () => {
  const event = await till.book();
  const { url } = await till.checkout(event.id);
  till.house.clock.pass(10 * minute);
  expect((await till.checkout(event.id)).url).toBe(url);
  till.house.clock.pass(24 * minute);
  await till.house.jobs.sweep("events.expire");
  expect((await till.event(event.id)).status).toBe("canceled");
  expect((await till.money(event.id)).payments).toMatchObject([{ status: "canceled" }]);
  const late = await till.club.member("POST", till.club.path(`/events/${event.id}/checkout`), {});
  expect(late.status).toBe(409);
  expect((await till.showPage(url)).text).toContain("closed");
});

test("nobody else pays for a booking, nor asks about its payment", async () => {
  const event = await till.book();
  const { paymentId } = await till.checkout(event.id);
  const other = till.house.as(await till.house.member(till.house.here, 4));
  expect((await other("POST", till.club.path(`/events/${event.id}/checkout`), {})).status).toBe(404);
  expect((await other("GET", till.club.path(`/events/${event.id}/payments`))).status).toBe(404);
  expect((await other("POST", till.club.path(`/payments/${paymentId}/check`), {})).status).toBe(404);
  expect((await till.club.member("POST", `/organizations/all/payments/${paymentId}/check`, {})).status).toBe(404);
});
