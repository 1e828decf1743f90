import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let url: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  url = club.path("/opening-hour-patterns");
});
afterAll(() => testApp.close());

const slot = (weekday: number, start: string, end: string) => ({ weekday, start, end });
const create = (draft: object = {}) =>
  club.manager("POST", url, { name: "Week", hours: [slot(1, "08:00", "12:00")], ...draft });
const overlap = ["Overlaps another timeslot"];

test("a week is kept in order, what touches as one, and midnight spelt one way", async () => {
  const { status, body } = await create({
    name: "  Summer\n2026 ",
    hours: [
      slot(7, "20:00", "24:00"),
      slot(1, "12:00", "18:00"),
      slot(1, "08:00", "12:00"),
      slot(5, "22:00", "02:00"),
      slot(2, "00:00", "24:00"),
    ],
    exceptions: [
      { name: "Christmas", from: "2026-12-25", to: "2026-12-25", hours: [{ start: "09:00", end: "10:00" }] },
      {
        name: "Night",
        from: "2026-06-21",
        to: "2026-06-22",
        closed: false,
        hours: [
          { start: "14:00", end: "20:00" },
          { start: "08:00", end: "14:00" },
        ],
      },
    ],
  });
  expect([status, body.message]).toEqual([201, "Opening hours created"]);
  expect(body.data).toMatchObject({
    name: "Summer 2026",
    organization: { id: testApp.organizationId, name: "Here" },
    hours: [slot(1, "08:00", "18:00"), slot(2, "00:00", "00:00"), slot(5, "22:00", "02:00"), slot(7, "20:00", "00:00")],
    exceptions: [
      { name: "Christmas", from: "2026-12-25", to: "2026-12-25", closed: true, hours: [] },
      { name: "Night", closed: false, hours: [{ start: "08:00", end: "20:00" }] },
    ],
    fields: [],
    affected: [],
    affectedTotal: 0,
  });
  const { affected: _none, affectedTotal: _zero, ...pattern } = body.data;
  expect((await club.manager("GET", `${url}/${body.data.id}`)).body.data).toEqual(pattern);
});

test("everything wrong is told at once, beside its slot", async () => {
  const { status, body } = await create({
    name: " ",
    hours: [slot(8, "08:00", "25:00"), slot(1, "8:00", "12:00")],
    exceptions: [
      { name: "Backwards", from: "2026-12-26", to: "2026-12-25" },
      { name: "Never", from: "2026-12-25", to: "2026-12-25", closed: false },
      { name: "No day", from: "2026-02-30", to: "2026-12-25" },
    ],
  });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).toSorted()).toEqual([
    "exceptions.0.to",
    "exceptions.1.hours",
    "exceptions.2.from",
    "hours.0.end",
    "hours.0.weekday",
    "hours.1.start",
    "name",
  ]);
  expect(body.errors["hours.1.start"]).toEqual(["Enter a time such as 08:30"]);
});

test("slots that overlap are refused beside the later one: past midnight, from Sunday into Monday, and in exceptions", async () => {
  const night = (hours: object[], to = "2026-06-21") => ({
    name: "Night",
    from: "2026-06-21",
    to,
    closed: false,
    hours,
  });
  const { status, body } = await create({
    hours: [
      slot(1, "07:00", "09:00"),
      slot(1, "08:59", "10:00"),
      slot(5, "20:00", "02:00"),
      slot(6, "01:00", "03:00"),
      slot(7, "22:00", "07:30"),
    ],
    exceptions: [
      night([
        { start: "10:00", end: "12:00" },
        { start: "11:00", end: "13:00" },
      ]),
      // Hours past midnight are valid on one day, and overlap on two days in a row.
      night([
        { start: "22:00", end: "06:00" },
        { start: "05:00", end: "07:00" },
      ]),
      night(
        [
          { start: "22:00", end: "06:00" },
          { start: "05:00", end: "07:00" },
        ],
        "2026-06-22",
      ),
      {
        ...night([
          { start: "10:00", end: "12:00" },
          { start: "11:00", end: "13:00" },
        ]),
        closed: true,
      },
    ],
    fieldIds: ["00000000-0000-4000-8000-000000000000"],
  });
  expect([status, body.errors]).toEqual([
    422,
    {
      "hours.1.start": overlap,
      "hours.3.start": overlap,
      "hours.4.start": overlap,
      "exceptions.0.hours.1.start": overlap,
      "exceptions.2.hours.1.start": overlap,
      fieldIds: ["This field does not exist"],
    },
  ]);
  expect((await create({ hours: [slot(1, "22:00", "02:00"), slot(2, "02:00", "03:00")] })).status).toBe(201);
});

test("a change touches what it names, and is told with what was before", async () => {
  const field = await club.addField();
  const { id } = (await create({ name: "Old name", fieldIds: [field] })).body.data;
  testApp.clock.advance(60_000);
  const before = (await club.manager("GET", `${url}/${id}`)).body.data;
  const same = (await club.manager("PATCH", `${url}/${id}`, { name: "Old name", fieldIds: [field] })).body.data;
  expect([same.updated_at, same.fields.length]).toEqual([before.updated_at, 1]);
  const { status, body } = await club.manager("PATCH", `${url}/${id}`, { hours: [slot(3, "10:00", "00:00")] });
  expect([status, body.message]).toEqual([200, "Opening hours saved"]);
  expect(body.data).toMatchObject({ name: "Old name", hours: [slot(3, "10:00", "00:00")] });
  expect(body.data.updated_at > before.updated_at).toBe(true);
  const [last, ...earlier] = await testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .execute();
  expect(last).toEqual({
    act: "hours.update",
    before: { hours: [slot(1, "08:00", "12:00")] },
    after: { hours: [slot(3, "10:00", "00:00")] },
  });
  expect(earlier.map(({ act }) => act)).toEqual(["hours.create"]);
  expect((await club.manager("PATCH", `${url}/${id}`, {})).status).toBe(422);
  const wrong = { exceptions: [{ name: "X", from: "2026-01-02", to: "2026-01-01" }] };
  expect((await club.manager("PATCH", `${url}/${id}`, wrong)).body.errors).toEqual({
    "exceptions.0.to": ["Ends before it begins"],
  });
});

test("deleted, its fields have no hours; brought back, it holds for those that have no other meanwhile", async () => {
  const [kept, moved] = [await club.addField({ name: "Kept" }), await club.addField({ name: "Moved" })];
  const { id } = (await create({ name: "Comes back", fieldIds: [kept, moved] })).body.data;
  const gone = await club.manager("DELETE", `${url}/${id}`);
  expect([gone.status, gone.body]).toEqual([200, { data: null, message: "Opening hours deleted" }]);
  expect((await club.manager("DELETE", `${url}/${id}`)).status).toBe(404);
  expect((await club.manager("GET", `${url}/${id}`)).status).toBe(404);
  expect((await club.manager("GET", `${url}?q=comes`)).body.meta.total).toBe(0);
  const day = async (fieldId: string) =>
    (await club.manager("GET", club.path(`/availability?date=2026-06-08&fieldId=${fieldId}`))).body.data.fields[0].open;
  expect((await club.manager("GET", club.path(`/fields/${kept}`))).body.data.openingHourPattern).toBeNull();
  expect(await day(kept)).toEqual([]);
  await create({ name: "Other", fieldIds: [moved] });

  const back = await club.manager("POST", `${url}/${id}/restore`);
  expect([back.status, back.body.message]).toEqual([200, "Opening hours restored"]);
  expect(back.body.data.fields.map(({ name }: { name: string }) => name)).toEqual(["Kept"]);
  expect(await day(kept)).toHaveLength(1);
  expect((await club.manager("POST", `${url}/${id}/restore`)).status).toBe(404);
});

test("patterns are listed by name, found by a part of it, and by nobody else's organization", async () => {
  const theirs = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  const otherUrl = `/organizations/${testApp.otherOrganizationId}/opening-hour-patterns`;
  for (const name of ["Zèbre", "écluse"]) await theirs("POST", otherUrl, { name, hours: [] });
  const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);
  expect(names(await theirs("GET", otherUrl))).toEqual(["écluse", "Zèbre"]);
  expect(names(await theirs("GET", `${otherUrl}?q=ECL`))).toEqual(["écluse"]);
  const { id } = (await create()).body.data;
  for (const [method, path] of [
    ["GET", `${otherUrl}/${id}`],
    ["PATCH", `${otherUrl}/${id}`],
    ["DELETE", `${otherUrl}/${id}`],
    ["POST", `${otherUrl}/${id}/restore`],
  ] as const)
    expect((await theirs(method, path, method === "PATCH" ? { name: "X" } : undefined)).status).toBe(404);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const everywhere = await admin("GET", "/organizations/all/opening-hour-patterns?per_page=100");
  expect(new Set(everywhere.body.data.map((one: { organization: { name: string } }) => one.organization.name))).toEqual(
    new Set(["Here", "There"]),
  );
  expect(names(await admin("GET", "/organizations/all/opening-hour-patterns?q=zebre"))).toEqual(["Zèbre"]);
});

test("customers and staff have no business with patterns", async () => {
  for (const api of [club.member, club.staff]) expect((await api("GET", url)).status).toBe(403);
});

test("tried out, it answers the same and leaves nothing: no row, no link, no activity, no live change", async () => {
  const field = await club.addField();
  const { id } = (await create({ name: "Stays", fieldIds: [field] })).body.data;
  const counts = async () =>
    (
      await sql`select (select count(*) from opening_hour_patterns) as patterns,
        (select string_agg(l::text, ',' order by l::text) from field_opening_hours l) as links,
        (select string_agg(name, ',' order by name) from opening_hour_patterns) as names,
        (select count(*) from activity) as activity, (select count(*) from changes) as changes`.execute(testApp.db)
    ).rows[0];
  const before = await counts();
  const tried = await club.manager("POST", `${url}?dryRun=true`, {
    name: "Tried",
    hours: [slot(1, "08:00", "12:00")],
    fieldIds: [field],
  });
  expect([tried.status, tried.body.message, tried.body.data.fields[0].id]).toEqual([200, undefined, field]);
  const changed = await club.manager("PATCH", `${url}/${id}?dryRun=true`, { name: "Tried", fieldIds: [] });
  expect([changed.status, changed.body.data.name, changed.body.data.fields]).toEqual([200, "Tried", []]);
  expect((await club.manager("POST", `${url}?dryRun=true`, { name: "Tried", hours: [slot(9, "", "")] })).status).toBe(
    422,
  );
  expect(await counts()).toEqual(before);
  expect(testApp.jobs.countWaiting()).toBe(0);
});
