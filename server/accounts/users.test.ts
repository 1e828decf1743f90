import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, password, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let adminPerson: Person;
let admin: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  adminPerson = await testApp.person({ platformAdmin: true, firstName: "Ada", lastName: "Admin" });
  admin = testApp.as(adminPerson);
});
afterAll(() => testApp.close());

const list = async (query = "") => (await admin("GET", `/admin/users?${query}`)).body;
const setActive = (person: { id: string }, active: boolean, api = admin) =>
  api("PATCH", `/admin/users/${person.id}`, { active });

test("everybody is listed by email, found by name or email whatever the accents, page by page", async () => {
  await testApp.person({ firstName: "Zoé", lastName: "Ünal", email: "zoe@users.example" });
  await testApp.person({ firstName: "Anna", lastName: "Èbre", email: "anna@users.example", verified: false });
  await testApp.person({ firstName: "Bea", lastName: "Ebre", email: "bea@users.example", active: false });
  const { data, meta } = await list("q=users.example");
  expect(data.map((one: { fullName: string }) => one.fullName)).toEqual(["Anna Èbre", "Bea Ebre", "Zoé Ünal"]);
  expect(meta).toEqual({ current_page: 1, last_page: 1, total: 3, per_page: 20 });
  expect(data[0].emailVerifiedAt).toBeNull();
  expect(data[1]).toMatchObject({ active: false, phone: null, platformAdmin: false });
  expect((await list("q=ZOE%20UNAL")).data).toHaveLength(1);
  expect((await list("q=100%25")).data).toEqual([]);
  const second = await list("q=users.example&per_page=2&page=2");
  expect(second.data.map((one: { fullName: string }) => one.fullName)).toEqual(["Zoé Ünal"]);
  expect(second.meta).toEqual({ current_page: 2, last_page: 2, total: 3, per_page: 2 });
});

test("an administrator reads a user, without any password member", async () => {
  const person = await testApp.person();
  const { body } = await admin("GET", `/admin/users/${person.id}`);
  expect(body.data).toMatchObject({ id: person.id, email: person.email, active: true });
  expect(JSON.stringify(body)).not.toMatch(/argon2|hash/);
  expect((await admin("GET", "/admin/users/0190a0b0-0000-7000-8000-000000000000")).status).toBe(404);
});

test("deactivated, a person is signed out of every device at once, and cannot sign in", async () => {
  const person = await testApp.person();
  const api = testApp.as(person);
  const login = () => testApp.as(null)("POST", "/auth/login", { email: person.email, password });
  const second = testApp.as((await login()).body.data.access_token as string);
  const { status, body } = await setActive(person, false);
  expect([status, body.message, body.data.active]).toEqual([200, "Saved", false]);
  for (const each of [api, second]) expect((await each("GET", "/auth/user")).status).toBe(401);
  expect((await login()).status).toBe(422);
  const sessions = await testApp.db.selectFrom("sessions").select("id").where("user_id", "=", person.id).execute();
  expect(sessions).toEqual([]);
});

test("activated again, a person signs in anew; the old sessions stay closed", async () => {
  const person = await testApp.person();
  await setActive(person, false);
  expect((await setActive(person, true)).body.data.active).toBe(true);
  expect((await testApp.as(person)("GET", "/auth/user")).status).toBe(401);
  const answer = await testApp.as(null)("POST", "/auth/login", { email: person.email, password });
  expect(answer.status).toBe(200);
});

test("nobody deactivates themselves, however the id is written", async () => {
  for (const id of [adminPerson.id, adminPerson.id.toUpperCase()]) {
    const { status, body } = await setActive({ id }, false);
    expect([status, body.message]).toEqual([409, "You cannot deactivate your own account."]);
  }
  expect((await setActive({ id: "0190a0b0-0000-7000-8000-000000000000" }, false)).status).toBe(404);
});

test("two administrators who deactivate each other at the same time: one stays", async () => {
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await testApp.person({ platformAdmin: true }), await testApp.person({ platformAdmin: true })];
    const answers = await Promise.all([
      setActive(other, false, testApp.as(one)),
      setActive(one, false, testApp.as(other)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const ids = [one.id, other.id];
    const rows = await testApp.db.selectFrom("users").select("active").where("id", "in", ids).execute();
    expect(rows.map(({ active }) => active).toSorted()).toEqual([false, true]);
  }
});

test("nobody but the platform's administrators sees or changes people, whatever they are in an organization", async () => {
  const owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  const person = await testApp.person();
  for (const path of ["/admin/users", `/admin/users/${person.id}`]) expect((await owner("GET", path)).status).toBe(403);
  expect((await setActive(person, false, owner)).status).toBe(403);
  expect((await testApp.as(person)("GET", "/auth/user")).body.data.active).toBe(true);
});

test("only whether somebody is active can be changed", async () => {
  const person = await testApp.person();
  const answer = await admin("PATCH", `/admin/users/${person.id}`, { active: true, platformAdmin: true });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["platformAdmin"]]);
});

test("the last active owner of an organization is not deactivated, unless another one is there", async () => {
  const organizationId = await testApp.organization("Club des Lilas");
  const [first, second] = [await testApp.member(organizationId, 1), await testApp.member(organizationId, 1)];
  const answers = await Promise.all([setActive(first, false), setActive(second, false)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toBe(
    "This person is the last active owner of Club des Lilas. Invite another owner there first.",
  );
  await testApp.member(organizationId, 1);
  for (const person of [first, second]) expect((await setActive(person, false)).status).toBe(200);
});
