import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let owner: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = testApp.as(await testApp.member(testApp.organizationId, 1));
});
afterAll(() => testApp.close());

const url = (path = "") => `/organizations/${testApp.organizationId}/invitations${path}`;
const sent = async (query = "", api = owner) => (await api("GET", url(query))).body;
async function invitePerson(role = 4): Promise<Person & { invitationId: string }> {
  const person = await testApp.person();
  const type = role === 4 ? "customer" : "team";
  await owner("POST", `/organizations/${testApp.organizationId}/users`, { type, role, emails: [person.email] });
  const { data } = (await testApp.as(person)("GET", "/invitations")).body;
  return { ...person, invitationId: data[0].id };
}
const answer = (person: Person & { invitationId: string }, how: "accept" | "decline") =>
  testApp.as(person)("POST", `/invitations/${person.invitationId}/${how}`);
const isMember = async (person: Person) =>
  (await testApp.as(person)("GET", `/organizations-min/${testApp.organizationId}`)).status === 200;

test("open invitations are listed, the newest first, by group and by address; answered ones are not", async () => {
  const customer = await invitePerson(4);
  testApp.clock.advance(1000);
  const colleague = await invitePerson(3);
  const { data, meta } = await sent();
  expect(data.map((one: { email: string }) => one.email)).toEqual([colleague.email, customer.email]);
  expect(meta.total).toBe(2);
  expect(data[0]).toMatchObject({ role: { id: 3, name: "Staff", type: "team" }, isExpired: false });
  expect(data[0].invitedBy).toMatch(/^Alex Martin/);
  expect((await sent("?type=customer")).data).toHaveLength(1);
  expect((await sent("?type=team")).data).toHaveLength(1);
  expect((await sent(`?q=${encodeURIComponent(customer.email.toUpperCase())}`)).data).toHaveLength(1);
  await answer(customer, "accept");
  await answer(colleague, "decline");
  expect((await sent()).data).toEqual([]);
});

test("who may not manage members does not see them", async () => {
  const staff = testApp.as(await testApp.member(testApp.organizationId, 3));
  expect((await staff("GET", url())).status).toBe(403);
});

test("an expired one shows as expired, and sent again it is open for 30 days more, with a new letter", async () => {
  const person = await invitePerson();
  await testApp.db
    .updateTable("invitations")
    .set({ expires_at: testApp.clock.now() })
    .where("id", "=", person.invitationId)
    .execute();
  expect((await sent()).data[0].isExpired).toBe(true);
  const before = (await testApp.mails()).length;
  const { status, body } = await owner("POST", url(`/${person.invitationId}/resend`));
  expect([status, body.message]).toEqual([200, "Invitation sent again"]);
  const expiresAt = new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString();
  expect(body.data).toMatchObject({ id: person.invitationId, email: person.email, isExpired: false, expiresAt });
  const mails = await testApp.mails();
  expect(mails).toHaveLength(before + 1);
  expect(mails.at(-1)?.to?.[0]?.address).toBe(person.email);
  expect((await answer(person, "accept")).status).toBe(200);
  const again = await owner("POST", url(`/${person.invitationId}/resend`));
  expect([again.status, again.body.message]).toEqual([409, "This invitation was already answered."]);
});

test("revoked, it is gone from both lists, and says so to whoever still answers", async () => {
  const person = await invitePerson();
  const { status, body } = await owner("DELETE", url(`/${person.invitationId}`));
  expect([status, body.message]).toEqual([200, "Invitation revoked"]);
  expect((await sent(`?q=${person.email}`)).data).toEqual([]);
  expect((await testApp.as(person)("GET", "/invitations")).body.data).toEqual([]);
  for (const how of ["accept", "decline"] as const) {
    const refused = await answer(person, how);
    expect([refused.status, refused.body.message]).toEqual([409, "This invitation was withdrawn. Ask for a new one."]);
  }
  expect(await isMember(person)).toBe(false);
  expect((await owner("DELETE", url(`/${person.invitationId}`))).status).toBe(409);
});

test("accepted and revoked at once, one of the two happens, and the other is told", async () => {
  for (let round = 0; round < 10; round++) {
    const person = await invitePerson();
    const [accepted, revoked] = await Promise.all([
      answer(person, "accept"),
      owner("DELETE", url(`/${person.invitationId}`)),
    ]);
    expect([accepted.status, revoked.status].toSorted()).toEqual([200, 409]);
    expect(await isMember(person)).toBe(accepted.status === 200);
  }
});

test("accepted while the same person is invited again: a member, and nothing left half done", async () => {
  for (let round = 0; round < 5; round++) {
    const person = await invitePerson();
    const body = { type: "customer", role: 4, emails: [person.email] };
    const answers = await Promise.all([
      answer(person, "accept"),
      owner("POST", `/organizations/${testApp.organizationId}/users`, body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    expect(await isMember(person)).toBe(true);
  }
});

test("each step is written down: resent, revoked, accepted, declined", async () => {
  const [accepting, declining, revoked] = [await invitePerson(), await invitePerson(3), await invitePerson()];
  await answer(accepting, "accept");
  await answer(declining, "decline");
  await owner("POST", url(`/${revoked.invitationId}/resend`));
  await owner("DELETE", url(`/${revoked.invitationId}`));
  const told = async (subjectId: string, act: string) =>
    (
      await testApp.db
        .selectFrom("activity")
        .select("after")
        .where("organization_id", "=", testApp.organizationId)
        .where("subject_id", "=", subjectId)
        .where("act", "=", act)
        .execute()
    ).map((entry) => entry.after);
  const { email } = accepting;
  expect(await told(accepting.id, "members.acceptInvitation")).toEqual([{ email, role: { id: 4, name: "Member" } }]);
  expect(await told(declining.invitationId, "members.declineInvitation")).toEqual([
    { email: declining.email, role: { id: 3, name: "Staff" } },
  ]);
  expect(await told(revoked.invitationId, "members.resendInvitation")).toHaveLength(1);
  expect(await told(revoked.invitationId, "members.revokeInvitation")).toHaveLength(1);
});

test("another organization's invitation is not there", async () => {
  const person = await invitePerson();
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  for (const [method, path] of [
    ["POST", `${person.invitationId}/resend`],
    ["DELETE", person.invitationId],
  ] as const) {
    expect((await stranger(method, `/organizations/${testApp.otherOrganizationId}/invitations/${path}`)).status).toBe(
      404,
    );
  }
  expect((await answer(person, "accept")).status).toBe(200);
});

test("an invitation is sent again once in five minutes, and five times a day", async () => {
  const person = await invitePerson();
  const again = async () => (await owner("POST", url(`/${person.invitationId}/resend`))).status;
  expect([await again(), await again()]).toEqual([200, 429]);
  for (let count = 0; count < 4; count += 1) {
    testApp.clock.advance(5 * 60_000);
    expect(await again()).toBe(200);
  }
  testApp.clock.advance(5 * 60_000);
  expect(await again()).toBe(429);
  testApp.clock.advance(24 * 3_600_000);
  expect(await again()).toBe(200);
});
