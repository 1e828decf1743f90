import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());

const day = "2026-06-10";
const at = (time: string, date = day) => `${date}T${time}:00+02:00`;
const read = async (api: ApiCall, query: string) => {
  const { status, body } = await api("GET", club.path(`/planning?${query}`));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const book = async (api: ApiCall, fieldId: string, more: object = {}): Promise<string> => {
  const draft = { fieldId, startTime: at("18:00"), duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};

test("a day has its fields in order, each followed by its parts, with what is open and what stands on it", async () => {
  const parent = await club.addField({ name: "Pitch", sportIds: [3], space: "outdoor", lights: true });
  const half = await club.addField({ name: "Left half", parentId: parent });
  const court = await club.addField({ name: "Court", status: "closed" });
  const id = await book(club.staff, half, { customer: { name: "Jo" }, notes: "Late", price: 500 });
  const planning = await read(club.staff, `facilityId=${club.facilityId}&from=${day}`);
  expect([planning.from, planning.to, planning.timezone, planning.currency]).toEqual([day, day, "Europe/Paris", "EUR"]);
  expect(planning.fields.map((field: { id: string; parentId: string | null }) => [field.id, field.parentId])).toEqual([
    [court, null],
    [parent, null],
    [half, parent],
  ]);
  expect(planning.fields[0]).toMatchObject({ status: "closed", open: [] });
  expect(planning.fields[1]).toMatchObject({
    space: "outdoor",
    lights: true,
    sports: [{ id: 3, name: "Football" }],
    open: [{ start: "2026-06-09T22:00:00.000Z", end: "2026-06-10T22:00:00.000Z" }],
  });
  expect(planning.events).toEqual([
    {
      id,
      fieldId: half,
      startTime: "2026-06-10T16:00:00.000Z",
      endTime: "2026-06-10T17:00:00.000Z",
      name: "Game",
      status: "approved",
      type: "game",
      confidentiality: "private",
      creator: "Jo",
      people: 1,
      maxPeople: 99,
      paymentStatus: "due",
      price: 500,
      hasNotes: true,
      isOnSite: true,
      maker: 0,
      isFirst: true,
    },
  ]);
  expect(planning.makers).toEqual([{ id: expect.any(String), name: expect.any(String) }]);
});

test("the team sees who made what and whose first booking it is, members do not", async () => {
  const fieldId = await club.addField({ name: "Firsts" });
  const someone = testApp.as(await testApp.member(testApp.organizationId, 4));
  await book(someone, fieldId, { startTime: at("18:00", "2026-06-11") });
  await book(someone, fieldId, { startTime: at("19:00", "2026-06-11") });
  const query = `fieldId=${fieldId}&from=2026-06-11`;
  const { events, makers } = await read(club.staff, query);
  expect(events.map(({ isFirst = false }: { isFirst?: boolean }) => isFirst)).toEqual([true, false]);
  expect(makers).toHaveLength(1);
  expect(events[1].maker).toBe(0);
  const theirs = await read(someone, query);
  expect(theirs.makers).toEqual([]);
  expect(theirs.events[0]).not.toHaveProperty("maker");
  expect(theirs.events[0]).not.toHaveProperty("isFirst");
});

test("what a field costs along a day is told when it is asked for", async () => {
  const fieldId = await club.addField({ name: "Priced" });
  const everyday = [1, 2, 3, 4, 5, 6, 7];
  const pattern = {
    ...{ name: "Day and evening", type: "field", fieldIds: [fieldId] },
    timeslots: [
      { name: "Day", weekdays: everyday, start: "08:00", end: "18:00" },
      { name: "Evening", weekdays: everyday, start: "18:00", end: "22:00" },
    ],
    plans: [{ name: "Hour", duration: 60 }],
    details: [
      { timeslot: "Day", plan: "Hour", roleId: null, price: 1200 },
      { timeslot: "Evening", plan: "Hour", roleId: null, price: 1800 },
    ],
  };
  const made = await club.manager("POST", club.path("/price-patterns"), pattern);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const query = `fieldId=${fieldId}&from=${day}`;
  expect((await read(club.staff, query)).fields[0]).not.toHaveProperty("prices");
  expect((await read(club.staff, `${query}&prices=true`)).fields[0].prices).toEqual([
    { start: "2026-06-10T06:00:00.000Z", end: "2026-06-10T16:00:00.000Z", price: 1200, duration: 60 },
    { start: "2026-06-10T16:00:00.000Z", end: "2026-06-10T20:00:00.000Z", price: 1800, duration: 60 },
  ]);
});

test("members see their own in full, what is public without who, and of the rest that the time is taken", async () => {
  const fieldId = await club.addField({ name: "Shared", sportIds: [1] });
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  const own = await book(club.member, fieldId, { confidentiality: "private" });
  const visibleEventId = await book(other, fieldId, { startTime: at("19:00"), confidentiality: "public" });
  await book(other, fieldId, { startTime: at("20:00") });
  const opening = await book(club.staff, fieldId, { startTime: at("21:00"), name: "Open day" });
  const { events } = await read(club.member, `fieldId=${fieldId}&from=${day}`);
  expect(events[0]).toMatchObject({ id: own, isOwn: true, creator: expect.any(String) });
  expect(events[1]).toMatchObject({ id: visibleEventId, name: "Tennis · Game" });
  expect(events[1]).not.toHaveProperty("creator");
  expect(events[2]).toEqual({
    id: null,
    fieldId,
    startTime: at("20:00").replace("T20", "T18").replace("+02:00", ".000Z"),
    endTime: "2026-06-10T19:00:00.000Z",
  });
  expect(events[3]).toMatchObject({ id: opening, name: "Open day" });
});

test("what was canceled shows to whom it concerns, and only when asked for", async () => {
  const fieldId = await club.addField({ name: "Canceled" });
  const id = await book(club.member, fieldId);
  await club.staff("POST", club.path(`/events/${id}/cancel`), { reason: "Rain" });
  const seen = async (api: ApiCall, query = "") =>
    (await read(api, `fieldId=${fieldId}&from=${day}${query}`)).events.length;
  const other = testApp.as(await testApp.member(testApp.organizationId, 4));
  expect([await seen(club.staff), await seen(club.staff, "&all=true"), await seen(club.member, "&all=true")]).toEqual([
    0, 1, 1,
  ]);
  expect(await seen(other, "&all=true")).toBe(0);
});

test("a day holds what began on the day before and still runs, and no more", async () => {
  const fieldId = await club.addField({ name: "Night" });
  await book(club.staff, fieldId, { startTime: at("23:00"), duration: 120 });
  const count = async (from: string) => (await read(club.staff, `fieldId=${fieldId}&from=${from}`)).events.length;
  expect([await count("2026-06-09"), await count(day), await count("2026-06-11"), await count("2026-06-12")]).toEqual([
    0, 1, 1, 0,
  ]);
});

test("private fields, sports and other organizations are left out; too long a span is refused", async () => {
  const hidden = await club.addField({ name: "Hidden", confidentiality: "private", sportIds: [9] });
  const ids = (planning: { fields: { id: string }[] }) => planning.fields.map(({ id }) => id);
  expect(ids(await read(club.member, `from=${day}`))).not.toContain(hidden);
  expect(ids(await read(club.staff, `from=${day}&sportId=9`))).toEqual([hidden]);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  expect((await stranger("GET", club.path("/planning"))).status).toBe(404);
  const elsewhere = await stranger("GET", `/organizations/${testApp.otherOrganizationId}/planning?fieldId=${hidden}`);
  expect(elsewhere.body.data.fields).toEqual([]);
  for (const query of ["from=2026-06-01&to=2026-07-13", "from=2026-06-02&to=2026-06-01", "from=nonsense"])
    expect((await club.staff("GET", club.path(`/planning?${query}`))).status).toBe(422);
  expect((await read(club.staff, "from=2026-06-01&to=2026-07-12")).to).toBe("2026-07-12");
});

test("without a date it is today on the facility's clock", async () => {
  testApp.clock.set("2026-06-01T22:30:00Z");
  expect((await read(club.staff, `facilityId=${club.facilityId}`)).from).toBe("2026-06-02");
});

test("what somebody is about to book shows to the others of the team, for seconds, and reserves nothing", async () => {
  const fieldId = await club.addField({ name: "Wanted" });
  const id = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d93";
  const selection = { id, fieldId, startTime: at("18:00"), endTime: at("19:00") };
  const path = club.path("/planning/selection");
  const seen = async (api: ApiCall) => (await api("GET", club.path("/planning/selections"))).body.data;
  expect((await club.staff("PUT", path, selection)).status).toBe(200);
  expect(await seen(club.manager)).toEqual([
    {
      id,
      fieldId,
      startTime: "2026-06-10T16:00:00.000Z",
      endTime: "2026-06-10T17:00:00.000Z",
      name: expect.any(String),
    },
  ]);
  expect(await seen(club.staff)).toEqual([]);
  expect((await club.manager("PUT", path, { ...selection, endTime: at("20:00") })).status).toBe(200);
  expect((await seen(club.manager))[0].endTime).toBe("2026-06-10T17:00:00.000Z");
  testApp.clock.advance(31_000);
  expect(await seen(club.manager)).toEqual([]);
  await club.staff("PUT", path, selection);
  await club.manager("DELETE", path, { id });
  expect(await seen(club.manager)).toHaveLength(1);
  await club.staff("DELETE", path, { id });
  expect(await seen(club.manager)).toEqual([]);
  expect((await club.member("PUT", path, selection)).status).toBe(403);
  expect((await club.staff("PUT", path, { ...selection, endTime: at("17:00") })).status).toBe(422);
  await book(club.manager, fieldId);
  expect((await club.manager("GET", club.path("/activity?subject=planning"))).body.data).toEqual([]);
});

test("it says from when to when members may book", async () => {
  testApp.clock.set("2026-06-01T08:00:00Z");
  await club.manager("PATCH", `/organizations/${testApp.organizationId}`, {
    bookingRules: { horizonDays: 7, noticeMinutes: 60, mostActive: null },
  });
  const fieldId = await club.addField({ name: "Sold" });
  const { sold } = await read(club.staff, `fieldId=${fieldId}&from=${day}`);
  expect(sold).toEqual({ start: "2026-06-01T09:00:00.000Z", end: "2026-06-08T22:00:00.000Z" });
});
