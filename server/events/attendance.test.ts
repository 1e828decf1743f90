import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ATTENDANCE_DAYS } from "#contract/events-attendance-rules.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField();
});

const START = "2026-06-10T18:00:00+02:00";
const END = "2026-06-10T19:00:00+02:00";
const afterEnd = (days: number, ms = 0) => new Date(Date.parse(END) + days * 86_400_000 + ms).toISOString();
const path = (id: string, verb = "") => club.path(`/events/${id}${verb && `/${verb}`}`);
const draft = (more: object = {}) => ({
  ...{ fieldId, startTime: START, duration: 60, name: "Game night", type: "game" },
  ...more,
});
async function book(api: ApiCall = club.member, more: object = {}): Promise<string> {
  const { status, body } = await api("POST", club.path("/events"), draft(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const mark = (id: string, attendance: unknown, api = club.staff) => api("POST", path(id, "attendance"), { attendance });
const read = async (id: string, api = club.manager) => (await api("GET", path(id))).body.data;

test("the team marks from the start until a week after the end, and takes it back", async () => {
  const id = await book();
  testApp.clock.set(new Date(Date.parse(START) - 1).toISOString());
  expect(await mark(id, "arrived")).toMatchObject({
    status: 409,
    body: { message: "Attendance can be marked once the booking has begun." },
  });
  expect((await read(id)).actions).not.toContain("markAttendance");
  testApp.clock.set(START);
  expect((await read(id)).actions).toContain("markAttendance");
  expect(await mark(id, "arrived")).toMatchObject({ status: 200, body: { data: { attendance: "arrived" } } });
  testApp.clock.set(afterEnd(ATTENDANCE_DAYS));
  expect(await mark(id, "no_show")).toMatchObject({ status: 200, body: { data: { attendance: "no_show" } } });
  expect(await mark(id, null)).toMatchObject({ status: 200, body: { data: { attendance: null } } });
  testApp.clock.set(afterEnd(ATTENDANCE_DAYS, 1));
  expect((await mark(id, "no_show")).status).toBe(409);
  expect((await read(id)).attendance).toBeNull();
});

test("neither what was called off nor a block has an attendance, and no other word is one", async () => {
  const canceled = await book();
  expect((await club.staff("POST", path(canceled, "cancel"), { reason: "Rain" })).status).toBe(200);
  const block = await book(club.staff, { kind: "block", type: "other", startTime: "2026-06-10T20:00:00+02:00" });
  const stands = await book();
  testApp.clock.set("2026-06-10T20:30:00+02:00");
  for (const id of [canceled, block])
    expect(await mark(id, "no_show")).toMatchObject({
      status: 409,
      body: { message: "Attendance is marked for bookings that take place." },
    });
  for (const wrong of ["late", 1, undefined]) expect((await mark(stands, wrong)).status).toBe(422);
});

test("who booked neither marks nor reads it, nor finds others by it", async () => {
  const id = await book();
  testApp.clock.set(END);
  expect((await mark(id, "arrived", club.member)).status).toBe(403);
  await mark(id, "no_show");
  expect((await read(id, club.member)).attendance).toBeNull();
  const found = async (api: ApiCall) =>
    (await api("GET", club.path(`/events?attendance=no_show&fieldId=${fieldId}`))).body.data.map(
      (event: { id: string }) => event.id,
    );
  expect(await found(club.staff)).toEqual([id]);
  expect(await found(club.member)).toEqual([]);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  expect((await mark(id, "arrived", stranger)).status).toBe(404);
});

test("it is in the activity, on the planning of the team, and on the customer's page", async () => {
  const id = await book();
  const { customerId } = (await read(id)).customer;
  const count = async () =>
    (await club.staff("GET", club.path(`/customers/${customerId}/events`))).body.data.noShowCount;
  testApp.clock.set(END);
  const before = await count();
  await mark(id, "no_show");
  expect(await count()).toBe(before + 1);
  const history = (await club.manager("GET", path(id, "history"))).body.data;
  expect(history[0]).toMatchObject({ act: "events.markAttendance", after: { attendance: "no_show" } });
  const planned = async (api: ApiCall) =>
    (await api("GET", club.path(`/planning?date=2026-06-10&fieldId=${fieldId}`))).body.data.events[0];
  await mark(id, "no_show");
  expect((await club.manager("GET", path(id, "history"))).body.data).toHaveLength(history.length);
  expect(await planned(club.staff)).toMatchObject({ id, attendance: "no_show" });
  expect(await planned(club.member)).not.toHaveProperty("attendance");
});
