/** Shares that players leave unpaid are taken from the organizer's card, once, or the organizer is told. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EventPayments } from "#contract/payments.ts";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { TestCard } from "#dev/stripe-emulator/payments.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { listShareFaults } from "#tests/support/share-faults.ts";
import { monday, type ApiCall, type Person } from "#tests/support/test-app.ts";

let testBed: PaymentTestBed;
let organizer: Person;
let api: ApiCall;
let fieldId: string;
let days = 0;

beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const bookingRules = {
    ...{ horizonDays: null, noticeMinutes: null, mostActive: null },
    cancellation: { until: 1440, steps: [{ from: 1440, percent: 100 }] },
  };
  await testBed.club.manager("PATCH", testBed.club.path(""), { bookingRules });
  const { db, organizationId: id, clock } = testBed.testApp;
  await insertDefaultProducts(db, { id, countryId: FRANCE_ID }, clock.now());
  fieldId = await testBed.club.addField({ name: "Padel 4", maxPeopleByEvent: 4 });
  await testBed.club.addPrices([fieldId], { 60: 3350 });
});
afterAll(() => testBed.close());
beforeEach(async () => {
  const { testApp, club } = testBed;
  testApp.clock.set(monday);
  testBed.faults.onRequest = undefined;
  await club.manager("PATCH", club.path(""), { unpaidShares: "keep" });
  for (const table of ["rate_limits", "emails"] as const) await testApp.db.deleteFrom(table).execute();
  organizer = await testApp.join(
    await testApp.person({ firstName: "Ada", lastName: "Byron" }),
    testApp.organizationId,
    4,
  );
  await testApp.db.updateTable("users").set({ language: "en" }).where("id", "=", organizer.id).execute();
  api = testApp.as(organizer);
});

const club = () => testBed.club;
const path = (eventId: string, rest = "") => club().path(`/bookings/${eventId}${rest}`);
const payments = async (eventId: string, by: ApiCall = api): Promise<EventPayments> =>
  (await by("GET", club().path(`/events/${eventId}/payments`))).body.data;

async function bookSplit(): Promise<string> {
  days += 1;
  const start = new Date(Date.parse("2026-06-10T10:00:00Z") + days * 86_400_000);
  const { id } = await testBed.book(api, { fieldId, startTime: start.toISOString(), people: 4 });
  expect((await api("POST", path(id, "/split"), {})).status).toBe(201);
  return id;
}
const openPage = (eventId: string, body: object = { saveCard: ["shares"] }, by: ApiCall = api) =>
  by("POST", club().path(`/events/${eventId}/checkout`), body);
/** The organizer pays their part, and agrees to the rest. */
async function bookShared(card: TestCard = "pays"): Promise<string> {
  const eventId = await bookSplit();
  const { status, body } = await openPage(eventId);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await testBed.submitPage(body.data.url, "pay", card)).status).toBe(303);
  await testBed.runJobs();
  return eventId;
}
const startOf = async (eventId: string) => Date.parse((await testBed.readEvent(eventId)).startTime);
async function settle(eventId: string): Promise<void> {
  testBed.testApp.clock.set(new Date((await startOf(eventId)) - 24 * 3_600_000).toISOString());
  await testBed.testApp.jobs.runScheduled("participants.settle");
}
async function collect(): Promise<void> {
  await testBed.testApp.jobs.runScheduled("participants.collect");
  await testBed.runJobs();
}
const cardsOf = (eventId: string) =>
  testBed.testApp.db.selectFrom("cards").selectAll().where("event_id", "=", eventId).orderBy("created_at").execute();
const takenOf = (eventId: string) =>
  testBed.testApp.db
    .selectFrom("payments")
    .select(["id", "amount", "status"])
    .where("event_id", "=", eventId)
    .where("card_id", "is not", null)
    .execute();
const subjects = async (): Promise<string[]> =>
  (await testBed.testApp.mails()).flatMap(({ to, subject = "" }) =>
    JSON.stringify(to).includes(organizer.email) ? [subject] : [],
  );
async function expectNoFaults(): Promise<void> {
  const { db } = testBed.testApp;
  expect([...(await listShareFaults(db)), ...(await listChargeFaults(db)), ...(await listSaleFaults(db))]).toEqual([]);
}

test("who pays their part agrees to the rest by a sentence above the button, and the card is kept for that booking", async () => {
  const eventId = await bookSplit();
  const before = await payments(eventId);
  expect(before.rest).toMatchObject({ total: 3350, card: null });
  const { body } = await openPage(eventId);
  const [pending] = await cardsOf(eventId);
  expect(pending).toMatchObject({ state: "pending", purposes: ["shares"], max_amount: 3350 });
  expect(pending?.consent_text).toMatch(/^What is missing of €33\.50 on .+ is taken from this card\.$/);
  await testBed.submitPage(body.data.url, "pay");
  await testBed.runJobs();
  const after = await payments(eventId);
  expect(after.rest?.card).toMatchObject({ last4: "4242", state: "active", purposes: ["shares"] });
  expect((await testBed.testApp.mails()).map(({ text = "" }) => text).join()).toContain(pending?.consent_text);
  // The team sees the booking, not the card; the card is none that pays for anything else.
  expect((await payments(eventId, club().manager)).rest).toBeNull();
  expect((await api("GET", "/auth/user/cards")).body.data).toEqual([]);
});

test("at the settling time all that is missing is taken in one payment, and a second run takes nothing", async () => {
  const eventId = await bookShared();
  await settle(eventId);
  expect(await takenOf(eventId)).toEqual([]);
  await collect();
  await testBed.testApp.jobs.runScheduled("participants.settle");
  await collect();
  expect(await takenOf(eventId)).toMatchObject([{ amount: 2511, status: "succeeded" }]);
  expect(await payments(eventId, club().manager)).toMatchObject({ paid: 3350, due: 0 });
  expect((await subjects()).filter((subject) => subject.includes("missing"))).toEqual([]);
  // It pays for nothing any more: it is forgotten, here and at the provider.
  expect(await cardsOf(eventId)).toMatchObject([{ state: "removed", provider_method_id: null }]);
  expect((await payments(eventId)).rest).toBeNull();
  await expectNoFaults();
});

test("two runs at once take it once", async () => {
  const eventId = await bookShared();
  await settle(eventId);
  const run = () => testBed.testApp.jobs.runScheduled("participants.collect").catch(() => undefined);
  await Promise.all([run(), run()]);
  await collect();
  expect(await takenOf(eventId)).toMatchObject([{ amount: 2511, status: "succeeded" }]);
  await expectNoFaults();
});

test.each([
  ["the answer is lost", 1],
  ["the server ends between the answer and its commit", 2],
])("nothing is taken twice when %s: the next run asks with the same request", async (_name, from) => {
  const eventId = await bookShared();
  await settle(eventId);
  let calls = 0;
  testBed.faults.onRequest = ({ path: asked }) => {
    if (!asked.startsWith("/v1/payment_intents")) return;
    calls += 1;
    if (calls >= from) testBed.faults.lostResponses = 1;
  };
  await expect(testBed.testApp.jobs.runScheduled("participants.collect")).rejects.toThrow();
  testBed.faults.onRequest = undefined;
  expect(await takenOf(eventId)).toMatchObject([{ status: "created" }]);
  expect((await payments(eventId, club().manager)).due).toBe(2511);
  await collect();
  expect(await takenOf(eventId)).toMatchObject([{ amount: 2511, status: "succeeded" }]);
  expect(await payments(eventId, club().manager)).toMatchObject({ paid: 3350, due: 0 });
  await expectNoFaults();
});

test("a card that is removed while its answer is lost: what was taken counts, or nothing is", async () => {
  const eventId = await bookShared();
  const cardId = (await payments(eventId)).rest?.card?.id ?? "";
  await settle(eventId);
  testBed.faults.onRequest = ({ path: asked }) => {
    if (asked.startsWith("/v1/payment_intents")) testBed.faults.lostResponses = 1;
  };
  await expect(testBed.testApp.jobs.runScheduled("participants.collect")).rejects.toThrow();
  testBed.faults.onRequest = undefined;
  expect((await api("DELETE", `/auth/user/cards/${cardId}`)).status).toBe(200);
  testBed.testApp.clock.advance(180_000);
  await collect();
  expect(await takenOf(eventId)).toMatchObject([{ amount: 2511, status: "succeeded" }]);
  expect((await subjects()).filter((subject) => subject.includes("missing"))).toEqual([]);
  await expectNoFaults();
});

test.each(["asks", "declinedLater", "lost"] as const)(
  "a bank that refuses (%s): the organizer is told with a link, the booking stays, and nothing is tried again",
  async (card) => {
    const eventId = await bookShared(card);
    await settle(eventId);
    await collect();
    await collect();
    expect(await takenOf(eventId)).toMatchObject([{ amount: 2511, status: "failed" }]);
    expect((await subjects()).filter((subject) => subject.includes("€25.11 is missing"))).toHaveLength(1);
    const texts = (await testBed.testApp.mails()).map(({ text = "" }) => text).join();
    expect(texts).toContain("could not be taken from your card");
    expect(texts).toContain(`/organizations/${club().organizationId}/events/${eventId}`);
    expect((await testBed.readEvent(eventId)).status).toBe("approved");
    expect(await payments(eventId, club().manager)).toMatchObject({ due: 2511 });
    expect(await cardsOf(eventId)).toMatchObject([{ state: "removed" }]);
    await expectNoFaults();
  },
);

test("where unpaid bookings are canceled, the card is asked first, and a refusal cancels with all refunded", async () => {
  const cancel = () => club().manager("PATCH", club().path(""), { unpaidShares: "cancel" });
  const paid = await bookShared();
  await cancel();
  await settle(paid);
  await collect();
  expect((await testBed.readEvent(paid)).status).toBe("approved");
  testBed.testApp.clock.set(monday);
  const refused = await bookShared("asks");
  await settle(refused);
  expect((await testBed.readEvent(refused)).status).toBe("approved");
  await collect();
  expect((await testBed.readEvent(refused)).status).toBe("canceled");
  testBed.testApp.clock.advance(20_000);
  for (const name of ["events.refund", "participants.refund"]) await testBed.testApp.jobs.runScheduled(name);
  await testBed.runJobs();
  expect(await payments(refused, club().manager)).toMatchObject({ paid: 839, refunded: 839, due: 0 });
  await expectNoFaults();
});

test("a card that is removed pays nothing, before the settling and after it", async () => {
  const eventId = await bookShared();
  const cardId = (await payments(eventId)).rest?.card?.id ?? "";
  const stranger = testBed.testApp.as(await testBed.testApp.member(club().organizationId, 4));
  expect((await stranger("DELETE", `/auth/user/cards/${cardId}`)).status).toBe(404);
  expect((await api("DELETE", `/auth/user/cards/${cardId}`)).status).toBe(200);
  await settle(eventId);
  await collect();
  expect(await takenOf(eventId)).toEqual([]);
  expect((await subjects()).filter((subject) => subject.includes("€25.11 is missing"))).toHaveLength(1);

  testBed.testApp.clock.set(monday);
  const other = await bookShared();
  const id = (await payments(other)).rest?.card?.id ?? "";
  await settle(other);
  expect((await api("DELETE", `/auth/user/cards/${id}`)).status).toBe(200);
  await collect();
  expect(await takenOf(other)).toEqual([]);
  expect((await subjects()).filter((subject) => subject.includes("€25.11 is missing"))).toHaveLength(2);
  await expectNoFaults();
});

test("what was paid at the desk meanwhile is not taken, nor what players have paid", async () => {
  const eventId = await bookShared();
  await settle(eventId);
  const recorded = await club().manager("POST", club().path(`/events/${eventId}/payments`), {
    ...{ method: "cash", amount: 2000 },
  });
  expect(recorded.status, JSON.stringify(recorded.body)).toBe(201);
  await collect();
  expect(await takenOf(eventId)).toMatchObject([{ amount: 511, status: "succeeded" }]);
  await expectNoFaults();
});

test("a booking that was canceled before pays nothing, and its card is forgotten", async () => {
  const eventId = await bookShared();
  expect((await api("POST", club().path(`/events/${eventId}/cancel`), {})).status).toBe(200);
  testBed.testApp.clock.advance(25 * 3_600_000);
  await testBed.testApp.jobs.runScheduled("participants.endCards");
  await testBed.runJobs();
  expect(await cardsOf(eventId)).toMatchObject([{ state: "removed", provider_method_id: null }]);
  await settle(eventId);
  await collect();
  expect(await takenOf(eventId)).toEqual([]);
});

test("a booking that is given to another customer takes nothing from the card of the first, before the settling and after it", async () => {
  const { testApp } = testBed;
  const next = await testApp.join(await testApp.person({ firstName: "Cy" }), testApp.organizationId, 4);
  const give = (eventId: string) =>
    club().manager("PATCH", club().path(`/events/${eventId}`), { customer: { userId: next.id } });
  const [early, late] = [await bookShared(), await bookShared()];
  expect((await give(early)).status).toBe(200);
  expect(await cardsOf(early)).toMatchObject([{ state: "removed" }]);
  await settle(late);
  expect((await give(late)).status).toBe(200);
  await collect();
  await settle(early);
  await collect();
  expect([await takenOf(early), await takenOf(late)]).toEqual([[], []]);
  for (const eventId of [early, late])
    expect(await payments(eventId, club().manager)).toMatchObject({ paid: 839, due: 2511, shared: 0 });
  await expectNoFaults();
});

test("nobody agrees for somebody else, to nothing, or on a page that others were shown", async () => {
  const eventId = await bookSplit();
  // The team opens a page for the organizer: its card is not kept.
  const desk = await openPage(eventId, { saveCard: ["shares"] }, club().manager);
  expect(desk.status, JSON.stringify(desk.body)).toBe(200);
  expect(await cardsOf(eventId)).toEqual([]);
  const own = await openPage(eventId);
  expect(own.body.data.url).not.toBe(desk.body.data.url);
  const again = await openPage(eventId);
  expect(again.body.data.url).toBe(own.body.data.url);
  const plain = await openPage(eventId, {});
  expect(plain.body.data.url).not.toBe(own.body.data.url);
  expect((await openPage(eventId, { saveCard: [] })).status).toBe(422);
  expect((await openPage(eventId, { saveCard: ["shares", "renewals"] })).status).toBe(422);
  const unshared = await testBed.book(api, { fieldId, startTime: "2026-07-30T10:00:00Z", people: 4 });
  const refused = await openPage(unshared.id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Nothing can be missing of this booking any more. Load the page again.",
  ]);
  testBed.testApp.clock.advance(40 * 60_000);
  await testBed.testApp.jobs.runScheduled("payments.completeCards");
  expect((await cardsOf(eventId)).filter(({ state }) => state !== "pending")).toEqual([]);
});

test("another card than that of renewals: both are kept, each for its own", async () => {
  const eventId = await bookShared();
  const page = await api("POST", club().path("/own-cards"), { purposes: ["renewals"] });
  expect(page.status, JSON.stringify(page.body)).toBe(200);
  await testBed.submitPage(page.body.data.url, "pay");
  await testBed.runJobs();
  const own = async () => (await api("GET", "/auth/user/cards")).body.data[0]?.card;
  expect(await own()).toMatchObject({ state: "active", purposes: ["renewals"] });
  expect((await payments(eventId)).rest?.card).toMatchObject({ state: "active", purposes: ["shares"] });
  await settle(eventId);
  await collect();
  expect(await takenOf(eventId)).toMatchObject([{ amount: 2511, status: "succeeded" }]);
  expect(await own()).toMatchObject({ state: "active" });
});
