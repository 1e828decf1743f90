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

interface Field {
  id: string;
  space: string | null;
  lights: boolean | null;
  sports: { id: number; name: string }[];
  open: number[];
  taken: number[];
}
const read = async (api: ApiCall, query: string): Promise<Field[]> => {
  const { status, body } = await api("GET", club.path(`/planning/occupancy?${query}`));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.fields;
};
const readOne = async (fieldId: string, from: string, to: string, more = "") => {
  const fields = await read(club.staff, `from=${from}&to=${to}${more}`);
  const { open, taken } = fields.find(({ id }) => id === fieldId) ?? {};
  return { open, taken };
};
const book = async (fieldId: string, startTime: string, duration: number, more: object = {}): Promise<string> => {
  const draft = { fieldId, startTime, duration, name: "Game", type: "game", override: true, price: 500, ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const hours = async (fieldId: string, start: string, end: string): Promise<void> => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, end }));
  const body = { name: `From ${start} to ${end}`, hours: week, fieldIds: [fieldId] };
  expect((await club.manager("POST", club.path("/opening-hour-patterns"), body)).status).toBe(201);
};

test("of each day the open minutes are told, and those of them that are taken; what is outside of them is not", async () => {
  const id = await club.addField({ name: "Court" });
  await hours(id, "08:00", "20:00");
  await book(id, "2026-06-10T10:00:00+02:00", 90);
  await book(id, "2026-06-10T19:30:00+02:00", 60);
  const canceled = await book(id, "2026-06-11T12:00:00+02:00", 60);
  await club.manager("POST", club.path(`/events/${canceled}/cancel`), { reason: "Rain" });
  expect(await readOne(id, "2026-06-09", "2026-06-11")).toEqual({ open: [720, 720, 720], taken: [0, 120, 0] });
});

test("a block takes the time, and does not count as booked", async () => {
  const id = await club.addField({ name: "Blocked" });
  await hours(id, "08:00", "20:00");
  await book(id, "2026-06-10T10:00:00+02:00", 90);
  await book(id, "2026-06-10T14:00:00+02:00", 120, { kind: "block", type: "other", price: undefined });
  expect(await readOne(id, "2026-06-10", "2026-06-10")).toEqual({ open: [720], taken: [90] });
});

test("what goes past midnight counts on both days, on the facility's clock; days have 23 or 25 hours", async () => {
  const id = await club.addField({ name: "Night" });
  await book(id, "2026-06-10T23:00:00+02:00", 120);
  expect(await readOne(id, "2026-06-10", "2026-06-11")).toEqual({ open: [1440, 1440], taken: [60, 60] });
  await book(id, "2026-10-25T02:00:00+02:00", 120);
  expect(await readOne(id, "2026-10-24", "2026-10-25")).toEqual({ open: [1440, 1500], taken: [0, 120] });
  expect(await readOne(id, "2027-03-28", "2027-03-28")).toEqual({ open: [1380], taken: [0] });
});

test("a whole is taken by its parts, each minute once, and a part by its whole but not by its sister", async () => {
  const parent = await club.addField({ name: "Pitch", sportIds: [3] });
  const left = await club.addField({ name: "Left", parentId: parent });
  const right = await club.addField({ name: "Right", parentId: parent });
  await book(left, "2026-06-10T10:00:00+02:00", 60);
  await book(right, "2026-06-10T10:30:00+02:00", 60);
  await book(parent, "2026-06-10T14:00:00+02:00", 60);
  const taken = async (id: string, more = "") => (await readOne(id, "2026-06-10", "2026-06-10", more)).taken;
  expect([await taken(parent), await taken(left), await taken(right)]).toEqual([[150], [120], [120]]);
  expect(await taken(parent, "&sportId=3")).toEqual([150]);
  expect(await taken(parent, `&fieldId=${parent}`)).toEqual([150]);
});

test("of each field is told what it may be chosen by: its sports, and what is above it", async () => {
  const hall = await club.addField({ name: "Hall", sportIds: [3, 1], space: "indoor", lights: true });
  const bare = await club.addField({ name: "Bare" });
  const fields = await read(club.member, "from=2026-06-10");
  const [hallField, others] = [hall, bare].map((id) => fields.find((field) => field.id === id));
  expect(hallField).toMatchObject({ space: "indoor", lights: true, sports: [{ id: 3 }, { id: 1 }] });
  expect(others).toMatchObject({ space: null, lights: null });
});

test("closed fields are never open; members count what they cannot read, on the fields that they see", async () => {
  const closed = await club.addField({ name: "Closed", status: "closed" });
  expect(await readOne(closed, "2026-06-10", "2026-06-10")).toEqual({ open: [0], taken: [0] });
  const hidden = await club.addField({ name: "Hidden", confidentiality: "private" });
  const visibleField = await club.addField({ name: "Shown" });
  await book(visibleField, "2026-06-10T10:00:00+02:00", 60, { confidentiality: "private" });
  const fields = await read(club.member, "from=2026-06-10");
  expect(fields.map(({ id }) => id)).not.toContain(hidden);
  expect(fields.find(({ id }) => id === visibleField)?.taken).toEqual([60]);
});

test("other organizations have nothing here, and six weeks are the most", async () => {
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  expect((await stranger("GET", club.path("/planning/occupancy"))).status).toBe(404);
  const field = await club.addField({ name: "Ours" });
  const theirs = await stranger(
    "GET",
    `/organizations/${testApp.otherOrganizationId}/planning/occupancy?fieldId=${field}`,
  );
  expect(theirs.body.data.fields).toEqual([]);
  for (const query of ["from=2026-06-01&to=2026-07-13", "from=2026-06-02&to=2026-06-01"])
    expect((await club.staff("GET", club.path(`/planning/occupancy?${query}`))).status).toBe(422);
  expect((await readOne(field, "2026-06-01", "2026-07-12")).open).toHaveLength(42);
});
