/** Members are told in the application what others do with their bookings, and nothing that they did or that was taken back. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import type { Notification } from "#contract/notifications.ts";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let requestedFieldId: string;
let person: Person;
let member: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField({ name: "Padel 1" });
  requestedFieldId = await club.addField({ name: "Padel 2", approval: "manual" });
  await club.addPrices([fieldId], { 60: 1850 });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  person = await testApp.member(testApp.organizationId, 4);
  member = testApp.as(person);
});

const later = (ms: number) => testApp.clock.set(new Date(testApp.clock.now().getTime() + ms));
const listOf = async (api: ApiCall): Promise<Notification[]> => (await api("GET", "/notifications")).body.data;
const toldTo = async (api: ApiCall) =>
  (await listOf(api)).map(({ kind, booking, money }) => [kind, booking?.eventId ?? money?.eventId ?? null]);
let hours = 0;
async function book(api: ApiCall, more: object = {}): Promise<string> {
  const startTime = new Date(Date.parse(monday) + 3 * 86_400_000 + ++hours * 3_600_000).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const act = async (api: ApiCall, path: string, body: object = {}) => {
  const answer = await api("POST", club.path(path), body);
  expect([answer.status, answer.body.errors]).toEqual([expect.toSatisfy((status: number) => status < 300), undefined]);
};

test("what the club does with a booking is told to its customer, not to others, and not what they did", async () => {
  const eventId = await book(member);
  expect(await toldTo(member)).toEqual([]);
  const { body } = await member("GET", club.path(`/events/${eventId}`));
  const startTime = new Date(Date.parse(body.data.startTime) + 86_400_000).toISOString();
  expect((await club.manager("PATCH", club.path(`/events/${eventId}`), { startTime })).status).toBe(200);
  expect(await listOf(member)).toMatchObject([
    { kind: "own_booking_moved", readAt: null, count: 1, booking: { eventId, startTime, field: { name: "Padel 1" } } },
  ]);
  later(UNDO_MS + 1000);
  await testApp.mails();
  await act(club.manager, `/events/${eventId}/cancel`, { reason: "Rain" });
  expect(await toldTo(member)).toEqual([
    ["own_booking_canceled", eventId],
    ["own_booking_moved", eventId],
  ]);
  expect((await listOf(club.member)).filter(({ booking }) => booking?.eventId === eventId)).toEqual([]);
  const own = await book(member);
  await act(member, `/events/${own}/cancel`);
  expect((await toldTo(member)).filter(([, id]) => id === own)).toEqual([]);
});

test("what the desk books for a member is told, once for a series, as one message", async () => {
  const customer = { userId: person.id };
  const eventId = await book(club.staff, { customer });
  expect(await listOf(member)).toMatchObject([{ kind: "own_booking_made", count: 1, booking: { eventId } }]);
  const { body: other } = await testApp.as(await testApp.member(testApp.organizationId, 4))("GET", "/notifications");
  expect(other.data).toEqual([]);
  later(1000);
  const dates = Array.from({ length: 20 }, (_, week) => ({
    date: Temporal.PlainDate.from("2026-06-02").add({ weeks: week }).toString(),
  }));
  const template = {
    fieldId,
    startTime: "2026-06-02T18:00:00+02:00",
    duration: 60,
    name: "Training",
    type: "training",
  };
  const series = { template: { ...template, customer }, rule: { weekdays: [2], count: 20 }, dates };
  const made = await club.staff("POST", club.path("/event-series"), series);
  expect([made.status, made.body.data.created.length]).toEqual([201, 20]);
  const [eventIdOfFirst] = made.body.data.created;
  expect(await listOf(member)).toMatchObject([
    { kind: "own_booking_made", count: 20, booking: { eventId: eventIdOfFirst } },
    { kind: "own_booking_made", count: 1 },
  ]);
});

test("dates of a series that the club moves together are one message that counts them, beside one date that is moved alone", async () => {
  const dates = ["2026-06-03", "2026-06-10", "2026-06-17"].map((date) => ({ date }));
  const draft = { fieldId, duration: 60, name: "Training", type: "training", customer: { userId: person.id } };
  const template = { ...draft, startTime: "2026-06-03T06:00:00+02:00" };
  const made = await club.staff("POST", club.path("/event-series"), {
    ...{ template, rule: { weekdays: [3], count: 3 }, dates },
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const [first] = made.body.data.created;
  const { body } = await club.staff("GET", club.path(`/events/${first}`));
  const series = club.path(`/event-series/${body.data.seriesId}`);
  later(180_000);
  const moved = await club.staff("PATCH", series, { eventId: first, scope: "all", changes: { time: "07:00" } });
  expect([moved.status, moved.body.data.updated.length]).toEqual([200, 3]);
  const isMoved = ({ kind }: Notification) => kind === "own_booking_moved";
  expect((await listOf(member)).filter(isMoved)).toMatchObject([{ count: 3, booking: { eventId: first } }]);
  const startTime = "2026-06-03T08:00:00+02:00";
  later(1000);
  expect((await club.staff("PATCH", club.path(`/events/${first}`), { startTime })).status).toBe(200);
  expect((await listOf(member)).filter(isMoved).map(({ count }) => count)).toEqual([1, 3]);
});

test("a booking that the desk gives to somebody else is told to both, and a move right after it is told beside it", async () => {
  const eventId = await book(club.staff, { customer: { userId: person.id } });
  const newcomer = await testApp.member(testApp.organizationId, 4);
  const change = (body: object) => club.staff("PATCH", club.path(`/events/${eventId}`), body);
  expect((await change({ customer: { userId: newcomer.id } })).status).toBe(200);
  expect(await toldTo(testApp.as(newcomer))).toEqual([["own_booking_made", eventId]]);
  const { body } = await club.staff("GET", club.path(`/events/${eventId}`));
  for (const days of [1, 2]) {
    const startTime = new Date(Date.parse(body.data.startTime) + days * 86_400_000).toISOString();
    expect((await change({ startTime })).status).toBe(200);
  }
  expect((await toldTo(testApp.as(newcomer))).map(([kind]) => kind).toSorted()).toEqual([
    ...["own_booking_made", "own_booking_moved"],
  ]);
});

test("an answer to a request is told, and one that is taken back is not", async () => {
  const eventId = await book(member, { fieldId: requestedFieldId });
  await act(club.manager, `/events/${eventId}/approve`);
  expect(await toldTo(member)).toEqual([["own_booking_confirmed", eventId]]);
  await act(club.manager, "/approvals/undo", { eventIds: [eventId] });
  expect(await toldTo(member)).toEqual([]);
  await act(club.manager, `/events/${eventId}/reject`, { reason: "Closed for a tournament" });
  expect(await toldTo(member)).toEqual([["own_booking_rejected", eventId]]);
});

test("a cancellation that is taken back while its mail waits is not told; later, it is told that the booking stands again", async () => {
  const eventId = await book(member);
  await act(club.manager, `/events/${eventId}/cancel`, { reason: "Rain" });
  await act(club.manager, `/events/${eventId}/restore`);
  expect(await toldTo(member)).toEqual([]);
  later(180_000);
  await act(club.manager, `/events/${eventId}/cancel`, { reason: "Rain" });
  later(UNDO_MS + 1000);
  await testApp.mails();
  await act(club.manager, `/events/${eventId}/restore`);
  expect(await toldTo(member)).toEqual([
    ["own_booking_confirmed", eventId],
    ["own_booking_canceled", eventId],
  ]);
});

test("nothing is told of what the team changes without telling", async () => {
  const eventId = await book(member);
  await act(club.manager, `/events/${eventId}/cancel`, { reason: "Rain", notify: false });
  expect(await toldTo(member)).toEqual([]);
});

test("a booking is reminded of once, the day before", async () => {
  const eventId = await book(member);
  later(2.5 * 86_400_000);
  await testApp.jobs.runScheduled();
  await testApp.jobs.runScheduled();
  expect(await toldTo(member)).toEqual([["own_booking_reminder", eventId]]);
});

test("a refund is told with its amount", async () => {
  const eventId = await book(member);
  await act(club.manager, `/events/${eventId}/payments`, { amount: 1850, method: "cash" });
  const { body } = await club.manager("GET", club.path(`/payments?eventId=${eventId}`));
  await act(club.manager, `/payments/${body.data[0].id}/refund`, { amount: 500, reason: "Lights were off" });
  expect(await listOf(member)).toMatchObject([{ kind: "own_refund", money: { eventId, amount: 500 } }]);
});

test("a booking that is another customer's now is shown to the former one no more", async () => {
  const eventId = await book(member);
  await act(club.manager, `/events/${eventId}/cancel`, { reason: "Rain" });
  await testApp.db
    .updateTable("events")
    .set({ user_id: club.memberPerson.id })
    .where("organization_id", "=", testApp.organizationId)
    .where("id", "=", eventId)
    .execute();
  expect(await listOf(member)).toMatchObject([{ kind: "own_booking_canceled", booking: null, name: null }]);
});

test("a kind that is turned off is not written", async () => {
  const preferences = [{ kind: "own_booking_canceled", channel: "app", choice: "off" }];
  expect((await member("PATCH", "/auth/user/notification-preferences", { preferences })).status).toBe(200);
  const eventId = await book(member);
  await act(club.manager, `/events/${eventId}/cancel`, { reason: "Rain" });
  expect(await toldTo(member)).toEqual([]);
});
