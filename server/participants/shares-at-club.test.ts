/** Shares of a booking where the club takes no online payment: the desk ticks off who has paid, until a day after the booking. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { BookingPlayers, PlayerInvitation } from "#contract/participants.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { listShareFaults } from "#tests/support/share-faults.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let organizer: Person;
let api: ApiCall;
let everyone: ApiCall;
let days = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  everyone = testApp.as(null);
  const { db, organizationId: id, clock } = testApp;
  await insertDefaultProducts(db, { id, countryId: FRANCE_ID }, clock.now());
  fieldId = await club.addField({ name: "Padel 3", cancellationDeadline: 24, maxPeopleByEvent: 4 });
  await club.addPrices([fieldId], { 60: 3350 });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  for (const table of ["rate_limits", "emails"] as const) await testApp.db.deleteFrom(table).execute();
  organizer = await testApp.join(
    await testApp.person({ firstName: "Ada", lastName: "Byron" }),
    testApp.organizationId,
    4,
  );
  api = testApp.as(organizer);
});

const path = (eventId: string, rest = "") => club.path(`/bookings/${eventId}${rest}`);
async function book(more: object = {}): Promise<string> {
  days += 1;
  const start = new Date(Date.parse("2026-06-10T10:00:00Z") + days * 86_400_000);
  const draft = { fieldId, startTime: start.toISOString(), duration: 60, name: "Ada Byron", type: "game", people: 4 };
  const { status, body } = await api("POST", club.path("/events"), { ...draft, payment: "on_site", ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const split = (eventId: string) => api("POST", path(eventId, "/split"), {});
const readPlayers = async (eventId: string, by: ApiCall = api): Promise<BookingPlayers> =>
  (await by("GET", path(eventId, "/participants"))).body.data;
const readEvent = async (eventId: string) => (await club.manager("GET", club.path(`/events/${eventId}`))).body.data;
async function bookShared(more: object = {}): Promise<string> {
  const eventId = await book(more);
  const { status, body } = await split(eventId);
  expect([status, body.message]).toEqual([201, "The price is shared"]);
  return eventId;
}
async function makeLink(eventId: string): Promise<string> {
  return (await api("POST", path(eventId, "/participants-link"), {})).body.data.url.split("/p/")[1];
}
async function come(link: string, name: string): Promise<string> {
  const { status, body } = await everyone("POST", `/participants/${link}`, { answer: "accepted", name });
  expect([status, body.message]).toEqual([200, "Your answer has been sent"]);
  return body.data.secret;
}
const look = async (secret: string): Promise<PlayerInvitation> =>
  (await everyone("GET", `/participants/${secret}`)).body.data;
const tick = (debt: object, method = "cash", by: ApiCall = club.manager) =>
  by("POST", club.path("/payments"), { method, debts: [debt] });
const settle = () => testApp.jobs.runScheduled("participants.settle");
/** @param hours after the end of the booking */
async function passEnd(eventId: string, hours: number): Promise<void> {
  testApp.clock.set(new Date(Date.parse((await readEvent(eventId)).endTime) + hours * 3_600_000).toISOString());
}
const mailsToOrganizer = async () =>
  (await testApp.mails()).filter(
    ({ to, subject }) => to?.[0]?.address === organizer.email && /is missing|manque/.test(subject ?? ""),
  );
async function expectNoFaults(): Promise<void> {
  const { db } = testApp;
  expect([...(await listShareFaults(db)), ...(await listChargeFaults(db)), ...(await listSaleFaults(db))]).toEqual([]);
}

test("without online payment shares are a list that the desk ticks off, by method, the organizer's part too", async () => {
  const eventId = await book();
  const day = 86_400_000;
  const ends = Date.parse((await readEvent(eventId)).endTime);
  expect(await readPlayers(eventId)).toMatchObject({
    offer: { own: 839, each: 837, payment: "on_site", settlesAt: new Date(ends + day).toISOString() },
    split: null,
  });
  expect((await split(eventId)).status).toBe(201);
  const link = await makeLink(eventId);
  expect((await look(link)).share).toMatchObject({ amount: 837, payment: "on_site", canPay: false });
  const secrets = [await come(link, "Bo"), await come(link, "Cy")];
  expect((await look(secrets[0] ?? "")).share).toMatchObject({ due: 837, payment: "on_site", canPay: false });
  const page = await everyone("POST", `/participants/${secrets[0]}/checkout`, {});
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.status).toBeLessThan(500);
  const [bo, cy] = (await readPlayers(eventId, club.staff)).players;
  expect((await tick({ chargeId: bo?.share?.chargeId, amount: 837 })).status).toBe(201);
  const again = await tick({ chargeId: bo?.share?.chargeId, amount: 837 });
  expect(again.status).toBe(409);
  expect(again.body.message).toMatch(/was paid on .+ by Cash/);
  expect((await tick({ chargeId: cy?.share?.chargeId, amount: 837 }, "card_on_site")).status).toBe(201);
  expect((await tick({ eventId, amount: 839 })).status).toBe(201);
  expect(await readPlayers(eventId, club.staff)).toMatchObject({
    split: { ownDue: 0, missing: 837 },
    players: [{ share: { due: 0 } }, { share: { due: 0 } }],
  });
  expect((await tick({ chargeId: bo?.share?.chargeId, amount: 837 }, "cash", api)).status).toBe(403);
  await expectNoFaults();
  // All that the players paid is the income of the court.
  const { field } = await readEvent(eventId);
  const today = testApp.clock.now().toISOString().slice(0, 10);
  const report = await club.manager("GET", club.path(`/reports/revenue?from=${today}&to=${today}`));
  expect(report.body.data.fields).toMatchObject([{ id: field.id, amount: 837 + 837 + 839 }]);
});

test("shares stay listed after the deadline and while people play, and are the organizer's a day after the booking, with a mail that asks to pay at the club", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const late = await come(link, "Bo");
  await come(link, "Cy");
  await passEnd(eventId, 23.5);
  await settle();
  expect((await look(late)).share).toMatchObject({ due: 837 });
  const [bo] = (await readPlayers(eventId, club.staff)).players;
  expect((await tick({ chargeId: bo?.share?.chargeId, amount: 837 })).status).toBe(201);
  expect(await mailsToOrganizer()).toEqual([]);
  await passEnd(eventId, 24);
  await Promise.all([settle(), settle()]);
  expect(await readPlayers(eventId)).toMatchObject({
    split: { own: 2513, ownDue: 2513, missing: 0, isSettled: true, payment: "on_site" },
  });
  const mails = await mailsToOrganizer();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/pay it at the club|régler ce montant au club/);
  expect((await tick({ eventId, amount: 2513 })).status).toBe(201);
  expect(await readEvent(eventId)).toMatchObject({ paymentStatus: "paid" });
  await expectNoFaults();
});

test("of two who tick one share at once, one does; a club that cancels unpaid bookings cancels none that was played", async () => {
  await club.manager("PATCH", club.path(""), { unpaidShares: "cancel" });
  const eventId = await bookShared({ people: 2 });
  await come(await makeLink(eventId), "Bo");
  const [bo] = (await readPlayers(eventId, club.staff)).players;
  const debt = { chargeId: bo?.share?.chargeId, amount: 1675 };
  const answers = await Promise.all([tick(debt), tick(debt, "card_on_site")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await passEnd(eventId, 25);
  await settle();
  expect((await readEvent(eventId)).status).not.toBe("canceled");
  await club.manager("PATCH", club.path(""), { unpaidShares: "keep" });
  await expectNoFaults();
});

test("a price that is paid at the club is shared until the booking begins, also one booked shortly before, and not by whom the club invoices by the month", async () => {
  const soon = new Date(Date.parse(monday) + 30 * 60_000).toISOString();
  const short = await book({ startTime: soon });
  expect((await readPlayers(short)).offer).toMatchObject({ payment: "on_site" });
  await passEnd(short, -1);
  const begun = await split(short);
  expect([begun.status, begun.body.message]).toEqual([
    409,
    "A price can be shared as long as nothing of it is paid. Where it is paid online, it has to be booked at least 3 hours ahead.",
  ]);
  testApp.clock.set(monday);
  const eventId = await book();
  const { customer_id: customerId } = await testApp.db
    .selectFrom("events")
    .select("customer_id")
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  await testApp.db.updateTable("customers").set({ billing: "monthly" }).where("id", "=", customerId).execute();
  expect((await readPlayers(eventId)).offer).toBeNull();
  expect((await split(eventId)).status).toBe(409);
});

test("who leaves before the booking begins owes nothing; a reminder says to pay at the club", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const friend = await testApp.person({ firstName: "Grace", lastName: "Hopper" });
  await testApp.as(friend)("POST", "/auth/user/participations", { secret: link });
  const bo = await come(link, "Bo");
  await passEnd(eventId, -2);
  expect((await everyone("POST", `/participants/${bo}`, { answer: "left" })).status).toBe(200);
  expect(await readPlayers(eventId)).toMatchObject({ split: { own: 839, missing: 2511 } });
  await testApp.jobs.runScheduled("participants.remind");
  const reminders = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === friend.email);
  expect(reminders.map(({ text }) => text).join("\n")).toContain("À régler au club quand vous venez.");
  await expectNoFaults();
});

test("at the desk one player pays for several in one payment; the team says who", async () => {
  const eventId = await bookShared();
  const link = await makeLink(eventId);
  const [bo, cy] = [await come(link, "Bo"), await come(link, "Cy")];
  const readNamed = async () =>
    (await readPlayers(eventId, club.manager)).players.toSorted((one, other) => one.name.localeCompare(other.name));
  const [first, second] = await readNamed();
  const choose = (by: ApiCall, body: object) => by("POST", path(eventId, "/shares"), body);
  const body = { payerId: first?.id, participantIds: [second?.id] };
  expect((await choose(club.manager, body)).status).toBe(200);
  expect(await readNamed()).toMatchObject([
    { share: { amount: 1674, due: 1674, units: 2, payer: null } },
    { share: { amount: 837, due: 0, chargeId: null, payer: { participantId: first?.id, isPaid: false } } },
  ]);
  const [payer] = await readNamed();
  expect((await tick({ chargeId: payer?.share?.chargeId, amount: 1674 })).status).toBe(201);
  expect((await look(cy)).share).toMatchObject({ due: 0, payer: { name: "Bo", isPaid: true } });
  expect((await look(bo)).share).toMatchObject({ amount: 1674, due: 0, units: 2 });
  await expectNoFaults();
  // The organizer's part takes on no share that is paid.
  expect((await choose(club.manager, { participantIds: [second?.id] })).status).toBe(409);
});
