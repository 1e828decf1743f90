/**
 * Privacy by default: another's private booking is, to a member, a field and a time in every place that shows it: planning,
 * list, CSV, search, live, feed, availability, history and finder. Nobody reads who made it.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLiveStream } from "#tests/support/live-stream-client.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

const DATE = "2026-06-10";
const START = `${DATE}T18:00:00+02:00`;
const SPORT_ID = 1;

let testApp: TestApp;
let club: TestClub;
let origin: string;
let maker: { api: ApiCall; id: string };
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  const staff = await testApp.member(testApp.organizationId, 3);
  maker = { api: testApp.as(staff), id: staff.id };
  await testApp.db
    .updateTable("users")
    .set({ first_name: "Marcelin", last_name: "Deskman" })
    .where("id", "=", staff.id)
    .execute();
  fieldId = await club.addField({ name: "Padel 1", sportIds: [SPORT_ID] });
  await club.addPrices([fieldId], { 60: 2357, 90: 3111 });
  origin = `${await testApp.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
});
afterAll(() => testApp.close());

const secrets = ["Zoé", "Chevalier", "Quartz birthday", "Marcelin", "Deskman", "06 12 34 56 78", "2357"];

const book = async (more: object = {}): Promise<string> => {
  const draft = { fieldId, startTime: START, duration: 60, name: "Quartz birthday", type: "game", ...more };
  const customer = { name: "Zoé Chevalier", phone: "06 12 34 56 78" };
  const { status, body } = await maker.api("POST", club.path("/events"), { customer, ...draft });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id as string;
};

/** With the status that a member is answered. */
const places = [
  [`/planning?date=${DATE}&sportId=${SPORT_ID}`, 200],
  ["/events?per_page=100", 200],
  [`/events?per_page=100&from=${DATE}&to=${DATE}`, 200],
  ["/export/events.csv", 200],
  ["/search?q=chevalier", 200],
  ["/search?q=quartz", 200],
  [`/availability?date=${DATE}&sportId=${SPORT_ID}`, 200],
  [`/slots?date=${DATE}&time=18:00&duration=90&sportId=${SPORT_ID}`, 200],
  ["/activity", 403],
] as const;

test("of another's private booking no place tells more than that the time is taken", async () => {
  const stream = await openLiveStream(origin, { organizationId: club.organizationId, token: club.memberPerson.token });
  const eventId = await book();
  const told = [...secrets, eventId, maker.id];
  for (const [place, status] of places) {
    const answer = await testApp.app.inject({
      url: `/api/v1${club.path(place)}`,
      headers: { authorization: `Bearer ${club.memberPerson.token}` },
    });
    expect([place, answer.statusCode]).toEqual([place, status]);
    // Prices of free times are those of the field, which everybody reads.
    const price = /availability|slots|planning/.test(place) ? ["2357"] : [];
    for (const secret of told.filter((one) => !price.includes(one)))
      expect([place, secret, answer.body.includes(secret)]).toEqual([place, secret, false]);
  }
  for (const rest of ["", "/payments"]) {
    const { status } = await club.member("GET", club.path(`/events/${eventId}${rest}`));
    expect([rest, status >= 403]).toEqual([rest, true]);
  }
  expect((await club.member("GET", club.path(`/bookings/${eventId}`))).status).toBe(404);
  await stream.until(1);
  expect(JSON.stringify(stream.heard)).not.toContain(eventId);
  await stream.close();
  const slots = await club.member("GET", club.path(places[7][0]));
  expect(slots.body.data.taken).toContain(new Date(START).toISOString());
});

test("one's own feed has no booking of others", async () => {
  const { body } = await club.member("POST", "/auth/user/calendar", {});
  const { pathname } = new URL(body.data.url as string);
  const feed = await testApp.app.inject({ url: pathname });
  expect(feed.statusCode).toBe(200);
  for (const secret of secrets) expect(feed.body).not.toContain(secret);
});

test("of a public booking a member reads sport and type, not who made it, for whom, or for how much", async () => {
  const eventId = await book({ startTime: `${DATE}T20:00:00+02:00`, confidentiality: "public" });
  const { status, body } = await club.member("GET", club.path(`/events/${eventId}`));
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    creator: { type: "organization", id: club.organizationId },
    customer: null,
    isPriceHidden: true,
    price: 0,
  });
  for (const secret of [...secrets, maker.id]) expect(JSON.stringify(body)).not.toContain(secret);
  for (const [place] of places.slice(0, 4)) {
    const answer = await testApp.app.inject({
      url: `/api/v1${club.path(place)}`,
      headers: { authorization: `Bearer ${club.memberPerson.token}` },
    });
    for (const secret of [...secrets.filter((one) => one !== "2357"), maker.id])
      expect([place, secret, answer.body.includes(secret)]).toEqual([place, secret, false]);
  }
});
