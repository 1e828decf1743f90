/** Time windows: named once, changed and deleted by who manages hours and prices alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_TIME_WINDOWS, type TimeWindow } from "#contract/time-windows.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());

const primeTime = { name: "Prime time", weekdays: [5, 1, 1], start: "18:00", end: "22:00" };
const create = (draft: object = {}, api = club.manager) =>
  api("POST", club.path("/time-windows"), { ...primeTime, ...draft });
const list = async (): Promise<TimeWindow[]> => (await club.manager("GET", club.path("/time-windows"))).body.data;

test("it is made, changed and deleted, and its name is in use meanwhile", async () => {
  const { status, body } = await create();
  expect([status, body.data.weekdays, body.data.fromDate]).toEqual([201, [1, 5], null]);
  const path = club.path(`/time-windows/${body.data.id}`);
  expect((await create({ name: "PRIME  time" })).body.errors).toEqual({
    name: ["Another time window has this name"],
  });
  expect((await club.manager("PATCH", path, { name: "Prime time", fromDate: "2026-09-01" })).status).toBe(200);
  const { body: wrong } = await club.manager("PATCH", path, { toDate: "2026-08-31" });
  expect(Object.keys(wrong.errors)).toEqual(["toDate"]);
  expect((await club.manager("GET", path)).body.data).toMatchObject({ fromDate: "2026-09-01", toDate: null });
  expect((await club.manager("DELETE", path)).status).toBe(200);
  expect((await club.manager("GET", path)).status).toBe(404);
  expect((await create()).status).toBe(201);
});

test.each([
  ["pack-types", { name: "10 evenings", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 }],
  ["extras", { name: "Lights", price: 400, per: "hour", mode: "in_windows" }],
])("one that %s on sale name stays until they name it no more", async (holders, draft) => {
  const productKind = holders === "extras" ? "extra" : "pack";
  const product = await club.manager("POST", club.path("/products"), { name: productKind, kind: productKind });
  const windowId: string = (await create({ name: `For ${holders}` })).body.data.id;
  const made = await club.manager("POST", club.path(`/${holders}`), {
    ...draft,
    ...{ productId: product.body.data.id, windowIds: [windowId] },
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const remove = () => club.manager("DELETE", club.path(`/time-windows/${windowId}`));
  const refused = await remove();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `“${draft.name}” refers to “For ${holders}”. Change it first.`,
  ]);
  const archived = await club.manager("PATCH", club.path(`/${holders}/${made.body.data.id}`), { active: false });
  expect(archived.status).toBe(200);
  expect((await remove()).status).toBe(200);
});

test("two who name one at once get one window", async () => {
  const answers = await Promise.all([create({ name: "Lunch" }), create({ name: "Lunch" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test("who does not manage hours and prices neither reads nor makes any; another club's is not found", async () => {
  expect((await create({}, club.staff)).status).toBe(403);
  expect((await club.member("GET", club.path("/time-windows"))).status).toBe(403);
  const [window] = await list();
  const elsewhere = await createTestClub(testApp, {}, await testApp.organization("Elsewhere"));
  const path = elsewhere.path(`/time-windows/${window?.id}`);
  expect((await elsewhere.manager("PATCH", path, { name: "Mine" })).status).toBe(404);
  expect((await elsewhere.manager("DELETE", path)).status).toBe(404);
});

test("there are not more than a club can look through", async () => {
  for (let made = (await list()).length; made < MAX_TIME_WINDOWS; made++)
    expect((await create({ name: `Window ${made}` })).status).toBe(201);
  expect((await create({ name: "One more" })).status).toBe(409);
});
