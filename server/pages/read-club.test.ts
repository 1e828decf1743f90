/** Members read where their club is, how to reach it, its hours, and the prices of their own role. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Club } from "#contract/pages.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
beforeAll(async () => void (testApp = await createTestApp()));
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  club = await createTestClub(testApp, {}, await testApp.organization("Club"));
});

const readClub = async (api: ApiCall = club.member): Promise<Club> => {
  const { status, body } = await api("GET", club.path("/club"));
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};
const change = async (path: string, body: object) =>
  expect((await club.manager("PATCH", club.path(path), body)).status).toBe(200);

test("a club without fields says how to reach it, and nothing else", async () => {
  await change("", { phone: "+33472000000", email: "hello@club.example" });
  expect(await readClub()).toEqual({
    ...{ tagline: null, about: null, phone: "+33472000000", email: "hello@club.example", url: null },
    ...{ currency: "EUR", facilities: [] },
  });
});

test("what the public page says of the club is said here, with its address once it is open", async () => {
  await club.addField();
  await change("/page", { slug: "padel-here", tagline: "Padel by the river", phone: "+33472111111" });
  expect(await readClub()).toMatchObject({ tagline: "Padel by the river", phone: "+33472111111", url: null });
  await change("/page", { state: "unlisted" });
  expect((await readClub()).url).toMatch(/\/c\/padel-here$/);
});

test("each member reads the prices of their own role, in every duration, fields with the same ones together", async () => {
  const fields = [await club.addField({ name: "Padel 1" }), await club.addField({ name: "Padel 2" })];
  await club.addField({ name: "Wall" });
  const created = await club.manager("POST", club.path("/roles"), { name: "Student", type: "member", permissions: [] });
  const roleId: number = created.body.data.id;
  const details = [
    { timeslot: "Always", plan: "60", price: 2000 },
    { timeslot: "Always", plan: "60", roleId, price: 1500 },
    { timeslot: "Always", plan: "90", roleId, price: 2200 },
  ];
  await club.addPrices(
    fields,
    {},
    {
      plans: [
        { name: "90", duration: 90 },
        { name: "60", duration: 60 },
      ],
      details,
    },
  );
  const pricesOf = async (api: ApiCall) => (await readClub(api)).facilities[0]?.prices;
  const table = (durations: number[], prices: number[]) => [
    {
      ...{ fields: ["Padel 1", "Padel 2"], priceType: "field", durations },
      lines: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], hours: null, prices }],
    },
  ];
  expect(await pricesOf(club.member)).toEqual(table([60], [2000]));
  const student = testApp.as(await testApp.member(club.organizationId, roleId));
  expect(await pricesOf(student)).toEqual(table([60, 90], [1500, 2200]));
});

test("an older pattern is read around the newer one, and prices by person in a table of their own", async () => {
  const field = await club.addField({ name: "Hall" });
  await club.addPrices([field], { 60: 2000 });
  testApp.clock.advance(1000);
  const evening = { timeslots: [{ name: "Evening", start: "18:00", end: "22:00" }] };
  await club.addPrices(
    [field],
    {},
    {
      ...{ ...evening, plans: [{ name: "60", duration: 60 }], type: "field" },
      details: [{ timeslot: "Evening", plan: "60", price: 3000 }],
    },
  );
  await club.addPrices([field], { 60: 700 }, { type: "user" });
  const prices = (await readClub()).facilities[0]?.prices ?? [];
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  expect(prices.filter(({ fields }) => fields.includes("Hall"))).toEqual([
    {
      ...{ fields: ["Hall"], priceType: "field", durations: [60] },
      lines: [
        { weekdays, hours: { start: "18:00", end: "22:00" }, prices: [3000] },
        { weekdays, hours: { start: "00:00", end: "18:00" }, prices: [2000] },
        { weekdays, hours: { start: "22:00", end: "00:00" }, prices: [2000] },
      ],
    },
    { ...{ fields: ["Hall"], priceType: "user", durations: [60] }, lines: [{ weekdays, hours: null, prices: [700] }] },
  ]);
});

test("hours are told by week, with the days that differ", async () => {
  await club.addField({ name: "Court 1" });
  const closure = { name: "Works", from: "2026-06-09", to: "2026-06-10", facilityId: club.facilityId };
  const closed = await club.manager("POST", club.path("/closures"), closure);
  expect([closed.status, closed.body.errors]).toEqual([201, undefined]);
  const [facility] = (await readClub()).facilities;
  expect(facility).toMatchObject({
    id: club.facilityId,
    name: "Parc",
    hours: [
      { fields: ["Court 1"], week: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], slots: [{ start: "00:00", end: "00:00" }] }] },
    ],
    specialDays: [{ fields: ["Court 1"], name: "Works", from: "2026-06-09", to: "2026-06-10", slots: [] }],
  });
});

test("a private field is there for whose role has it alone; published or not, the others are for all members", async () => {
  await club.addField({ name: "Open", isPublished: false });
  const hidden = await club.addField({ name: "Hidden", confidentiality: "private" });
  const namesFor = async (api: ApiCall) =>
    (await readClub(api)).facilities.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(await namesFor(club.member)).toEqual(["Open"]);
  const role = { name: "Insider", type: "member", permissions: [], fieldIds: [hidden] };
  const { body } = await club.manager("POST", club.path("/roles"), role);
  expect(await namesFor(testApp.as(await testApp.member(club.organizationId, body.data.id)))).toEqual([
    "Hidden",
    "Open",
  ]);
});

test("strangers and members of other clubs read none, and the platform is no club", async () => {
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 4));
  expect((await stranger("GET", club.path("/club"))).status).toBe(404);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("GET", "/organizations/all/club")).body.data).toBeNull();
  expect((await testApp.as(null)("GET", club.path("/club"))).status).toBe(401);
});
