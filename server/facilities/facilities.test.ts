import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
});
afterAll(() => testApp.close());

const create = (body: object, api = manager) =>
  api("POST", `/organizations/${testApp.organizationId}/facilities`, body);
const address = { line1: "353 avenue Jean Jaurès", postalCode: "69007", city: "Lyon", countryCode: "FR" };

test("a facility is created with an address typed by hand, in the organization's zone", async () => {
  const { status, body } = await create({
    name: " Parc des Sports ",
    placeId: "manual:",
    address,
    shower: true,
    parkingPlace: 40,
    organizationId: testApp.organizationId,
  });
  expect([status, body.message]).toEqual([201, "Facility created"]);
  expect(body.data).toMatchObject({
    name: "Parc des Sports",
    timezone: "Europe/Paris",
    organization: { id: testApp.organizationId, name: "Here" },
    localization: {
      completeAddress: "353 avenue Jean Jaurès, 69007 Lyon",
      placeId: "manual:",
      latitude: null,
      longitude: null,
      address,
    },
    shower: true,
    restroom: null,
    parkingPlace: 40,
    sports: [],
    image: null,
  });
  expect(
    (await manager("GET", `/organizations/${testApp.organizationId}/facilities/${body.data.id}`)).body.data,
  ).toEqual(body.data);
});

test("an address alone is one typed by hand; none is none; a zone is spelt as it should be", async () => {
  expect((await create({ name: "A", address })).body.data.localization.placeId).toBe("manual:");
  expect((await create({ name: "B", placeId: "" })).body.data.localization.completeAddress).toBeNull();
  expect((await create({ name: "C", timezone: "america/new_york" })).body.data.timezone).toBe("America/New_York");
});

test("everything wrong is told at once", async () => {
  const { status, body } = await create({
    name: "D",
    placeId: "geopf:1",
    timezone: "Paris",
    organizationId: testApp.otherOrganizationId,
  });
  expect([status, body.errors]).toEqual([
    422,
    {
      placeId: ["Choose an address from the list, or enter it by hand"],
      timezone: ["Enter a time zone, such as Europe/Paris"],
      organizationId: ["This is another organization than the one in the address"],
    },
  ]);
  expect((await create({ name: "E", placeId: "manual:", timezone: "+02:00" })).body.errors).toMatchObject({
    address: ["This field is required"],
    timezone: expect.any(Array),
  });
});

test("its sports are those of its fields, each once, in the reader's language", async () => {
  const facilityId = (await create({ name: "Sports" })).body.data.id;
  for (const [name, sportIds] of [
    ["1", [4, 1]],
    ["2", [1, 72]],
  ] as const) {
    await manager("POST", `/organizations/${testApp.organizationId}/fields`, { name, sportIds, facilityId });
  }
  const read = async (language: string) =>
    (
      await manager("GET", `/organizations/${testApp.organizationId}/facilities/${facilityId}`, undefined, {
        "accept-language": language,
      })
    ).body.data.sports;
  expect(await read("en")).toEqual([
    { id: 4, name: "Basketball" },
    { id: 72, name: "Horse riding" },
    { id: 1, name: "Tennis" },
  ]);
  expect(await read("fr")).toEqual([
    { id: 4, name: "Basket-ball" },
    { id: 72, name: "Équitation" },
    { id: 1, name: "Tennis" },
  ]);
});

test("lists are by name, searched in name and address, and paged", async () => {
  const { body } = await manager("GET", `/organizations/${testApp.organizationId}/facilities?q=jean+jaures&per_page=1`);
  expect(body.meta).toEqual({ current_page: 1, last_page: 2, total: 2, per_page: 1 });
  expect(body.data.map((one: { name: string }) => one.name)).toEqual(["A"]);
  const past = await manager(
    "GET",
    `/organizations/${testApp.organizationId}/facilities?q=jean+jaures&per_page=1&page=9`,
  );
  expect(past.body).toEqual({ data: [], meta: { current_page: 9, last_page: 2, total: 2, per_page: 1 } });
  const names = await manager(
    "GET",
    `/organizations/${testApp.organizationId}/facilities/search?withoutPagination=true`,
  );
  expect(names.body.data.map((one: { name: string }) => one.name)).toEqual([
    "A",
    "B",
    "C",
    "Parc des Sports",
    "Sports",
  ]);
  expect(names.body.data[0].address).toMatch(/jaurès/i);
});

test("another organization's facility is not there, by whatever way one asks", async () => {
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  expect(
    (await manager("GET", `/organizations/${testApp.organizationId}/facilities/${theirs.facilityId}`)).status,
  ).toBe(404);
  expect((await manager("GET", `/organizations/${testApp.otherOrganizationId}/facilities`)).status).toBe(404);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("GET", `/organizations/all/facilities/${theirs.facilityId}`)).body.data.organization.name).toBe(
    "There",
  );
  const all = await admin("GET", "/organizations/all/facilities?per_page=100");
  expect(new Set(all.body.data.map((one: { organization: { name: string } }) => one.organization.name))).toEqual(
    new Set(["Here", "There"]),
  );
  expect((await admin("POST", "/organizations/all/facilities", { name: "X" })).status).toBe(404);
});

test("members see facilities while the organization is open to them, and without sports of fields that they do not see", async () => {
  const own = await testApp.organization("Own");
  const [owner, member]: [Person, Person] = [await testApp.member(own, 1), await testApp.member(own, 4)];
  const facilityId = (await testApp.as(owner)("POST", `/organizations/${own}/facilities`, { name: "Hall" })).body.data
    .id;
  const field = { facilityId, sportIds: [5] };
  await testApp.as(owner)("POST", `/organizations/${own}/fields`, {
    ...field,
    name: "Hidden",
    confidentiality: "private",
  });
  const read = () => testApp.as(member)("GET", `/organizations/${own}/facilities/${facilityId}`);
  expect((await read()).body.data.sports).toEqual([]);
  await testApp.db.updateTable("organizations").set({ enabled: false }).where("id", "=", own).execute();
  expect((await read()).status).toBe(404);
  expect((await testApp.as(member)("GET", `/organizations/${own}/facilities`)).body.data).toEqual([]);
  expect((await testApp.as(owner)("GET", `/organizations/${own}/facilities`)).body.data).toHaveLength(1);
  expect((await testApp.as(member)("POST", `/organizations/${own}/facilities`, { name: "Mine" })).status).toBe(403);
});

test.each([
  ["in New York", "US", "10001", "America/New_York"],
  ["in Honolulu", "US", "96813", "Pacific/Honolulu"],
  ["on Réunion", "FR", "97400", "Indian/Reunion"],
  ["in Zurich", "CH", "8001", "Europe/Zurich"],
])(
  "an address typed by hand %s gives its zone, whatever the organization's",
  async (_where, countryCode, postalCode, zone) => {
    const { body } = await create({ name: "Courts", address: { ...address, countryCode, postalCode } });
    expect(body.data.timezone).toBe(zone);
  },
);

test("an address abroad that does not tell its zone asks for one, beside its field", async () => {
  const panhandle = { line1: "1 Beach Drive", postalCode: "32401", city: "Panama City, FL", countryCode: "US" };
  const { status, body } = await create({ name: "Courts", address: panhandle });
  expect([status, body.errors]).toEqual([422, { timezone: ["Choose the time zone: the address does not tell it"] }]);
  const chosen = await create({ name: "Courts", address: panhandle, timezone: "America/Chicago" });
  expect([chosen.status, chosen.body.data.timezone]).toEqual([201, "America/Chicago"]);
  expect(chosen.body.data.localization.completeAddress).toBe("1 Beach Drive, Panama City, FL 32401");
});

test("zones have their names of today, whichever is given", async () => {
  const given = ["Asia/Calcutta", "Europe/Kiev", "America/Indianapolis", "US/Pacific"];
  const zones = [];
  for (const timezone of given) zones.push((await create({ name: "Zone", timezone })).body.data.timezone);
  expect(zones).toEqual(["Asia/Kolkata", "Europe/Kyiv", "America/Indiana/Indianapolis", "America/Los_Angeles"]);
});
