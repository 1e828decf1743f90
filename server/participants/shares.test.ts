/** Shares of a booking: divided, paid by each, given back, and what is missing taken by the organizer. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { BookingPlayers, PlayerInvitation } from "#contract/participants.ts";
import type { TestCard } from "#dev/stripe-emulator/payments.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { listShareFaults } from "#tests/support/share-faults.ts";
import { monday, type ApiCall, type Person } from "#tests/support/test-app.ts";

let testBed: PaymentTestBed;
let organizer: Person;
let api: ApiCall;
let everyone: ApiCall;
let fieldId: string;
let days = 0;
const DAYS = 14;

beforeAll(async () => {
  testBed = await createPaymentTestBed();
  everyone = testBed.testApp.as(null);
  const bookingRules = {
    ...{ horizonDays: null, noticeMinutes: null, mostActive: null },
    cancellation: {
      until: 1440,
      steps: [
        { from: 2880, percent: 100 },
        { from: 1440, percent: 50 },
      ],
    },
  };
  await testBed.club.manager("PATCH", testBed.club.path(""), { bookingRules });
  const { db, organizationId: id, clock } = testBed.testApp;
  await insertDefaultProducts(db, { id, countryId: FRANCE_ID }, clock.now());
  fieldId = await testBed.club.addField({ name: "Padel 3", maxPeopleByEvent: 4 });
  await testBed.club.addPrices([fieldId], { 60: 3350 });
});
afterAll(() => testBed.close());
beforeEach(async () => {
  testBed.testApp.clock.set(monday);
  await keep("keep");
  for (const table of ["rate_limits", "emails"] as const) await testBed.testApp.db.deleteFrom(table).execute();
  const { testApp } = testBed;
  organizer = await testApp.join(
    await testApp.person({ firstName: "Ada", lastName: "Byron" }),
    testApp.organizationId,
    4,
  );
  api = testApp.as(organizer);
});

const keep = (unpaidShares: "keep" | "cancel") =>
  testBed.club.manager("PATCH", testBed.club.path(""), { unpaidShares });
const path = (eventId: string, rest = "") => testBed.club.path(`/bookings/${eventId}${rest}`);
/** Another time each time, from noon in Paris on, at least 9 days from now and before the sessions of people end. */
async function book(more: object = {}): Promise<string> {
  days += 1;
  const hours = 24 * (days % DAYS) + Math.floor(days / DAYS);
  const start = new Date(Date.parse("2026-06-10T10:00:00Z") + hours * 3_600_000);
  const draft = { fieldId, startTime: start.toISOString(), people: 4, ...more };
  return (await testBed.book(api, draft)).id;
}
const startOf = async (eventId: string) => Date.parse((await testBed.readEvent(eventId)).startTime);
const split = (eventId: string, by: ApiCall = api) => by("POST", path(eventId, "/split"), {});
const readPlayers = async (eventId: string, by: ApiCall = api): Promise<BookingPlayers> =>
  (await by("GET", path(eventId, "/participants"))).body.data;

async function payOwn(eventId: string): Promise<void> {
  const { url } = await testBed.checkout(eventId, api);
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
}
/** A shared booking whose organizer has paid. */
async function bookShared(more: object = {}): Promise<string> {
  const eventId = await book(more);
  const { status, body } = await split(eventId);
  expect([status, body.message]).toEqual([201, "The price is shared"]);
  await payOwn(eventId);
  return eventId;
}
async function makeLink(eventId: string): Promise<string> {
  const { body } = await api("POST", path(eventId, "/participants-link"), {});
  return body.data.url.split("/p/")[1];
}
/** Takes a place by the link. @returns the secret of the player */
async function come(link: string, name: string): Promise<string> {
  const { status, body } = await everyone("POST", `/participants/${link}`, { answer: "accepted", name });
  expect([status, body.message]).toEqual([200, "Your answer has been sent"]);
  return body.data.secret;
}
async function look(secret: string): Promise<PlayerInvitation> {
  const { status, body } = await everyone("GET", `/participants/${secret}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
}
const leave = (secret: string) => everyone("POST", `/participants/${secret}`, { answer: "left" });
const openPage = (secret: string) => everyone("POST", `/participants/${secret}/checkout`, {});
async function pay(secret: string): Promise<void> {
  const { status, body } = await openPage(secret);
  expect([status, body.message]).toEqual([200, undefined]);
  await testBed.submitPage(body.data.url, "pay");
  await testBed.runJobs();
}
const payFor = (secret: string, participantIds: readonly string[]) =>
  everyone("POST", `/participants/${secret}/shares`, { participantIds });
const settle = () => testBed.testApp.jobs.runScheduled("participants.settle");
/** Until the settling time of a booking, which is its deadline. */
async function passDeadline(eventId: string): Promise<void> {
  testBed.testApp.clock.set(new Date((await startOf(eventId)) - 24 * 3_600_000).toISOString());
}
async function refundEverything(): Promise<void> {
  testBed.testApp.clock.advance(20_000);
  for (const name of ["events.refund", "participants.refund", "payments.closePage"])
    await testBed.testApp.jobs.runScheduled(name);
  await testBed.runJobs();
}
const sharesOf = (eventId: string) =>
  testBed.testApp.db.selectFrom("charges").selectAll().where("share_of", "=", eventId).orderBy("id").execute();
async function expectNoFaults(): Promise<void> {
  const { db } = testBed.testApp;
  expect([...(await listShareFaults(db)), ...(await listChargeFaults(db)), ...(await listSaleFaults(db))]).toEqual([]);
}
const invoicesOf = async (customerId: string | null): Promise<number[]> =>
  (
    await testBed.testApp.db
      .selectFrom("invoices")
      .select("total_amount")
      .where("customer_id", "=", customerId)
      .orderBy("created_at")
      .orderBy("number")
      .execute()
  ).map(({ total_amount }) => total_amount);
const customerOf = async (eventId: string): Promise<string | null> =>
  (
    await testBed.testApp.db
      .selectFrom("events")
      .select("customer_id")
      .where("id", "=", eventId)
      .executeTakeFirstOrThrow()
  ).customer_id;

test("33.50 among four: the organizer pays 8.39 and the booking stands, each of the others pays 8.37 with an invoice", async () => {
  const eventId = await book();
  expect(await readPlayers(eventId)).toMatchObject({ offer: { own: 839, each: 837 }, split: null });
  const { status, body } = await split(eventId);
  expect([status, body.data.split]).toMatchObject([
    201,
    { own: 839, each: 837, ownDue: 839, missing: 2511, canEnd: true },
  ]);
  expect(await testBed.readPayments(eventId, api)).toMatchObject({ price: 3350, shared: 2511, due: 839 });
  await payOwn(eventId);
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "approved", paymentStatus: "paid", price: 3350 });
  const link = await makeLink(eventId);
  expect((await look(link)).share).toMatchObject({ amount: 837, due: 837, canPay: false });
  const secret = await come(link, "Zoé Morel");
  expect((await look(secret)).share).toMatchObject({ amount: 837, due: 837, currency: "EUR", canPay: true });
  const [share] = await sharesOf(eventId);
  expect(share).toMatchObject({ kind: "share", amount: 837, settled: 0, voided_at: null, event_id: null });
  const { body: debts } = await testBed.club.manager(
    "GET",
    testBed.club.path(`/debts?customerId=${share?.customer_id}`),
  );
  expect(debts.data).toMatchObject([{ chargeId: share?.id, eventId: null, kind: "share", due: 837 }]);
  await pay(secret);
  expect((await look(secret)).share).toMatchObject({ amount: 837, due: 0, canPay: false });
  expect(await readPlayers(eventId)).toMatchObject({
    split: { missing: 1674, canEnd: false, isSettled: false },
    players: [{ name: "Zoé Morel", share: { amount: 837, due: 0 } }],
  });
  expect(await invoicesOf(share?.customer_id ?? null)).toEqual([837]);
  expect(await invoicesOf(await customerOf(eventId))).toEqual([839]);
  const again = await openPage(secret);
  expect([again.status, again.body.message]).toEqual([409, "There is nothing to pay here any more."]);
  await expectNoFaults();
});

test("a price is shared once, by its organizer, online, ahead, by several, and while nothing is paid", async () => {
  const refused = async (eventId: string, by: ApiCall = api) => {
    const { status, body } = await split(eventId, by);
    return [status, body.message];
  };
  const eventId = await book();
  const answers = await Promise.all([split(eventId), split(eventId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await refused(eventId)).toEqual([409, "The price of this booking is shared already."]);
  for (const by of [testBed.club.member, testBed.club.manager]) expect((await split(eventId, by)).status).toBe(404);
  expect(await refused(await book({ people: 1 }))).toEqual([
    409,
    "This booking is for one person. Change its number of people to share its price.",
  ]);
  const onSite = await book({ payment: "on_site" });
  expect((await refused(onSite))[0]).toBe(409);
  expect(await readPlayers(onSite)).toMatchObject({ offer: null });
  const soon = new Date(testBed.testApp.clock.now().getTime() + 2.5 * 3_600_000).toISOString();
  expect((await refused(await book({ startTime: soon })))[0]).toBe(409);
  const paid = await book();
  await payOwn(paid);
  expect((await refused(paid))[0]).toBe(409);
});

test("as long as nothing is paid the organizer can pay alone again; a page of the former price pays no more than is owed", async () => {
  const eventId = await book();
  const whole = await testBed.checkout(eventId, api);
  await split(eventId);
  expect((await api("DELETE", path(eventId, "/split"))).status).toBe(200);
  expect((await api("DELETE", path(eventId, "/split"))).status).toBe(200);
  expect(await testBed.readPayments(eventId, api)).toMatchObject({ price: 3350, shared: 0, due: 3350 });
  await split(eventId);
  await testBed.submitPage(whole.url, "pay");
  await testBed.runJobs();
  await testBed.runJobs();
  const { paid, refunded } = await testBed.readPayments(eventId);
  expect(paid - refunded).toBe(839);
  const late = await api("DELETE", path(eventId, "/split"));
  expect([late.status, late.body.message]).toEqual([409, "A part of the price is paid already, so it stays shared."]);
});

test("at the settling time what is missing is the organizer's, once: two payments and two invoices, with a notice and a mail", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const secrets = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  for (const secret of secrets.slice(0, 2)) await pay(secret);
  testBed.testApp.clock.set(new Date((await startOf(eventId)) - 24 * 3_600_000 - 60_000).toISOString());
  await settle();
  expect(await readPlayers(eventId)).toMatchObject({ split: { own: 839, isSettled: false } });
  await passDeadline(eventId);
  await Promise.all([settle(), settle()]);
  await settle();
  expect(await readPlayers(eventId)).toMatchObject({ split: { own: 1676, ownDue: 837, missing: 0, isSettled: true } });
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "approved", paymentStatus: "partially_paid" });
  const mails = (await testBed.testApp.mails()).filter(
    ({ to, subject }) => to?.[0]?.address === organizer.email && /is missing|manque/.test(subject ?? ""),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/8[.,]37/);
  expect((await look(secrets[2] ?? "")).share).toBeNull();
  expect((await openPage(secrets[2] ?? "")).status).toBe(409);
  await payOwn(eventId);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "paid" });
  expect(await invoicesOf(await customerOf(eventId))).toEqual([839, 837]);
  const payments = (await testBed.readPayments(eventId)).payments.map(({ amount }) => amount);
  expect(payments.toSorted()).toEqual([837, 839]);
  await expectNoFaults();
});

test("where the club says so, a booking with unpaid shares is canceled, and everybody gets all back", async () => {
  await keep("cancel");
  const eventId = await bookShared();
  const secret = await come(await makeLink(eventId), "Bo");
  await pay(secret);
  await passDeadline(eventId);
  await settle();
  expect(await testBed.readEvent(eventId)).toMatchObject({ status: "canceled" });
  await refundEverything();
  const { paid, refunded } = await testBed.readPayments(eventId);
  expect([paid, refunded]).toEqual([839, 839]);
  expect(await sharesOf(eventId)).toMatchObject([{ settled: 0, credited: 837 }]);
  const restored = await testBed.club.manager("POST", testBed.club.path(`/events/${eventId}/restore`), {});
  expect(restored.status).toBe(409);
  await expectNoFaults();
});

test("who leaves before the settling time gets the share back, even while paying; after it nothing", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy] = [await come(link, "Bo"), await come(link, "Cy")];
  await pay(bo);
  const { body } = await openPage(cy);
  expect((await leave(bo)).status).toBe(200);
  expect((await leave(cy)).status).toBe(200);
  await testBed.submitPage(body.data.url, "pay");
  await refundEverything();
  expect((await sharesOf(eventId)).map(({ settled, void_reason }) => [settled, void_reason])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect(await readPlayers(eventId)).toMatchObject({ split: { missing: 2511 } });
  const back = await everyone("POST", `/participants/${bo}`, { answer: "accepted" });
  expect(back.body.data.share).toMatchObject({ amount: 837, due: 837 });
  await pay(bo);
  await passDeadline(eventId);
  await settle();
  expect((await leave(bo)).status).toBe(200);
  await refundEverything();
  expect((await sharesOf(eventId)).map(({ settled }) => settled).toSorted()).toEqual([0, 0, 837]);
  const late = await come(link, "Late");
  expect((await look(late)).share).toBeNull();
  expect(await readPlayers(eventId)).toMatchObject({ split: { own: 2513, ownDue: 1674 } });
  await expectNoFaults();
});

test("given to another customer before the settling time, all shares end and what is paid comes back; after it, what is paid stays", async () => {
  const next = await testBed.testApp.join(
    await testBed.testApp.person({ firstName: "Cy", lastName: "Takes" }),
    testBed.testApp.organizationId,
    4,
  );
  const give = (eventId: string) =>
    testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), { customer: { userId: next.id } });
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy, di] = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  const { body: page } = await openPage(di);
  const players = (await readPlayers(eventId)).players;
  expect(
    (
      await payFor(
        bo,
        players.flatMap(({ id, name }) => (name === "Cy" ? id : [])),
      )
    ).status,
  ).toBe(200);
  await pay(bo);
  const given = await give(eventId);
  expect([given.status, given.body.errors]).toEqual([200, undefined]);
  // Money of the page that was open comes late, and goes back.
  await testBed.submitPage(page.data.url, "pay");
  await testBed.runJobs();
  await refundEverything();
  const shares = await sharesOf(eventId);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares.map(({ settled, void_reason }) => [settled, void_reason])).toEqual(shares.map(() => [0, ""]));
  for (const secret of [bo, cy, di]) expect((await everyone("GET", `/participants/${secret}`)).status).toBe(404);
  // The first customer has paid 8.39 of the booking, which stays with it.
  expect(await testBed.readPayments(eventId)).toMatchObject({ price: 3350, shared: 0, paid: 839, due: 2511 });
  expect(await readPlayers(eventId, testBed.testApp.as(next))).toMatchObject({ players: [], split: null });
  await expectNoFaults();

  const settled = await bookShared();
  const paying = await come(await makeLink(settled), "Bo");
  await pay(paying);
  await passDeadline(settled);
  await settle();
  expect((await give(settled)).status).toBe(200);
  await refundEverything();
  expect((await sharesOf(settled)).map((share) => share.settled)).toEqual([837]);
  expect(await testBed.readPayments(settled)).toMatchObject({ price: 3350, shared: 837, paid: 839, due: 1674 });
  await expectNoFaults();
});

test("a cancellation gives each payer back by the same steps, also who is paying at that moment; a restored booking is owed again", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy, di] = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  await pay(bo);
  testBed.testApp.clock.set(new Date((await startOf(eventId)) - 30 * 3_600_000).toISOString());
  const page = (await openPage(cy)).body.data;
  const event = testBed.club.path(`/events/${eventId}`);
  expect((await api("POST", `${event}/cancel`, {})).status).toBe(200);
  expect((await sharesOf(eventId)).every(({ void_reason }) => void_reason !== null)).toBe(true);
  expect((await openPage(di)).status).toBe(409);
  expect((await api("POST", `${event}/restore`, {})).status).toBe(200);
  expect((await look(di)).share).toMatchObject({ due: 837, canPay: true });
  expect((await look(bo)).share).toMatchObject({ due: 0 });
  await expectNoFaults();
  expect((await api("POST", `${event}/cancel`, {})).status).toBe(200);
  await testBed.submitPage(page.url, "pay");
  await refundEverything();
  const { paid, refunded } = await testBed.readPayments(eventId);
  // Half of 8.39 and of 8.37, half a cent to the payer.
  expect([paid, refunded]).toEqual([839, 420]);
  expect((await sharesOf(eventId)).map(({ settled }) => settled).toSorted()).toEqual([0, 0, 418]);
  await expectNoFaults();
  expect((await testBed.club.manager("POST", `${event}/restore`, {})).status).toBe(200);
  expect((await look(bo)).share).toMatchObject({ due: 0 });
  expect((await look(cy)).share).toMatchObject({ amount: 837 });
  await expectNoFaults();
});

test("a change of people divides anew among who has not paid; a price below what is paid is refused", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy] = [await come(link, "Bo"), await come(link, "Cy")];
  await pay(bo);
  const change = (more: object) => testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), more);
  expect((await change({ people: 3 })).status).toBe(200);
  expect((await look(cy)).share).toMatchObject({ amount: 1674, due: 1674 });
  expect(await readPlayers(eventId)).toMatchObject({ split: { own: 839, each: 1674 } });
  expect((await change({ people: 4, price: 4000, priceReason: "Lights" })).status).toBe(200);
  expect((await look(cy)).share).toMatchObject({ amount: 1162 });
  await expectNoFaults();
  const low = await change({ price: 800, priceReason: "Rain" });
  expect([low.status, low.body.message]).toEqual([
    409,
    "Players have paid €8.37 of this booking already. Its price cannot be lower.",
  ]);
  expect((await change({ price: 1676, priceReason: "Rain" })).status).toBe(200);
  expect((await look(cy)).share).toBeNull();
  expect((await change({ price: 3350, priceReason: "Sun" })).status).toBe(200);
  expect((await look(cy)).share).toMatchObject({ amount: 837, due: 837 });
  await expectNoFaults();
});

test("the desk takes a share; two presses at once pay it once; and it is not voided by hand", async () => {
  const eventId = await bookShared();
  await come(await makeLink(eventId), "Bo");
  const [share] = await sharesOf(eventId);
  const debts = [{ chargeId: share?.id, amount: 837 }];
  const voided = await testBed.club.manager("POST", testBed.club.path(`/charges/${share?.id}/void`), {
    reason: "Typo",
  });
  expect(voided.status).toBe(409);
  expect(voided.body.message).toContain("share of a booking");
  const press = () => testBed.club.manager("POST", testBed.club.path("/payments"), { method: "cash", debts });
  const answers = await Promise.all([press(), press()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await readPlayers(eventId, testBed.club.staff)).toMatchObject({
    players: [{ share: { amount: 837, due: 0, chargeId: share?.id } }],
    offer: null,
  });
  await expectNoFaults();
});

test("the last two pay at once, and one pays on two pages", async () => {
  const eventId = await bookShared({ people: 3 });
  const link = await makeLink(eventId);
  const [bo, cy] = [await come(link, "Bo"), await come(link, "Cy")];
  const pages = await Promise.all([openPage(bo), openPage(cy), openPage(cy)]);
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(pages[1]?.body.data.url).toBe(pages[2]?.body.data.url);
  await Promise.all(pages.slice(0, 2).map(({ body }) => testBed.submitPage(body.data.url, "pay")));
  await testBed.runJobs();
  expect(await readPlayers(eventId)).toMatchObject({ split: { missing: 0 } });
  await passDeadline(eventId);
  await settle();
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "paid" });
  expect((await testBed.testApp.mails()).filter(({ subject }) => /missing/.test(subject ?? ""))).toEqual([]);
  await expectNoFaults();
});

test("signed in, a player pays their own share; strangers, other clubs, wrong and ended links pay nothing", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const { testApp } = testBed;
  const friend = testApp.as(await testApp.person({ firstName: "Grace", lastName: "Hopper" }));
  const joined = await friend("POST", "/auth/user/participations", { secret: link });
  expect(joined.body.data.share).toMatchObject({ amount: 837, canPay: true });
  const { id } = joined.body.data;
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await stranger("POST", `/auth/user/participations/${id}/checkout`, {})).status).toBe(404);
  expect((await stranger("POST", path(eventId, "/split"), {})).status).toBe(404);
  expect((await stranger("DELETE", path(eventId, "/split"))).status).toBe(404);
  const elsewhere = `/organizations/${testApp.otherOrganizationId}/bookings/${eventId}`;
  expect((await stranger("POST", `${elsewhere}/split`, {})).status).toBe(404);
  expect((await openPage("x".repeat(43))).status).toBe(404);
  expect((await openPage(link)).status).toBe(404);
  const page = await friend("POST", `/auth/user/participations/${id}/checkout`, {});
  expect(page.status).toBe(200);
  await testBed.submitPage(page.body.data.url, "pay");
  await testBed.runJobs();
  expect((await friend("GET", "/auth/user/participations")).body.data).toMatchObject([{ share: { due: 0 } }]);
  const secret = await come(link, "Bo");
  testApp.clock.advance(70 * 86_400_000);
  expect((await openPage(secret)).status).toBe(404);
});

/** Ids of players by what they are called, as another player reads them. */
const othersOf = async (secret: string) => (await look(secret)).share?.others ?? [];
const idOf = async (eventId: string, name: string) =>
  (await readPlayers(eventId)).players.find((player) => player.name === name)?.id ?? "";
const organizerPaysFor = (eventId: string, participantIds: readonly string[], by: ApiCall = api, more: object = {}) =>
  by("POST", path(eventId, "/shares"), { participantIds, ...more });

test("a player pays for two others in one payment with one invoice, and a cancellation gives them all of it back", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy, di] = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  const others = (await othersOf(bo)).toSorted((one, other) => one.name.localeCompare(other.name));
  expect(others).toMatchObject([
    { name: "Cy", amount: 837, state: "open" },
    { name: "Di", amount: 837, state: "open" },
  ]);
  const ids = others.map(({ id }) => id);
  const chosen = await payFor(bo, ids);
  expect([chosen.status, chosen.body.data.share]).toMatchObject([
    200,
    { amount: 2511, due: 2511, units: 3, canPay: true, others: [{ state: "chosen" }, { state: "chosen" }] },
  ]);
  expect((await look(cy)).share).toMatchObject({ amount: 837, due: 0, payer: { name: "Bo", isPaid: false } });
  expect((await openPage(cy)).status).toBe(409);
  await expectNoFaults();
  await pay(bo);
  const paid = (await sharesOf(eventId)).filter(({ void_reason }) => void_reason === null);
  expect(paid).toMatchObject([{ quantity: 3, amount: 2511, settled: 2511 }]);
  expect(await invoicesOf(paid[0]?.customer_id ?? null)).toEqual([2511]);
  expect((await look(di)).share).toMatchObject({ due: 0, payer: { isPaid: true }, canPay: false });
  expect(await readPlayers(eventId)).toMatchObject({ split: { missing: 0, ownDue: 0 } });
  // A paid share stays, whatever is chosen.
  expect((await payFor(bo, [])).body.data.share).toMatchObject({
    due: 0,
    others: [{ state: "paid" }, { state: "paid" }],
  });
  expect((await payFor(cy, [])).body.data.share).toMatchObject({ due: 0, payer: { isPaid: true } });
  await expectNoFaults();
  testBed.testApp.clock.set(new Date((await startOf(eventId)) - 30 * 3_600_000).toISOString());
  expect((await api("POST", testBed.club.path(`/events/${eventId}/cancel`), {})).status).toBe(200);
  await refundEverything();
  // Half of it, by the steps of the booking.
  expect((await sharesOf(eventId)).map(({ settled }) => settled).toSorted()).toEqual([0, 0, 1255]);
  await expectNoFaults();
});

test("of two who pay for the same player one does, and the player pays their own share again as long as nobody has paid it", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy, di] = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  const diId = await idOf(eventId, "Di");
  const answers = await Promise.all([payFor(bo, [diId]), payFor(cy, [diId])]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    "The share of Di is paid already, or somebody else pays it.",
  );
  await expectNoFaults();
  const [payer, other] = answers[0]?.status === 200 ? [bo, cy] : [cy, bo];
  const page = (await openPage(payer)).body.data;
  expect((await payFor(di, [])).body.data.share).toMatchObject({ due: 837, units: 1, payer: null, canPay: true });
  expect((await look(payer)).share).toMatchObject({ due: 837, units: 1 });
  await pay(di);
  // On a page of the former amount no more is kept than is owed.
  await testBed.submitPage(page.url, "pay");
  await refundEverything();
  expect((await payFor(other, [diId])).status).toBe(409);
  const kept = (await sharesOf(eventId)).reduce((sum, { settled }) => sum + settled, 0);
  expect([837, 1674]).toContain(kept);
  await expectNoFaults();
});

test("who was paid for leaves and the payer gets that share back; the payer leaves and the others stay paid", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy, di] = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  await payFor(bo, [await idOf(eventId, "Cy"), await idOf(eventId, "Di")]);
  // Not paid yet: the others owe their own again where their payer leaves.
  await leave(bo);
  expect((await look(cy)).share).toMatchObject({ due: 837, payer: null });
  await everyone("POST", `/participants/${bo}`, { answer: "accepted" });
  await payFor(bo, [await idOf(eventId, "Cy"), await idOf(eventId, "Di")]);
  await pay(bo);
  await leave(cy);
  await refundEverything();
  const standing = async () => (await sharesOf(eventId)).filter(({ void_reason }) => void_reason === null);
  expect(await standing()).toMatchObject([{ quantity: 2, amount: 1674, settled: 1674, credited: 0 }]);
  await expectNoFaults();
  await leave(bo);
  await refundEverything();
  expect(await standing()).toMatchObject([{ quantity: 1, amount: 837, settled: 837 }]);
  expect((await look(di)).share).toMatchObject({ due: 0, payer: { name: "Bo", isPaid: true } });
  expect(await readPlayers(eventId)).toMatchObject({ split: { missing: 1674 } });
  await everyone("POST", `/participants/${bo}`, { answer: "accepted" });
  expect((await look(bo)).share).toMatchObject({ due: 837, units: 2 });
  await expectNoFaults();
});

test("the organizer pays for others with their own part; what they have not paid of it at the settling time they owe", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo] = [await come(link, "Bo"), await come(link, "Cy"), await come(link, "Di")];
  const ids = [await idOf(eventId, "Bo"), await idOf(eventId, "Cy")];
  const chosen = await organizerPaysFor(eventId, ids);
  expect([chosen.status, chosen.body.message, chosen.body.data.split]).toMatchObject([
    200,
    "Saved who pays",
    { own: 2513, ownDue: 1674, ownUnits: 3, missing: 837 },
  ]);
  expect((await look(bo)).share).toMatchObject({ due: 0, payer: { name: "Ada Byron", isPaid: false } });
  await expectNoFaults();
  expect((await organizerPaysFor(eventId, ids.slice(1))).body.data.split).toMatchObject({ own: 1676, ownUnits: 2 });
  expect((await look(bo)).share).toMatchObject({ due: 837, payer: null });
  await payOwn(eventId);
  expect(await readPlayers(eventId)).toMatchObject({ split: { ownDue: 0 } });
  // A paid share stays, and is the place of whoever comes next.
  expect((await organizerPaysFor(eventId, [])).body.data.split).toMatchObject({ own: 1676, ownUnits: 2 });
  const remove = await api("DELETE", path(eventId, `/participants/${ids[1]}`));
  expect(remove.status).toBe(200);
  const next = await come(link, "Ed");
  expect((await look(next)).share).toMatchObject({ due: 0, payer: { isPaid: true } });
  await expectNoFaults();
  await organizerPaysFor(eventId, [await idOf(eventId, "Bo"), await idOf(eventId, "Ed")]);
  await passDeadline(eventId);
  await settle();
  expect(await readPlayers(eventId)).toMatchObject({ split: { own: 3350, ownDue: 1674, missing: 0, isSettled: true } });
  const mails = (await testBed.testApp.mails()).filter(({ subject }) => /is missing|manque/.test(subject ?? ""));
  expect(mails.at(-1)?.text).toMatch(/16[.,]74/);
  const late = await organizerPaysFor(eventId, []);
  expect([late.status, late.body.message]).toEqual([
    409,
    "Who pays the shares of this booking can no longer be changed.",
  ]);
  await payOwn(eventId);
  expect(await testBed.readEvent(eventId)).toMatchObject({ paymentStatus: "paid" });
  await expectNoFaults();
});

test("nobody chooses a payer of other bookings, of people who do not play, or for somebody else without the right to", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const bo = await come(link, "Bo");
  const elsewhere = await bookShared();
  await come(await makeLink(elsewhere), "Zed");
  const zed = await idOf(elsewhere, "Zed");
  expect((await payFor(bo, [zed])).status).toBe(404);
  expect((await organizerPaysFor(eventId, [zed])).status).toBe(404);
  expect((await organizerPaysFor(eventId, [], api, { payerId: await idOf(eventId, "Bo") })).status).toBe(404);
  expect((await organizerPaysFor(eventId, [], testBed.club.member)).status).toBe(404);
  expect((await payFor(link, [])).status).toBe(404);
  expect((await payFor("x".repeat(43), [])).status).toBe(404);
  const { testApp } = testBed;
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await organizerPaysFor(eventId, [], stranger)).status).toBe(404);
  const place = `/auth/user/participations/${await idOf(eventId, "Bo")}/shares`;
  expect((await stranger("POST", place, { participantIds: [] })).status).toBe(404);
  const own = await payFor(bo, [await idOf(eventId, "Bo")]);
  expect(own.body.data.share).toMatchObject({ units: 1, due: 837 });
  const unshared = await book();
  expect((await organizerPaysFor(unshared, [])).status).toBe(409);
  await expectNoFaults();
});

/** A shared booking whose organizer has paid, and agreed to the rest. */
async function bookAgreed(card: TestCard): Promise<string> {
  const eventId = await book();
  await split(eventId);
  const page = await api("POST", testBed.club.path(`/events/${eventId}/checkout`), { saveCard: ["shares"] });
  expect(page.status, JSON.stringify(page.body)).toBe(200);
  await testBed.submitPage(page.body.data.url, "pay", card);
  await testBed.runJobs();
  return eventId;
}
/** Most cards pay. */
const pickCard = (count: number): TestCard => (["pays", "asks", "pays", "pays"] as const)[count % 4] ?? "pays";
async function collect(): Promise<void> {
  await testBed.testApp.jobs.runScheduled("participants.collect");
  await testBed.runJobs();
}
async function countTaken(eventId: string): Promise<number> {
  const taken = await testBed.testApp.db
    .selectFrom("payments")
    .select("id")
    .where("event_id", "=", eventId)
    .where("card_id", "is not", null)
    .execute();
  return taken.length;
}

const step = fc.record({
  act: fc.constantFrom(
    ...(["come", "come", "pay", "pay", "pay", "leave", "desk", "people", "price", "refund", "own", "settle"] as const),
    ...(["cancel", "restore", "remove", "revoke", "payFor", "payFor", "payFor", "organizerPaysFor"] as const),
  ),
  which: fc.nat(5),
  amount: fc.integer({ min: 1, max: 900 }),
});

test(
  "whatever happens to a shared booking, its parts are its price, and debts, payments and invoices agree",
  { timeout: 240_000 },
  async () => {
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
        await testBed.testApp.db.deleteFrom("rate_limits").execute();
        testBed.testApp.clock.set(monday);
        const eventId = await bookAgreed(pickCard(steps.length));
        const link = await makeLink(eventId);
        const secrets: string[] = [];
        const ordinary = ["come", "pay", "come", "come", "payFor", "leave", "people"] as const;
        const first = ordinary.map((act) => ({ act, which: 1, amount: 1 }));
        const manage = (rest: string, body: object) =>
          testBed.club.manager("POST", testBed.club.path(`/events/${eventId}${rest}`), body);
        for (const { act, which, amount } of [...first, ...steps]) {
          const secret = secrets[which % Math.max(1, secrets.length)] ?? "none";
          const open = (await sharesOf(eventId)).filter(
            ({ settled, amount: all, credited }) => settled < all - credited,
          );
          const share = open[which % Math.max(1, open.length)];
          const acts = {
            come: async () => {
              const name = `Player ${days}-${secrets.length}`;
              const answer = await everyone("POST", `/participants/${link}`, { answer: "accepted", name });
              if (answer.status === 200) secrets.push(answer.body.data.secret);
              return answer;
            },
            payFor: async () => {
              const { share } = (await everyone("GET", `/participants/${secret}`)).body.data ?? {};
              const others: string[] = (share?.others ?? []).map(({ id }: { id: string }) => id);
              return payFor(secret, others.slice(amount % 2, 1 + (which % 3)));
            },
            organizerPaysFor: async () => {
              const { players } = await readPlayers(eventId);
              const open = players.filter(({ share }) => share?.isOpen === true).map(({ id }) => id);
              return api("POST", path(eventId, "/shares"), { participantIds: open.slice(amount % 2, which) });
            },
            pay: async () => {
              const page = await openPage(secret);
              if (page.status === 200) await testBed.submitPage(page.body.data.url, "pay");
              return page;
            },
            leave: () => leave(secret),
            desk: () =>
              testBed.club.manager("POST", testBed.club.path("/payments"), {
                ...{ method: "cash", debts: [{ chargeId: share?.id ?? eventId, amount: Math.min(amount, 837) }] },
              }),
            people: () =>
              testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), { people: 2 + (which % 3) }),
            price: () =>
              testBed.club.manager("PATCH", testBed.club.path(`/events/${eventId}`), {
                ...{ price: 1000 + amount * 4, priceReason: "Rain" },
              }),
            refund: async () => {
              const paid = await testBed.testApp.db
                .selectFrom("payments")
                .innerJoin("charges", (join) =>
                  join
                    .onRef("charges.organization_id", "=", "payments.organization_id")
                    .onRef("charges.id", "=", "payments.charge_id"),
                )
                .select("payments.id")
                .where("charges.share_of", "=", eventId)
                .where("payments.status", "=", "succeeded")
                .execute();
              const id = paid[which % Math.max(1, paid.length)]?.id ?? eventId;
              return testBed.club.manager("POST", testBed.club.path(`/payments/${id}/refund`), {
                amount,
                reason: "Rain",
              });
            },
            own: async () => {
              const page = await api("POST", testBed.club.path(`/events/${eventId}/checkout`), {});
              if (page.status === 200) await testBed.submitPage(page.body.data.url, "pay");
              return page;
            },
            settle: async () => {
              if (which > 1) return { status: 0 };
              await passDeadline(eventId);
              await settle();
              if (which === 1) await collect();
              return { status: 200 };
            },
            revoke: async () => {
              const card = (await api("GET", testBed.club.path(`/events/${eventId}/payments`))).body.data.rest?.card;
              return which === 0 ? api("DELETE", `/auth/user/cards/${card?.id ?? eventId}`) : { status: 0 };
            },
            cancel: () => manage("/cancel", { reason: "Rain", refund: which % 2 === 0 ? "full" : "none" }),
            restore: () => manage("/restore", {}),
            remove: async () => {
              const { players } = await readPlayers(eventId);
              const id = players[which % Math.max(1, players.length)]?.id ?? eventId;
              return api("DELETE", path(eventId, `/participants/${id}`));
            },
          };
          const { status } = await acts[act]();
          expect(status, `${act} ${which}`).toBeLessThan(500);
          if (status >= 200 && status < 300) done.set(act, (done.get(act) ?? 0) + 1);
          await testBed.runJobs();
          if (which % 2 === 0) await refundEverything();
          await expectNoFaults();
        }
        await passDeadline(eventId);
        await settle();
        await collect();
        await refundEverything();
        await expectNoFaults();
        const taken = await countTaken(eventId);
        expect(taken).toBeLessThanOrEqual(1);
        if (taken > 0) done.set("taken", (done.get("taken") ?? 0) + 1);
        // Nobody else owes anything of it any more.
        const left = (await sharesOf(eventId)).filter(
          ({ amount, credited, settled, voided_at }) => voided_at === null && settled < amount - credited,
        );
        expect(left).toEqual([]);
      }),
      // Nothing happens after the ordinary: the card pays then, which random deeds often make needless.
      { numRuns: 7, examples: [[[]]], endOnFailure: true },
    );
    for (const act of ["come", "pay", "payFor", "leave", "people", "taken"])
      expect([act, done.get(act) ?? 0]).not.toEqual([act, 0]);
  },
);

test("reminders tell the organizer which shares are unpaid, and a player their own as long as it is theirs", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const { testApp, club } = testBed;
  const newPlayer = async (firstName: string) =>
    testApp.join(await testApp.person({ firstName, lastName: "Hopper" }), testApp.organizationId, 4);
  const [late, early] = [await newPlayer("Grace"), await newPlayer("Alan")];
  for (const person of [late, early]) {
    const joined = await testApp.as(person)("POST", "/auth/user/participations", { secret: link });
    expect(joined.status).toBe(200);
  }
  const [own] = (await testApp.as(early)("GET", "/auth/user/participations")).body.data;
  const page = await testApp.as(early)("POST", `/auth/user/participations/${own.id}/checkout`, {});
  await testBed.submitPage(page.body.data.url, "pay");
  await testBed.runJobs();
  const { status } = await club.manager("PATCH", club.path(""), { reminderLead: 2880 });
  expect(status).toBe(200);
  testApp.clock.set(new Date((await startOf(eventId)) - 48 * 3_600_000).toISOString());
  await testApp.jobs.runScheduled("events.remind");
  await testApp.jobs.runScheduled("participants.remind");
  const mails = await testApp.mails();
  const textTo = (person: Person) =>
    mails.findLast(({ to, subject = "" }) => to?.[0]?.address === person.email && /^(Reminder|Rappel)/.test(subject))
      ?.text ?? "";
  expect(textTo(organizer)).toMatch(/(Shares unpaid|Parts impayées)[^]*8[.,]37/);
  expect(textTo(organizer)).not.toMatch(/Still to pay|Reste à payer/);
  expect(textTo(late)).toMatch(/(Your share|Votre part)[^]*8[.,]37[^]*(Pay by|À payer avant)/);
  expect(textTo(early)).not.toMatch(/8[.,]37|Pay by|À payer avant/);
  expect(textTo(early)).not.toBe("");
  await club.manager("PATCH", club.path(""), { reminderLead: 1440 });
});
