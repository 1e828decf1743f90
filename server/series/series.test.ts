import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let one: string;
let two: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  [one, two] = [await club.addField({ name: "One" }), await club.addField({ name: "Two" })];
});

const url = (rest = "") => club.path(`/event-series${rest}`);
const template = (more: object = {}) => ({
  fieldId: one,
  startTime: "2026-06-02T18:00:00+02:00",
  duration: 60,
  name: "Training",
  type: "training",
  ...more,
});
const rule = (more: object = {}) => ({ weekdays: [2], count: 4, ...more });
const dates = ["2026-06-02", "2026-06-09", "2026-06-16", "2026-06-23"];
const choose = (chosen: string[]) => chosen.map((date) => ({ date }));
const book = (draft: object) =>
  club.staff("POST", club.path("/events"), {
    fieldId: one,
    duration: 60,
    name: "Game",
    type: "game",
    startTime: "2026-06-09T18:00:00+02:00",
    ...draft,
  });
const create = async (more: object = {}, api: ApiCall = club.staff) => {
  const answer = await api("POST", url(), { template: template(), rule: rule(), dates: choose(dates), ...more });
  expect([answer.status, answer.body.errors], answer.body.message).toEqual([201, undefined]);
  return answer.body.data as { seriesId: string; created: string[]; skipped: { date: string; reason: string }[] };
};
const read = async (id: string) => (await club.staff("GET", club.path(`/events/${id}`))).body.data;

test("a preview tells of each date what stands in its way, and where else it could be", async () => {
  await book({});
  await club.manager("POST", club.path("/closures"), {
    name: "Works",
    from: "2026-06-16",
    to: "2026-06-16",
    fieldId: one,
  });
  const { status, body } = await club.staff("POST", url("/preview"), { template: template(), rule: rule() });
  expect(status).toBe(200);
  const rows = body.data.occurrences as { date: string; state: string; alternatives: { fieldId: string }[] }[];
  expect(rows.map(({ date, state }) => [date, state])).toEqual([
    [dates[0], "ok"],
    [dates[1], "conflict"],
    [dates[2], "closed"],
    [dates[3], "ok"],
  ]);
  expect(rows[0]?.alternatives).toEqual([]);
  for (const row of [rows[1], rows[2]]) expect(row?.alternatives.map(({ fieldId }) => fieldId)).toContain(two);
});

test("a preview for somebody of another organization is refused, as the series would be", async () => {
  const stranger = await testApp.member(testApp.otherOrganizationId, 4);
  const preview = (userId: string) =>
    club.staff("POST", url("/preview"), { template: template({ customer: { userId } }), rule: rule() });
  const { status, body } = await preview(stranger.id);
  expect([status, body.errors]).toEqual([422, { "template.customer.userId": [expect.any(String)] }]);
  const customer = await testApp.member(testApp.organizationId, 4);
  expect((await preview(customer.id)).status).toBe(200);
});

test("what the field does not sell is told, unless the team sets the price", async () => {
  await club.addPrices([one], { 90: 2500 });
  const stateOf = async (more: object) =>
    (await club.staff("POST", url("/preview"), { template: template(more), rule: rule({ count: 1 }) })).body.data
      .occurrences[0];
  expect(await stateOf({})).toMatchObject({ state: "not_sold", price: null });
  expect(await stateOf({ duration: 90 })).toMatchObject({ state: "ok", price: 2500 });
  expect(await stateOf({ price: 100 })).toMatchObject({ state: "ok", price: 100 });
});

test("the chosen rows are booked as ordinary events; one that went meanwhile is skipped and said", async () => {
  await book({});
  const { seriesId, created, skipped } = await create();
  expect(created).toHaveLength(3);
  expect(skipped).toEqual([{ date: dates[1], reason: "No slot available for this date and this facility." }]);
  expect(await read(created[0] ?? "")).toMatchObject({ seriesId, name: "Training", status: "approved" });
  const { body } = await club.staff("GET", url(`/${seriesId}`));
  expect(body.data.occurrences.map((row: { eventId: string | null }) => row.eventId !== null)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test("a row can go to another field, and skipped dates are added later", async () => {
  const { seriesId, created } = await create({ dates: [{ date: dates[0], fieldId: two }] });
  expect(await read(created[0] ?? "")).toMatchObject({ fieldId: two });
  const added = await club.staff("POST", url(`/${seriesId}/occurrences`), { dates: choose([dates[2] ?? ""]) });
  expect([added.status, added.body.data.created.length]).toEqual([201, 1]);
  const twice = await club.staff("POST", url(`/${seriesId}/occurrences`), { dates: choose([dates[2] ?? ""]) });
  expect([twice.status, twice.body.errors]).toEqual([422, { dates: ["2026-06-16 is booked already"] }]);
  const wrong = await club.staff("POST", url(`/${seriesId}/occurrences`), { dates: choose(["2026-06-03"]) });
  expect(wrong.body.errors).toEqual({ dates: ["2026-06-03 is no date of this series"] });
});

test("what was skipped or canceled is told as it could be booked now, elsewhere too, as long as it is to come", async () => {
  await club.addPrices([one, two], { 60: 2000 });
  const { seriesId, created } = await create({ dates: choose(dates.slice(0, 2)) });
  await book({ startTime: "2026-06-16T17:30:00+02:00" });
  await club.staff("DELETE", url(`/${seriesId}`), { eventId: created[1], scope: "this", reason: "Rain" });
  const skipped = async () => (await club.staff("GET", url(`/${seriesId}/skipped`))).body.data.occurrences;
  expect(await skipped()).toMatchObject([
    { date: dates[1], state: "ok", price: 2000, alternatives: [] },
    { date: dates[2], state: "conflict" },
    { date: dates[3], state: "ok" },
  ]);
  expect((await skipped())[1].alternatives).toContainEqual({ fieldId: two, name: "Two", price: 2000 });
  testApp.clock.set("2026-06-17T08:00:00Z");
  expect((await skipped()).map(({ date }: { date: string }) => date)).toEqual([dates[3]]);
});

test("a date that was canceled and added again shows the event that takes place", async () => {
  const { seriesId, created } = await create();
  await club.staff("PATCH", url(`/${seriesId}`), {
    eventId: created[3],
    scope: "following",
    changes: { time: "17:00" },
  });
  await club.staff("DELETE", url(`/${seriesId}`), { eventId: created[1], scope: "this", reason: "Rain" });
  const added = await club.staff("POST", url(`/${seriesId}/occurrences`), {
    dates: [{ date: dates[1], fieldId: two }],
  });
  const { data } = (await club.staff("GET", url(`/${seriesId}`))).body;
  expect(data).toMatchObject({ name: "Training", field: { id: one }, timezone: "Europe/Paris", duration: 60 });
  expect(data.occurrences[1]).toMatchObject({
    status: "approved",
    eventId: added.body.data.created[0],
    startTime: "2026-06-09T15:00:00.000Z",
    endTime: "2026-06-09T16:00:00.000Z",
    field: { id: two, name: "Two" },
  });
});

test("members see the events that are for everybody, and no series of private ones", async () => {
  const open = await create({ dates: choose(dates.slice(0, 2)) });
  const hidden = await create({
    template: template({ fieldId: two, confidentiality: "private" }),
    dates: choose(dates),
  });
  const seen = await club.member("GET", url(`/${open.seriesId}`));
  expect(seen.body.data.occurrences.map((row: { eventId: string }) => row.eventId)).toEqual(open.created);
  expect((await club.member("GET", url(`/${hidden.seriesId}`))).status).toBe(404);
  expect((await club.member("GET", url(`/${open.seriesId}/skipped`))).status).toBe(403);
});

test("where not one date can be booked, nothing is kept", async () => {
  await book({});
  const before = await testApp.db.selectFrom("series").selectAll().execute();
  const { status } = await club.staff("POST", url(), {
    template: template({ startTime: "2026-06-09T18:00:00+02:00" }),
    rule: rule({ count: 1 }),
    dates: choose(["2026-06-09"]),
  });
  expect(status).toBe(409);
  expect(await testApp.db.selectFrom("series").selectAll().execute()).toHaveLength(before.length);
});

test("six in the evening stays six in the evening across both clock changes", async () => {
  const spring = await create({
    template: template({ startTime: "2027-03-23T18:00:00+01:00" }),
    rule: rule({ count: 2 }),
    dates: choose(["2027-03-23", "2027-03-30"]),
  });
  const autumn = await create({
    template: template({ startTime: "2026-10-20T18:00:00+02:00" }),
    rule: rule({ count: 2 }),
    dates: choose(["2026-10-20", "2026-10-27"]),
  });
  const starts = await Promise.all(
    [...spring.created, ...autumn.created].map(async (id) => (await read(id)).startTime),
  );
  expect(starts).toEqual([
    "2027-03-23T17:00:00.000Z",
    "2027-03-30T16:00:00.000Z",
    "2026-10-20T16:00:00.000Z",
    "2026-10-27T17:00:00.000Z",
  ]);
});

test("a change goes to this one, this and the following, or all; the clock on the wall is kept", async () => {
  const { seriesId, created } = await create();
  const change = async (scope: string, eventId: string | undefined, changes: object) => {
    const { status, body } = await club.staff("PATCH", url(`/${seriesId}`), { eventId, scope, changes });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.data;
  };
  await change("this", created[1], { name: "Once" });
  expect((await change("following", created[2], { time: "19:30" })).updated).toHaveLength(2);
  await change("all", created[0], { duration: 90 });
  const now = await Promise.all(created.map(read));
  expect(now.map(({ name, startTime, duration }) => [name, startTime.slice(11, 16), duration])).toEqual([
    ["Training", "16:00", 90],
    ["Once", "16:00", 90],
    ["Training", "17:30", 90],
    ["Training", "17:30", 90],
  ]);
});

test("what a change meets is skipped and said; tried out, nothing is kept", async () => {
  const { seriesId, created } = await create();
  await book({ startTime: "2026-06-09T20:00:00+02:00" });
  const body = { eventId: created[0], scope: "all", changes: { time: "20:00" } };
  const tried = await club.staff("PATCH", url(`/${seriesId}?dryRun=true`), body);
  expect(tried.body.data.skipped).toEqual([
    { date: "2026-06-09", reason: "No slot available for this date and this facility." },
  ]);
  expect((await read(created[0] ?? "")).startTime).toBe("2026-06-02T16:00:00.000Z");
  expect((await club.staff("PATCH", url(`/${seriesId}`), body)).body.data.updated).toHaveLength(3);
  expect((await read(created[0] ?? "")).startTime).toBe("2026-06-02T18:00:00.000Z");
  expect((await read(created[1] ?? "")).startTime).toBe("2026-06-09T16:00:00.000Z");
});

test.each([
  ["later", "20:00"],
  ["earlier", "16:00"],
])("dates that follow each other at once all move to the %s hour", async (_direction, time) => {
  const days = {
    template: template({ duration: 1440, override: true }),
    rule: { weekdays: [2, 3, 4], count: 3 },
    dates: choose(["2026-06-02", "2026-06-03", "2026-06-04"]),
  };
  const daily = await create(days, club.manager);
  const body = { eventId: daily.created[0], scope: "all", changes: { time } };
  const { data } = (await club.manager("PATCH", url(`/${daily.seriesId}`), body)).body;
  expect(data).toEqual({ updated: expect.arrayContaining(daily.created), skipped: [] });
});

test("a cancel frees this one, this and the following, or all that are to come", async () => {
  const { seriesId, created } = await create();
  testApp.clock.set("2026-06-03T08:00:00Z");
  const cancel = (scope: string, eventId: string | undefined) =>
    club.staff("DELETE", url(`/${seriesId}`), { eventId, scope, reason: "Holidays" });
  expect((await cancel("following", created[2])).body.data.canceled).toEqual(created.slice(2));
  expect((await cancel("all", created[1])).body.data.canceled).toEqual([created[1]]);
  expect((await read(created[0] ?? "")).status).toBe("approved");
  expect(await read(created[3] ?? "")).toMatchObject({ status: "canceled", canceledReason: "Holidays" });
  expect((await book({})).status).toBe(201);
});

test("rules that end nowhere, or twice, are refused; so are more dates than there may be", async () => {
  const send = (more: object) =>
    club.staff("POST", url(), { template: template(), rule: rule(), dates: choose(dates), ...more });
  expect((await send({ rule: { weekdays: [2] } })).body.errors).toEqual({
    "rule.until": ["Choose a last date, or a number of dates"],
  });
  expect((await send({ rule: rule({ until: "2026-07-01" }) })).status).toBe(422);
  expect((await send({ rule: rule({ count: 201 }) })).status).toBe(422);
  expect((await send({ dates: choose(["2026-06-03"]) })).body.errors).toEqual({
    dates: ["2026-06-03 is no date of this series"],
  });
});

test("members make no series, and other organizations do not see them", async () => {
  const { seriesId, created } = await create();
  const body = { template: template(), rule: rule(), dates: choose(dates) };
  expect((await club.member("POST", url(), body)).status).toBe(403);
  expect((await club.member("POST", url("/preview"), { template: template(), rule: rule() })).status).toBe(403);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  const elsewhere = (rest: string) => `/organizations/${testApp.otherOrganizationId}/event-series/${seriesId}${rest}`;
  expect((await stranger("GET", elsewhere(""))).status).toBe(404);
  const asked = { eventId: created[0], scope: "all", changes: { name: "Mine" } };
  expect((await stranger("PATCH", elsewhere(""), asked)).status).toBe(404);
  expect(
    (
      await stranger("POST", `/organizations/${testApp.otherOrganizationId}/event-series/preview`, {
        template: template(),
        rule: rule(),
      })
    ).status,
  ).toBe(422);
});

test("sent twice with one key, a series is booked once", async () => {
  const body = { template: template(), rule: rule(), dates: choose(dates) };
  const key = { "idempotency-key": "series-1" };
  const [first, second] = await Promise.all([
    club.staff("POST", url(), body, key),
    club.staff("POST", url(), body, key),
  ]);
  expect(second.body).toEqual(first.body);
});

test("two hundred dates are booked in one go", async () => {
  const preview = await club.staff("POST", url("/preview"), {
    template: template(),
    rule: { weekdays: [2], count: 200 },
  });
  const all = preview.body.data.occurrences.map(({ date }: { date: string }) => ({ date }));
  const { created } = await create({ rule: { weekdays: [2], count: 200 }, dates: all });
  expect(created).toHaveLength(200);
});
