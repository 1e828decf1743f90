/** What the team asks for afterwards: a link to pay, money at the desk, and lists of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/house.ts";
import { openTill, type Till } from "#tests/till.ts";

const hour = 3_600_000;
let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
beforeEach(() => till.house.clock.set(monday));

const bookedByDesk = async (more = {}) =>
  (await till.club.staff("POST", till.club.path("/events"), till.draft(more))).body.data;
const link = (id: string, body = {}) => {
  // Mails are read in the order of their instants.
  till.house.clock.pass(1000);
  return till.club.staff("POST", till.club.path(`/events/${id}/payment-link`), body);
};
const linkFor = async (address: string) => {
  const mail = (await till.house.mails()).findLast(
    ({ to, text }) => to?.[0]?.address === address && text?.includes("cs_test"),
  );
  return /http:\/\/localhost:3000\/test-payments\/cs_test_\w+/.exec(mail?.text ?? "")?.[0] ?? "";
};

test("a walk-in pays by a link that lives for a day, without an account", async () => {
  const { id } = await bookedByDesk({ customer: { name: "Anna Walk" } });
  expect(await till.money(id)).toMatchObject({ due: 1800, actions: ["link", "record"] });
  expect((await link(id)).body.errors).toEqual({ email: ["Nobody’s address is known: say where the link goes to"] });
  const { status, body } = await link(id, { email: "anna@walk.example" });
  expect([status, body.data, body.message]).toEqual([200, { email: "anna@walk.example" }, "Payment link sent"]);
  const url = await linkFor("anna@walk.example");
  till.house.clock.pass(20 * hour);
  const { location } = await till.onPage(url, "pay");
  expect(location).toBe("http://localhost:3000/paid");
  await till.settle();
  expect(await till.event(id)).toMatchObject({ status: "approved", paymentStatus: "paid" });
  const receipts = (await till.house.mails()).filter(({ to }) => to?.[0]?.address === "anna@walk.example");
  expect(receipts.at(-1)?.subject).toMatch(/^Payment received/);
});

test("a member's link goes to the member, in their language; asked for again, it is the same page", async () => {
  const { id } = await bookedByDesk({ customer: { userId: till.club.memberPerson.id } });
  expect((await link(id)).body.data.email).toBe(till.club.memberPerson.email);
  const first = await linkFor(till.club.memberPerson.email);
  await link(id);
  expect(await linkFor(till.club.memberPerson.email)).toBe(first);
  expect((await till.checkout(id)).url).toBe(first);
});

test("who pays at the desk meanwhile finds the page closed; what was paid twice goes back", async () => {
  const pay = (id: string) =>
    till.club.staff("POST", till.club.path(`/events/${id}/payments`), { amount: 1800, method: "cash" });
  const closed = await bookedByDesk({ customer: { userId: till.club.memberPerson.id } });
  const { url } = await till.checkout(closed.id);
  expect((await pay(closed.id)).status).toBe(201);
  await till.settle();
  expect((await till.onPage(url, "pay")).status).toBe(200);
  expect(await till.money(closed.id)).toMatchObject({ paid: 1800, refunded: 0 });

  const twice = await bookedByDesk({ customer: { userId: till.club.memberPerson.id } });
  const page = await till.checkout(twice.id);
  await till.onPage(page.url, "pay");
  expect((await pay(twice.id)).status).toBe(201);
  await till.settle();
  const money = await till.money(twice.id);
  expect(money).toMatchObject({ paid: 3600, refunded: 1800, due: 0 });
  expect(await till.event(twice.id)).toMatchObject({ paymentStatus: "paid" });
});

test("another price makes another page", async () => {
  const { id } = await bookedByDesk({ customer: { userId: till.club.memberPerson.id } });
  const { url } = await till.checkout(id);
  await till.club.manager("PATCH", till.club.path(`/events/${id}`), { price: 1200 });
  const next = await till.checkout(id);
  expect(next.url).not.toBe(url);
  expect((await till.showPage(url)).text).toContain("closed");
  expect((await till.showPage(next.url)).text).toContain("€12.00");
  await till.club.manager("POST", till.club.path(`/events/${id}/cancel`), { reason: "Rain" });
  await till.settle();
  expect((await till.onPage(next.url, "pay")).status).toBe(200);
  expect(await till.money(id)).toMatchObject({ paid: 0, due: 0, actions: [] });
});

test("who pays at the desk what is held has it at once", async () => {
  const { id } = await till.book();
  const answer = await till.club.staff("POST", till.club.path(`/events/${id}/payments`), {
    amount: 1800,
    method: "card_on_site",
  });
  expect(answer.status).toBe(201);
  expect(await till.event(id)).toMatchObject({ status: "approved", paymentStatus: "paid", holdExpiresAt: null });
});

test("little amounts are paid on site, or not at all", async () => {
  const fieldId = await till.club.addField();
  await till.club.addPrices([fieldId], { 60: 40 });
  const refused = await till.club.member("POST", till.club.path("/events"), till.draft({ fieldId, payment: "online" }));
  expect(refused.body.errors).toEqual({ payment: ["Online payment begins at €0.50"] });
  expect((await till.club.member("POST", till.club.path("/events"), till.draft({ fieldId }))).body.data.status).toBe(
    "approved",
  );
});

test("members see their own payments alone, and nothing of what is between the team and the provider", async () => {
  const { paymentId } = await till.paid();
  const own = await till.club.member("GET", "/auth/user/payments");
  expect(own.body.data.map(({ id }: { id: string }) => id)).toContain(paymentId);
  const other = till.house.as(await till.house.member(till.house.here, 4));
  expect((await other("GET", "/auth/user/payments")).body.data).toEqual([]);
  expect((await till.club.member("GET", till.club.path("/payments"))).status).toBe(403);
  const found = await till.club.staff(
    "GET",
    till.club.path("/payments?method=card&status=succeeded&from=2026-06-01&to=2026-06-01"),
  );
  expect(found.body.data.length).toBeGreaterThan(0);
  expect((await till.club.staff("GET", till.club.path("/payments?to=2026-05-31"))).body.data).toEqual([]);
});
