import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let booker: Person;
let member: ApiCall;
const PADEL = 2;
const phone = "04 72 00 12 34";

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField({
    ...{ name: "Padel 3", space: "indoor", sportIds: [PADEL], cancellationDeadline: 24, maxPeopleByEvent: 4 },
  });
  await club.addPrices([fieldId], { 90: 3600 });
  await club.manager("PATCH", club.path(""), { phone, email: "hello@club.example" });
  booker = await testApp.join(await testApp.person({ firstName: "Ada", lastName: "Byron" }), testApp.organizationId, 4);
  member = testApp.as(booker);
});

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
async function book(api: ApiCall = member, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime: at("19:00"), duration: 90, name: "Ada Byron", type: "free_play", people: 4 };
  const { status, body } = await api("POST", club.path("/events"), { ...draft, payment: "on_site", ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const read = (id: string, api: ApiCall = member) => api("GET", club.path(`/bookings/${id}`));
const bookingOf = async (id: string) => {
  const { status, body } = await read(id);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};

test("whoever booked reads sport, place, time, price, the rule and what can be done, and nothing of the team's", async () => {
  const id = await book(member, { notes: "Rackets please" });
  const booking = await bookingOf(id);
  expect(booking).toMatchObject({
    ...{ id, title: null, status: "confirmed", people: 4, duration: 90, timezone: "Europe/Paris", date: "2026-06-10" },
    sport: { id: PADEL },
    field: { id: fieldId, name: "Padel 3", space: "indoor" },
    facility: { id: club.facilityId, name: "Parc" },
    notes: "Rackets please",
    ...{ price: 3600, paid: 0, due: 3600, currency: "EUR", ended: null },
    cancellation: { state: "open", until: "2026-06-09T17:00:00.000Z", refundNow: 0, refundAfter: 0 },
    contact: { phone, email: "hello@club.example" },
    actions: ["edit", "move", "cancel"],
  });
  for (const member of ["creator", "customer", "internalNotes", "minPeople", "maxPeople", "confidentiality", "history"])
    expect(booking).not.toHaveProperty(member);
  expect((await bookingOf(await book(member, { name: "Cup", startTime: at("21:00") }))).title).toBe("Cup");
});

test("no other member and no stranger reads it, and no block is a booking; the team reads what the booker does", async () => {
  const id = await book();
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const blind = testApp.as(await testApp.member(testApp.organizationId, ["fields.show"]));
  for (const api of [club.member, stranger, blind]) {
    expect((await read(id, api)).status).toBe(404);
    expect((await api("GET", club.path(`/bookings/${id}/calendar.ics`))).status).toBe(404);
  }
  expect((await read(id, testApp.as(null))).status).toBe(401);
  expect((await read(id, club.staff)).body.data).toEqual({ ...(await bookingOf(id)), actions: [] });
  const block = await book(club.staff, {
    ...{ kind: "block", name: "Works", startTime: at("10:00"), people: undefined, payment: undefined },
  });
  expect((await read(block, club.staff)).status).toBe(404);
  expect((await read("nonsense")).status).toBe(404);
});

test("at the deadline, and a second after it, the words, the button and the refund agree", async () => {
  const id = await book();
  testApp.clock.set(at("19:00", "2026-06-09"));
  const open = await bookingOf(id);
  expect([open.cancellation.state, open.actions]).toEqual(["open", ["edit", "move", "cancel"]]);
  testApp.clock.advance(1000);
  const late = await bookingOf(id);
  expect([late.cancellation, late.actions]).toEqual([
    { state: "late", until: "2026-06-09T17:00:00.000Z", refundNow: 0, refundAfter: 0, steps: [] },
    [],
  ]);
  const refused = await member("POST", club.path(`/events/${id}/cancel`), {});
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^Can no longer be canceled online\. .+ Call the club, which decides: 04 72 00 12 34\.$/),
  ]);
  testApp.clock.set(at("19:00"));
  expect((await bookingOf(id)).cancellation.state).toBe("started");
});

test("what is called off says by whom and why", async () => {
  const own = await book();
  await member("POST", club.path(`/events/${own}/cancel`), { reason: "Ill" });
  expect(await bookingOf(own)).toMatchObject({
    ...{ status: "canceled", actions: [], ended: { by: "booker", reason: "Ill" } },
    cancellation: { state: "ended" },
  });
  const theirs = await book();
  await club.staff("POST", club.path(`/events/${theirs}/cancel`), { reason: "Rain" });
  expect((await bookingOf(theirs)).ended).toEqual({ by: "club", reason: "Rain" });
  fieldId = await club.addField({ approval: "manual" });
  const asked = await book(member, { duration: 60 });
  expect((await bookingOf(asked)).status).toBe("requested");
  await club.manager("POST", club.path(`/events/${asked}/reject`), { reason: "Full" });
  expect(await bookingOf(asked)).toMatchObject({ status: "rejected", ended: { by: "club", reason: "Full" } });
});

test("its calendar file has the time, the place and the link", async () => {
  const id = await book();
  const { status, headers, body } = await member("GET", club.path(`/bookings/${id}/calendar.ics`));
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "text/calendar; charset=utf-8",
    "private, no-store",
  ]);
  for (const line of ["DTSTART:20260610T170000Z", "DTEND:20260610T183000Z", "LOCATION:Padel 3\\, Parc"])
    expect(String(body)).toContain(line);
  expect(String(body).match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

test("for the device to keep, one's own next twenty bookings that take place, with nothing of their payments", async () => {
  const later = await book(member, { startTime: at("10:00", "2026-06-11") });
  const first = await book();
  const canceled = await book(member, { startTime: at("14:00") });
  await member("POST", club.path(`/events/${canceled}/cancel`), {});
  await book(club.staff, { startTime: at("16:00"), customer: { name: "Walk-in" } });
  const upcoming = async () => (await member("GET", "/auth/user/bookings")).body.data;
  const kept = await upcoming();
  expect(kept.map(({ id }: { id: string }) => id)).toEqual([first, later]);
  const { cancellation, ...whole } = await bookingOf(first);
  expect(kept[0].cancellation).toEqual({ state: cancellation.state, until: cancellation.until });
  for (const name of ["paid", "due", "refundDue", "priceLines", "actions", "seriesId"]) {
    expect(whole).toHaveProperty(name);
    expect(kept[0]).not.toHaveProperty(name);
  }
  const { cancellation: _rule, ...rest } = kept[0];
  expect(whole).toMatchObject(rest);
  testApp.clock.set(at("20:45"));
  expect((await upcoming()).map(({ id }: { id: string }) => id)).toEqual([later]);
  expect((await testApp.as(null)("GET", "/auth/user/bookings")).status).toBe(401);
});
