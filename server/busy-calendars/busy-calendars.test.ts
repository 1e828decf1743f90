/** Fields follow calendars of other systems: blocks move and go with them, and bookings stay until somebody decides. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BusyCalendar, BusyConflict } from "#contract/busy-calendars.ts";
import { createTestApp, monday, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { openWebhookReceiver, type ReceivedRequest, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { syncCalendars } from "./sync.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
let server: WebhookReceiver;
beforeAll(async () => {
  testApp = await createTestApp({ env: { DEMO: "1" } });
  server = await openWebhookReceiver();
});
afterAll(async () => {
  await server.close();
  await testApp.close();
});
let fieldId: string;
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.updateTable("busy_calendars").set({ archived_at: testApp.clock.now() }).execute();
  await testApp.jobs.runAll();
  const organizationId = await testApp.organization("Club");
  club = await createTestClub(testApp, {}, organizationId);
  owner = testApp.as(await testApp.member(organizationId, 1));
  fieldId = await club.addField({ name: "Court 1" });
  server.received.length = 0;
});

const path = (rest = "") => club.path(`/busy-calendars${rest}`);

interface Entry {
  uid?: string;
  /** As in `20260610T080000Z`. */
  start: string;
  end: string;
  name?: string;
  more?: string[];
}
const calendarOf = (...entries: Entry[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...entries.flatMap(({ uid = "1", start, end, name = "Mayor", more = [] }) => [
      ...["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${name}`, `DTSTART:${start}`, `DTEND:${end}`, ...more, "END:VEVENT"],
    ]),
    "END:VCALENDAR",
  ].join("\r\n");
const serve = (text: string, headers: Record<string, string> = {}) =>
  server.answerWith((_request, response) => void response.writeHead(200, headers).end(text));

async function follow(more: object = {}): Promise<string> {
  const { status, body } = await owner("POST", path(), {
    ...{ name: "Town hall", url: server.url, fieldIds: [fieldId] },
    ...more,
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  await testApp.jobs.runAll();
  return body.data.id;
}
const read = async (id: string): Promise<BusyCalendar> => (await owner("GET", path(`/${id}`))).body.data;
async function readAgain(after = 15 * MINUTE): Promise<void> {
  testApp.clock.advance(after);
  await syncCalendars.run(testApp.appContext, {});
}
const listBlocks = async () =>
  (
    await testApp.db
      .selectFrom("events")
      .select(["name", "start_time", "end_time", "internal_notes", "confidentiality", "status"])
      .where("organization_id", "=", club.organizationId)
      .where("kind", "=", "block")
      .orderBy("start_time")
      .execute()
  ).map(
    ({ start_time, end_time }) => `${start_time.toISOString().slice(0, 16)} ${end_time.toISOString().slice(11, 16)}`,
  );
const book = (startTime: string, more: object = {}, api: ApiCall = club.manager) =>
  api("POST", club.path("/events"), {
    ...{ fieldId, startTime, duration: 60, name: "Match", type: "game" },
    ...more,
  });
const listConflicts = async (query = ""): Promise<BusyConflict[]> =>
  (await club.manager("GET", club.path(`/busy-conflicts${query}`))).body.data;

const morning: Entry = { start: "20260610T080000Z", end: "20260610T100000Z" };

test("what is busy elsewhere is blocked here, under the calendar's name; members read neither", async () => {
  serve(calendarOf(morning));
  const id = await follow();
  expect(await listBlocks()).toEqual(["2026-06-10T08:00 10:00"]);
  const { body } = await club.manager("GET", club.path("/events?kind=block"));
  expect(body.data).toMatchObject([{ name: "Town hall", internalNotes: "Mayor", kind: "block", status: "approved" }]);
  const planning = await club.member("GET", club.path("/planning?from=2026-06-10&to=2026-06-10"));
  expect(JSON.stringify(planning.body)).not.toMatch(/Town hall|Mayor/);
  expect((await book("2026-06-10T09:00:00Z")).status).toBe(409);
  expect((await book("2026-06-10T10:00:00Z")).status).toBe(201);
  expect(await read(id)).toMatchObject({ times: 1, conflicts: 0, failure: null, host: new URL(server.url).host });
});

test("blocks follow what moves, what is renamed and what goes", async () => {
  serve(calendarOf(morning, { uid: "2", start: "20260611T080000Z", end: "20260611T090000Z" }));
  await follow();
  // One takes the place that another leaves.
  serve(
    calendarOf(
      { ...morning, start: "20260611T080000Z", end: "20260611T090000Z", name: "Council" },
      { uid: "2", start: "20260612T080000Z", end: "20260612T090000Z" },
    ),
  );
  await readAgain();
  expect(await listBlocks()).toEqual(["2026-06-11T08:00 09:00", "2026-06-12T08:00 09:00"]);
  const { body } = await club.manager("GET", club.path("/events?kind=block&date=2026-06-11"));
  expect(body.data).toMatchObject([{ internalNotes: "Council" }]);
  serve(calendarOf());
  await readAgain();
  expect(await listBlocks()).toEqual([]);
  expect((await book("2026-06-11T08:00:00Z")).status).toBe(201);
});

test("a booking that stands is never touched: the rest is blocked, and it is listed until it is kept", async () => {
  const { id: eventId } = (await book("2026-06-10T08:30:00Z")).body.data;
  serve(calendarOf(morning));
  const id = await follow();
  expect(await listBlocks()).toEqual(["2026-06-10T08:00 08:30", "2026-06-10T09:30 10:00"]);
  const [conflict] = await listConflicts("?isKept=false");
  expect(conflict).toMatchObject({
    eventId,
    calendar: { id, name: "Town hall" },
    busy: { name: "Mayor", startTime: "2026-06-10T08:00:00.000Z" },
    startTime: "2026-06-10T08:30:00.000Z",
    field: { name: "Court 1" },
    keptAt: null,
  });
  const { body } = await club.manager("GET", "/notifications");
  expect(body.data).toMatchObject([
    { kind: "busy_conflict", name: "Town hall", count: 1, busyCalendar: { calendarId: id, failingSince: null } },
  ]);
  const keep = (isKept: boolean, api = club.manager) =>
    api("POST", club.path(`/events/${eventId}/busy-conflicts`), { isKept });
  expect((await keep(true, club.member)).status).toBe(403);
  expect((await keep(true)).status).toBe(200);
  expect([await listConflicts("?isKept=false"), (await listConflicts("?isKept=true")).length]).toEqual([[], 1]);
  expect((await read(id)).conflicts).toBe(0);
  const { data: entries } = (await owner("GET", club.path("/activity"))).body;
  expect(entries).toContainEqual(expect.objectContaining({ act: "busy-calendars.keep", subjectName: "Match" }));
  // A time that moves is another question.
  serve(calendarOf({ ...morning, end: "20260610T093000Z" }));
  await readAgain();
  expect(await listConflicts("?isKept=false")).toHaveLength(1);
  await keep(true);
  await keep(false);
  expect((await read(id)).conflicts).toBe(1);
  expect((await club.manager("GET", club.path(`/events/${eventId}`))).body.data.status).toBe("approved");
});

test("time that comes free while another system says busy is blocked at once", async () => {
  const { id: eventId } = (await book("2026-06-10T08:30:00Z")).body.data;
  serve(calendarOf(morning));
  await follow();
  await club.manager("POST", club.path(`/events/${eventId}/cancel`), { reason: "Ours" });
  expect(await listBlocks()).toEqual(["2026-06-10T08:00 08:30", "2026-06-10T08:30 09:30", "2026-06-10T09:30 10:00"]);
  expect((await book("2026-06-10T08:30:00Z")).status).toBe(409);
  expect(await listConflicts()).toEqual([]);
});

test("the wizard of closures moves such a booking, and the busy time takes its place", async () => {
  const other = await club.addField({ name: "Court 2" });
  const { id: eventId, updated_at: seen } = (await book("2026-06-10T08:00:00Z")).body.data;
  serve(calendarOf(morning));
  await follow();
  const [startTime, endTime] = ["2026-06-10T08:00:00Z", "2026-06-10T09:00:00Z"];
  const { status } = await club.manager("POST", club.path("/blocks"), {
    places: [{ fieldId, startTime, endTime }],
    name: "Town hall",
    decisions: [{ eventId, action: "move", seen, fieldId: other, startTime }],
  });
  expect(status).toBe(201);
  expect(await listConflicts()).toEqual([]);
  expect(await listBlocks()).toEqual(["2026-06-10T08:00 09:00", "2026-06-10T09:00 10:00"]);
});

test("its blocks are moved and canceled by the calendar alone", async () => {
  serve(calendarOf(morning));
  await follow();
  const [block] = (await club.manager("GET", club.path("/events?kind=block"))).body.data;
  for (const { status, body } of [
    await club.manager("PATCH", club.path(`/events/${block.id}`), { startTime: "2026-06-10T12:00:00Z" }),
    await club.manager("POST", club.path(`/events/${block.id}/cancel`), {}),
  ])
    expect([status, body.message]).toEqual([
      409,
      "This time is busy in “Town hall”: it is changed there, or no longer followed here.",
    ]);
  expect(await listBlocks()).toEqual(["2026-06-10T08:00 10:00"]);
});

test("repetitions, whole days, parts of a divided field and several fields", async () => {
  const half = await club.addField({ name: "Half", parentId: fieldId });
  const other = await club.addField({ name: "Court 2" });
  serve(
    calendarOf(
      { ...morning, more: ["RRULE:FREQ=WEEKLY;COUNT=2"] },
      { uid: "day", start: "20260620T220000Z", end: "20260622T220000Z" },
    ),
  );
  await follow({ fieldIds: [fieldId, other] });
  // Two whole days are a block each.
  expect(new Set(await listBlocks())).toEqual(
    new Set(["2026-06-10T08:00 10:00", "2026-06-17T08:00 10:00", "2026-06-20T22:00 22:00", "2026-06-21T22:00 22:00"]),
  );
  expect(await listBlocks()).toHaveLength(8);
  expect((await book("2026-06-17T08:00:00Z", { fieldId: half })).status).toBe(409);
});

test("a calendar that has not changed is asked with its marks, and read whole once a day", async () => {
  serve(calendarOf(morning), { etag: '"one"', "last-modified": "Mon, 01 Jun 2026 08:00:00 GMT" });
  const id = await follow();
  server.answerWith((_request, response) => void response.writeHead(304).end());
  await readAgain();
  const { headers } = server.received.at(-1) as ReceivedRequest;
  expect([headers["if-none-match"], headers["if-modified-since"]]).toEqual(['"one"', "Mon, 01 Jun 2026 08:00:00 GMT"]);
  expect(await listBlocks()).toHaveLength(1);
  expect((await read(id)).readAt).toBe(testApp.clock.now().toISOString());
  serve(calendarOf(morning));
  await readAgain(24 * HOUR);
  expect(server.received.at(-1)?.headers["if-none-match"]).toBeUndefined();
});

test("one that fails keeps its blocks, says why and since when, is asked less often, and tells the team after an hour", async () => {
  serve(calendarOf(morning));
  const id = await follow();
  server.answerWith((_request, response) => void response.writeHead(500).end());
  await readAgain();
  const since = testApp.clock.now().toISOString();
  expect(await read(id)).toMatchObject({ failure: "status", failureStatus: 500, failingSince: since, times: 1 });
  expect((await owner("GET", "/notifications")).body.data).toEqual([]);
  const asked = server.received.length;
  for (let minutes = 0; minutes < 65; minutes += 5) await readAgain(5 * MINUTE);
  expect(server.received.length - asked).toBe(4);
  expect((await owner("GET", "/notifications")).body.data).toMatchObject([
    { kind: "busy_calendar_failing", name: "Town hall", busyCalendar: { failingSince: since }, count: 1 },
  ]);
  // Half of a calendar is none.
  serve(calendarOf(morning).slice(0, -30));
  await readAgain(HOUR);
  expect((await read(id)).failure).toBe("not_calendar");
  expect(await listBlocks()).toHaveLength(1);
  serve(calendarOf(morning));
  await readAgain(4 * HOUR);
  expect(await read(id)).toMatchObject({ failure: null, failingSince: null });
});

test("redirects are followed a few times, and never into a private network", async () => {
  let hops = 2;
  server.answerWith((request, response) => {
    if (hops-- > 0) return void response.writeHead(302, { location: `${request.path}x` }).end();
    return void response.writeHead(200).end(calendarOf(morning));
  });
  const id = await follow();
  expect((await read(id)).failure).toBeNull();
  server.answerWith((_request, response) => void response.writeHead(302, { location: "https://10.0.0.1/" }).end());
  await readAgain();
  expect((await read(id)).failure).toBe("private_address");
  server.answerWith((request, response) => void response.writeHead(302, { location: `${request.path}x` }).end());
  await readAgain(HOUR);
  expect((await read(id)).failure).toBe("redirects");
});

test("a larger calendar than is read is refused whole", async () => {
  serve(`${calendarOf(morning)}${" ".repeat(5 * 1024 * 1024)}`);
  const id = await follow();
  expect([(await read(id)).failure, await listBlocks()]).toEqual(["too_large", []]);
  serve(calendarOf({ ...morning, more: ["RRULE:FREQ=MINUTELY"] }));
  await readAgain(HOUR);
  expect((await read(id)).failure).toBe("too_many");
});

test("the check says what would be blocked, and keeps nothing", async () => {
  await book("2026-06-10T08:30:00Z");
  serve(calendarOf(morning, { uid: "bad", start: "soon", end: "later" }));
  const check = (more: object = {}) => owner("POST", path("/check"), { url: server.url, fieldIds: [fieldId], ...more });
  expect((await check()).body.data).toMatchObject({
    ...{ times: 1, conflicts: 1, unreadable: 1, timezone: "Europe/Paris" },
    next: [{ name: "Mayor", startTime: "2026-06-10T08:00:00.000Z", endTime: "2026-06-10T10:00:00.000Z" }],
  });
  expect((await owner("GET", path())).body.data).toEqual([]);
  serve("<html>Sign in</html>");
  expect((await check()).body.errors).toEqual({ url: ["This is no calendar in iCalendar format"] });
  for (const [url, text] of [
    ["https://169.254.169.254/latest", "The address leads into a private network"],
    ["http://calendar.example.com/a.ics", "The address has to begin with https://"],
    ["https://me:secret@calendar.example.com/", "Leave the user name and password out of the address"],
  ])
    expect((await check({ url })).body.errors).toEqual({ url: [text] });
  const elsewhere = await createTestClub(testApp, {}, testApp.otherOrganizationId);
  const foreign = await elsewhere.addField({ name: "Theirs" });
  expect((await check({ fieldIds: [foreign] })).status).toBe(422);
  expect((await owner("POST", path(), { name: "A", url: server.url, fieldIds: [foreign] })).status).toBe(422);
});

test("a calendar that is no longer followed takes its blocks along, and bookings stay", async () => {
  const { id: eventId } = (await book("2026-06-10T08:30:00Z")).body.data;
  serve(calendarOf(morning));
  const id = await follow();
  expect((await owner("DELETE", path(`/${id}`))).status).toBe(200);
  expect([await listBlocks(), await listConflicts()]).toEqual([[], []]);
  expect((await club.manager("GET", club.path(`/events/${eventId}`))).body.data.status).toBe("approved");
  expect((await owner("GET", path(`/${id}`))).status).toBe(404);
  const asked = server.received.length;
  await readAgain(HOUR);
  expect(server.received).toHaveLength(asked);
  const { data } = (await owner("GET", club.path("/activity"))).body;
  expect(data.map(({ act }: { act: string }) => act)).toEqual(
    expect.arrayContaining(["busy-calendars.delete", "busy-calendars.create"]),
  );
  expect(JSON.stringify(data)).not.toContain(server.url);
});

test("a field that leaves a calendar, or is deleted, is free again; a new address replaces what the former said", async () => {
  const other = await club.addField({ name: "Court 2" });
  serve(calendarOf(morning));
  const id = await follow({ fieldIds: [fieldId, other] });
  expect(await listBlocks()).toHaveLength(2);
  await owner("PATCH", path(`/${id}`), { fieldIds: [other] });
  expect(await listBlocks()).toHaveLength(1);
  serve(calendarOf({ uid: "new", start: "20260615T080000Z", end: "20260615T090000Z" }));
  testApp.clock.advance(MINUTE);
  await owner("PATCH", path(`/${id}`), { url: `${server.url}/other.ics`, name: "City" });
  await testApp.jobs.runAll();
  expect(await listBlocks()).toEqual(["2026-06-15T08:00 09:00"]);
  expect((await club.manager("GET", club.path("/events?kind=block"))).body.data[0].name).toBe("City");
  expect((await owner("DELETE", club.path(`/fields/${other}`))).status).toBe(200);
  expect(await listBlocks()).toEqual([]);
  expect(await read(id)).toMatchObject({ fieldIds: [], times: 0 });
});

test("a thousand overlaps are listed, and nothing is changed", async () => {
  const { id: eventId } = (await book("2026-06-10T08:00:00Z")).body.data;
  await sql`
    insert into events (organization_id, id, facility_id, field_id, name, status, confidentiality, type, start_time, end_time,
      price, currency, payment_status, created_at, updated_at)
    select organization_id, gen_random_uuid(), facility_id, field_id, 'Match', status, confidentiality, type,
      start_time + n * interval '2 hours', end_time + n * interval '2 hours', price, currency, payment_status, created_at, updated_at
    from events, generate_series(1, 999) as n where id = ${eventId}`.execute(testApp.db);
  await sql`
    insert into occupancies (organization_id, unit_id, event_id, during, active)
    select events.organization_id, unit_id, events.id, tstzrange(start_time, end_time), true
    from events join field_units using (organization_id, field_id)
    where events.organization_id = ${club.organizationId} on conflict do nothing`.execute(testApp.db);
  serve(calendarOf({ start: "20260610T080000Z", end: "20260910T080000Z" }));
  const id = await follow();
  expect((await read(id)).conflicts).toBe(1000);
  const { body } = await club.manager("GET", club.path("/busy-conflicts?isKept=false"));
  expect([body.meta.total, body.data.length]).toEqual([1000, 20]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from events where organization_id = ${club.organizationId} and kind = 'event'
      and status = 'approved'`.execute(testApp.db);
  expect(rows[0]?.count).toBe(1000);
});

test("two readings at once make each block once, and a stopped one is made up for", async () => {
  serve(calendarOf({ ...morning, more: ["RRULE:FREQ=DAILY;COUNT=120"] }));
  await follow();
  expect(await listBlocks()).toHaveLength(120);
  serve(calendarOf({ ...morning, end: "20260610T090000Z", more: ["RRULE:FREQ=DAILY;COUNT=120"] }));
  testApp.clock.advance(15 * MINUTE);
  await Promise.all([1, 2, 3].map(() => syncCalendars.run(testApp.appContext, {})));
  expect(new Set((await listBlocks()).map((block) => block.slice(11)))).toEqual(new Set(["08:00 09:00"]));
  // A process that claimed it was killed before anything was stored.
  await testApp.db
    .updateTable("busy_calendars")
    .set({ claimed_until: new Date(testApp.clock.now().getTime() + 10 * MINUTE), content_hash: null, applied_at: null })
    .where("organization_id", "=", club.organizationId)
    .execute();
  serve(calendarOf());
  await readAgain(9 * MINUTE);
  expect(await listBlocks()).toHaveLength(120);
  await readAgain(10 * MINUTE);
  expect(await listBlocks()).toEqual([]);
});

test("what other systems said is deleted a day after its end; the block stays as what the field was used for", async () => {
  serve(calendarOf(morning));
  await follow();
  testApp.clock.set("2026-06-11T11:00:00Z");
  await testApp.jobs.runScheduled("busy-calendars.sweep");
  const count = async (table: "busy_times" | "busy_blocks") =>
    (
      await testApp.db
        .selectFrom(table)
        .select("organization_id")
        .where("organization_id", "=", club.organizationId)
        .execute()
    ).length;
  expect([await count("busy_times"), await count("busy_blocks"), (await listBlocks()).length]).toEqual([0, 0, 1]);
});
