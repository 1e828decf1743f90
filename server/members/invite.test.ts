import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let ownerPerson: Person;
let owner: ApiCall;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  ownerPerson = await testApp.person({ firstName: "Olive", lastName: "Owner" });
  await testApp.join(ownerPerson, testApp.organizationId, 1);
  owner = testApp.as(ownerPerson);
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
});
afterAll(() => testApp.close());

const url = () => `/organizations/${testApp.organizationId}/users`;
const sentUrl = (id = "") => `/organizations/${testApp.organizationId}/invitations${id && `/${id}`}`;
let count = 0;
const newEmail = () => `guest${++count}@invited.example`;
const invite = (emails: string[], role = 4, api = owner, headers?: Record<string, string>) =>
  api("POST", url(), { type: role === 4 ? "customer" : "team", role, emails }, headers);
const openFor = (email: string) =>
  testApp.db
    .selectFrom("invitations")
    .selectAll()
    .where("organization_id", "=", testApp.organizationId)
    .where("email", "=", email)
    .where("status", "=", "open")
    .execute();
const mailsTo = async (email: string) => (await testApp.mails()).filter((mail) => mail.to?.[0]?.address === email);
const entriesOf = (subjectId: string) =>
  testApp.db
    .selectFrom("activity")
    .select(["act", "actor_id", "before", "after"])
    .where("organization_id", "=", testApp.organizationId)
    .where("subject_id", "=", subjectId)
    .orderBy("at")
    .execute();

test("each address has an outcome of its own, once and in the order given; a bad one blocks nobody", async () => {
  const member = await testApp.member(testApp.organizationId, 4);
  const gone = await testApp.member(testApp.organizationId, 4, { active: false });
  const [one, two] = [newEmail(), newEmail()];
  const { status, body } = await invite([
    ` ${one.toUpperCase()} `,
    "not an address",
    member.email,
    one,
    two,
    gone.email,
    "",
    "a".repeat(400),
  ]);
  expect(status).toBe(201);
  expect(body.data).toEqual([
    { email: one, outcome: "invited", message: "Invited" },
    { email: "not an address", outcome: "invalid", message: "Enter a valid email address" },
    { email: member.email, outcome: "already_member", message: "Already a member: change the roles on their page" },
    { email: two, outcome: "invited", message: "Invited" },
    {
      email: gone.email,
      outcome: "already_member",
      message: "Already a member, but deactivated: activate them on their page",
    },
    { email: "", outcome: "invalid", message: "Enter a valid email address" },
    { email: "a".repeat(400), outcome: "invalid", message: "Enter a valid email address" },
  ]);
  for (const email of [one, two]) expect(await openFor(email)).toHaveLength(1);
  expect(await openFor(member.email)).toEqual([]);
  expect(await mailsTo(member.email)).toEqual([]);
});

test("the outcomes are told in the language of who asks", async () => {
  const { body } = await invite(["nobody"], 4, owner, { "accept-language": "fr" });
  expect(body.data[0].message).toBe("Saisissez une adresse e-mail valide");
});

test("a new person is written to in the language of the country, with a link to register", async () => {
  const email = newEmail();
  await invite([email], 3);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Here vous invite");
  expect(mail?.text).toContain("Olive Owner vous invite à rejoindre Here sur Baseline, avec le rôle Personnel.");
  expect(mail?.text).toContain(`/auth/register?email=${encodeURIComponent(email)}`);
});

test("a person with an account is written to in their own language, with the same link", async () => {
  const known = await testApp.person({ language: "en" });
  await invite([known.email]);
  const [mail] = await mailsTo(known.email);
  expect(mail?.subject).toBe("Here invites you");
  expect(mail?.text).toContain(`http://localhost:3000/auth/register?email=${encodeURIComponent(known.email)}`);
  expect(mail?.text).toContain("with the role Member");
});

test("who never confirmed an address is invited to register, for anybody may have typed it", async () => {
  const unconfirmed = await testApp.person({ verified: false, language: "en" });
  await invite([unconfirmed.email]);
  const [mail] = await mailsTo(unconfirmed.email);
  expect(mail?.subject).toBe("Here invites you");
  expect(mail?.text).toContain("/auth/register?email=");
});

test("in an American organization new people read English", async () => {
  const id = await testApp.organization("Austin Courts");
  await testApp.db.updateTable("organizations").set({ country_id: 840 }).where("id", "=", id).execute();
  const email = newEmail();
  const boss = testApp.as(await testApp.member(id, 1));
  await boss("POST", `/organizations/${id}/users`, { type: "team", role: 3, emails: [email] });
  expect((await mailsTo(email))[0]?.subject).toBe("Austin Courts invites you");
});

test("each invitation is written down: who, whom, as what", async () => {
  const email = newEmail();
  await invite([email, "bad"], 2);
  const [invitation] = await openFor(email);
  expect(await entriesOf(invitation?.id ?? "")).toEqual([
    {
      act: "members.invite",
      actor_id: ownerPerson.id,
      before: null,
      after: { email, role: { id: 2, name: "Manager" } },
    },
  ]);
  const everything = await testApp.db
    .selectFrom("activity")
    .select("subject_id")
    .where("act", "=", "members.invite")
    .execute();
  expect(everything.map((entry) => entry.subject_id)).not.toContain(testApp.organizationId);
});

test("invited again, the open invitation takes the new role and a new expiry; there is still one", async () => {
  const email = newEmail();
  await invite([email], 4);
  const [before] = await openFor(email);
  testApp.clock.advance(86_400_000);
  const { body } = await invite([email], 3);
  expect(body.data).toEqual([{ email, outcome: "invited", message: "Invited again, with this role" }]);
  const open = await openFor(email);
  expect(open).toHaveLength(1);
  expect(open[0]).toMatchObject({ id: before?.id, role_id: 3 });
  expect(open[0]?.expires_at.getTime()).toBe(testApp.clock.now().getTime() + 30 * 86_400_000);
  expect(await mailsTo(email)).toHaveLength(2);
  expect((await entriesOf(before?.id ?? "")).at(-1)?.before).toEqual({ role: { id: 4, name: "Member" } });
});

test("an expired invitation is renewed in the same way, and can then be accepted", async () => {
  const person = await testApp.person();
  await invite([person.email], 4);
  const [before] = await openFor(person.email);
  // Set the expiry directly: advancing the clock would also end the sessions.
  const expired = { expires_at: testApp.clock.now() };
  await testApp.db.updateTable("invitations").set(expired).where("email", "=", person.email).execute();
  testApp.clock.advance(60_000);
  expect((await testApp.as(person)("POST", `/invitations/${before?.id}/accept`)).status).toBe(409);
  expect((await testApp.as(person)("GET", "/invitations")).body.data).toEqual([]);
  await invite([person.email], 4);
  expect((await testApp.as(person)("POST", `/invitations/${before?.id}/accept`)).status).toBe(200);
});

test("five invitations of one address at once make one invitation and one mail", async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite([email, newEmail()], 4)));
  for (const { status, body } of answers) expect([status, body.data[0].outcome]).toEqual([201, "invited"]);
  expect(await openFor(email)).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("many invited at once by two people in opposite orders: nobody waits for ever", async () => {
  const emails = Array.from({ length: 30 }, newEmail);
  const answers = await Promise.all([invite(emails, 4, owner), invite(emails.toReversed(), 3, manager)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const roles = new Set((await Promise.all(emails.map(openFor))).map((open) => `${open.length} ${open[0]?.role_id}`));
  expect(roles.size).toBe(1);
});

test("the role must be one of the organization, and of the group that is asked for", async () => {
  const emails = [newEmail()];
  const errorsOf = async (body: object) => (await owner("POST", url(), { emails, ...body })).body.errors;
  expect(await errorsOf({ type: "team", role: 4 })).toEqual({
    role: ["This role is for the other group: the team, or the customers"],
  });
  expect(await errorsOf({ type: "customer", role: 1 })).toHaveProperty("role");
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  expect(await errorsOf({ type: "team", role: Number(theirs.roleId) })).toEqual({
    role: ["The organization has no such role"],
  });
  expect(await errorsOf({ type: "team", role: 99 })).toHaveProperty("role");
  expect((await owner("POST", url(), { emails: [], type: "team", role: 3 })).body.errors).toHaveProperty("emails");
  const tooMany = Array.from({ length: 101 }, newEmail);
  expect((await invite(tooMany)).body.errors).toHaveProperty("emails");
  expect(await openFor(emails[0] ?? "")).toEqual([]);
});

test("only owners and platform administrators invite owners, and whoever is invited as one is theirs", async () => {
  const email = newEmail();
  const words = "Only owners make, change or remove owners.";
  const refused = await invite([email], 1, manager);
  expect([refused.status, refused.body]).toEqual([403, { message: words, errors: { role: [words] } }]);
  expect(await openFor(email)).toEqual([]);
  expect((await invite([email], 1)).body.data[0].outcome).toBe("invited");
  const again = await invite([email], 4, manager);
  expect(again.body.data).toEqual([{ email, outcome: "invalid", message: words }]);
  const [open] = await openFor(email);
  expect(open?.role_id).toBe(1);
  for (const [method, path] of [
    ["POST", `${open?.id}/resend`],
    ["DELETE", open?.id],
  ] as const)
    expect((await manager(method, sentUrl(path))).status).toBe(403);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await invite([newEmail()], 1, admin)).body.data[0].outcome).toBe("invited");
});

test("nobody invites into a role that may do more than they may themselves", async () => {
  const clerk = testApp.as(
    await testApp.member(testApp.organizationId, [
      "members.manage",
      "members.show",
      "organizations.show",
      "facilities.show",
      "fields.show",
      "events.show",
    ]),
  );
  const refused = await invite([newEmail()], 2, clerk);
  expect([refused.status, refused.body.errors.role]).toEqual([
    403,
    ["This needs permissions that you do not have yourself."],
  ]);
  expect((await invite([newEmail()], 4, clerk)).status).toBe(201);
});

test("somebody else's organization cannot be invited into, nor looked at", async () => {
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  for (const path of [url(), sentUrl(), `/organizations/${testApp.organizationId}/roles`])
    expect((await stranger("GET", path)).status).toBe(404);
  expect((await invite([newEmail()], 4, stranger)).status).toBe(404);
});

test("an organization and a person invite five hundred a day at most; what is refused is neither counted nor sent", async () => {
  const id = await testApp.organization("Flood");
  const boss = await testApp.member(id, 1);
  const other = await testApp.member(id, 1);
  const send = (who: Person, count: number) =>
    testApp.as(who)("POST", `/organizations/${id}/users`, {
      type: "customer",
      role: 4,
      emails: Array.from({ length: count }, newEmail),
    });
  for (let batch = 0; batch < 4; batch += 1) expect((await send(boss, 100)).status).toBe(201);
  expect((await send(boss, 99)).status).toBe(201);
  const refused = await send(other, 2);
  expect([refused.status, refused.body.errors.emails]).toEqual([
    429,
    ["At most 500 invitations a day can be sent. Send the others tomorrow."],
  ]);
  expect((await send(other, 1)).status).toBe(201);
  expect((await send(other, 1)).status).toBe(429);
  const sent = await testApp.db.selectFrom("invitations").select("id").where("organization_id", "=", id).execute();
  expect(sent).toHaveLength(500);
  const admin = await testApp.person({ platformAdmin: true });
  expect((await send(admin, 1)).status).toBe(201);
  testApp.clock.advance(86_400_000);
  expect((await send(other, 1)).status).toBe(201);
});

test("an invitation to the team counts as long as the inviter may send it, one to customers is the club's", async () => {
  const answer = async (role: number, lose: (inviter: Person) => Promise<unknown>) => {
    const inviter = await testApp.member(testApp.organizationId, 2);
    const guest = await testApp.person();
    await invite([guest.email], role, testApp.as(inviter));
    const [invitation] = await openFor(guest.email);
    await lose(inviter);
    const accepted = await testApp.as(guest)("POST", `/invitations/${invitation?.id}/accept`, {});
    return { ...accepted, guest, invitation };
  };
  const remove = (inviter: Person) => owner("DELETE", `${url()}/${inviter.id}`);
  const demote = (inviter: Person) => owner("PATCH", `${url()}/${inviter.id}`, { roles: [3] });
  expect((await answer(3, async () => {})).status).toBe(200);
  expect((await answer(4, remove)).status).toBe(200);
  expect((await answer(3, demote)).status).toBe(409);
  const { status, body, guest, invitation } = await answer(2, remove);
  expect([status, body.message]).toEqual([409, "This invitation was withdrawn. Ask for a new one."]);
  testApp.clock.advance(5 * 60_000);
  expect((await owner("POST", sentUrl(`${invitation?.id}/resend`), {})).status).toBe(200);
  expect((await testApp.as(guest)("POST", `/invitations/${invitation?.id}/accept`, {})).status).toBe(200);
});
