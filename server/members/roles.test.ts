import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { builtInRoles, memberRolePermissions } from "#contract/permissions.ts";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let clubId: string;
let ownerPerson: Person;
let owner: ApiCall;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  clubId = await testApp.organization("Club");
  ownerPerson = await testApp.member(clubId, 1);
  owner = testApp.as(ownerPerson);
  manager = testApp.as(await testApp.member(clubId, 2));
});
afterAll(() => testApp.close());

const url = (path: string | number = "", organizationId = clubId) =>
  `/organizations/${organizationId}/roles${path === "" ? "" : `/${path}`}`;
const coach = { name: "Coach", type: "admin", permissions: ["events.show", "events.create"] };
const create = (body: object = {}, api = owner) => api("POST", url(), { ...coach, ...body });
const createdRole = async (body: object = {}) => (await create(body)).body.data;
const aboveYou = "This needs permissions that you do not have yourself.";

test("the built-in roles come first, then the organization's own by name; they are found in the reader's language", async () => {
  await create({ name: "Zoo keeper" });
  await create({ name: "Éducateur" });
  const { body } = await owner("GET", url());
  expect(body.data.map((role: { name: string }) => role.name)).toEqual([
    ...builtInRoles.map(({ name }) => name),
    "Éducateur",
    "Zoo keeper",
  ]);
  expect(body.data[0]).toMatchObject({ id: 1, isBuiltIn: true, members: 1, fields: [], bookingRules: null });
  const search = async (q: string, language: string) =>
    (
      await owner("GET", `${url()}?q=${encodeURIComponent(q)}`, undefined, { "accept-language": language })
    ).body.data.map((role: { id: number }) => role.id);
  expect(await search("propriétaire", "fr")).toEqual([1]);
  expect(await search("PROPRIETAIRE", "fr")).toEqual([1]);
  expect(await search("educ", "fr")).toEqual([6]);
  expect(await search("nothing", "en")).toEqual([]);
});

test("a role is made with a number from 5 on, and what it holds in the catalogue's order", async () => {
  const { fieldId } = await testApp.seedOneOfEach(await testApp.organization("Numbers"));
  const { status, body } = await create({ permissions: ["events.create", "events.show", "events.show"] });
  expect([status, body.message]).toEqual([201, "Role created"]);
  expect(body.data).toMatchObject({
    id: 5,
    name: "Coach",
    type: "admin",
    isBuiltIn: false,
    permissions: ["events.show", "events.create"],
    members: 0,
    bookingRules: null,
    fields: [],
  });
  expect((await createdRole({ name: "Second" })).id).toBe(6);
  expect((await create({ name: "Third", fieldIds: [fieldId] })).body.errors).toEqual({
    fieldIds: ["This field does not exist"],
  });
});

test("many made at once have each a number of their own", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create({ name: `Coach ${index}` })));
  expect(answers.map(({ body }) => body.data.id).toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
});

test("a name is taken once, whatever its case and accents, and never that of a built-in role in any language", async () => {
  await create({ name: "Entraîneur" });
  const taken = { name: ["There is a role of this name already"] };
  for (const name of ["Entraîneur", "ENTRAINEUR", " entraineur ", "Owner", "owner", "Propriétaire", "Gestionnaire"])
    expect((await create({ name })).body.errors, name).toEqual(taken);
  const answers = await Promise.all([create({ name: "Same" }), create({ name: "same" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  const other = await createdRole({ name: "Other" });
  expect((await owner("PATCH", url(other.id), { name: "same" })).body.errors).toEqual(taken);
  expect((await owner("PATCH", url(other.id), { name: "OTHER" })).body.data.name).toBe("OTHER");
});

test("everything wrong is told at once", async () => {
  const foreign = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const { status, body } = await create({
    name: "Owner",
    type: "member",
    permissions: ["events.show", "members.manage"],
    fieldIds: [foreign.fieldId],
  });
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ["fieldIds", "name", "permissions"]]);
  const odd = await create({ permissions: ["everything"], type: "boss", bookingRules: { horizonDays: 0 } });
  expect(Object.keys(odd.body.errors)).toEqual(expect.arrayContaining(["permissions.0", "type"]));
});

test("customers hold no rights over the organization, neither from the start nor when the type changes", async () => {
  const words = ["Customers cannot have these permissions: choose the type for the team"];
  for (const one of ["members.show", "events.create", "activity.show", "organizations.update"])
    expect((await create({ type: "member", permissions: [one] })).body.errors).toEqual({ permissions: words });
  const customers = await createdRole({ name: "Juniors", type: "member", permissions: memberRolePermissions });
  expect((await owner("PATCH", url(customers.id), { permissions: ["roles.manage"] })).body.errors).toEqual({
    permissions: words,
  });
  const team = await createdRole();
  expect((await owner("PATCH", url(team.id), { type: "member" })).body.errors).toEqual({ permissions: words });
  const both = await owner("PATCH", url(team.id), { type: "member", permissions: ["events.show"] });
  expect(both.body.data).toMatchObject({ type: "member", permissions: ["events.show"] });
});

test("nobody puts into a role what they do not hold, nor touches a role that holds more", async () => {
  const above = await createdRole({ name: "Successor", permissions: ["organizations.delete"] });
  const refused = await create({ permissions: ["events.show", "organizations.delete"] }, manager);
  expect([refused.status, refused.body.errors]).toEqual([403, { permissions: [aboveYou] }]);
  const below = await createdRole({ name: "Below" });
  for (const [method, id, body] of [
    ["PATCH", below.id, { permissions: ["organizations.delete"] }],
    ["PATCH", above.id, { name: "Mine" }],
    ["PATCH", above.id, { permissions: [] }],
    ["DELETE", above.id, undefined],
  ] as const)
    expect((await manager(method, url(id), body)).status).toBe(403);
  const holder = await testApp.member(clubId, ["roles.manage", "members.show", "events.show"]);
  const api = testApp.as(holder);
  const own = (await api("GET", `/organizations-min/${clubId}`)).body.data.roles[0].id;
  expect((await api("PATCH", url(own), { permissions: ["roles.manage", "members.manage"] })).status).toBe(403);
  expect((await api("PATCH", url(own), { permissions: ["roles.manage"] })).status).toBe(200);
  expect((await create({}, testApp.as(await testApp.member(clubId, 3)))).status).toBe(403);
});

test("the built-in roles are locked, for everybody", async () => {
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  for (const api of [owner, admin])
    for (const { id } of builtInRoles) {
      for (const body of [{ name: "Boss" }, { permissions: [] }, { fieldIds: [] }]) {
        const { status, body: answer } = await api("PATCH", url(id), body);
        expect([status, answer.message]).toEqual([409, "This role is built in and cannot be changed or deleted."]);
      }
      expect((await api("DELETE", url(`${id}?replacement=4`))).status).toBe(409);
    }
  expect((await owner("PATCH", url(99), { name: "None" })).status).toBe(404);
});

test("what is linked shows, and is exchanged as a whole; private fields appear and vanish with it", async () => {
  const { fieldId, facilityId } = await testApp.seedOneOfEach(clubId);
  const draft = { name: "Secret court", facilityId, confidentiality: "private", bookable: true };
  const secret = (await owner("POST", `/organizations/${clubId}/fields`, draft)).body.data.id;
  const role = await createdRole({
    name: "Elite",
    type: "member",
    permissions: memberRolePermissions,
    fieldIds: [secret, fieldId, secret],
  });
  expect(role.fields).toEqual([
    { id: fieldId, name: "Court 1" },
    { id: secret, name: "Secret court" },
  ]);
  const person = await testApp.person();
  await testApp.join(person, clubId, role.id);
  const seen = async () =>
    (await testApp.as(person)("GET", `/organizations/${clubId}/fields`)).body.data.map(
      (field: { id: string }) => field.id,
    );
  expect(await seen()).toContain(secret);
  await owner("PATCH", url(role.id), { fieldIds: [fieldId] });
  expect(await seen()).not.toContain(secret);
  await owner("PATCH", url(role.id), { name: "Still linked" });
  expect((await owner("GET", url(role.id))).body.data.fields).toEqual([{ id: fieldId, name: "Court 1" }]);
});

test("activity tells what changed of a role; saving what is so writes nothing", async () => {
  const role = await createdRole();
  testApp.clock.advance(1000);
  const body = {
    permissions: ["events.show"],
    bookingRules: { horizonDays: 60, noticeMinutes: null, mostActive: null },
  };
  const saved = await owner("PATCH", url(role.id), body);
  expect([saved.body.message, saved.body.data.updated_at > saved.body.data.created_at]).toEqual(["Role saved", true]);
  await owner("PATCH", url(role.id), body);
  const entries = await testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("organization_id", "=", clubId)
    .where("subject_id", "=", String(role.id))
    .orderBy("at")
    .execute();
  expect(entries.map(({ act }) => act)).toEqual(["members.createRole", "members.updateRole"]);
  expect(entries[1]).toMatchObject({ before: { permissions: coach.permissions, bookingRules: null }, after: body });
});
