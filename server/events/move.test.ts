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

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const url = (id = "", rest = "") => club.path(`/events${id && `/${id}`}${rest}`);
const draft = (more: object = {}) => ({
  fieldId: one,
  startTime: at("18:00"),
  duration: 60,
  name: "Game night",
  type: "game",
  ...more,
});
const book = async (api: ApiCall, more: object = {}): Promise<string> => {
  const { status, body } = await api("POST", url(), draft(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
};
const taken = async (fieldId: string, startTime: string) =>
  (await club.staff("POST", url(), draft({ fieldId, startTime, duration: 30 }))).status === 409;

test("a move frees where it was and takes where it is", async () => {
  const id = await book(club.member);
  const { body } = await club.staff("PATCH", url(id), { fieldId: two, startTime: at("20:00"), duration: 90 });
  expect(body.data).toMatchObject({
    fieldId: two,
    field: { name: "Two" },
    startTime: "2026-06-10T18:00:00.000Z",
    duration: 90,
  });
  expect([await taken(one, at("18:00")), await taken(two, at("21:00")), await taken(two, at("21:30"))]).toEqual([
    false,
    true,
    false,
  ]);
});

test("onto another event nothing is moved, and all stays as it was", async () => {
  const [id, other] = [await book(club.member), await book(club.staff, { fieldId: two })];
  const { status, body } = await club.staff("PATCH", url(id), { fieldId: two });
  expect([status, body.errors]).toEqual([409, { startTime: ["No slot available for this date and this facility."] }]);
  expect((await club.staff("GET", url(id))).body.data.fieldId).toBe(one);
  expect(await taken(one, at("18:00"))).toBe(true);
  expect(other).toBeTruthy();
});

test("within its own time an event moves freely", async () => {
  const id = await book(club.member);
  expect((await club.staff("PATCH", url(id), { startTime: at("18:30") })).status).toBe(200);
  expect((await club.staff("PATCH", url(id), { duration: 30 })).status).toBe(200);
});

test("tried out, a move answers what it would be and keeps nothing", async () => {
  await club.addPrices([one], { 60: 2000, 90: 2500 });
  const id = await book(club.staff);
  const { status, body } = await club.staff("PATCH", url(id, "?dryRun=true"), { duration: 90 });
  expect([status, body.message, body.data.price, body.data.duration]).toEqual([200, undefined, 2500, 90]);
  expect((await club.staff("GET", url(id))).body.data).toMatchObject({ price: 2000, duration: 60 });
  expect((await club.staff("GET", url(id, "/history"))).body.data).toHaveLength(1);
});

test("a move is priced anew, unless the team keeps the price or had set its own", async () => {
  await club.addPrices([one], { 60: 2000, 90: 2500 });
  const priced = async (id: string, change: object) => (await club.staff("PATCH", url(id), change)).body.data.price;
  const id = await book(club.staff);
  expect(await priced(id, { duration: 90 })).toBe(2500);
  expect(await priced(id, { duration: 60, pricing: "keep" })).toBe(2500);
  expect(await priced(id, { price: 700, priceReason: "Friend" })).toBe(700);
  expect(await priced(id, { startTime: at("09:00") })).toBe(700);
  const unsold = await club.staff("PATCH", url(await book(club.staff)), { duration: 75 });
  expect([unsold.status, unsold.body.errors]).toEqual([
    422,
    { duration: ["Not offered at this time. Choose 60 or 90 minutes."] },
  ]);
});

test("a change of the prices never prices an event anew", async () => {
  const pattern = await club.addPrices([one], { 60: 2000 });
  const id = await book(club.staff);
  await club.manager("PATCH", club.path(`/price-patterns/${pattern}`), {
    details: [{ timeslot: "Always", plan: "60 minutes", price: 9000 }],
  });
  expect((await club.staff("PATCH", url(id), { name: "Later" })).body.data.price).toBe(2000);
});

test("who has seen an older version overwrites nothing, and hears so", async () => {
  const id = await book(club.member);
  const { updated_at: seen } = (await club.staff("GET", url(id))).body.data;
  testApp.clock.set(at("12:01", "2026-06-08"));
  expect((await club.staff("PATCH", url(id), { startTime: at("19:00"), seen })).status).toBe(200);
  const { status, body } = await club.manager("PATCH", url(id), { fieldId: two, seen });
  expect([status, body.message]).toEqual([409, "Somebody has changed this event meanwhile. Look at it again."]);
  const { data } = (await club.staff("GET", url(id))).body;
  expect([data.fieldId, data.startTime]).toEqual([one, "2026-06-10T17:00:00.000Z"]);
  expect((await club.manager("PATCH", url(id), { fieldId: two, seen: data.updated_at })).status).toBe(200);
});

test("the booker moves before the deadline, and never to a higher price", async () => {
  await club.addPrices([one], { 60: 2000 });
  await club.addPrices([two], { 60: 3000, 30: 1000 });
  const id = await book(club.member);
  const dearer = await club.member("PATCH", url(id), { fieldId: two });
  expect([dearer.status, dearer.body.errors]).toEqual([
    409,
    { startTime: ["This would cost more (€30.00). Please call the team."] },
  ]);
  expect((await club.member("PATCH", url(id), { startTime: at("20:00") })).status).toBe(200);
  expect((await club.member("PATCH", url(id), { fieldId: two, duration: 30 })).body.data.price).toBe(1000);
  testApp.clock.set(at("19:30"));
  expect((await club.member("PATCH", url(id), { name: "Late" })).status).toBe(409);
});

test("members change nothing that the team alone decides", async () => {
  const id = await book(club.member);
  const { status, body } = await club.member("PATCH", url(id), { price: 0, internalNotes: "x", override: true });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ["internalNotes", "override", "price"]]);
});

test("the hours hold for moves too: members within, the team outside with its permission alone", async () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "20:00" }));
  const { body: pattern } = await club.manager("POST", club.path("/opening-hour-patterns"), {
    name: "Days",
    hours: days,
    fieldIds: [one],
  });
  expect(pattern.data.id).toBeTruthy();
  const id = await book(club.member);
  const outside = { startTime: at("19:30") };
  for (const api of [club.member, club.staff]) {
    expect((await api("PATCH", url(id), outside)).body.errors).toEqual({ startTime: ["Outside the opening hours"] });
  }
  expect((await club.staff("PATCH", url(id), { ...outside, override: true })).status).toBe(403);
  expect((await club.manager("PATCH", url(id), { ...outside, override: true })).status).toBe(200);
});

test("the start of what has begun stays, its end moves", async () => {
  const id = await book(club.member);
  testApp.clock.set(at("18:10"));
  for (const startTime of [at("18:30"), at("17:00")])
    expect((await club.staff("PATCH", url(id), { startTime })).body.errors).toEqual({
      startTime: ["This event has begun: its start stays."],
    });
  expect((await club.staff("PATCH", url(id), { duration: 90 })).status).toBe(200);
});

test("the team moves nothing into the past without the permission: neither as a whole, nor by its start", async () => {
  const id = await book(club.member);
  testApp.clock.set(at("12:10"));
  const seen = (await club.staff("GET", url(id))).body.data.startTime;
  const gone = { startTime: ["Choose a start in the future"] };
  for (const into of [
    { startTime: at("10:00") },
    { startTime: at("12:00"), duration: 420 },
    { startTime: at("18:00", "2026-06-09"), fieldId: two },
  ])
    for (const trial of ["", "?dryRun=true"]) {
      const { status, body } = await club.staff("PATCH", url(id, trial), into);
      expect([status, body.errors]).toEqual([422, gone]);
    }
  expect((await club.staff("GET", url(id))).body.data.startTime).toBe(seen);
  expect((await club.staff("PATCH", url(id), { startTime: at("12:30") })).status).toBe(200);
  expect((await club.manager("PATCH", url(id), { startTime: at("10:00") })).status).toBe(200);
  expect((await club.manager("PATCH", url(id), { startTime: at("18:00") })).status).toBe(200);
});

test("an undo that is too late is refused with the reason: the event's time has passed meanwhile", async () => {
  const id = await book(club.member);
  testApp.clock.set(at("17:59"));
  const { body } = await club.staff("PATCH", url(id), { startTime: at("20:00") });
  testApp.clock.set(at("18:01"));
  const back = { startTime: at("18:00"), duration: 60, pricing: "keep", seen: body.data.updated_at };
  const refused = await club.staff("PATCH", url(id), back);
  expect([refused.status, refused.body.errors]).toEqual([422, { startTime: ["Choose a start in the future"] }]);
});

test("the end of what runs moves, also into what has gone by; and so does the event to another field", async () => {
  const id = await book(club.member);
  testApp.clock.set(at("18:40"));
  expect((await club.staff("PATCH", url(id), { duration: 30 })).status).toBe(200);
  expect((await club.staff("PATCH", url(id), { fieldId: two })).status).toBe(200);
});

test("a closed field takes no moves; what is on it may still be renamed", async () => {
  const id = await book(club.member);
  await club.manager("PATCH", club.path(`/fields/${two}`), { status: "closed" });
  expect((await club.staff("PATCH", url(id), { fieldId: two })).status).toBe(409);
  await club.manager("PATCH", club.path(`/fields/${one}`), { status: "closed" });
  expect((await club.staff("PATCH", url(id), { name: "Still on" })).status).toBe(200);
});

test("blocks move, and have nothing else to change", async () => {
  const id = await book(club.staff, { kind: "block", name: "Works" });
  expect((await club.staff("PATCH", url(id), { startTime: at("10:00") })).status).toBe(200);
  expect((await club.staff("PATCH", url(id), { people: 4 })).status).toBe(422);
});

test("a move against a booking of the same hour: one of them gets it", async () => {
  for (let round = 0; round < 5; round++) {
    const hour = at(`1${round}:00`);
    const id = await book(club.staff, { startTime: at(`0${round}:00`) });
    const [moved, booked] = await Promise.all([
      club.staff("PATCH", url(id), { startTime: hour }),
      club.member("POST", url(), draft({ startTime: hour })),
    ]);
    expect([moved.status === 200, booked.status === 201].filter(Boolean)).toHaveLength(1);
  }
});

test("two events that change places at once never stand on one another", async () => {
  const [first, second] = [await book(club.staff), await book(club.staff, { fieldId: two })];
  await Promise.all([
    club.staff("PATCH", url(first), { fieldId: two, startTime: at("18:00") }),
    club.staff("PATCH", url(second), { fieldId: one, startTime: at("18:00") }),
  ]);
  const fields = [
    (await club.staff("GET", url(first))).body.data.fieldId,
    (await club.staff("GET", url(second))).body.data.fieldId,
  ];
  expect(new Set(fields).size).toBe(2);
});
