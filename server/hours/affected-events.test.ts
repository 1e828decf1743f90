import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let patternId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  const organizationId = await testApp.organization("Club");
  club = await createTestClub({ ...testApp, organizationId });
  fieldId = await club.addField({ name: "Court 1", sportIds: [1] });
  patternId = club.openingHourPatternId;
});
afterAll(() => testApp.close());

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const week = (start: string, end: string) => everyDay.map((weekday) => ({ weekday, start, end }));
const book = async (startTime: string, more: object = {}): Promise<string> => {
  const draft = { fieldId, startTime, duration: 60, name: startTime.slice(11, 16), type: "training", ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const patternUrl = (query = "") => club.path(`/opening-hour-patterns/${patternId}${query}`);
const change = async (body: object, query = "") => {
  const answer = await club.manager("PATCH", patternUrl(query), body);
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return answer.body.data as { affected: { id: string; name: string }[]; affectedTotal: number };
};
const namesOf = ({ affected }: { affected: { name: string }[] }) => affected.map(({ name }) => name);

test("what is to come and lies outside now is told, soonest first; what never was bound is not", async () => {
  testApp.clock.set("2026-06-03T10:00:00Z");
  const late = await book("2026-06-05T19:30:00+02:00", { customer: { name: "Léa Roux", phone: "0612345678" } });
  const early = await book("2026-06-05T07:00:00+02:00", { customer: { userId: club.memberPerson.id } });
  await book("2026-06-05T09:00:00+02:00");
  await book("2026-06-06T06:00:00+02:00", { kind: "block", name: "Mowing", type: "other" });
  await book("2026-06-06T05:00:00+02:00", { override: true, name: "Sunrise" });
  const canceled = await book("2026-06-07T05:00:00+02:00");
  await club.manager("POST", club.path(`/events/${canceled}/cancel`), { reason: "Rain" });
  await book("2026-06-03T11:30:00+02:00");
  await book("2026-06-02T05:00:00+02:00");
  const { affected, affectedTotal } = await change({ hours: week("08:00", "20:00") });
  expect([affectedTotal, affected.map(({ id }) => id)]).toEqual([2, [early, late]]);
  expect(affected[1]).toMatchObject({
    name: "19:30",
    startTime: "2026-06-05T17:30:00.000Z",
    endTime: "2026-06-05T18:30:00.000Z",
    status: "approved",
    kind: "event",
    field: { id: fieldId, name: "Court 1" },
    facility: { id: club.facilityId, name: "Parc", timezone: "Europe/Paris" },
    customer: "Léa Roux",
    paid: 0,
    currency: "EUR",
    alternatives: [],
  });
  expect(affected[0]).toMatchObject({ customer: expect.stringMatching(/^Alex Martin/) });
});

test("nights that run past midnight belong to the evening before, over weekends and clock changes", async () => {
  // On 25 October, 02:00 to 03:00 comes twice.
  await book("2026-10-24T23:30:00+02:00", { name: "into midnight" });
  await book("2026-10-25T02:30:00+02:00", { name: "into the second hour" });
  await book("2026-10-25T23:30:00+01:00", { name: "Sunday into Monday" });
  await book("2026-10-27T01:00:00+01:00", { name: "Tuesday's early hours" });
  const nights = week("18:00", "03:00");
  expect(namesOf(await change({ hours: nights }, "?dryRun=true"))).toEqual([]);
  expect(namesOf(await change({ hours: week("18:00", "02:30") }, "?dryRun=true"))).toEqual([]);
  // Closing at 02:00 means the second 02:00.
  expect(namesOf(await change({ hours: week("18:00", "02:00") }, "?dryRun=true"))).toEqual(["into the second hour"]);
  expect(namesOf(await change({ hours: week("18:00", "00:00") }, "?dryRun=true"))).toEqual([
    "into midnight",
    "into the second hour",
    "Sunday into Monday",
    "Tuesday's early hours",
  ]);
  const withoutMondays = nights.filter(({ weekday }) => weekday !== 1);
  expect(namesOf(await change({ hours: withoutMondays }, "?dryRun=true"))).toEqual(["Tuesday's early hours"]);
});

test("what was paid for it and not given back is told: whoever cancels it decides about that", async () => {
  await club.addPrices([fieldId], { 60: 1800 });
  const id = await book("2026-06-10T18:00:00+02:00");
  const desk = { method: "cash", amount: 1800 };
  const paid = await club.manager("POST", club.path(`/events/${id}/payments`), desk);
  const back = { amount: 300, reason: "Late" };
  await club.manager("POST", club.path(`/payments/${paid.body.data.id}/refund`), back);
  expect(await change({ hours: [] }, "?dryRun=true")).toMatchObject({ affected: [{ id, paid: 1500 }] });
});

test("in spring, an hour that there is not closes nothing", async () => {
  // On 28 March 2027 the clock jumps from 02:00 to 03:00.
  await book("2027-03-28T01:00:00+01:00", { name: "until three" });
  expect(namesOf(await change({ hours: week("20:00", "02:30") }, "?dryRun=true"))).toEqual([]);
  expect(namesOf(await change({ hours: week("20:00", "01:30") }, "?dryRun=true"))).toEqual(["until three"]);
});

test("exceptions bound as well, until the last of their days", async () => {
  for (const day of [10, 11, 12, 13]) await book(`2026-06-${day}T18:00:00+02:00`, { name: `on the ${day}th` });
  const exceptions = [
    { name: "Works", from: "2026-06-10", to: "2026-06-12" },
    { name: "Party", from: "2026-06-11", to: "2026-06-11", closed: false, hours: [{ start: "17:00", end: "20:00" }] },
  ];
  expect(namesOf(await change({ exceptions }))).toEqual(["on the 10th", "on the 12th"]);
});

test("a field that leaves its hours, or is given others, is told of too", async () => {
  await book("2026-06-10T18:00:00+02:00");
  expect(namesOf(await change({ fieldIds: [] }, "?dryRun=true"))).toEqual(["18:00"]);
  const draft = { name: "Mornings", hours: week("08:00", "12:00"), fieldIds: [fieldId] };
  const created = await club.manager("POST", club.path("/opening-hour-patterns"), draft);
  expect(namesOf(created.body.data)).toEqual(["18:00"]);
  expect((await change({ hours: [] })).affectedTotal).toBe(0);
});

test("alternatives are the open and free fields of the facility for its sport, with the time that they need after it", async () => {
  const elsewhere = (await club.manager("POST", club.path("/facilities"), { name: "Elsewhere" })).body.data.id;
  const night = (
    await club.manager("POST", club.path("/opening-hour-patterns"), { name: "Nights", hours: week("18:00", "02:00") })
  ).body.data.id;
  const add = (name: string, draft: object = {}) =>
    club.addField({ name, sportIds: [3, 1], openingHourPatternId: night, ...draft });
  const free = await add("Free");
  const part = await add("Free, north", { parentId: free });
  await add("Other sport", { sportIds: [2] });
  await add("Closed", { status: "closed" });
  await add("Elsewhere", { facilityId: elsewhere });
  await add("Without hours", { openingHourPatternId: null });
  const taken = await add("Taken");
  const [slow, quick] = [await add("Slow", { turnaround: 30 }), await add("Quick", { turnaround: 15 })];
  const parentId = await add("Whole");
  const half = await add("Half", { parentId });
  await book("2026-06-10T22:30:00+02:00", { fieldId: taken });
  for (const next of [slow, quick]) await book("2026-06-11T00:15:00+02:00", { fieldId: next });
  await book("2026-06-10T23:00:00+02:00", { fieldId: half });
  await book("2026-06-10T23:00:00+02:00", { name: "To be moved" });

  const { affected } = await change({ hours: week("08:00", "20:00") }, "?dryRun=true");
  const moved = affected.find(({ name }) => name === "To be moved");
  expect(moved).toMatchObject({
    alternatives: [
      { fieldId: free, name: "Free" },
      { fieldId: part, name: "Free, north" },
      { fieldId: quick, name: "Quick" },
    ],
  });
});

test("of more than a hundred, the first hundred are told one by one", async () => {
  const bare = await book("2026-06-10T00:00:00+02:00", { duration: 30 });
  const found = await testApp.db.selectFrom("events").selectAll().where("id", "=", bare).executeTakeFirstOrThrow();
  const { search: _, ...event } = found;
  const rows = Array.from({ length: 119 }, (_, index) => ({
    ...event,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    price_lines: JSON.stringify(event.price_lines),
    cancellation: null,
    start_time: new Date(event.start_time.getTime() + (index + 1) * 600_000),
    end_time: new Date(event.end_time.getTime() + (index + 1) * 600_000),
  }));
  await testApp.db.insertInto("events").values(rows).execute();
  const { affected, affectedTotal } = await change({ hours: week("22:00", "23:00") });
  expect([affected.length, affectedTotal]).toEqual([100, 120]);
  expect(affected[0]?.id).toBe(bare);
});

test("nothing is moved, canceled or mailed for other hours", async () => {
  const id = await book("2026-06-10T18:00:00+02:00", { customer: { userId: club.memberPerson.id } });
  const before = (await club.manager("GET", club.path(`/events/${id}`))).body.data;
  const mails = (await testApp.mails()).length;
  await change({ hours: [] });
  expect((await club.manager("GET", club.path(`/events/${id}`))).body.data).toEqual(before);
  expect(await testApp.mails()).toHaveLength(mails);
});
