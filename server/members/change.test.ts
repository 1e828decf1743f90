import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let clubId: string;
let ownerPerson: Person;
let owner: ApiCall;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** A new organization with an owner and a manager, so that other tests do not affect who is the last owner. */
async function createClub() {
  clubId = await testApp.organization("Club");
  ownerPerson = await testApp.member(clubId, 1);
  owner = testApp.as(ownerPerson);
  manager = testApp.as(await testApp.member(clubId, 2));
}
const url = (person: { id: string }, organizationId = clubId) => `/organizations/${organizationId}/users/${person.id}`;
const change = (person: Person, body: object, api = owner) => api("PATCH", url(person), body);
const remove = (person: Person, api = owner) => api("DELETE", url(person));
const min = (person: Person) => testApp.as(person)("GET", `/organizations-min/${clubId}`);
const lastOwner = "An organization keeps at least one active owner. Invite another one first.";
const ownersOnly = "Only owners make, change or remove owners.";
const roleIds = ({ body }: { body: { data: { roles: { id: number }[] } } }) => body.data.roles.map(({ id }) => id);

test("a member is read with the permissions of all roles together", async () => {
  await createClub();
  const person = await testApp.member(clubId, 4);
  await testApp.join(await testApp.person(), testApp.otherOrganizationId, 1);
  await change(person, { roles: [4, 3] });
  const { body } = await owner("GET", url(person));
  expect(body.data).toMatchObject({ id: person.id, email: person.email, active: true, firstName: "Alex" });
  expect(roleIds({ body })).toEqual([3, 4]);
  expect(body.data.permissions).toContain("events.approve");
  expect(body.data.permissions).not.toContain("members.manage");
  expect(body.data.emailVerifiedAt).not.toBeNull();
});

test("a person without a membership is 404, though the account exists", async () => {
  await createClub();
  const elsewhere = await testApp.member(testApp.otherOrganizationId, 4);
  for (const person of [elsewhere, { id: "0190a0b0-0000-7000-8000-000000000000" } as Person]) {
    expect((await owner("GET", url(person))).status).toBe(404);
    expect((await change(person, { active: false })).status).toBe(404);
    expect((await remove(person)).status).toBe(404);
  }
});

test("roles are exchanged, and the next call of that person is judged by the new ones", async () => {
  await createClub();
  const person = await testApp.member(clubId, 4);
  expect((await testApp.as(person)("GET", `/organizations/${clubId}/users`)).status).toBe(403);
  const { status, body } = await change(person, { roles: [3, 3, 2] }, manager);
  expect([status, body.message, roleIds({ body })]).toEqual([200, "Saved", [2, 3]]);
  expect((await testApp.as(person)("GET", `/organizations/${clubId}/users`)).status).toBe(200);
  await change(person, { roles: [4] });
  expect((await testApp.as(person)("GET", `/organizations/${clubId}/users`)).status).toBe(403);
});

test("deactivated, a person is out at once, and in again when activated", async () => {
  await createClub();
  const person = await testApp.member(clubId, 3);
  expect((await min(person)).status).toBe(200);
  expect((await change(person, { active: false })).body.data.active).toBe(false);
  expect((await min(person)).status).toBe(404);
  expect((await testApp.as(person)("GET", "/organizations")).body.data).toEqual([]);
  await change(person, { active: true });
  expect((await min(person)).body.data.roles).toHaveLength(1);
});

test("activity tells the roles before and after, and only what changed", async () => {
  await createClub();
  const person = await testApp.member(clubId, 4);
  await change(person, { roles: [3], active: true });
  await change(person, { roles: [3], active: true });
  const entries = await testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("organization_id", "=", clubId)
    .where("subject_id", "=", person.id)
    .execute();
  expect(entries).toEqual([
    {
      act: "members.update",
      before: { roles: [{ id: 4, name: "Member" }] },
      after: { roles: [{ id: 3, name: "Staff" }] },
    },
  ]);
  testApp.clock.advance(1000);
  await remove(person);
  const [last] = await testApp.db
    .selectFrom("activity")
    .select(["act", "before"])
    .where("organization_id", "=", clubId)
    .orderBy("at", "desc")
    .execute();
  expect(last).toMatchObject({ act: "members.remove", before: { email: person.email, active: true } });
});

test("roles must be the organization's; one at least", async () => {
  await createClub();
  const person = await testApp.member(clubId, 4);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  for (const roles of [[99], [4, Number(theirs.roleId)]]) {
    const { status, body } = await change(person, { roles });
    expect([status, body.errors]).toEqual([422, { roles: ["The organization has no such role"] }]);
  }
  expect((await change(person, { roles: [] })).body.errors).toHaveProperty("roles");
  expect((await change(person, {})).status).toBe(422);
});

test("the last owner cannot be demoted, deactivated or removed, by nobody", async () => {
  await createClub();
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  for (const api of [owner, admin]) {
    for (const body of [{ roles: [2] }, { active: false }, { roles: [4], active: false }]) {
      const refused = await change(ownerPerson, body, api);
      expect([refused.status, refused.body.message]).toEqual([409, lastOwner]);
    }
    expect((await remove(ownerPerson, api)).status).toBe(409);
  }
  expect((await change(ownerPerson, { roles: [1, 3] })).status).toBe(200);
  expect(roleIds(await min(ownerPerson))).toEqual([1, 3]);
});

test("an owner who is deactivated, here or on the platform, is none to count on", async () => {
  await createClub();
  const second = await testApp.member(clubId, 1, { active: false });
  expect((await remove(ownerPerson)).status).toBe(409);
  await change(second, { active: true });
  await testApp.db.updateTable("users").set({ active: false }).where("id", "=", second.id).execute();
  expect((await remove(ownerPerson)).status).toBe(409);
  await testApp.db.updateTable("users").set({ active: true }).where("id", "=", second.id).execute();
  expect((await remove(ownerPerson)).status).toBe(200);
  expect((await min(ownerPerson)).status).toBe(404);
});

test("two owners who remove each other at the same time leave one", async () => {
  for (const act of [remove, (person: Person, api: ApiCall) => change(person, { roles: [4] }, api)]) {
    for (let round = 0; round < 8; round++) {
      await createClub();
      const second = await testApp.member(clubId, 1);
      const answers = await Promise.all([act(second, owner), act(ownerPerson, testApp.as(second))]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of answers) expect([200, 403, 404]).toContain(status);
      const owners = await testApp.db
        .selectFrom("membership_roles")
        .select("user_id")
        .where("organization_id", "=", clubId)
        .where("role_id", "=", 1)
        .execute();
      expect(owners).toHaveLength(1);
    }
  }
});

test("an owner and a second one who leave at the same time: one stays", async () => {
  for (let round = 0; round < 5; round++) {
    await createClub();
    const second = await testApp.member(clubId, 1);
    const answers = await Promise.all([remove(second, testApp.as(second)), remove(ownerPerson, owner)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});

test("managers change everybody but owners, and make none, not even of themselves", async () => {
  await createClub();
  const person = await testApp.member(clubId, 4);
  const second = await testApp.member(clubId, 1);
  const self = await testApp.member(clubId, 2);
  for (const [target, body] of [
    [second, { roles: [4] }],
    [second, { active: false }],
    [second, { roles: [1, 4] }],
    [person, { roles: [1] }],
    [self, { roles: [1] }],
  ] as const) {
    const refused = await change(target, body, testApp.as(self));
    expect([refused.status, refused.body.message]).toEqual([403, ownersOnly]);
  }
  expect((await remove(second, manager)).body.message).toBe(ownersOnly);
  expect((await change(person, { roles: [2] }, manager)).status).toBe(200);
  expect((await remove(person, manager)).status).toBe(200);
  expect((await change(person, { roles: [1] }, owner)).status).toBe(404);
  expect((await change(second, { roles: [2] }, owner)).status).toBe(200);
});

test("nobody grants roles, or changes members, above their own permissions", async () => {
  await createClub();
  const own = ["members.manage", "organizations.show", "facilities.show", "fields.show", "events.show"] as const;
  const clerk = await testApp.member(clubId, own);
  const api = testApp.as(clerk);
  const customer = await testApp.member(clubId, 4);
  const boss = await testApp.member(clubId, 2);
  const words = "This needs permissions that you do not have yourself.";
  for (const target of [customer, clerk]) {
    const { status, body } = await change(target, { roles: [2] }, api);
    expect([status, body.errors]).toEqual([403, { roles: [words] }]);
  }
  expect((await change(boss, { active: false }, api)).body.message).toBe(words);
  expect((await remove(boss, api)).status).toBe(403);
  expect((await change(customer, { active: false }, api)).status).toBe(200);
  expect((await remove(customer, api)).status).toBe(200);
});

test("a removed member is signed out of the organization, and an older invitation does not let them back in", async () => {
  await createClub();
  const person = await testApp.member(clubId, 4);
  const [id, invited_at] = ["0190a0b0-0000-7000-8000-00000000000a", testApp.clock.now()];
  const expires_at = new Date(invited_at.getTime() + 86_400_000);
  await testApp.db
    .insertInto("invitations")
    .values({ organization_id: clubId, id, email: person.email, role_id: 2, invited_at, expires_at })
    .execute();
  expect((await remove(person)).body.message).toBe("Removed from the organization");
  expect((await min(person)).status).toBe(404);
  expect((await testApp.as(person)("POST", `/invitations/${id}/accept`)).status).toBe(409);
  expect((await testApp.as(person)("GET", "/invitations")).body.data).toEqual([]);
  expect((await owner("GET", `/organizations/${clubId}/users?type=customer`)).body.data).toEqual([]);
  const body = { type: "customer", role: 4, emails: [person.email] };
  await owner("POST", `/organizations/${clubId}/users`, body);
  const [invitation] = (await testApp.as(person)("GET", "/invitations")).body.data;
  expect((await testApp.as(person)("POST", `/invitations/${invitation.id}/accept`)).status).toBe(200);
  expect((await min(person)).body.data.roles).toMatchObject([{ id: 4 }]);
});

test("a change of a member is refused when the right was lost while waiting for the lock", async () => {
  for (let round = 0; round < 5; round++) {
    await createClub();
    const deputy = await testApp.member(clubId, 2);
    const victim = await testApp.member(clubId, 4);
    const [demoted, removed] = await Promise.all([
      change(deputy, { roles: [4] }, owner),
      remove(victim, testApp.as(deputy)),
    ]);
    expect(demoted.status).toBe(200);
    expect([200, 403]).toContain(removed.status);
  }
});

test("on the platform a person is shown with their organizations, by name, and the roles there", async () => {
  await createClub();
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const person = await testApp.member(clubId, 3);
  await testApp.join(person, testApp.otherOrganizationId, 4, { active: false });
  const gone = await testApp.organization("Archived");
  await testApp.join(person, gone, 1);
  await testApp.db
    .updateTable("organizations")
    .set({ archived_at: testApp.clock.now() })
    .where("id", "=", gone)
    .execute();
  const { body } = await admin("GET", `/admin/users/${person.id}/organizations`);
  expect(body.data).toMatchObject([
    { organization: { id: clubId, name: "Club" }, active: true, roles: [{ id: 3, name: "Staff", type: "team" }] },
    {
      organization: { id: testApp.otherOrganizationId, name: "There" },
      active: false,
      roles: [{ id: 4, type: "customer" }],
    },
  ]);
  expect((await admin("GET", `/admin/users/${(await testApp.person()).id}/organizations`)).body.data).toEqual([]);
  const nobody = "0190a0b0-0000-7000-8000-000000000000";
  expect((await admin("GET", `/admin/users/${nobody}/organizations`)).status).toBe(404);
  expect((await owner("GET", `/admin/users/${person.id}/organizations`)).status).toBe(403);
});
