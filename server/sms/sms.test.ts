/** Text messages: who gets one, when, with which words, as many as the organization pays for; the service is a double of Brevo's. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { createTestApp, monday, password, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: { type: string; sender: string; recipient: string; content: string; tag: string };
}
let service: Server;
let received: Received[] = [];
let status = 201;
let testApp: TestApp;
let club: TestClub;
let person: Person;
let member: ApiCall;

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        path: request.url,
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Received["body"],
      });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ messageId: 1511 }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  testApp = await createTestApp({
    env: { SMS: "brevo", SMS_API_KEY: "xkeysib-1", SMS_API_URL: url, SMS_SENDER: "Padel" },
  });
  club = await createTestClub(testApp);
});
afterAll(async () => {
  await testApp.close();
  service.close();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  [received, status] = [[], 201];
  await testApp.db.deleteFrom("sms_messages").execute();
  await limit(100);
  person = await testApp.member(testApp.organizationId, 4);
  member = testApp.as(person);
  await member("PATCH", "/auth/user", { phone: "06 12 34 56 78", language: "en" });
});

const HOUR_MS = 3_600_000;
const later = (ms: number) => testApp.clock.set(new Date(testApp.clock.now().getTime() + ms));
const limit = async (monthlyLimit: number | null) => {
  const { status: answered, body } = await club.manager("PATCH", club.path("/sms"), { monthlyLimit });
  expect([answered, body.data.monthlyLimit]).toEqual([200, monthlyLimit]);
};
const usage = async () => (await club.manager("GET", club.path("/sms"))).body.data;
async function book(api: ApiCall, inHours: number, more: object = {}): Promise<string> {
  const start = new Date(Math.ceil(testApp.clock.now().getTime() / HOUR_MS + inHours) * HOUR_MS);
  const draft = {
    fieldId: await club.addField({ name: "Padel 1", cancellationDeadline: 0 }),
    startTime: start.toISOString(),
    duration: 60,
  };
  const { status: answered, body } = await api("POST", club.path("/events"), {
    ...draft,
    name: "G",
    type: "game",
    ...more,
  });
  expect([answered, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const cancel = async (eventId: string, body: object = {}) =>
  expect(
    (await club.manager("POST", club.path(`/events/${eventId}/cancel`), { reason: "Pluie", ...body })).status,
  ).toBe(200);
async function deliver(): Promise<Received[]> {
  later(UNDO_MS + 1000);
  await testApp.jobs.runAll();
  await testApp.jobs.runScheduled("sms.send");
  return received;
}

test("a booking of the next 24 hours that the club cancels is told at once, in one message of the mobile alphabet", async () => {
  const eventId = await book(member, 6);
  await cancel(eventId, { reason: "Orage prévu, le court est fermé" });
  const [one, ...more] = await deliver();
  expect(more).toEqual([]);
  expect(one?.path).toBe("/v3/transactionalSMS/send");
  expect(one?.headers["api-key"]).toBe("xkeysib-1");
  expect(one?.body).toMatchObject({ type: "transactional", sender: "Padel", recipient: "33612345678" });
  expect(one?.body.content).toMatch(/: Padel 1, .* is canceled\. Orage prévu, le court est fermé/);
  expect(one?.body.content.length).toBeLessThanOrEqual(160);
  expect(await usage()).toEqual({ monthlyLimit: 100, sent: 1, isAvailable: true });
  await testApp.jobs.runScheduled("sms.send");
  expect(received).toHaveLength(1);
});

test("who has no account is told at the number that the team has noted", async () => {
  const eventId = await book(club.staff, 5, { customer: { name: "Marc Lebrun", phone: "+33 7 62 34 56 78" } });
  await cancel(eventId);
  expect((await deliver()).map(({ body }) => body.recipient)).toEqual(["33762345678"]);
});

test.each([
  ["a landline", { phone: "01 42 68 53 00" }, 6],
  ["no number", { phone: null }, 6],
  ["what begins later", {}, 30],
])("no message goes for %s", async (_what, profile, inHours) => {
  if ("phone" in profile) await member("PATCH", "/auth/user", profile);
  await cancel(await book(member, inHours));
  expect(await deliver()).toEqual([]);
});

test("nothing is sent of what is taken back in time, of one’s own deeds, and of what the team does not tell", async () => {
  const taken = await book(member, 6);
  await cancel(taken);
  expect((await club.manager("POST", club.path(`/events/${taken}/restore`), {})).status).toBe(200);
  const own = await book(member, 7);
  expect((await member("POST", club.path(`/events/${own}/cancel`), {})).status).toBe(200);
  await cancel(await book(member, 8), { notify: false });
  expect(await deliver()).toEqual([]);
  expect((await usage()).sent).toBe(0);
});

/** Somebody with an account and a number who plays in a booking. */
async function addPlayer(eventId: string, phone: string): Promise<ApiCall> {
  const { body } = await member("POST", club.path(`/bookings/${eventId}/participants-link`), {});
  const player = testApp.as(await testApp.member(testApp.organizationId, 4));
  await player("PATCH", "/auth/user", { phone, language: "en" });
  const secret = body.data.url.split("/p/")[1];
  expect((await player("POST", "/auth/user/participations", { secret })).status).toBe(200);
  return player;
}
const recipients = async () => (await deliver()).map(({ body }) => body.recipient).toSorted();

test("who plays is told as well of what the club cancels, by their own choice, and once", async () => {
  const eventId = await book(member, 6, { people: 4 });
  await addPlayer(eventId, "06 33 33 33 33");
  const quiet = await addPlayer(eventId, "06 44 44 44 44");
  const preferences = [{ kind: "own_booking_canceled", channel: "sms", choice: "off" }];
  await quiet("PATCH", "/auth/user/notification-preferences", { preferences });
  const gone = await addPlayer(eventId, "06 55 55 55 55");
  const [own] = (await gone("GET", "/auth/user/participations")).body.data;
  const left = await gone("POST", `/auth/user/participations/${own.id}`, { answer: "left" });
  expect(left.status).toBe(200);
  await cancel(eventId);
  expect((await club.manager("POST", club.path(`/events/${eventId}/cancel`), { reason: "Pluie" })).status).toBe(409);
  expect(await recipients()).toEqual(["33612345678", "33633333333"]);
  expect(await recipients()).toEqual(["33612345678", "33633333333"]);
});

test("players get no message of what is taken back in time, of what the organizer cancels, and of what begins later", async () => {
  const taken = await book(member, 6, { people: 4 });
  await addPlayer(taken, "06 33 33 33 33");
  await cancel(taken);
  expect((await club.manager("POST", club.path(`/events/${taken}/restore`), {})).status).toBe(200);
  const own = await book(member, 8, { people: 4 });
  await addPlayer(own, "06 44 44 44 44");
  expect((await member("POST", club.path(`/events/${own}/cancel`), {})).status).toBe(200);
  const later = await book(member, 30, { people: 4 });
  await addPlayer(later, "06 55 55 55 55");
  await cancel(later);
  expect(await recipients()).toEqual([]);
  expect((await usage()).sent).toBe(0);
});

test("who has turned it off gets none, and an organization that pays for none sends none", async () => {
  const preferences = [{ kind: "own_booking_canceled", channel: "sms", choice: "off" }];
  const { body } = await member("PATCH", "/auth/user/notification-preferences", { preferences });
  expect(body.data.preferences).toContainEqual(preferences[0]);
  await cancel(await book(member, 6));
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  await other("PATCH", "/auth/user", { phone: "06 22 22 22 22" });
  await limit(null);
  await cancel(await book(other, 6));
  expect(await deliver()).toEqual([]);
});

test("at night only what begins within three hours is told; the rest in the morning, or at once where that is too late", async () => {
  testApp.clock.set("2026-06-02T21:00:00Z");
  const soon = await book(member, 2);
  const tomorrow = await book(member, 15);
  const early = await book(member, 5);
  for (const eventId of [soon, tomorrow, early]) await cancel(eventId);
  expect(await deliver()).toHaveLength(2);
  testApp.clock.set("2026-06-03T05:00:30Z");
  expect(await deliver()).toHaveLength(3);
});

test("the month’s number is kept by two desks at once, the team is told at eight in ten, and nobody after the last one", async () => {
  await limit(5);
  const ids = await Promise.all(Array.from({ length: 8 }, () => book(member, 6)));
  await Promise.all(ids.map((eventId) => cancel(eventId)));
  expect(await deliver()).toHaveLength(5);
  expect((await usage()).sent).toBe(5);
  const told = (await club.manager("GET", "/notifications?topic=administration")).body.data;
  expect(told).toMatchObject([{ kind: "sms_limit", sms: { monthlyLimit: 5 } }]);
  expect((await club.member("GET", club.path("/sms"))).status).toBe(403);
  // Another month begins with none.
  testApp.clock.set("2026-07-01T08:00:00Z");
  expect((await usage()).sent).toBe(0);
});

test("what the service refuses for good is not tried again; what it cannot take now waits, and counts once", async () => {
  await cancel(await book(member, 6));
  status = 400;
  expect(await deliver()).toHaveLength(1);
  later(2 * HOUR_MS);
  expect(await deliver()).toHaveLength(1);
  expect((await usage()).sent).toBe(0);
  await cancel(await book(member, 6));
  status = 503;
  expect(await deliver()).toHaveLength(2);
  expect(await deliver()).toHaveLength(2);
  status = 201;
  later(2 * 60_000);
  expect(await deliver()).toHaveLength(3);
  const rows = await testApp.db
    .selectFrom("sms_messages")
    .select(["status", "tries", "provider_id"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { status: "failed", tries: 1, provider_id: null },
    { status: "sent", tries: 2, provider_id: "1511" },
  ]);
});

test("an offer from the waitlist is told with its end, also at night", async () => {
  testApp.clock.set("2026-06-02T21:00:00Z");
  const slot = {
    ...{ field: "Padel 1", facility: "Parc", timezone: "Europe/Paris" },
    ...{ startTime: "2026-06-03T08:00:00.000Z", endTime: "2026-06-03T09:00:00.000Z" },
    expiresAt: "2026-06-02T21:15:00.000Z",
  };
  const { db, appContext, clock, organizationId } = testApp;
  const context = { db, appContext, now: clock.now(), organizationId, memory: undefined as never };
  await publish(context, "waitlist.offered", { userId: person.id, eventId: person.id, slot });
  const [one] = await deliver();
  expect(one?.body.content).toMatch(
    /: Padel 1, Wed, Jun 3, 10:00 AM is yours until 11:15 PM: http:\/\/localhost:3000\/my-bookings$/,
  );
  later(-UNDO_MS - 1000);
  await publish({ ...context, now: clock.now() }, "waitlist.offered", { userId: person.id, eventId: person.id, slot });
  await publish({ ...context, now: clock.now() }, "waitlist.answered", { eventId: person.id });
  expect(await deliver()).toHaveLength(1);
});

test("who closes their account leaves no messages", async () => {
  await cancel(await book(member, 6));
  const countRows = async () => (await testApp.db.selectFrom("sms_messages").select("id").execute()).length;
  expect(await countRows()).toBe(1);
  expect((await member("POST", "/auth/closing", { password })).status).toBe(200);
  later(15 * 24 * HOUR_MS);
  await testApp.jobs.runScheduled("personal-data.close");
  expect(await countRows()).toBe(0);
});
