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
