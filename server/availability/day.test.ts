import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Availability } from "#contract/availability.ts";
import { memberRolePermissions } from "#contract/permissions.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let owner: ApiCall;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  const organizationId = await testApp.organization("Club");
  club = await createTestClub({ ...testApp, organizationId });
  owner = testApp.as(await testApp.member(organizationId, 1));
  fieldId = await club.addField({
    name: "Court 1",
    sportIds: [1],
    openingHourPatternId: await addHours("18:00", "22:00"),
  });
});
afterAll(() => testApp.close());

const everyDay = [1, 2, 3, 4, 5, 6, 7];
async function addHours(start: string, end: string): Promise<string> {
  const hours = everyDay.map((weekday) => ({ weekday, start, end }));
  const { body } = await club.manager("POST", club.path("/opening-hour-patterns"), { name: "Hours", hours });
  return body.data.id;
}
const read = (api: ApiCall, query: string) => api("GET", club.path(`/availability?${query}`));
const dayOf = async (api: ApiCall, query: string): Promise<Availability> => {
  const { status, body } = await read(api, query);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const fieldOf = async (api: ApiCall, date: string, more = "") =>
  (await dayOf(api, `date=${date}&fieldId=${fieldId}${more}`)).fields[0];
const clock = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO("Europe/Paris").toPlainTime().toString({ smallestUnit: "minute" });
const startsOf = (field: Availability["fields"][number] | undefined) =>
  (field?.starts ?? []).map(({ startTime }) => clock(startTime));
const namesOf = async (api: ApiCall, query = "date=2026-06-10") =>
  (await dayOf(api, query)).fields.map(({ field }) => field.name);
const book = async (startTime: string, more: object = {}): Promise<string> => {
  const draft = { fieldId, startTime, duration: 60, name: "Game", type: "game", ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};

test("a day of a field: open hours, free starts, and the durations that fit before what comes next", async () => {
  await book("2026-06-10T19:30:00+02:00");
  const day = await dayOf(club.member, `date=2026-06-10&fieldId=${fieldId}`);
  expect(day).toMatchObject({ date: "2026-06-10", timezone: "Europe/Paris" });
  const [field] = day.fields;
  expect(field).toMatchObject({
    field: { id: fieldId, name: "Court 1" },
    facility: { id: club.facilityId, name: "Parc" },
    status: "open",
    open: [{ start: "2026-06-10T16:00:00.000Z", end: "2026-06-10T20:00:00.000Z" }],
  });
  const offered = field?.starts.map(({ startTime, options }) => [
    clock(startTime),
    options.map(({ duration }) => duration),
  ]);
  expect(offered).toEqual([
    ["18:00", [30, 60, 90]],
    ["18:30", [30, 60]],
    ["19:00", [30]],
    ["20:30", [30, 60, 90]],
    ["21:00", [30, 60]],
    ["21:30", [30]],
  ]);
  expect(field?.starts[0]?.options[0]).toEqual({ duration: 30, plan: null, timeslot: null, priceType: null, price: 0 });
});

test("what is offered can be booked, and nothing else", async () => {
  await book("2026-06-10T19:30:00+02:00");
  const starts = startsOf(await fieldOf(club.member, "2026-06-10"));
  const every = Array.from({ length: 26 }, (_, index) => {
    const minutes = 17 * 60 + 15 * index;
    return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  });
  for (const time of every) {
    const draft = { fieldId, startTime: `2026-06-10T${time}:00+02:00`, duration: 30, name: "Game", type: "game" };
    const { status, body } = await club.member("POST", club.path("/events"), draft);
    expect([time, status === 201]).toEqual([time, starts.includes(time)]);
    if (status === 201) await club.manager("POST", club.path(`/events/${body.data.id}/cancel`), { reason: "Test" });
  }
});

test("members see their window, from the notice to the horizon; the team sees the whole day", async () => {
  testApp.clock.set("2026-06-10T18:10:00+02:00");
  const rules = { horizonDays: 2, noticeMinutes: 60, mostActive: null };
  await owner("PATCH", club.path(""), { bookingRules: rules });
  expect(startsOf(await fieldOf(club.member, "2026-06-10"))).toEqual(["19:30", "20:00", "20:30", "21:00", "21:30"]);
  expect(startsOf(await fieldOf(club.member, "2026-06-12"))).toHaveLength(8);
  expect(await fieldOf(club.member, "2026-06-13")).toMatchObject({ open: [{}], starts: [] });
  expect(startsOf(await fieldOf(club.member, "2026-06-09"))).toEqual([]);
  for (const date of ["2026-06-09", "2026-06-10", "2026-06-13"])
    expect(startsOf(await fieldOf(club.staff, date))).toHaveLength(8);
  const draft = {
    name: "Early",
    type: "member",
    permissions: memberRolePermissions,
    bookingRules: { ...rules, horizonDays: 9 },
  };
  const roleId = (await owner("POST", club.path("/roles"), draft)).body.data.id;
  await owner("PATCH", club.path(`/users/${club.memberPerson.id}`), { roles: [roleId] });
  expect(startsOf(await fieldOf(club.member, "2026-06-19"))).toHaveLength(8);
});

test("prices are those of the reader's roles, of whom the team asks for, or a guest's", async () => {
  const cell = { timeslot: "Always", plan: "60 minutes" };
  await club.addPrices(
    [fieldId],
    { 60: 1800 },
    {
      details: [
        { ...cell, price: 1800 },
        { ...cell, roleId: 4, price: 1500 },
      ],
    },
  );
  await club.addPrices([fieldId], { 90: 700 }, { type: "user" });
  const pricesOf = async (api: ApiCall, more = "") => (await fieldOf(api, "2026-06-10", more))?.starts[0]?.options;
  const [field, user] = [
    { duration: 60, plan: "60 minutes", timeslot: "Always", priceType: "field" },
    { duration: 90, plan: "90 minutes", timeslot: "Always", priceType: "user", price: 700 },
  ];
  expect(await pricesOf(club.member)).toEqual([{ ...field, price: 1500 }, user]);
  expect(await pricesOf(club.staff)).toEqual([{ ...field, price: 1800 }, user]);
  expect(await pricesOf(club.staff, `&userId=${club.memberPerson.id}`)).toEqual([{ ...field, price: 1500 }, user]);
  expect(await pricesOf(club.member, `&userId=${club.memberPerson.id}`)).toEqual([{ ...field, price: 1500 }, user]);
  const other = await testApp.member(club.organizationId, 4);
  expect((await read(club.member, `date=2026-06-10&userId=${other.id}`)).status).toBe(403);
  const stranger = await testApp.person();
  expect((await read(club.staff, `date=2026-06-10&userId=${stranger.id}`)).body.errors).toEqual({
    userId: [expect.any(String)],
  });
});

test("a field that sells nothing that day is open all the same", async () => {
  await club.addPrices(
    [fieldId],
    { 60: 1800 },
    {
      timeslots: [{ name: "Always", start: "00:00", end: "24:00", weekdays: [6, 7] }],
    },
  );
  expect(await fieldOf(club.member, "2026-06-10")).toMatchObject({ open: [{}], starts: [] });
  expect(startsOf(await fieldOf(club.member, "2026-06-13"))).toHaveLength(7);
});

test("private, unbookable and archived fields do not show to members; a closed one is there without starts", async () => {
  const hidden = await club.addField({ name: "Private", confidentiality: "private" });
  await club.addField({ name: "Team's", bookable: false });
  const gone = await club.addField({ name: "Archived" });
  await owner("DELETE", club.path(`/fields/${gone}`));
  await club.addField({ name: "Shut", status: "closed" });
  expect(await namesOf(club.member)).toEqual(["Court 1", "Shut"]);
  expect(await namesOf(club.staff)).toEqual(["Court 1", "Private", "Shut", "Team's"]);
  const shut = (await dayOf(club.staff, "date=2026-06-10")).fields.find(({ field }) => field.name === "Shut");
  expect(shut).toMatchObject({ status: "closed", open: [], starts: [] });
  await testApp.db
    .insertInto("role_fields")
    .values({ organization_id: club.organizationId, role_id: 4, field_id: hidden })
    .execute();
  expect(await namesOf(club.member)).toEqual(["Court 1", "Private", "Shut"]);
  await owner("PATCH", club.path(""), { enabled: false });
  expect([await namesOf(club.member), (await namesOf(club.staff)).length]).toEqual([[], 4]);
});

test("facility, field, sport and people choose among them; what is elsewhere is not found", async () => {
  const annexe = (await club.manager("POST", club.path("/facilities"), { name: "Annexe" })).body.data.id;
  await club.addField({
    name: "Pitch",
    facilityId: annexe,
    sportIds: [3, 1],
    minPeopleByEvent: 10,
    maxPeopleByEvent: 30,
  });
  await club.addField({ name: "Duo", sportIds: [2], minPeopleByEvent: 2, maxPeopleByEvent: 2 });
  const choose = (query: string) => namesOf(club.member, `date=2026-06-10&${query}`);
  expect(await choose("")).toEqual(["Pitch", "Court 1", "Duo"]);
  expect(await choose(`facilityId=${annexe}`)).toEqual(["Pitch"]);
  expect(await choose(`fieldId=${fieldId}`)).toEqual(["Court 1"]);
  expect(await choose("sportId=1")).toEqual(["Pitch", "Court 1"]);
  expect(await choose("people=2")).toEqual(["Court 1", "Duo"]);
  expect(await choose("people=12&sportId=1")).toEqual(["Pitch", "Court 1"]);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  expect(await choose(`fieldId=${theirs.fieldId}`)).toEqual([]);
  expect(await choose(`facilityId=${theirs.facilityId}`)).toEqual([]);
  const wrong = await read(club.member, "date=2026-02-30&facilityId=x&people=0&sportId=tennis");
  expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([
    422,
    ["date", "facilityId", "people", "sportId"],
  ]);
});

test("a half that is taken takes the whole, turnarounds count on both sides, and canceled events do not", async () => {
  const parentId = fieldId;
  const half = await club.addField({ name: "Half", parentId, turnaround: 30 });
  const event = await book("2026-06-10T19:00:00+02:00", { fieldId: half });
  expect(startsOf(await fieldOf(club.member, "2026-06-10"))).toEqual(["18:00", "18:30", "20:30", "21:00", "21:30"]);
  await club.manager("POST", club.path(`/events/${event}/cancel`), { reason: "Rain" });
  expect(startsOf(await fieldOf(club.member, "2026-06-10"))).toHaveLength(8);
});

test("an event that is to be moved counts as free", async () => {
  const eventId = await book("2026-06-10T18:00:00+02:00", { duration: 240 });
  expect(startsOf(await fieldOf(club.staff, "2026-06-10"))).toEqual([]);
  expect(startsOf(await fieldOf(club.staff, "2026-06-10", `&eventId=${eventId}`))).toHaveLength(8);
});

test("a day has 23 hours, or 25, and each of them starts", async () => {
  await owner("PATCH", club.path(""), { bookingRules: { horizonDays: null, noticeMinutes: null, mostActive: null } });
  fieldId = await club.addField({ startStep: 60 });
  const spring = await fieldOf(club.member, "2027-03-28");
  expect([spring?.open, spring?.starts.length]).toEqual([
    [{ start: "2027-03-27T23:00:00.000Z", end: "2027-03-28T22:00:00.000Z" }],
    23,
  ]);
  expect(startsOf(spring).slice(0, 4)).toEqual(["00:00", "01:00", "03:00", "04:00"]);
  const autumn = await fieldOf(club.member, "2026-10-25");
  expect(autumn?.starts).toHaveLength(25);
  expect(startsOf(autumn).slice(0, 5)).toEqual(["00:00", "01:00", "02:00", "02:00", "03:00"]);
});

test("a night begins on its own day and ends on the next, where nothing starts anew", async () => {
  fieldId = await club.addField({ openingHourPatternId: await addHours("22:00", "01:00") });
  const field = await fieldOf(club.member, "2026-06-10");
  expect(field?.open.map(({ start, end }) => `${clock(start)}–${clock(end)}`)).toEqual(["00:00–01:00", "22:00–00:00"]);
  expect(startsOf(field)).toEqual(["00:00", "00:30", "22:00", "22:30", "23:00", "23:30"]);
  const last = field?.starts.at(-1);
  expect(last?.options.at(-1)?.duration).toBe(90);
});

test("each facility has its own day; today is where one asks", async () => {
  const add = async (timezone: string) => {
    const facilityId = (await club.manager("POST", club.path("/facilities"), { name: timezone, timezone })).body.data
      .id;
    await club.addField({ name: timezone, facilityId, openingHourPatternId: await addHours("18:00", "19:00") });
    return facilityId as string;
  };
  const chatham = await add("Pacific/Chatham");
  await add("America/New_York");
  const { timezone, fields } = await dayOf(club.staff, "date=2026-06-10");
  expect(timezone).toBe("Europe/Paris");
  expect(fields.map(({ field, open }) => [field.name, open[0]?.start])).toEqual([
    ["America/New_York", "2026-06-10T22:00:00.000Z"],
    ["Pacific/Chatham", "2026-06-10T05:15:00.000Z"],
    ["Court 1", "2026-06-10T16:00:00.000Z"],
  ]);
  testApp.clock.set("2026-06-10T13:00:00Z");
  expect(await dayOf(club.staff, "")).toMatchObject({ date: "2026-06-10", timezone: "Europe/Paris" });
  expect(await dayOf(club.staff, `facilityId=${chatham}`)).toMatchObject({
    date: "2026-06-11",
    timezone: "Pacific/Chatham",
  });
});

test("platform administrators see the day of every organization, as a guest's", async () => {
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const everywhere = async (query: string) => (await admin("GET", `/organizations/all/availability?${query}`)).body;
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const ids = (await everywhere("date=2026-06-10")).data.fields.map(
    (field: { field: { id: string } }) => field.field.id,
  );
  expect(ids).toEqual(expect.arrayContaining([fieldId, theirs.fieldId]));
  expect((await everywhere(`date=2026-06-10&userId=${club.memberPerson.id}`)).errors).toHaveProperty("userId");
  expect((await testApp.as(await testApp.person())("GET", club.path("/availability?date=2026-06-10"))).status).toBe(
    404,
  );
});
