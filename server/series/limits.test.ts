import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let one: string;
let two: string;
beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  [one, two] = [await club.addField({ name: "One" }), await club.addField({ name: "Two" })];
});
afterAll(() => testApp.close());

const url = (rest = "") => club.path(`/event-series${rest}`);
const template = (startTime = "2026-06-02T18:00:00+02:00") => ({
  fieldId: one,
  startTime,
  duration: 60,
  name: "Training",
  type: "training",
});
const create = (count: number, dates: object[], startTime?: string) =>
  club.staff("POST", url(), { template: template(startTime), rule: { weekdays: [2], count }, dates });

test("two hundred dates years apart are looked at within the patience of a test", async () => {
  const rule = { weekdays: [2], interval: 52, count: 200 };
  const { status, body } = await club.staff("POST", url("/preview"), { template: template(), rule });
  expect([status, body.data.occurrences.length]).toEqual([200, 200]);
});

test("years that nobody means are refused", async () => {
  const rule = { weekdays: [2], count: 200 };
  const { status } = await club.staff("POST", url("/preview"), { template: template("9998-12-01T10:00:00Z"), rule });
  expect(status).toBe(422);
});

test("a date is booked on one field, also where it is chosen twice or by two people at once", async () => {
  const twice = await create(2, [{ date: "2026-06-02" }, { date: "2026-06-02", fieldId: two }]);
  expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ["dates"]]);
  const { seriesId } = (await create(2, [{ date: "2026-06-02" }])).body.data;
  const add = (fieldId: string) =>
    club.staff("POST", url(`/${seriesId}/occurrences`), { dates: [{ date: "2026-06-09", fieldId }] });
  const answers = await Promise.all([add(one), add(two)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test("a field that is not there is refused beside it, and the series stays as it was", async () => {
  const { seriesId, created } = (await create(1, [{ date: "2026-08-04" }], "2026-08-04T18:00:00+02:00")).body.data;
  const { status, body } = await club.staff("PATCH", url(`/${seriesId}`), {
    eventId: created[0],
    scope: "all",
    changes: { fieldId: seriesId },
  });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["changes.fieldId"]]);
});
