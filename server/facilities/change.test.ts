import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
});
afterAll(() => testApp.close());

const docks = "local:lyon-fr:69009:8 rue des Docks";
const address = { line1: "353 avenue Jean Jaurès", postalCode: "69007", city: "Lyon", countryCode: "FR" };
const create = async (body: object = {}) =>
  (await manager("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Parc des Sports", ...body }))
    .body.data;
const change = (id: string, body: object, api = manager, organizationId = testApp.organizationId) =>
  api("PATCH", `/organizations/${organizationId}/facilities/${id}`, body);
const lastEntry = (id: string) =>
  testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test("a facility is created at a place, which gives its parts, its point and its time zone", async () => {
  const facility = await create({ placeId: "local:saint-denis-fr:97400:12 rue de Paris" });
  expect(facility).toMatchObject({
    timezone: "Indian/Reunion",
    localization: {
      completeAddress: "12 rue de Paris, 97400 Saint-Denis",
      placeId: "local:saint-denis-fr:97400:12 rue de Paris",
      latitude: -20.8789,
      longitude: 55.4481,
      address: { line1: "12 rue de Paris", postalCode: "97400", city: "Saint-Denis", countryCode: "FR" },
    },
  });
  expect((await create({ placeId: "local:new-york-us:10118:", timezone: "America/Chicago" })).timezone).toBe(
    "America/Chicago",
  );
});

test.each([
  ["what stands already: a place of the search", { placeId: docks }, { placeId: docks }],
  ["what stands already: an address by hand", { address }, { placeId: "manual:" }],
])("%s, sent back alone, changes nothing", async (_what, draft, sent) => {
  const facility = await create(draft);
  expect(await change(facility.id, sent)).toMatchObject({ status: 200, body: { data: facility } });
  expect(await change(facility.id, { organizationId: testApp.organizationId })).toMatchObject({ status: 200 });
});

test("everything can be changed at once, and activity tells what changed, and nothing else", async () => {
  const { id } = await create({ parkingPlace: 40, shower: true });
  testApp.clock.advance(1000);
  const settings = {
    name: "Padel de la Gare",
    description: "Five courts",
    parkingPlace: null,
    bicycleParkingPlace: 12,
    changingRoom: true,
    restroom: false,
    shower: null,
    restaurant: true,
    shop: false,
  };
  const { status, body } = await change(id, {
    ...settings,
    placeId: docks,
    timezone: "europe/london",
    organizationId: testApp.organizationId,
  });
  expect([status, body.message]).toEqual([200, "Facility saved"]);
  expect(body.data).toMatchObject({
    ...settings,
    timezone: "Europe/London",
    localization: { completeAddress: "8 rue des Docks, 69009 Lyon", latitude: 45.764 },
  });
  expect(body.data.updated_at > body.data.created_at).toBe(true);
  const entry = await lastEntry(id);
  expect(entry.act).toBe("facilities.update");
  expect(entry.before).toMatchObject({ name: "Parc des Sports", parkingPlace: 40, timezone: "Europe/Paris" });
  expect(Object.keys(entry.after as object).sort()).toEqual(
    [...Object.keys(settings), "localization", "timezone"].sort(),
  );
});

test("saving what is already so is no change: nothing is written down, and the place is not looked up again", async () => {
  const facility = await create({ placeId: docks });
  testApp.clock.advance(1000);
  await testApp.db
    .updateTable("facilities")
    .set({ place_id: "geopf:1:Of a provider that is off by now" })
    .where("id", "=", facility.id)
    .execute();
  const { status, body } = await change(facility.id, {
    name: "Parc des Sports",
    placeId: "geopf:1:Of a provider that is off by now",
    address: null,
  });
  expect([status, body.data.updated_at]).toEqual([200, facility.updated_at]);
  expect(body.data.localization.completeAddress).toBe("8 rue des Docks, 69009 Lyon");
  expect((await lastEntry(facility.id)).act).toBe("facilities.create");
});

test("an address alone is one typed by hand; an empty place takes it away", async () => {
  const { id } = await create({ placeId: docks });
  const byHand = await change(id, { address });
  expect(byHand.body.data.localization).toEqual({
    completeAddress: "353 avenue Jean Jaurès, 69007 Lyon",
    placeId: "manual:",
    latitude: null,
    longitude: null,
    address,
  });
  // The form sends the manual address back like this.
  const again = await change(id, { placeId: "manual:", address: null, name: "Renamed" });
  expect(again.body.data.localization).toEqual(byHand.body.data.localization);
  const none = await change(id, { placeId: "" });
  expect(none.body.data.localization).toEqual({
    completeAddress: null,
    placeId: null,
    latitude: null,
    longitude: null,
    address: null,
  });
  expect((await change(id, { placeId: "manual:" })).body.errors).toEqual({ address: ["This field is required"] });
});

test("the time zone is the one given, else a new place's; taken away, that of the place that stands, else the organization's", async () => {
  const { id } = await create();
  const zone = async (body: object) => (await change(id, body)).body.data.timezone;
  expect(await zone({ placeId: "local:new-york-us:10118:350 5th Ave" })).toBe("America/New_York");
  expect(await zone({ timezone: "America/Chicago" })).toBe("America/Chicago");
  expect(await zone({ name: "Renamed" })).toBe("America/Chicago");
  expect(await zone({ timezone: "" })).toBe("America/New_York");
  expect(await zone({ timezone: "", address })).toBe("Europe/Paris");
});

test("another time zone leaves the events where they are in time", async () => {
  const { facilityId, eventId } = await testApp.seedOneOfEach(testApp.organizationId);
  const read = async () =>
    (await manager("GET", `/organizations/${testApp.organizationId}/events/${eventId}`)).body.data;
  const before = await read();
  expect((await change(facilityId, { timezone: "America/New_York" })).status).toBe(200);
  const { startTime, endTime, timezone } = await read();
  expect([startTime, endTime, timezone]).toEqual([before.startTime, before.endTime, "America/New_York"]);
});

test("everything wrong is told at once", async () => {
  const { id } = await create();
  const { status, body } = await change(id, {
    placeId: "local:atlantis-fr:69001:",
    timezone: "Paris",
    organizationId: testApp.otherOrganizationId,
  });
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ["organizationId", "placeId", "timezone"]]);
  expect((await change(id, {})).status).toBe(422);
});

test("the staff does not change it, nobody changes another organization's, and nobody on the platform's scope", async () => {
  const { id } = await create();
  const staff = testApp.as(await testApp.member(testApp.organizationId, 3));
  expect((await change(id, { name: "By the staff" }, staff)).status).toBe(403);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await change(id, { name: "Stolen" }, stranger, testApp.otherOrganizationId)).status).toBe(404);
  // The place is not looked up before the facility is known to be theirs.
  expect(
    (await change(id, { placeId: "local:atlantis-fr:69001:" }, stranger, testApp.otherOrganizationId)).status,
  ).toBe(404);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await change(id, { name: "By the platform" }, admin, "all")).status).toBe(404);
  expect((await change(id, { name: "By the platform" }, admin)).status).toBe(200);
});

test("no transaction waits for an address provider; an outage is an error beside the place, and nothing is saved", async () => {
  let isThere = true;
  const waiting: number[] = [];
  const geocoder = createServer((_request, response) => {
    const answer = async () => {
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(slow.db);
      waiting.push(rows[0]?.open ?? -1);
      const properties = { id: "1", type: "street", label: "Rue", name: "Rue", postcode: "97400", city: "Saint-Denis" };
      const features = [{ geometry: { coordinates: [55.45, -20.88] }, properties }];
      response.writeHead(isThere ? 200 : 500).end(JSON.stringify({ features }));
    };
    void answer();
  });
  await new Promise<void>((resolve) => geocoder.listen(0, "127.0.0.1", resolve));
  const { port } = geocoder.address() as AddressInfo;
  const slow = await createTestApp({ env: { ADDRESS_PROVIDERS: "geopf", GEOPF_URL: `http://127.0.0.1:${port}` } });
  const api = slow.as(await slow.member(slow.organizationId, 2));
  const path = `/organizations/${slow.organizationId}/facilities`;
  const made = await api("POST", path, { name: "Hall", placeId: "geopf:1:Rue" });
  expect([made.status, made.body.data.timezone, waiting]).toEqual([201, "Indian/Reunion", [0]]);
  isThere = false;
  for (const [method, url] of [["POST", path] as const, ["PATCH", `${path}/${made.body.data.id}`] as const]) {
    const { status, body } = await api(method, url, { name: "Lost", placeId: "geopf:2:Elsewhere" });
    expect([status, body]).toEqual([
      503,
      { message: "Service non initialisé", errors: { placeId: ["Service non initialisé"] } },
    ]);
  }
  expect((await api("GET", path)).body.data.map((one: { name: string }) => one.name)).toEqual(["Hall"]);
  await slow.close();
  geocoder.closeAllConnections();
  geocoder.close();
});

test("another address by hand in another zone moves the clock with it; one in the same leaves a chosen zone", async () => {
  const { id } = await create({ address, timezone: "Europe/London" });
  const grenoble = { ...address, postalCode: "38000", city: "Grenoble" };
  expect((await change(id, { address: grenoble })).body.data.timezone).toBe("Europe/London");
  const denver = { line1: "1 Main St", postalCode: "80202", city: "Denver, CO", countryCode: "US" };
  expect((await change(id, { address: denver })).body.data.timezone).toBe("America/Denver");
  expect((await change(id, { address, timezone: "Europe/London" })).body.data.timezone).toBe("Europe/London");
  expect((await change(id, { timezone: null })).body.data.timezone).toBe("Europe/Paris");
});
