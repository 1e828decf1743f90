import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openHouse, type Ask, type TestHouse } from "#tests/house.ts";

let house: TestHouse;
let here: string;
let owner: Ask;
let roleId: number;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  here = await house.organization("Club");
  owner = house.as(await house.member(here, 1));
  roleId = await made("Coach");
});
afterAll(() => house.close());

const url = (path = "") => `/organizations/${here}/roles${path}`;
const made = async (name: string): Promise<number> =>
  (await owner("POST", url(), { name, type: "admin", permissions: ["events.show"] })).body.data.id;
const drop = (query = "", ask = owner) => ask("DELETE", url(`/${roleId}${query}`));
const invite = async (email: string) =>
  owner("POST", `/organizations/${here}/users`, { type: "team", role: roleId, emails: [email] });
const rolesOf = async (userId: string) =>
  (await owner("GET", `/organizations/${here}/users/${userId}`)).body.data.roles.map((role: { id: number }) => role.id);

test("a role that nobody has goes without a word; its number is not given again, its name is free", async () => {
  const { status, body } = await drop();
  expect([status, body]).toEqual([200, { data: null, message: "Role deleted" }]);
  expect((await owner("GET", url(`/${roleId}`))).status).toBe(404);
  expect((await owner("GET", url())).body.data).toHaveLength(4);
  expect((await drop()).status).toBe(404);
  expect((await owner("PATCH", url(`/${roleId}`), { name: "Back" })).status).toBe(404);
  expect(await made("Coach")).toBe(roleId + 1);
});

test("a role that people have, or are invited to, asks for another one", async () => {
  const active = await house.person();
  await house.join(active, here, roleId);
  await house.join(await house.person(), here, roleId, { active: false });
  await invite("coach@invited.example");
  const { status, body } = await drop();
  const words = "3 people have this role or are invited to it. Choose the role that replaces it.";
  expect([status, body]).toEqual([409, { message: words, errors: { replacement: [words] } }]);
  expect(await rolesOf(active.id)).toEqual([roleId]);
});

test("with a replacement its people and open invitations go over in the same moment", async () => {
  const [person, both, guest] = [await house.person(), await house.person(), await house.person()];
  await house.join(person, here, roleId);
  await house.join(both, here, roleId);
  await owner("PATCH", `/organizations/${here}/users/${both.id}`, { roles: [roleId, 3] });
  await invite(guest.email);
  expect((await drop("?replacement=3")).status).toBe(200);
  expect(await rolesOf(person.id)).toEqual([3]);
  expect(await rolesOf(both.id)).toEqual([3]);
  const [invitation] = (await house.as(guest)("GET", "/invitations")).body.data;
  expect(invitation.role).toEqual({ id: 3, name: "Staff", type: "team" });
  expect((await house.as(person)("GET", `/organizations-min/${here}`)).body.data.permissions).toContain(
    "events.approve",
  );
  const entry = await house.db
    .selectFrom("activity")
    .select(["before", "after"])
    .where("organization_id", "=", here)
    .where("act", "=", "members.deleteRole")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ before: { name: "Coach" }, after: { replacement: { id: 3, name: "Staff" } } });
});

test("the replacement must be another role of the organization, and none above who asks", async () => {
  const theirs = await house.furnish(house.there);
  for (const other of [roleId, 99, theirs.roleId]) {
    const { status, body } = await drop(`?replacement=${other}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["replacement"]]);
  }
  expect((await drop("?replacement=some")).status).toBe(422);
  const manager = house.as(await house.member(here, 2));
  const refused = await drop("?replacement=1", manager);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ["replacement"]]);
  expect((await drop("", manager)).status).toBe(200);
});

test("what nobody can accept any more keeps no role; it ends with it", async () => {
  const guest = await house.person();
  await invite(guest.email);
  await house.db
    .updateTable("invitations")
    .set({ expires_at: house.clock.now() })
    .where("email", "=", guest.email)
    .execute();
  expect((await drop()).status).toBe(200);
  expect((await owner("GET", `/organizations/${here}/invitations`)).body.data).toEqual([]);
});

test("deleted while somebody accepts an invitation to it: nobody is left with a role that is gone", async () => {
  for (let round = 0; round < 8; round++) {
    roleId = await made(`Round ${round}`);
    const guest = await house.person();
    await invite(guest.email);
    const [invitation] = (await house.as(guest)("GET", "/invitations")).body.data;
    const [accepted, deleted] = await Promise.all([
      house.as(guest)("POST", `/invitations/${invitation.id}/accept`),
      drop("?replacement=4"),
    ]);
    expect([accepted.status, deleted.status]).toEqual([200, 200]);
    expect(await rolesOf(guest.id)).toEqual([4]);
  }
});

test("deleted while somebody is given it, or invited to it: either it is gone first, or it asks for another", async () => {
  for (let round = 0; round < 5; round++) {
    roleId = await made(`Round ${round}`);
    const person = await house.member(here, 4);
    const [given, invited, deleted] = await Promise.all([
      owner("PATCH", `/organizations/${here}/users/${person.id}`, { roles: [roleId] }),
      invite(`round${round}@invited.example`),
      drop(),
    ]);
    expect([200, 422]).toContain(given.status);
    expect([201, 422]).toContain(invited.status);
    expect(deleted.status).toBe(given.status === 200 || invited.status === 201 ? 409 : 200);
    expect(await rolesOf(person.id)).toEqual(given.status === 200 ? [roleId] : [4]);
  }
});

test("the platform sees every role once", async () => {
  const admin = house.as(await house.person({ platformAdmin: true }));
  const { body } = await admin("GET", "/organizations/all/roles?per_page=100");
  const names = body.data.map((role: { id: number; name: string }) => `${role.id} ${role.name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(0, 4)).toEqual(["1 Owner", "2 Manager", "3 Staff", "4 Member"]);
  expect((await admin("GET", "/organizations/all/roles/1")).body.data.members).toBeGreaterThan(1);
});
