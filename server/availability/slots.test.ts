import { afterAll, beforeAll, expect, test } from "vitest";
import type { Availability, Slots } from "#contract/availability.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
const padels: string[] = [];
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const PADEL = 2;

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  const hours = everyDay.map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
  const pattern = await club.manager("POST", club.path("/opening-hour-patterns"), { name: "Day", hours });
  const draft = {
    sportIds: [PADEL],
    openingHourPatternId: pattern.body.data.id,
    maxPeopleByEvent: 4,
    cancellationDeadline: 24,
  };
  for (const more of [
    { name: "Padel 1", space: "indoor", lights: true },
    { name: "Padel 2", space: "indoor" },
    { name: "Padel 3", space: "outdoor" },
  ])
    padels.push(await club.addField({ ...draft, ...more }));
  await club.addPrices(
    padels,
    { 60: 2400, 90: 3600 },
    {
      timeslots: [
        { name: "Day", start: "00:00", end: "20:30" },
        { name: "Late", start: "20:30", end: "24:00" },
      ],
      details: [
        { timeslot: "Day", plan: "60 minutes", price: 2400 },
        { timeslot: "Day", plan: "90 minutes", price: 3600 },
        { timeslot: "Day", plan: "90 minutes", price: 3000, roleId: 4 },
        { timeslot: "Late", plan: "60 minutes", price: 1800 },
        { timeslot: "Late", plan: "90 minutes", price: 2800 },
      ],
    },
  );
});
afterAll(() => testApp.close());

const read = (api: ApiCall, query: string) => api("GET", club.path(`/slots?${query}`));
const ask = async (api: ApiCall, query: string): Promise<Slots> => {
  const { status, body } = await read(api, query);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const book = async (field: number, startTime: string, duration = 90, more = {}): Promise<void> => {
  const draft = { fieldId: padels[field], startTime, duration, name: "Game", type: "game", ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
};
const clock = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO("Europe/Paris").toPlainTime().toString({ smallestUnit: "minute" });
const rows = (starts: Slots["near"]) =>
  starts.map(
    ({ startTime, duration, free, fields }) =>
      `${clock(startTime)} ${duration} ${free}: ${fields.map(({ name }) => name.slice(-1)).join("")}`,
  );
const about7 = `date=2026-06-10&time=19:00&duration=90&sportId=${PADEL}`;

test("about seven: the nearest starts first, the free fields with prices, what is full, and what is closest", async () => {
  await book(0, "2026-06-10T19:00:00+02:00");
  await book(1, "2026-06-10T18:00:00+02:00", 60);
  await book(2, "2026-06-10T17:30:00+02:00", 60);
  const found = await ask(club.staff, about7);
  expect(found).toMatchObject({
    asked: { date: "2026-06-10", time: "19:00", duration: 90, people: 1 },
    timezone: "Europe/Paris",
    currency: "EUR",
  });
  expect(rows(found.near)).toEqual([
    "19:00 90 2: 23",
    "19:30 90 2: 32",
    "18:30 90 1: 3",
    "20:00 90 2: 23",
    "20:30 90 3: 123",
  ]);
  // At 17:30 the first field is free up to its booking at 19:00.
  expect(found.day.find(({ startTime }) => clock(startTime) === "17:30")?.free).toBe(1);
  expect(found.full.map(clock)).toEqual(["18:00"]);
  expect(found.taken.map(clock)).toEqual(["18:00"]);
  expect(found.near[0]?.fields[0]).toMatchObject({ cancellationDeadline: 24, approval: "automatic", minPeople: 1 });
  expect(found.contact).toEqual({ phone: null, email: null });
  expect(found.near[0]?.price).toEqual({ from: 3600, to: 3600 });
  expect(
    found.instead.map(({ why, startTime, duration }) => [why, startTime.slice(8, 10), clock(startTime), duration]),
  ).toEqual([
    ["duration", "10", "19:00", 60],
    ["day", "11", "19:00", 90],
  ]);
});

test("a field that is named has its whole day, in order, and nothing of the others", async () => {
  const query = `date=2026-06-22&duration=60&fieldIds=${padels[1]}`;
  const whole = await ask(club.staff, query);
  expect(rows(whole.near).slice(0, 2)).toEqual(["08:00 60 1: 2", "08:30 60 1: 2"]);
  expect(rows(whole.near).at(-1)).toBe("21:00 60 1: 2");
  expect(whole.instead).toEqual([]);
  const about = await ask(club.staff, `${query}&time=10:00`);
  expect(rows(about.near)[0]).toBe("10:00 60 1: 2");
  expect(about.near).toHaveLength(5);
  const options = await club.staff("GET", club.path("/slots/options"));
  expect(options.body.data.fields).toContainEqual({ id: padels[1], name: "Padel 2" });
});

test("cheaper, later, another space and another facility are proposed where they are no answer yet", async () => {
  const early = await ask(club.staff, "date=2026-06-15&time=10:00&duration=90&space=outdoor");
  const cheaper = early.instead.find(({ why }) => why === "cheaper");
  expect([cheaper && clock(cheaper.startTime), cheaper?.price.from]).toEqual(["20:30", 2800]);
  expect(early.instead.map(({ why }) => why)).toEqual(["duration", "space", "day", "cheaper"]);
  expect(early.instead.find(({ why }) => why === "space")?.fields.map(({ name }) => name)).toEqual([
    "Padel 1",
    "Padel 2",
  ]);
  for (const field of [0, 1, 2]) await book(field, "2026-06-16T08:00:00+02:00", 480, { price: 100 });
  const later = (await ask(club.staff, "date=2026-06-16&time=09:00&duration=60")).instead.find(
    ({ why }) => why === "later",
  );
  expect([later?.why, later && clock(later.startTime)]).toEqual(["later", "16:00"]);
});

test("of a time that has passed, the nearest is what comes next; with nothing near, later that day comes before another day", async () => {
  testApp.clock.set(new Date("2026-06-17T20:05:00+02:00"));
  const passed = await ask(club.staff, `date=2026-06-17&time=18:00&duration=90&sportId=${PADEL}`);
  expect(passed.near.map(({ startTime }) => clock(startTime))).toEqual(["20:30"]);
  testApp.clock.set(monday);
  for (const field of [0, 1, 2]) await book(field, "2026-06-18T08:00:00+02:00", 480, { price: 100 });
  const full = await ask(club.staff, "date=2026-06-18&time=09:00&duration=60");
  expect(full.near).toEqual([]);
  expect(full.instead.map(({ why, startTime }) => [why, clock(startTime)])).toEqual([
    ["later", "16:00"],
    ["day", "09:00"],
  ]);
});

test("sport, space, lights and people choose among the fields; a member has a member's price and window", async () => {
  const names = async (query: string) =>
    (await ask(club.staff, `${about7}&${query}`)).near
      .find(({ startTime }) => clock(startTime) === "20:30")
      ?.fields.map(({ name }) => name);
  expect(await names("space=indoor")).toEqual(["Padel 1", "Padel 2"]);
  expect(await names("lights=true")).toEqual(["Padel 1"]);
  expect((await ask(club.staff, `${about7}&people=5`)).near).toEqual([]);
  expect((await ask(club.staff, "date=2026-06-10&time=19:00&sportId=1")).near).toEqual([]);
  expect((await ask(club.member, about7)).near[0]?.price.from).toBe(3000);
  // A booking makes the member a customer.
  await book(0, "2026-06-23T10:00:00+02:00", 60, { customer: { userId: club.memberPerson.id } });
  const own = await testApp.db
    .selectFrom("customers")
    .select("id")
    .where("user_id", "=", club.memberPerson.id)
    .executeTakeFirstOrThrow();
  expect((await ask(club.staff, `${about7}&customerId=${own.id}`)).near[0]?.price.from).toBe(3000);
  expect((await read(club.member, `${about7}&customerId=${own.id}`)).status).toBe(403);
  expect((await ask(club.staff, "date=2026-05-30&time=19:00&duration=90")).near).toEqual([]);
});

test("a whole and its parts count as what can be booked side by side", async () => {
  const whole = await club.addField({ name: "Pitch", sportIds: [3] });
  const thirds: string[] = [];
  for (const name of ["A", "B", "C"]) thirds.push(await club.addField({ name, sportIds: [3], parentId: whole }));
  const count = async () => (await ask(club.staff, "date=2026-06-20&time=12:00&duration=60&sportId=3")).near[0]?.free;
  expect(await count()).toBe(3);
  const draft = {
    fieldId: thirds[0],
    startTime: "2026-06-20T12:00:00+02:00",
    duration: 60,
    name: "Game",
    type: "game",
  };
  expect((await club.manager("POST", club.path("/events"), draft)).status).toBe(201);
  expect(await count()).toBe(2);
});

test("the first field leaves no gap that nobody could book, where another would", async () => {
  await book(0, "2026-06-22T20:00:00+02:00", 60);
  const [best] = (await ask(club.staff, "date=2026-06-22&time=18:00&duration=90&space=indoor")).near;
  expect(best?.fields.map(({ name }) => name)).toEqual(["Padel 2", "Padel 1"]);
});

test("the same starts are free as the availability of each field says, on random days and when the clock changes", async () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const days = [
    "2026-10-25",
    "2027-03-28",
    ...Array.from({ length: 10 }, () => `2026-07-${String(1 + random(28)).padStart(2, "0")}`),
  ];
  for (const date of days) {
    for (const field of [0, 1, 2])
      await club.manager("POST", club.path("/events"), {
        ...{ fieldId: padels[field], duration: 60, name: "Game", type: "game" },
        startTime: `${date}T${String(8 + random(12)).padStart(2, "0")}:00:00Z`,
      });
    const day = (await club.staff("GET", club.path(`/availability?date=${date}&sportId=${PADEL}`))).body
      .data as Availability;
    const expected = new Map<string, number>();
    for (const { starts } of day.fields)
      for (const { startTime, options } of starts)
        if (options.some(({ duration }) => duration === 90))
          expected.set(startTime, (expected.get(startTime) ?? 0) + 1);
    const found = await ask(club.staff, `date=${date}&time=12:00&duration=90&sportId=${PADEL}`);
    expect(found.day).toEqual(
      [...expected]
        .map(([startTime, free]) => ({ startTime, free }))
        .toSorted((one, other) => (one.startTime < other.startTime ? -1 : 1)),
    );
  }
});

test("one's own booking counts as free where it is to be moved", async () => {
  for (const field of [0, 1, 2]) await book(field, "2026-08-10T19:00:00+02:00");
  const { body } = await club.staff("GET", club.path("/events?date=2026-08-10"));
  const asked = `date=2026-08-10&time=19:00&duration=90&sportId=${PADEL}`;
  expect((await ask(club.staff, asked)).full.map(clock)).toContain("19:00");
  const [own] = body.data as { id: string; fieldId: string }[];
  const [start] = (await ask(club.staff, `${asked}&eventId=${own?.id}`)).near;
  expect([start && clock(start.startTime), start?.fields.map(({ id }) => id)]).toEqual(["19:00", [own?.fieldId]]);
});

test("what can be asked for is what the fields have", async () => {
  const { body } = await club.member("GET", club.path("/slots/options"));
  expect(body.data).toMatchObject({ timezone: "Europe/Paris", spaces: ["indoor", "outdoor"], hasLights: true });
  expect(body.data.durations).toEqual(expect.arrayContaining([60, 90]));
  expect(body.data.sports.map(({ id }: { id: number }) => id)).toContain(PADEL);
});
