import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let url: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  url = club.path("/price-patterns");
});
afterAll(() => testApp.close());

const everyWeekday = [1, 2, 3, 4, 5, 6, 7];
const grid = {
  timeslots: [
    { name: "Day", start: "08:00", end: "18:00" },
    { name: "Evening", start: "18:00", end: "02:00", weekdays: [1, 2, 3, 4, 5] },
  ],
  plans: [
    { name: "One hour", duration: 60 },
    { name: "Two hours", duration: 120 },
  ],
  details: [
    { timeslot: "Day", plan: "One hour", price: 1800 },
    { timeslot: "Day", plan: "One hour", roleId: 4, price: 1500 },
    { timeslot: "Evening", plan: "Two hours", price: 0 },
    { timeslot: "Evening", plan: "One hour", price: null },
  ],
};
const create = (draft: object = {}) => club.manager("POST", url, { name: "Tennis", ...grid, ...draft });

test("a grid is kept as it was typed; cells that say nothing are not", async () => {
  const fieldId = await club.addField({ name: "Court 1" });
  const { status, body } = await create({ fieldIds: [fieldId, fieldId] });
  expect([status, body.message]).toEqual([201, "Prices created"]);
  expect(body.data).toMatchObject({
    name: "Tennis",
    type: "field",
    organization: { id: testApp.organizationId, name: "Here" },
    currency: "EUR",
    timeslots: [
      { name: "Day", start: "08:00", end: "18:00", weekdays: everyWeekday },
      { name: "Evening", start: "18:00", end: "02:00", weekdays: [1, 2, 3, 4, 5] },
    ],
    plans: grid.plans,
    details: [
      { timeslot: "Day", plan: "One hour", roleId: null, price: 1800 },
      { timeslot: "Day", plan: "One hour", roleId: 4, price: 1500 },
      { timeslot: "Evening", plan: "Two hours", roleId: null, price: 0 },
    ],
    fields: [{ id: fieldId, name: "Court 1", facility: { id: club.facilityId, name: "Parc" } }],
  });
  expect((await club.manager("GET", `${url}/${body.data.id}`)).body.data).toEqual(body.data);
});

test("what collides in a grid is refused beside the later one of the two", async () => {
  const { status, body } = await create({
    timeslots: [
      ...grid.timeslots,
      { name: " day", start: "02:00", end: "03:00" },
      { name: "Night", start: "01:30", end: "02:00", weekdays: [6] },
    ],
    plans: [...grid.plans, { name: "ONE HOUR", duration: 90 }, { name: "Sixty", duration: 60 }],
    details: [
      ...grid.details,
      { timeslot: "Noon", plan: "One hour", price: 1 },
      { timeslot: "Day", plan: "Three hours", price: 1 },
      { timeslot: "Day", plan: "One hour", roleId: 4, price: 2 },
    ],
  });
  expect([status, body.errors]).toEqual([
    422,
    {
      "timeslots.2.name": ["This name is used twice"],
      "timeslots.3.start": ["This timeslot overlaps another one on the same day"],
      "plans.2.name": ["This name is used twice"],
      "plans.3.duration": ["Another plan has this duration"],
      "details.4.timeslot": ["This pattern has no such timeslot"],
      "details.5.plan": ["This pattern has no such plan"],
      "details.6.price": ["This price is given twice"],
    },
  ]);
});

test("numbers, times, roles and fields that are none are refused beside them", async () => {
  const malformed = await create({
    type: "hour",
    timeslots: [{ name: "Day", start: "8", end: "18:00", weekdays: [] }],
    plans: [{ name: "Instant", duration: 4 }],
    details: [{ timeslot: "Day", plan: "Instant", price: -1 }],
  });
  expect([malformed.status, Object.keys(malformed.body.errors).toSorted()]).toEqual([
    422,
    ["details.0.price", "plans.0.duration", "timeslots.0.start", "timeslots.0.weekdays", "type"],
  ]);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const cell = { timeslot: "Day", plan: "One hour", price: 1 };
  const unknown = await create({
    details: [
      { ...cell, roleId: 4 },
      { ...cell, roleId: Number(theirs.roleId) },
      { ...cell, roleId: 0 },
    ],
    fieldIds: [theirs.fieldId],
  });
  expect([unknown.status, unknown.body.errors]).toEqual([
    422,
    {
      "details.1.roleId": ["This role does not exist"],
      "details.2.roleId": ["This role does not exist"],
      fieldIds: ["This field does not exist"],
    },
  ]);
});

test("a change is judged with what it leaves as it is, and told with what was before", async () => {
  const { id } = (await create()).body.data;
  testApp.clock.advance(60_000);
  const renamed = { timeslots: [{ name: "Morning", start: "08:00", end: "12:00" }, grid.timeslots[1]] };
  const refused = await club.manager("PATCH", `${url}/${id}`, renamed);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      "details.0.timeslot": ["This pattern has no such timeslot"],
      "details.1.timeslot": ["This pattern has no such timeslot"],
    },
  ]);
  const details = [{ timeslot: "Morning", plan: "One hour", price: 900 }];
  const { status, body } = await club.manager("PATCH", `${url}/${id}`, { ...renamed, details });
  expect([status, body.message, body.data.details]).toEqual([
    200,
    "Prices saved",
    [{ timeslot: "Morning", plan: "One hour", roleId: null, price: 900 }],
  ]);
  const same = await club.manager("PATCH", `${url}/${id}`, { name: "Tennis", details });
  expect(same.body.data).toEqual(body.data);
  const acts = await testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .execute();
  expect(acts.map(({ act }) => act)).toEqual(["prices.update", "prices.create"]);
  expect(Object.keys(acts[0]?.before as object).toSorted()).toEqual(["details", "timeslots"]);
});

test("a role that was deleted meanwhile keeps its cells from nobody: the grid can still be saved", async () => {
  const draft = { name: "Juniors", type: "member", permissions: ["fields.show"] };
  const owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  const roleId = (await owner("POST", club.path("/roles"), draft)).body.data.id as number;
  const details = [{ timeslot: "Day", plan: "One hour", roleId, price: 500 }];
  const { id } = (await create({ details })).body.data;
  expect((await owner("DELETE", club.path(`/roles/${roleId}`))).status).toBe(200);
  expect((await club.manager("PATCH", `${url}/${id}`, { name: "Tennis, winter", details })).status).toBe(200);
  expect((await create({ details })).body.errors).toEqual({ "details.0.roleId": ["This role does not exist"] });
});

test("a field may have several; from its own form, its page and its pattern alike", async () => {
  const [one, other] = [
    (await create({ name: "Whole court" })).body.data,
    (await create({ name: "Each", type: "user" })).body.data,
  ];
  const fieldId = await club.addField({ name: "Both", pricePatternIds: [one.id, other.id, one.id] });
  const fieldOf = async () => (await club.manager("GET", club.path(`/fields/${fieldId}`))).body.data;
  const named = [
    { id: other.id, name: "Each", type: "user" },
    { id: one.id, name: "Whole court", type: "field" },
  ];
  expect((await fieldOf()).pricePatterns).toEqual(named);
  const renamed = await club.manager("PATCH", club.path(`/fields/${fieldId}`), { name: "Still both" });
  expect(renamed.body.data.pricePatterns).toEqual(named);
  const fewer = await club.manager("PATCH", club.path(`/fields/${fieldId}`), { pricePatternIds: [other.id] });
  expect(fewer.body.data.pricePatterns).toEqual([named[0]]);
  expect((await club.manager("GET", `${url}/${one.id}`)).body.data.fields).toEqual([]);
  await club.manager("PATCH", `${url}/${one.id}`, { fieldIds: [fieldId] });
  expect((await fieldOf()).pricePatterns).toEqual(named);

  const theirs = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  const foreign = (
    await theirs("POST", `/organizations/${testApp.otherOrganizationId}/price-patterns`, { name: "X", ...grid })
  ).body.data;
  const gone = (await create()).body.data;
  await club.manager("DELETE", `${url}/${gone.id}`);
  for (const id of [foreign.id, gone.id]) {
    const { status, body } = await club.manager("PATCH", club.path(`/fields/${fieldId}`), {
      pricePatternIds: [one.id, id],
    });
    expect([status, body.errors]).toEqual([422, { pricePatternIds: ["This price pattern does not exist"] }]);
  }
  expect((await fieldOf()).pricePatterns).toEqual(named);
  // In the scope of the platform, fields do not show their patterns.
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const everywhere = (await admin("GET", `/organizations/all/fields/${fieldId}`)).body.data;
  expect(["openingHourPattern" in everywhere, "pricePatterns" in everywhere]).toEqual([false, false]);
});

test("deleted, its fields are free again; brought back, it is with them", async () => {
  const fieldId = await club.addField();
  const { id } = (await create({ name: "Comes back", fieldIds: [fieldId] })).body.data;
  const gone = await club.manager("DELETE", `${url}/${id}`);
  expect([gone.status, gone.body]).toEqual([200, { data: null, message: "Prices deleted" }]);
  for (const [method, rest] of [
    ["GET", ""],
    ["DELETE", ""],
  ] as const)
    expect((await club.manager(method, `${url}/${id}${rest}`)).status).toBe(404);
  expect((await club.manager("GET", `${url}?q=comes`)).body.meta.total).toBe(0);
  expect((await club.manager("GET", club.path(`/fields/${fieldId}`))).body.data.pricePatterns).toEqual([]);
  const back = await club.manager("POST", `${url}/${id}/restore`);
  expect([back.status, back.body.message, back.body.data.fields[0].id]).toEqual([200, "Prices restored", fieldId]);
  expect((await club.manager("POST", `${url}/${id}/restore`)).status).toBe(404);
});

test("patterns are their organization's alone, and platform administrators read them all", async () => {
  const { id } = (await create({ name: "Épreuve" })).body.data;
  const theirs = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  const otherUrl = `/organizations/${testApp.otherOrganizationId}/price-patterns`;
  for (const [method, path] of [
    ["GET", `${otherUrl}/${id}`],
    ["PATCH", `${otherUrl}/${id}`],
    ["DELETE", `${otherUrl}/${id}`],
    ["POST", `${otherUrl}/${id}/restore`],
  ] as const)
    expect((await theirs(method, path, method === "PATCH" ? { name: "X" } : undefined)).status).toBe(404);
  for (const api of [club.member, club.staff]) expect((await api("GET", url)).status).toBe(403);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const found = (await admin("GET", "/organizations/all/price-patterns?q=EPREUVE")).body.data;
  expect(found.map((one: { id: string }) => one.id)).toEqual([id]);
});
