/** Feeds at secret addresses: whose they are, what stands in them, how they end, and that calendar programs can read them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeCalendar } from "#server/kit/ics.ts";
import { openClub, type Club } from "#tests/club.ts";
import { monday, openHouse, type Answer, type Ask, type Person, type TestHouse } from "#tests/house.ts";

let house: TestHouse;
let club: Club;
let fieldId: string;
let booker: Person;
let member: Ask;
let nobody: Ask;
beforeAll(async () => {
  house = await openHouse();
  club = await openClub(house);
  nobody = house.as(null);
});
afterAll(() => house.close());
beforeEach(async () => {
  house.clock.set(monday);
  fieldId = await club.addField({ name: "Court 1" });
  booker = await house.join(await house.person({ language: "en", firstName: "Ada", lastName: "Byron" }), house.here, 4);
  member = house.as(booker);
});

const mine = "/auth/user/calendar";
const ofField = () => club.path(`/fields/${fieldId}/calendar`);
const pathOf = (answer: Answer) => {
  expect([answer.status, answer.body.message]).toEqual([201, "New calendar address"]);
  return answer.body.data.url.replace("http://localhost:3000/api/v1", "") as string;
};
const read = (path: string) => nobody("GET", path);
/** Long lines are folded: this puts them together again, as programs do. */
const linesOf = ({ body }: Answer) => String(body).replaceAll("\r\n ", "").split("\r\n");
const valuesOf = (answer: Answer, name: string) =>
  linesOf(answer).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
async function book(ask: Ask, more: object = {}, path = club.path("/events")): Promise<string> {
  const draft = { fieldId, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Match", type: "game", ...more };
  const { status, body } = await ask("POST", path, draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

test("one's own bookings stand in one's feed, from every organization, with where they are and a link", async () => {
  const id = await book(member, { notes: "Bring balls" });
  await book(club.member, { startTime: "2026-06-11T18:00:00+02:00" });
  const furniture = await house.furnish(house.there);
  await house.db
    .updateTable("events")
    .set({ customer_id: booker.id, name: "Elsewhere" })
    .where("id", "=", furniture.eventId)
    .execute();
  const feed = await read(pathOf(await member("POST", mine, {})));
  expect([feed.status, feed.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(feed.headers["cache-control"]).toMatch(/private/);
  expect(valuesOf(feed, "SUMMARY").toSorted()).toEqual(["Elsewhere", "Match"]);
  const lines = linesOf(feed);
  for (const line of [
    "VERSION:2.0",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:My bookings",
    `UID:${id}@localhost`,
    "DTSTART:20260610T160000Z",
    "DTEND:20260610T170000Z",
    "STATUS:CONFIRMED",
    "LOCATION:Court 1\\, Parc",
    "DESCRIPTION:Bring balls",
    `URL;VALUE=URI:http://localhost:3000/organizations/${house.here}/events/${id}`,
  ])
    expect(lines).toContain(line);
});

test("what waits is tentative, what was canceled is told to be, and a change is newer than what was", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const id = await book(member);
  const path = pathOf(await member("POST", mine, {}));
  const first = await read(path);
  expect(valuesOf(first, "STATUS")).toEqual(["TENTATIVE"]);
  house.clock.pass(1000);
  await club.staff("POST", club.path(`/events/${id}/approve`), {});
  const second = await read(path);
  expect(valuesOf(second, "STATUS")).toEqual(["CONFIRMED"]);
  expect(Number(valuesOf(second, "SEQUENCE")[0])).toBeGreaterThan(Number(valuesOf(first, "SEQUENCE")[0]));
  house.clock.pass(1000);
  await member("POST", club.path(`/events/${id}/cancel`), {});
  expect(valuesOf(await read(path), "STATUS")).toEqual(["CANCELLED"]);
});

test("a field's feed has all that holds it, with who comes; what was canceled holds nothing", async () => {
  await book(member, { confidentiality: "private" });
  await book(club.staff, { startTime: "2026-06-10T19:00:00+02:00", customer: { name: "Guest" } });
  await book(club.staff, { startTime: "2026-06-10T20:00:00+02:00", kind: "block", name: "Works" });
  const canceled = await book(member, { startTime: "2026-06-10T21:00:00+02:00", name: "Canceled" });
  await member("POST", club.path(`/events/${canceled}/cancel`), {});
  const feed = await read(pathOf(await club.staff("POST", ofField(), {})));
  expect(valuesOf(feed, "X-WR-CALNAME")).toEqual(["Court 1"]);
  expect(valuesOf(feed, "SUMMARY")).toEqual(["Match (Ada Byron)", "Match (Guest)", "Works"]);
});

test("the address is told once and kept as a hash; a new one ends the former, and each owner has one", async () => {
  expect((await member("GET", mine)).body.data).toEqual({ isActive: false, created_at: null, lastReadAt: null });
  const former = pathOf(await member("POST", mine, {}));
  const secret = former.slice("/calendars/".length, -".ics".length);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const row = await house.db
    .selectFrom("calendars")
    .selectAll()
    .where("user_id", "=", booker.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.secret_hash).toHaveLength(32);
  house.clock.pass(60_000);
  const anew = pathOf(await member("POST", mine, {}));
  expect([(await read(former)).status, (await read(anew)).status]).toEqual([404, 200]);
  expect((await member("GET", mine)).body.data).toEqual({
    isActive: true,
    created_at: "2026-06-01T08:01:00.000Z",
    lastReadAt: "2026-06-01T08:01:00.000Z",
  });
  const both = await Promise.all([member("POST", mine, {}), member("POST", mine, {})]);
  const open = await Promise.all(both.map(async (answer) => (await read(pathOf(answer))).status));
  expect(open.toSorted()).toEqual([200, 404]);
});

test("a revoked feed is gone, and revoking again does no harm", async () => {
  const path = pathOf(await member("POST", mine, {}));
  expect((await member("DELETE", mine)).body.message).toBe("Calendar address revoked");
  expect((await read(path)).status).toBe(404);
  expect((await member("DELETE", mine)).status).toBe(200);
  const field = pathOf(await club.staff("POST", ofField(), {}));
  expect((await club.staff("GET", ofField())).body.data.isActive).toBe(true);
  expect((await club.staff("DELETE", ofField())).status).toBe(200);
  expect((await read(field)).status).toBe(404);
  expect((await club.staff("GET", ofField())).body.data.isActive).toBe(false);
});

test("the feed ends with its person's account, its field, its facility and its organization", async () => {
  const own = pathOf(await member("POST", mine, {}));
  await house.db.updateTable("users").set({ active: false }).where("id", "=", booker.id).execute();
  expect((await read(own)).status).toBe(404);
  const path = pathOf(await club.staff("POST", ofField(), {}));
  const archive = (table: "fields" | "facilities" | "organizations", id: string, archived_at: Date | null) =>
    house.db.updateTable(table).set({ archived_at }).where("id", "=", id).execute();
  for (const [table, id] of [
    ["fields", fieldId],
    ["facilities", club.facilityId],
    ["organizations", house.here],
  ] as const) {
    await archive(table, id, house.clock.now());
    expect([table, (await read(path)).status]).toEqual([table, 404]);
    await archive(table, id, null);
    expect([table, (await read(path)).status]).toEqual([table, 200]);
  }
});

test("what is not a secret opens nothing, and is told in the same words", async () => {
  const path = pathOf(await member("POST", mine, {}));
  const answers = await Promise.all(
    [
      `${path}x`,
      path.replace(".ics", ""),
      "/calendars/x.ics",
      "/calendars/.ics",
      `/calendars/${"A".repeat(43)}.ics`,
    ].map((one) => read(one)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test("only who may change events of a field gives it an address, and only on fields that are there", async () => {
  const guide = house.as(await house.member(house.here, ["events.show", "fields.show"]));
  for (const ask of [guide, member]) expect((await ask("POST", ofField(), {})).status).toBe(403);
  const stranger = house.as(await house.member(house.there, 1));
  expect((await stranger("POST", ofField(), {})).status).toBe(404);
  const { fieldId: theirs } = await house.furnish(house.there);
  expect((await club.manager("POST", club.path(`/fields/${theirs}/calendar`), {})).status).toBe(404);
  expect((await nobody("POST", mine, {})).status).toBe(401);
});

test("what has not changed is not sent again", async () => {
  await book(member);
  const path = pathOf(await member("POST", mine, {}));
  const get = (known: string) =>
    house.app.inject({ url: `/api/v1${path}`, headers: known ? { "if-none-match": known } : {} });
  const etag = String((await get("")).headers["etag"]);
  const again = await get(etag);
  expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", etag]);
  house.clock.pass(3_600_000);
  for (const known of [`W/${etag}`, `"other", ${etag}`, "*"]) expect((await get(known)).statusCode).toBe(304);
  await book(member, { startTime: "2026-06-12T18:00:00+02:00" });
  const changed = await get(etag);
  expect([changed.statusCode, changed.headers["etag"] === etag]).toEqual([200, false]);
});

test("whatever people write, lines are folded and escaped as RFC 5545 has it, and nothing breaks out of its line", async () => {
  const name = `Été 🎾 ${"longue rencontre; ".repeat(7)}fin`;
  await book(member, { name, notes: "one\r\nBEGIN:VEVENT\ntwo, three; four\\five" });
  const feed = await read(pathOf(await member("POST", mine, {})));
  const raw = String(feed.body);
  expect(raw.endsWith("END:VCALENDAR\r\n")).toBe(true);
  for (const line of raw.split("\r\n")) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  expect(linesOf(feed).filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
  expect(valuesOf(feed, "SUMMARY")).toEqual([name.replaceAll(";", "\\;")]);
  expect(valuesOf(feed, "DESCRIPTION")).toEqual(["one\\nBEGIN:VEVENT\\ntwo\\, three\\; four\\\\five"]);
});

test("every file has what the format asks for, an empty one too", () => {
  const text = writeCalendar([], { name: "Nothing", host: "club.example" });
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:-\/\/Baseline/);
  expect(text).toMatch(/END:VCALENDAR\r\n$/);
});
