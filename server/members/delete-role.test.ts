import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let clubId: string;
let owner: ApiCall;
let roleId: number;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  clubId = await testApp.organization("Club");
  owner = testApp.as(await testApp.member(clubId, 1));
  roleId = await createRole("Coach");
});
afterAll(() => testApp.close());

const url = (path = "") => `/organizations/${clubId}/roles${path}`;
const createRole = async (name: string): Promise<number> =>
  (await owner("POST", url(), { name, type: "admin", permissions: ["events.show"] })).body.data.id;
const deleteRole = (query = "", api = owner) => api("DELETE", url(`/${roleId}${query}`));
const invite = async (email: string) =>
  owner("POST", `/organizations/${clubId}/users`, { type: "team", role: roleId, emails: [email] });
const rolesOf = async (userId: string) =>
  (await owner("GET", `/organizations/${clubId}/users/${userId}`)).body.data.roles.map(
    (role: { id: number }) => role.id,
  );

test("a role that nobody has goes without a word; its number is not given again, its name is free", async () => {
  const { status, body } = await deleteRole();
  expect([status, body]).toEqual([200, { data: null, message: "Role deleted" }]);
  expect((await owner("GET", url(`/${roleId}`))).status).toBe(404);
  expect((await owner("GET", url())).body.data).toHaveLength(4);
  expect((await deleteRole()).status).toBe(404);
  expect((await owner("PATCH", url(`/${roleId}`), { name: "Back" })).status).toBe(404);
  expect(await createRole("Coach")).toBe(roleId + 1);
});

test("a role that people have, or are invited to, asks for another one", async () => {
  const active = await testApp.person();
  await testApp.join(active, clubId, roleId);
  await testApp.join(await testApp.person(), clubId, roleId, { active: false });
  await invite("coach@invited.example");
  const { status, body } = await deleteRole();
  const words = "3 people have this role or are invited to it. Choose the role that replaces it.";
  expect([status, body]).toEqual([409, { message: words, errors: { replacement: [words] } }]);
  expect(await rolesOf(active.id)).toEqual([roleId]);
});

test("with a replacement its people and open invitations go over in the same moment", async () => {
  const [person, both, guest] = [await testApp.person(), await testApp.person(), await testApp.person()];
  await testApp.join(person, clubId, roleId);
  await testApp.join(both, clubId, roleId);
  await owner("PATCH", `/organizations/${clubId}/users/${both.id}`, { roles: [roleId, 3] });
  await invite(guest.email);
  expect((await deleteRole("?replacement=3")).status).toBe(200);
  expect(await rolesOf(person.id)).toEqual([3]);
  expect(await rolesOf(both.id)).toEqual([3]);
  const [invitation] = (await testApp.as(guest)("GET", "/invitations")).body.data;
  expect(invitation.role).toEqual({ id: 3, name: "Staff", type: "team" });
  expect((await testApp.as(person)("GET", `/organizations-min/${clubId}`)).body.data.permissions).toContain(
    "events.approve",
  );
  const entry = await testApp.db
    .selectFrom("activity")
    .select(["before", "after"])
    .where("organization_id", "=", clubId)
    .where("act", "=", "members.deleteRole")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ before: { name: "Coach" }, after: { replacement: { id: 3, name: "Staff" } } });
});

test("the replacement must be another role of the organization, and none above who asks", async () => {
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  for (const other of [roleId, 99, theirs.roleId]) {
    const { status, body } = await deleteRole(`?replacement=${other}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["replacement"]]);
  }
  expect((await deleteRole("?replacement=some")).status).toBe(422);
  const manager = testApp.as(await testApp.member(clubId, 2));
  const refused = await deleteRole("?replacement=1", manager);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ["replacement"]]);
  expect((await deleteRole("", manager)).status).toBe(200);
});

test("what nobody can accept any more keeps no role; it ends with it", async () => {
  const guest = await testApp.person();
  await invite(guest.email);
  await testApp.db
    .updateTable("invitations")
    .set({ expires_at: testApp.clock.now() })
    .where("email", "=", guest.email)
    .execute();
  expect((await deleteRole()).status).toBe(200);
  expect((await owner("GET", `/organizations/${clubId}/invitations`)).body.data).toEqual([]);
});

test("deleted while somebody accepts an invitation to it: nobody is left with a role that is gone", async () => {
  for (let round = 0; round < 8; round++) {
    roleId = await createRole(`Round ${round}`);
    const guest = await testApp.person();
    await invite(guest.email);
    const [invitation] = (await testApp.as(guest)("GET", "/invitations")).body.data;
    const [accepted, deleted] = await Promise.all([
      testApp.as(guest)("POST", `/invitations/${invitation.id}/accept`),
      deleteRole("?replacement=4"),
    ]);
    expect([accepted.status, deleted.status]).toEqual([200, 200]);
    expect(await rolesOf(guest.id)).toEqual([4]);
  }
});

test("deleting a role while it is granted or invited to: either it is deleted first, or a replacement is required", async () => {
  for (let round = 0; round < 5; round++) {
    roleId = await createRole(`Round ${round}`);
    const person = await testApp.member(clubId, 4);
    const [given, invited, deleted] = await Promise.all([
      owner("PATCH", `/organizations/${clubId}/users/${person.id}`, { roles: [roleId] }),
      invite(`round${round}@invited.example`),
      deleteRole(),
    ]);
    expect([200, 422]).toContain(given.status);
    expect([201, 422]).toContain(invited.status);
    expect(deleted.status).toBe(given.status === 200 || invited.status === 201 ? 409 : 200);
    expect(await rolesOf(person.id)).toEqual(given.status === 200 ? [roleId] : [4]);
  }
});

test("the platform sees every role once", async () => {
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const { body } = await admin("GET", "/organizations/all/roles?per_page=100");
  const names = body.data.map((role: { id: number; name: string }) => `${role.id} ${role.name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(0, 4)).toEqual(["1 Owner", "2 Manager", "3 Staff", "4 Member"]);
  expect((await admin("GET", "/organizations/all/roles/1")).body.data.members).toBeGreaterThan(1);
});
