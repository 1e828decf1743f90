import { afterAll, beforeAll, expect, test } from "vitest";
import type { SetupState } from "#contract/setup.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let admin: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = testApp.as(await testApp.person({ platformAdmin: true }));
});
afterAll(() => testApp.close());

const workdays = [1, 2, 3, 4, 5];
const answers = {
  name: "Padel des Monts",
  countryId: 250,
  placeId: "manual:",
  address: { line1: "8 rue du Lac", postalCode: "69003", city: "Lyon", countryCode: "FR" },
  courts: [
    { sportId: 2, space: "indoor", count: 4 },
    { sportId: 1, space: "outdoor", count: 2 },
  ],
  hours: [
    { weekdays: workdays, start: "08:00", end: "22:00" },
    { weekdays: [6, 7], start: "09:00", end: "20:00" },
  ],
  prices: { normal: 2000, peaks: [{ weekdays: workdays, start: "17:00", price: 2800 }] },
};
const evening = { weekdays: workdays, start: "17:00", price: 2800 };
const countOrganizations = async () => (await testApp.db.selectFrom("organizations").select("id").execute()).length;

test("four answers make a club whose courts can be booked at once, by hour and price", async () => {
  const { status, body } = await admin("POST", "/setup", answers);
  expect([status, body.message]).toEqual([201, "The club is made: its courts can be booked"]);
  const { organization, facility, fields } = body.data;
  expect(fields.map(({ name }: { name: string }) => name)).toEqual([
    ...["Padel 1", "Padel 2", "Padel 3", "Padel 4"],
    ...["Tennis 1", "Tennis 2"],
  ]);
  const path = `/organizations/${organization.id}`;
  expect((await admin("GET", path)).body.data).toMatchObject({ name: answers.name, countryId: 250 });
  const { name, timezone, localization } = (await admin("GET", `${path}/facilities/${facility.id}`)).body.data;
  expect([name, timezone]).toEqual([answers.name, "Europe/Paris"]);
  expect(localization).toMatchObject({ placeId: answers.placeId, address: answers.address });
  expect((await admin("GET", `${path}/fields/${fields[5].id}`)).body.data.space).toBe("outdoor");
  const mostOf = async (id: string) => (await admin("GET", `${path}/fields/${id}`)).body.data.maxPeopleByEvent;
  expect(await Promise.all([fields[0].id, fields[5].id].map(mostOf))).toEqual([4, 4]);
  const { data } = (await admin("GET", `${path}/availability?date=2026-06-02&facilityId=${facility.id}`)).body;
  expect(data.timezone).toBe("Europe/Paris");
  expect(data.fields).toHaveLength(6);
  const [padel] = data.fields;
  expect(padel.obstacles).toBeUndefined();
  const offers = (startTime: string) =>
    padel.starts
      .find((start: { startTime: string }) => start.startTime === startTime)
      .options.map(({ duration, price }: { duration: number; price: number }) => [duration, price]);
  expect(offers("2026-06-02T08:00:00.000Z")).toEqual([
    [60, 2000],
    [90, 3000],
  ]);
  expect(offers("2026-06-02T15:00:00.000Z")).toEqual([
    [60, 2800],
    [90, 4200],
  ]);
});

test("hours differ by day, prices by time and by sport", async () => {
  const { body } = await admin("POST", "/setup", {
    ...answers,
    name: "Raquettes du Lac",
    courts: [1, 2, 9].map((sportId) => ({ sportId, count: 1 })),
    hours: [
      { weekdays: [1, 2, 4, 5], start: "08:00", end: "22:00" },
      { weekdays: [3], start: "12:00", end: "22:00" },
      { weekdays: [6], start: "09:00", end: "20:00" },
    ],
    prices: {
      normal: 2000,
      peaks: [evening, { weekdays: [6], price: 2400 }],
      sports: [{ sportId: 1, normal: 1200, peaks: [1600, null] }],
    },
  });
  const path = `/organizations/${body.data.organization.id}`;
  const patterns = (await admin("GET", `${path}/price-patterns`)).body.data;
  expect(
    patterns.map((pattern: { name: string; fields: { name: string }[] }) => [
      pattern.name,
      ...pattern.fields.map(({ name }) => name).toSorted(),
    ]),
  ).toEqual([
    ["Other courts", "Padel 1", "Squash 1"],
    ["Tennis", "Tennis 1"],
  ]);
  const offersOn = async (date: string) => {
    const { data } = (await admin("GET", `${path}/availability?date=${date}&facilityId=${body.data.facility.id}`)).body;
    return Object.fromEntries(
      data.fields.map(
        (field: { field: { name: string }; starts: { startTime: string; options: { price: number }[] }[] }) => [
          field.field.name,
          ["06", "10", "15"].map(
            (hour) =>
              field.starts.find(({ startTime }) => startTime === `${date}T${hour}:00:00.000Z`)?.options[0]?.price,
          ),
        ],
      ),
    );
  };
  // At 8, 12 and 17 in Paris, on a Tuesday, a Wednesday, a Saturday and a Sunday.
  expect(await offersOn("2026-06-02")).toEqual({
    "Padel 1": [2000, 2000, 2800],
    "Squash 1": [2000, 2000, 2800],
    "Tennis 1": [1200, 1200, 1600],
  });
  expect((await offersOn("2026-06-03"))["Tennis 1"]).toEqual([undefined, 1200, 1600]);
  expect(await offersOn("2026-06-06")).toMatchObject({
    "Padel 1": [undefined, 2400, 2400],
    "Tennis 1": [undefined, 1200, 1200],
  });
  expect((await offersOn("2026-06-07"))["Padel 1"] ?? []).toEqual([undefined, undefined, undefined]);
});

test("answers of the release before make the same club, and their faults are named by their members", async () => {
  const former = {
    hours: { week: { start: "08:00", end: "22:00" }, weekend: { start: "09:00", end: "20:00" } },
    prices: { normal: 2000, peak: 2800, peakFrom: "17:00", weekend: 2400 },
  };
  const gridOf = async (club: object) => {
    const { status, body } = await admin("POST", "/setup", { ...answers, name: "Padel du Bourg", ...club });
    expect(status).toBe(201);
    const path = `/organizations/${body.data.organization.id}`;
    const { pricePatterns, openingHourPattern } = (await admin("GET", `${path}/fields/${body.data.fields[0].id}`)).body
      .data;
    const { timeslots, details } = (await admin("GET", `${path}/price-patterns/${pricePatterns[0].id}`)).body.data;
    const { hours } = (await admin("GET", `${path}/opening-hour-patterns/${openingHourPattern.id}`)).body.data;
    return { timeslots, details, hours };
  };
  const now = { prices: { normal: 2000, peaks: [evening, { weekdays: [6, 7], price: 2400 }] } };
  const made = await gridOf(former);
  expect(made.hours).toHaveLength(7);
  expect(made).toEqual(await gridOf(now));
  const late = { ...former.hours, weekend: { start: "20:00", end: "09:00" } };
  const refusals = [
    [{ hours: late }, "hours.weekend.end"],
    [{ hours: { ...former.hours, week: { start: "16:00", end: "10:00" } } }, "hours.week.end"],
    [{ prices: { ...former.prices, peakFrom: "23:00" } }, "prices.peakFrom"],
  ] as const;
  for (const [change, member] of refusals) {
    const { status, body } = await admin("POST", "/setup", { ...answers, ...former, ...change });
    expect([status, Object.keys(body.errors)]).toEqual([422, [member]]);
  }
});

test("who runs the club is its owner, and is told of what happens in it; whoever sets it up for others is not", async () => {
  const founder = await testApp.person({ platformAdmin: true });
  const me = testApp.as(founder);
  const make = async (more: object) =>
    (await me("POST", "/setup", { ...answers, name: "Padel du Lac", ...more })).body.data.organization.id;
  const teamOf = async (id: string) => (await me("GET", `/organizations/${id}/users?type=team`)).body.data;
  const [own, others] = [await make({ isOwner: true }), await make({})];
  expect((await teamOf(own)).map(({ id }: { id: string }) => id)).toEqual([founder.id]);
  expect((await me("GET", `/organizations/${own}`)).body.data.owner).toMatchObject({ email: founder.email });
  expect(await teamOf(others)).toEqual([]);
});

test("a setup that is refused leaves nothing behind, and says which answer is wrong", async () => {
  const before = await countOrganizations();
  const wrong: [object, string][] = [
    [{ courts: [] }, "courts"],
    [{ courts: [{ sportId: 9999, count: 1 }] }, "courts"],
    [
      {
        courts: [
          { sportId: 2, count: 40 },
          { sportId: 1, count: 1 },
        ],
      },
      "courts",
    ],
    [{ prices: { normal: 2000, peaks: [{ ...evening, start: "23:00" }] } }, "prices.peaks.0.start"],
    [{ address: { line1: "1 Main St", postalCode: "!", city: "X", countryCode: "US" } }, "timezone"],
    [{ hours: [{ weekdays: workdays, start: "8", end: "22:00" }] }, "hours.0.start"],
    [{ hours: [] }, "hours"],
    [{ hours: [{ weekdays: [], start: "08:00", end: "22:00" }] }, "hours.0.weekdays"],
    [{ hours: [...answers.hours, { weekdays: [7], start: "21:00", end: "22:00" }] }, "hours.2.weekdays"],
    // An hour and a half would cost more than any price may.
    [{ prices: { normal: 80_000_000 } }, "prices.normal"],
    [{ prices: { normal: 2000, peaks: [{ ...evening, price: 80_000_000 }] } }, "prices.peaks.0.price"],
    [{ prices: { normal: 2000, sports: [{ sportId: 1, normal: 80_000_000 }] } }, "prices.sports.0.normal"],
    // A sport that is not played there, and one that has prices already.
    [{ prices: { normal: 2000, sports: [{ sportId: 7, normal: 1000 }] } }, "prices.sports.0.sportId"],
    [
      {
        prices: {
          normal: 2000,
          sports: [
            { sportId: 1, normal: 1000 },
            { sportId: 1, normal: 1500 },
          ],
        },
      },
      "prices.sports.1.sportId",
    ],
    // Friday's evening lasts into Saturday's morning.
    [
      {
        hours: [
          { weekdays: workdays, start: "16:00", end: "10:00" },
          { weekdays: [6, 7], start: "09:00", end: "20:00" },
        ],
      },
      "hours.0.end",
    ],
  ];
  for (const [change, member] of wrong) {
    const { status, body } = await admin("POST", "/setup", { ...answers, ...change });
    expect([status, Object.keys(body.errors)]).toEqual([422, [member]]);
  }
  expect(await countOrganizations()).toBe(before);
});

test("a club is made in French too, whose names have no-break spaces", async () => {
  const { status, body } = await admin("POST", "/setup", answers, { "accept-language": "fr" });
  expect([status, body.errors]).toEqual([201, undefined]);
});

test("only the platform makes clubs", async () => {
  const manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  expect((await manager("POST", "/setup", answers)).status).toBe(403);
});

test("what is set up is read from what there is", async () => {
  const { body } = await admin("POST", "/setup", answers);
  const path = `/organizations/${body.data.organization.id}`;
  const open = async () => {
    const { steps } = (await admin("GET", `${path}/setup`)).body.data as SetupState;
    return steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
  };
  expect(await open()).toEqual(expect.arrayContaining(["booking", "seller", "customers", "team"]));
  expect(await open()).not.toContain("courts");
  await admin("POST", `${path}/events`, {
    ...{ fieldId: body.data.fields[0].id, startTime: "2026-06-02T18:00:00+02:00", duration: 60 },
    ...{ name: "Nora", type: "game" },
  });
  await admin("POST", `${path}/customers`, { kind: "person", firstName: "Nora", lastName: "Vidal" });
  const left = await open();
  expect(left).not.toContain("booking");
  expect(left).not.toContain("customers");
  const member = testApp.as(await testApp.member(testApp.organizationId, 4));
  expect((await member("GET", `/organizations/${testApp.organizationId}/setup`)).status).toBe(403);
  expect((await member("GET", `${path}/setup`)).status).toBe(404);
});
