import { afterAll, beforeAll, expect, test } from "vitest";
import { permissions, type Permission } from "#contract/permissions.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestApp, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const day = 86_400_000;
async function invite(email: string, organizationId = testApp.organizationId, roleId = 3): Promise<string> {
  const now = testApp.clock.now();
  const id = uuidv7(now);
  const expires_at = new Date(now.getTime() + 30 * day);
  await testApp.db
    .insertInto("invitations")
    .values({ organization_id: organizationId, id, email, role_id: roleId, invited_at: now, expires_at })
    .execute();
  return id;
}
const rolesOf = async (person: Person) =>
  (
    await testApp.db
      .selectFrom("membership_roles")
      .select("role_id")
      .where("user_id", "=", person.id)
      .where("organization_id", "=", testApp.organizationId)
      .orderBy("role_id")
      .execute()
  ).map((row) => row.role_id);

test("the minimal record tells roles, and the permissions of all of them together", async () => {
  const person = await testApp.member(testApp.organizationId, 4);
  await testApp.db
    .insertInto("membership_roles")
    .values({ organization_id: testApp.organizationId, user_id: person.id, role_id: 3 })
    .execute();
  const { body } = await testApp.as(person)("GET", `/organizations-min/${testApp.organizationId}`);
  expect(body.data.roles.map((role: { id: number }) => role.id)).toEqual([3, 4]);
  expect(body.data).toMatchObject({ id: testApp.organizationId, name: "Here", enabled: true });
  expect(body.data.permissions).toContain("events.approve");
  expect(body.data.permissions).not.toContain("roles.manage");
});

test("a platform administrator holds every permission everywhere, without a membership; nobody else stands on the platform", async () => {
  const admin = await testApp.person({ platformAdmin: true });
  for (const id of [testApp.organizationId, "all"]) {
    const { body } = await testApp.as(admin)("GET", `/organizations-min/${id}`);
    expect(body.data.permissions.toSorted()).toEqual([...permissions].toSorted());
    expect(body.data.roles).toEqual([]);
  }
  const french = await testApp.as(admin)("GET", "/organizations-min/all", undefined, { "accept-language": "fr" });
  expect(french.body.data).toMatchObject({ id: "all", name: "Toutes les organisations" });
  const owner = await testApp.member(testApp.organizationId, 1);
  expect((await testApp.as(owner)("GET", "/organizations-min/all")).status).toBe(404);
});

test("a role promises nothing that only the platform may do", async () => {
  const isScoped = ({ path }: { path: string }) => path.includes("{organizationId}");
  const scoped = new Set<string>(endpoints.filter(isScoped).map(({ allow }) => allow));
  const unscoped = new Set<string>(endpoints.filter((endpoint) => !isScoped(endpoint)).map(({ allow }) => allow));
  const platform = permissions.filter((permission) => unscoped.has(permission) && !scoped.has(permission));
  expect(platform).toEqual(["users.show", "users.update", "organizations.create"]);
  for (const role of [1, 2, 3]) {
    const person = testApp.as(await testApp.member(testApp.organizationId, role));
    const { body } = await person("GET", `/organizations-min/${testApp.organizationId}`);
    expect(body.data.permissions.filter((one: Permission) => platform.includes(one))).toEqual([]);
  }
  const owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  const draft = { name: "Clerk", type: "admin", permissions: ["users.show"] };
  const answer = await owner("POST", `/organizations/${testApp.organizationId}/roles`, draft);
  expect(answer.body.errors).toHaveProperty(["permissions.0"]);
});

test("a membership that is turned off opens nothing", async () => {
  const person = await testApp.member(testApp.organizationId, 1, { active: false });
  expect((await testApp.as(person)("GET", `/organizations-min/${testApp.organizationId}`)).status).toBe(404);
});

test("the team and the customers are two lists, searched by name, email and telephone, in the order of their first columns", async () => {
  const organizationId = await testApp.organization("Two lists");
  const join = async (firstName: string, lastName: string, role: number, name = lastName.toLowerCase()) =>
    testApp.join(await testApp.person({ firstName, lastName, email: `${name}@two.example` }), organizationId, role);
  const owner = await join("Zoé", "Etienne", 1);
  const both = await join("Bob", "Éclair", 4, "robert");
  await testApp.db
    .insertInto("membership_roles")
    .values({ organization_id: organizationId, user_id: both.id, role_id: 3 })
    .execute();
  const ann = await join("Ann", "Zimmer", 4);
  await testApp.db.updateTable("users").set({ phone: "+33 6 12 34 56 78" }).where("id", "=", ann.id).execute();
  await join("Cy", "abel", 4);

  const listMembers = async (query: string) =>
    (await testApp.as(owner)("GET", `/organizations/${organizationId}/users?${query}`)).body;
  expect((await listMembers("type=team")).data.map((one: { full_name: string }) => one.full_name)).toEqual([
    "Zoé Etienne",
    "Bob Éclair",
  ]);
  const customers = await listMembers("type=customer");
  expect(customers.data.map((one: { full_name: string }) => one.full_name)).toEqual(["Cy abel", "Ann Zimmer"]);
  expect(customers.data[0]).toMatchObject({
    email: "abel@two.example",
    active: true,
    roles: [{ id: 4, name: "Member", type: "customer" }],
  });
  const everybody = (await listMembers("")).data.map((one: { full_name: string }) => one.full_name);
  expect(everybody).toEqual(expect.arrayContaining(["Cy abel", "Bob Éclair", "Zoé Etienne", "Ann Zimmer"]));
  expect((await listMembers("type=team&q=eclair")).data).toHaveLength(1);
  expect((await listMembers("type=customer&q=zimmer%40two")).data).toHaveLength(1);
  expect((await listMembers("type=team&q=zimmer")).data).toHaveLength(0);
  for (const phone of ["0612345678", "06 12 34", "+33612", "12.34.56"])
    expect((await listMembers(`type=customer&q=${encodeURIComponent(phone)}`)).data, phone).toHaveLength(1);
  expect((await listMembers("type=customer&q=0698765432")).data).toHaveLength(0);
  expect((await testApp.as(owner)("GET", `/organizations/${organizationId}/users?type=staff`)).status).toBe(422);
});

test("on the platform a person of two organizations shows once, with the roles of both", async () => {
  const admin = await testApp.person({ platformAdmin: true });
  const person = await testApp.member(testApp.organizationId, 3);
  await testApp.join(person, testApp.otherOrganizationId, 2);
  const { body } = await testApp.as(admin)("GET", "/organizations/all/users?type=team&per_page=100");
  const found = body.data.filter((one: { id: string }) => one.id === person.id);
  expect(found).toHaveLength(1);
  expect(found[0].roles.map((role: { id: number }) => role.id).toSorted()).toEqual([2, 3]);
});

test("one's open invitations show, not those of others, not expired ones", async () => {
  const person = await testApp.person();
  const id = await invite(person.email);
  await invite(person.email, testApp.otherOrganizationId);
  await invite("other@example.org");
  await testApp.db
    .updateTable("invitations")
    .set({ expires_at: testApp.clock.now() })
    .where("organization_id", "=", testApp.otherOrganizationId)
    .where("email", "=", person.email)
    .execute();
  const { body } = await testApp.as(person)("GET", "/invitations");
  expect(body.data).toMatchObject([
    { id, organization: { id: testApp.organizationId, name: "Here" }, role: { id: 3, name: "Staff", type: "team" } },
  ]);
});

test("accepting makes a member with the role; asked twice at once, once; and it is written down", async () => {
  const person = await testApp.person();
  const id = await invite(person.email);
  const accept = () => testApp.as(person)("POST", `/invitations/${id}/accept`);
  const answers = await Promise.all([accept(), accept(), accept()]);
  for (const { status, body } of answers)
    expect([status, body.data]).toEqual([200, { organizationId: testApp.organizationId }]);
  expect(await rolesOf(person)).toEqual([3]);
  expect(
    (await testApp.as(person)("GET", `/organizations-min/${testApp.organizationId}`)).body.data.roles,
  ).toHaveLength(1);
  expect((await testApp.as(person)("GET", "/invitations")).body.data).toEqual([]);
  const entries = await testApp.db.selectFrom("activity").select("act").where("actor_id", "=", person.id).execute();
  expect(entries).toEqual([{ act: "members.acceptInvitation" }]);
});

test("who is a member already gets the role besides", async () => {
  const person = await testApp.member(testApp.organizationId, 4);
  await testApp.as(person)("POST", `/invitations/${await invite(person.email)}/accept`);
  expect(await rolesOf(person)).toEqual([3, 4]);
});

test("an accepted invitation does not reactivate a deactivated member", async () => {
  const person = await testApp.member(testApp.organizationId, 4, { active: false });
  const answer = await testApp.as(person)("POST", `/invitations/${await invite(person.email)}/accept`);
  expect([answer.status, await rolesOf(person)]).toEqual([409, [4]]);
});

test("declining ends it; it cannot be accepted after, nor another's at all", async () => {
  const [person, stranger] = [await testApp.person(), await testApp.person()];
  const id = await invite(person.email);
  expect((await testApp.as(stranger)("POST", `/invitations/${id}/accept`)).status).toBe(404);
  expect((await testApp.as(stranger)("POST", `/invitations/${id}/decline`)).status).toBe(404);
  expect((await testApp.as(person)("POST", `/invitations/${id}/decline`)).status).toBe(200);
  expect((await testApp.as(person)("POST", `/invitations/${id}/decline`)).status).toBe(200);
  expect((await testApp.as(person)("POST", `/invitations/${id}/accept`)).status).toBe(409);
  expect(await rolesOf(person)).toEqual([]);
});

test("an expired invitation cannot be accepted, and says why", async () => {
  const person = await testApp.person();
  const id = await invite(person.email);
  await testApp.db.updateTable("invitations").set({ expires_at: testApp.clock.now() }).where("id", "=", id).execute();
  const answer = await testApp.as(person)("POST", `/invitations/${id}/accept`, undefined, { "accept-language": "fr" });
  expect([answer.status, answer.body.message]).toEqual([409, "Cette invitation a expiré. Demandez-en une nouvelle."]);
});
