import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatIcs } from "#server/kit/documents/icalendar.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import {
  monday,
  password,
  createTestApp,
  type ApiAnswer,
  type ApiCall,
  type Person,
  type TestApp,
} from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let booker: Person;
let member: ApiCall;
let nobody: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  nobody = testApp.as(null);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField({ name: "Court 1" });
  booker = await testApp.join(
    await testApp.person({ language: "en", firstName: "Ada", lastName: "Byron" }),
    testApp.organizationId,
    4,
  );
  member = testApp.as(booker);
});

const mine = "/auth/user/calendar";
const ofField = () => club.path(`/fields/${fieldId}/calendar`);
const pathOf = (answer: ApiAnswer) => {
  expect([answer.status, answer.body.message]).toEqual([201, "New calendar address"]);
  return answer.body.data.url.replace("http://localhost:3000/api/v1", "") as string;
};
const read = (path: string) => nobody("GET", path);
/** Unfolds long lines. */
const linesOf = ({ body }: ApiAnswer) => String(body).replaceAll("\r\n ", "").split("\r\n");
const valuesOf = (answer: ApiAnswer, name: string) =>
  linesOf(answer).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
async function book(api: ApiCall, more: object = {}, path = club.path("/events")): Promise<string> {
  const draft = { fieldId, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Match", type: "game", ...more };
  const { status, body } = await api("POST", path, draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

test("one's own bookings stand in one's feed, from every organization, with where they are and a link", async () => {
  const id = await book(member, { notes: "Bring balls" });
  await book(club.member, { startTime: "2026-06-11T18:00:00+02:00" });
  const seed = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  await testApp.db
    .updateTable("events")
    .set({ user_id: booker.id, name: "Elsewhere" })
    .where("id", "=", seed.eventId)
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
    `URL;VALUE=URI:http://localhost:3000/organizations/${testApp.organizationId}/events/${id}`,
  ])
    expect(lines).toContain(line);
});

test("in a feed, pending is tentative, canceled is canceled, and a change raises the sequence", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const id = await book(member);
  const path = pathOf(await member("POST", mine, {}));
  const first = await read(path);
  expect(valuesOf(first, "STATUS")).toEqual(["TENTATIVE"]);
  testApp.clock.advance(1000);
  await club.staff("POST", club.path(`/events/${id}/approve`), {});
  const second = await read(path);
  expect(valuesOf(second, "STATUS")).toEqual(["CONFIRMED"]);
  expect(Number(valuesOf(second, "SEQUENCE")[0])).toBeGreaterThan(Number(valuesOf(first, "SEQUENCE")[0]));
  testApp.clock.advance(1000);
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

test("a booking that bears its customer's name is titled by its sport in their own feed, and names them once in a field's", async () => {
  fieldId = await club.addField({ name: "Court 1", sportIds: [2] });
  await book(club.staff, { name: "Ada Byron", customer: { userId: booker.id } });
  const own = await read(pathOf(await member("POST", mine, {})));
  expect(valuesOf(own, "SUMMARY")).toEqual(["Padel"]);
  await book(club.staff, { startTime: "2026-06-10T20:00:00+02:00", kind: "block", type: "other", name: "Météo" });
  const ofCourt = await read(pathOf(await club.staff("POST", ofField(), {})));
  expect(valuesOf(ofCourt, "SUMMARY")).toEqual(["Ada Byron", "Weather"]);
});

test("the address is told once and kept as a hash; a new one ends the former, and each owner has one", async () => {
  expect((await member("GET", mine)).body.data).toEqual({
    ...{ isActive: false, created_at: null, maker: null, lastReadAt: null },
  });
  const former = pathOf(await member("POST", mine, {}));
  const secret = former.slice("/calendars/".length, -".ics".length);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const row = await testApp.db
    .selectFrom("calendars")
    .selectAll()
    .where("user_id", "=", booker.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.secret_hash).toHaveLength(32);
  testApp.clock.advance(60_000);
  const anew = pathOf(await member("POST", mine, {}));
  expect([(await read(former)).status, (await read(anew)).status]).toEqual([404, 200]);
  expect((await member("GET", mine)).body.data).toEqual({
    isActive: true,
    maker: "Ada Byron",
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
  await testApp.db.updateTable("users").set({ active: false }).where("id", "=", booker.id).execute();
  expect((await read(own)).status).toBe(404);
  const path = pathOf(await club.staff("POST", ofField(), {}));
  const archive = (table: "fields" | "facilities" | "organizations", id: string, archived_at: Date | null) =>
    testApp.db.updateTable(table).set({ archived_at }).where("id", "=", id).execute();
  for (const [table, id] of [
    ["fields", fieldId],
    ["facilities", club.facilityId],
    ["organizations", testApp.organizationId],
  ] as const) {
    await archive(table, id, testApp.clock.now());
    expect([table, (await read(path)).status]).toEqual([table, 404]);
    await archive(table, id, null);
    expect([table, (await read(path)).status]).toEqual([table, 200]);
  }
});

test("an invalid feed secret is refused with the same message whatever it is", async () => {
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
  const guide = testApp.as(await testApp.member(testApp.organizationId, ["events.show", "fields.show"]));
  for (const api of [guide, member]) expect((await api("POST", ofField(), {})).status).toBe(403);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await stranger("POST", ofField(), {})).status).toBe(404);
  const { fieldId: theirs } = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  expect((await club.manager("POST", club.path(`/fields/${theirs}/calendar`), {})).status).toBe(404);
  expect((await nobody("POST", mine, {})).status).toBe(401);
});

test("an unchanged feed answers 304", async () => {
  await book(member);
  const path = pathOf(await member("POST", mine, {}));
  const get = (etags: string) =>
    testApp.app.inject({ url: `/api/v1${path}`, headers: etags ? { "if-none-match": etags } : {} });
  const etag = String((await get("")).headers["etag"]);
  const again = await get(etag);
  expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", etag]);
  testApp.clock.advance(3_600_000);
  for (const etags of [`W/${etag}`, `"other", ${etag}`, "*"]) expect((await get(etags)).statusCode).toBe(304);
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
  const text = formatIcs([], { name: "Nothing", domain: "club.example" });
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:-\/\/Baseline/);
  expect(text).toMatch(/END:VCALENDAR\r\n$/);
});

test("a field's feed shows what occupies it: events on its parts, and on what it lies in", async () => {
  const half = await club.addField({ name: "Half", parentId: fieldId });
  const otherHalf = await club.addField({ name: "Other half", parentId: fieldId });
  await book(club.staff, { name: "Whole", startTime: "2026-06-10T10:00:00+02:00" });
  await book(club.staff, { name: "Part", fieldId: half, startTime: "2026-06-10T14:00:00+02:00" });
  const summaries = async (id: string) =>
    valuesOf(await read(pathOf(await club.staff("POST", club.path(`/fields/${id}/calendar`), {}))), "SUMMARY");
  expect(await summaries(fieldId)).toEqual(["Whole", "Part · Half"]);
  expect(await summaries(half)).toEqual(["Whole · Court 1", "Part"]);
  expect(await summaries(otherHalf)).toEqual(["Whole · Court 1"]);
});

test("a field's feed works as long as its maker may make one", async () => {
  const makers = {
    removed: (maker: Person) => club.manager("DELETE", club.path(`/users/${maker.id}`)),
    demoted: (maker: Person) => club.manager("PATCH", club.path(`/users/${maker.id}`), { roles: [4] }),
    deactivated: (maker: Person) => club.manager("PATCH", club.path(`/users/${maker.id}`), { active: false }),
    closed: (maker: Person) =>
      testApp.db.updateTable("users").set({ active: false }).where("id", "=", maker.id).execute(),
  };
  for (const [how, lose] of Object.entries(makers)) {
    fieldId = await club.addField();
    const maker = await testApp.member(testApp.organizationId, 3);
    const path = pathOf(await testApp.as(maker)("POST", ofField(), {}));
    expect([how, (await read(path)).status]).toEqual([how, 200]);
    await lose(maker);
    expect([how, (await read(path)).status]).toEqual([how, 404]);
    expect((await club.staff("GET", ofField())).body.data.isActive).toBe(false);
    const anew = pathOf(await club.staff("POST", ofField(), {}));
    expect([how, (await read(anew)).status]).toEqual([how, 200]);
  }
  const ofPlatform = pathOf(await testApp.as(await testApp.person({ platformAdmin: true }))("POST", ofField(), {}));
  expect((await read(ofPlatform)).status).toBe(200);
});

test("owners and managers see who made which feed and when it was read, and end it", async () => {
  const maker = await testApp.join(
    await testApp.person({ firstName: "Sam", lastName: "Staff" }),
    testApp.organizationId,
    3,
  );
  const path = pathOf(await testApp.as(maker)("POST", ofField(), {}));
  await member("POST", mine, {});
  testApp.clock.advance(60_000);
  await read(path);
  const feeds = async () =>
    (await club.manager("GET", club.path("/calendars"))).body.data.filter(
      ({ field }: { field: { id: string } }) => field.id === fieldId,
    );
  const [feed, ...more] = await feeds();
  expect([feed, more]).toEqual([
    {
      id: expect.any(String),
      field: { id: fieldId, name: "Court 1" },
      facility: { id: club.facilityId, name: "Parc" },
      maker: { id: maker.id, full_name: "Sam Staff" },
      isActive: true,
      created_at: monday,
      lastReadAt: "2026-06-01T08:01:00.000Z",
    },
    [],
  ]);
  expect((await club.staff("GET", club.path("/calendars"))).status).toBe(403);
  await club.manager("DELETE", club.path(`/users/${maker.id}`));
  expect((await feeds())[0].isActive).toBe(false);
  await testApp.join(maker, testApp.organizationId, 3);
  expect((await read(path)).status).toBe(200);
  expect((await club.manager("DELETE", club.path(`/calendars/${feed.id}`))).status).toBe(200);
  expect([(await read(path)).status, await feeds()]).toEqual([404, []]);
  const own = await testApp.db
    .selectFrom("calendars")
    .select("id")
    .where("user_id", "=", booker.id)
    .executeTakeFirstOrThrow();
  expect((await club.manager("DELETE", club.path(`/calendars/${own.id}`))).status).toBe(404);
});

test("a reset of the password ends one's feed and the mail says so; a change of it does only if asked", async () => {
  const path = pathOf(await member("POST", mine, {}));
  const field = pathOf(await club.staff("POST", ofField(), {}));
  const change = (from: string, to: string, more: object = {}) =>
    member("POST", "/auth/password/change", {
      ...{ old_password: from, password: to, password_confirmation: to },
      ...more,
    });
  const mailsOf = async (subject: string) =>
    (await testApp.mails()).filter((mail) => mail.to?.[0]?.address === booker.email && mail.subject === subject);
  const tellsOfFeed = async () =>
    (await mailsOf("Your password was changed")).map(({ text }) =>
      text?.includes("The address of your calendar feed has ended."),
    );
  expect((await change(password, "staple of a new battery")).status).toBe(200);
  expect((await read(path)).status).toBe(200);
  const asked = await change("staple of a new battery", "yet another battery", { endCalendar: true });
  expect([asked.status, (await read(path)).status]).toEqual([200, 404]);
  const again = pathOf(await member("POST", mine, {}));
  await nobody("POST", "/auth/password/forgot", { email: booker.email });
  const code = /\b\d{6}\b/.exec((await mailsOf("Your code to reset your password"))[0]?.text ?? "")?.[0] ?? "";
  const reset = { email: booker.email, code, password: "one more battery", password_confirmation: "one more battery" };
  expect((await nobody("POST", "/auth/password/reset", reset)).status).toBe(200);
  expect([(await read(again)).status, (await read(field)).status]).toEqual([404, 200]);
  expect((await tellsOfFeed()).toSorted()).toEqual([false, true, true]);
});

test("a feed names the organizer and how often to read it again", async () => {
  await book(member);
  const feed = await read(pathOf(await member("POST", mine, {})));
  const { name } = (await club.manager("GET", club.path(""))).body.data;
  expect(linesOf(feed).filter((line) => line.startsWith("ORGANIZER"))).toEqual([
    `ORGANIZER;CN="${name}":mailto:no-reply@localhost`,
  ]);
  expect(linesOf(feed)).toEqual(
    expect.arrayContaining(["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]),
  );
});

test("two changes within a second have two sequences, the second one higher", async () => {
  const id = await book(member);
  const path = pathOf(await member("POST", mine, {}));
  const sequence = async () => Number(valuesOf(await read(path), "SEQUENCE")[0]);
  const sequences = [await sequence()];
  for (const duration of [90, 120, 60]) {
    testApp.clock.advance(1);
    expect((await club.staff("PATCH", club.path(`/events/${id}`), { duration })).status).toBe(200);
    sequences.push(await sequence());
  }
  expect(sequences).toEqual([0, 1, 2, 3].map((changes) => Date.parse(monday) / 1000 - 1_577_836_800 + changes));
});

test("ids of events stay when the installation moves to another domain, in feeds and in mails", async () => {
  const path = pathOf(await member("POST", mine, {}));
  const id = await book(member);
  expect(valuesOf(await read(path), "UID")).toEqual([`${id}@localhost`]);
  const { appUrl } = testApp.appContext.config;
  testApp.appContext.config.appUrl = "https://elsewhere.example";
  try {
    expect(valuesOf(await read(path), "UID")).toEqual([`${id}@localhost`]);
    await book(member, { startTime: "2026-06-11T18:00:00+02:00" });
    const files = (await testApp.mails()).flatMap(({ attachments }) =>
      attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString()),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/UID:\S+@localhost\s/);
  } finally {
    testApp.appContext.config.appUrl = appUrl;
  }
});

test("notes with a control character are refused, in words beside them", async () => {
  const draft = { fieldId, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Match", type: "game" };
  const { status, body } = await member("POST", club.path("/events"), { ...draft, notes: "Bell \u0007" });
  expect([status, body.errors]).toEqual([422, { notes: [expect.stringContaining("invisible control character")] }]);
  await book(member, { notes: "Two\r\nlines\tand a tab" });
});

test("control characters that were stored once are never written into a file", () => {
  const [at, text] = [new Date(monday), "a\u0007b\u007fc\u0085d\te\nf"];
  const file = formatIcs(
    [
      {
        ...{
          id: "1",
          name: text,
          start: at,
          end: at,
          changedAt: at,
          sequence: 0,
          isCanceled: false,
          isTentative: false,
        },
        ...{ location: text, description: text, organizer: { name: text, email: "club@club.example" } },
      },
    ],
    { name: text, domain: "club.example" },
  );
  expect(file.match(/abcd\te/g)).toHaveLength(5 + 1);
  expect(file).not.toMatch(/[^\P{Cc}\t\r\n]/u);
});
