import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeAt } from "#tests/support/authenticator-app.ts";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";

const hour = 3_600_000;
let testApp: TestApp;
let organizationId: string;
let owner: Person;
let staff: Person;
let secret: string;
beforeAll(async () => void (testApp = await createTestApp()));
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("second_factor_removals").execute();
  organizationId = await testApp.organization("Forgetful");
  owner = await testApp.member(organizationId, 1);
  staff = await testApp.member(organizationId, 3);
  secret = await turnOn(staff);
});

/** A code that has not been used: the clock goes on by an interval. */
function nextCode(of: string): string {
  testApp.clock.advance(30_000);
  return codeAt(of, testApp.clock.now());
}
async function turnOn(person: Person): Promise<string> {
  const api = testApp.as(person);
  const { body } = await api("POST", "/auth/totp", { password });
  expect((await api("POST", "/auth/totp/confirm", { code: nextCode(body.data.secret) })).status).toBe(200);
  return body.data.secret;
}
const pathOf = ({ id }: Person, rest = "/second-factor-removal", of = organizationId) =>
  `/organizations/${of}/users/${id}${rest}`;
const request = (who: Person, person: Person) => testApp.as(who)("POST", pathOf(person));
const runJob = () => testApp.jobs.runScheduled("members.remove-second-factors");
const hasFactor = async ({ id }: Person) =>
  (await testApp.db.selectFrom("users").select("has_second_factor").where("id", "=", id).executeTakeFirstOrThrow())
    .has_second_factor;
const mailsTo = async ({ email }: Person) => (await testApp.mails()).filter(({ to }) => to?.[0]?.address === email);
async function linkTo(person: Person): Promise<string> {
  const text = (await mailsTo(person)).at(-1)?.text ?? "";
  return /keep-second-factor\?token=([\w-]+)/.exec(text)?.[1] ?? "";
}
const acts = async () =>
  (await testApp.as(owner)("GET", `/organizations/${organizationId}/activity`)).body.data.map(
    ({ act }: { act: string }) => act,
  );

test("an owner asks, the person is told, and after 24 hours from the mail it is removed", async () => {
  const answer = await request(owner, staff);
  expect(answer).toMatchObject({ status: 201, body: { data: { id: staff.id, hasSecondFactor: true } } });
  testApp.clock.advance(2 * hour);
  expect((await mailsTo(staff)).at(-1)?.subject).toBe("Your two-step sign-in is about to be removed");
  const due = new Date(testApp.clock.now().getTime() + 24 * hour);
  expect((await testApp.as(owner)("GET", pathOf(staff, ""))).body.data.secondFactorRemovalAt).toBe(due.toISOString());
  expect((await testApp.as(staff)("GET", "/auth/second-factor/removal")).body.data).toEqual({
    organization: "Forgetful",
    at: due.toISOString(),
  });
  testApp.clock.set(new Date(due.getTime() - 1));
  await runJob();
  expect(await hasFactor(staff)).toBe(true);
  testApp.clock.set(due);
  await runJob();
  expect(await hasFactor(staff)).toBe(false);
  const login = await testApp.as(null)("POST", "/auth/login", { email: staff.email, password });
  expect(login.body.data.access_token).toBeDefined();
  expect((await mailsTo(staff)).some(({ text }) => text?.includes("as an owner of an organization had asked"))).toBe(
    true,
  );
  expect(await acts()).toEqual(
    expect.arrayContaining(["members.requestSecondFactorRemoval", "members.removeSecondFactor"]),
  );
  expect(await testApp.db.selectFrom("second_factor_removals").selectAll().execute()).toEqual([]);
});

test("the person keeps it: by the link of the mail, in the settings, or by signing in with it", async () => {
  const keepBy = {
    link: async () => {
      const token = await linkTo(staff);
      expect((await testApp.as(null)("POST", "/auth/second-factor/keep", { token })).status).toBe(200);
      // Used up, it says so.
      expect((await testApp.as(null)("POST", "/auth/second-factor/keep", { token })).body.errors.token).toBeDefined();
    },
    settings: async () => expect((await testApp.as(staff)("DELETE", "/auth/second-factor/removal")).status).toBe(200),
    signIn: async () => {
      const { body } = await testApp.as(null)("POST", "/auth/login", { email: staff.email, password });
      const step = { ticket: body.data.second_factor.ticket, code: nextCode(secret) };
      expect((await testApp.as(null)("POST", "/auth/second-factor", step)).status).toBe(200);
    },
  };
  for (const [how, keep] of Object.entries(keepBy)) {
    expect((await request(owner, staff)).status, how).toBe(201);
    testApp.clock.advance(1000);
    await keep();
    expect((await testApp.as(staff)("GET", "/auth/second-factor/removal")).body.data, how).toBeNull();
    expect((await acts())[0], how).toBe("members.keepSecondFactor");
    testApp.clock.advance(25 * hour);
    await runJob();
    expect(await hasFactor(staff), how).toBe(true);
    staff.token = (
      await testApp.as(null)("POST", "/auth/second-factor", {
        ticket: (await testApp.as(null)("POST", "/auth/login", { email: staff.email, password })).body.data
          .second_factor.ticket,
        code: nextCode(secret),
      })
    ).body.data.access_token;
  }
});

test("a code that is wrong keeps nothing, nor does the password alone", async () => {
  await request(owner, staff);
  const { body } = await testApp.as(null)("POST", "/auth/login", { email: staff.email, password });
  const step = { ticket: body.data.second_factor.ticket, code: "zzzzz-zzzzz" };
  expect((await testApp.as(null)("POST", "/auth/second-factor", step)).status).toBe(422);
  expect((await testApp.as(staff)("GET", "/auth/second-factor/removal")).body.data).not.toBeNull();
});

test("owners alone ask, of their team, and not for themselves nor of administrators of the platform", async () => {
  const manager = await testApp.member(organizationId, 2);
  expect(await request(manager, staff)).toMatchObject({
    status: 403,
    body: { message: "Only owners remove a lost second step." },
  });
  expect((await request(staff, manager)).status).toBe(403);
  await turnOn(owner);
  expect((await request(owner, owner)).status).toBe(409);
  expect((await request(owner, manager)).status).toBe(409);
  const customer = await testApp.member(organizationId, 4);
  await turnOn(customer);
  expect((await request(owner, customer)).status).toBe(409);
  const admin = await testApp.person({ platformAdmin: true });
  await testApp.join(admin, organizationId, 3);
  await turnOn(admin);
  expect((await request(owner, admin)).body.message).toContain("another administrator of the platform");
  const stranger = await testApp.member(testApp.otherOrganizationId, 3);
  await turnOn(stranger);
  expect((await request(owner, stranger)).status).toBe(404);
  expect((await testApp.as(owner)("POST", pathOf(stranger, undefined, testApp.otherOrganizationId))).status).toBe(404);
});

test("of two requests at once one waits; another organization neither reads nor cancels it", async () => {
  const answers = await Promise.all([request(owner, staff), request(owner, staff)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const there = await testApp.member(testApp.otherOrganizationId, 1);
  await testApp.join(staff, testApp.otherOrganizationId, 3);
  const path = pathOf(staff, "", testApp.otherOrganizationId);
  expect((await testApp.as(there)("GET", path)).body.data.secondFactorRemovalAt).toBeNull();
  expect((await testApp.as(there)("DELETE", `${path}/second-factor-removal`)).status).toBe(409);
  const manager = await testApp.member(organizationId, 2);
  expect((await testApp.as(manager)("DELETE", pathOf(staff))).status).toBe(403);
  await testApp.mails();
  testApp.clock.advance(1000);
  const canceled = await testApp.as(owner)("DELETE", pathOf(staff));
  expect(canceled).toMatchObject({ status: 200, body: { data: { secondFactorRemovalAt: null } } });
  expect((await mailsTo(staff)).at(-1)?.subject).toBe("Your two-step sign-in stays");
  expect((await testApp.as(owner)("DELETE", pathOf(staff))).status).toBe(409);
});

test("who no longer owns the organization, or whose colleague has left the team, removes nothing", async () => {
  const colleague = await testApp.member(organizationId, 3);
  await turnOn(colleague);
  const second = await testApp.member(organizationId, 1);
  expect((await request(second, staff)).status).toBe(201);
  expect((await request(owner, colleague)).status).toBe(201);
  await testApp.mails();
  expect((await testApp.as(owner)("PATCH", pathOf(second, ""), { roles: [2] })).status).toBe(200);
  expect((await testApp.as(owner)("DELETE", pathOf(colleague, ""))).status).toBe(200);
  testApp.clock.advance(25 * hour);
  await runJob();
  expect([await hasFactor(staff), await hasFactor(colleague)]).toEqual([true, true]);
  expect(await testApp.db.selectFrom("second_factor_removals").selectAll().execute()).toEqual([]);
});

test("a removal that waits ends with any change of one's factors, and takes away none that is added later", async () => {
  await request(owner, staff);
  await testApp.mails();
  expect((await testApp.as(staff)("POST", "/auth/totp/remove", { password })).status).toBe(200);
  await turnOn(staff);
  testApp.clock.advance(25 * hour);
  await runJob();
  expect(await hasFactor(staff)).toBe(true);
});

test("the person gets at most five such mails a day", async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await request(owner, staff)).status).toBe(201);
    expect((await testApp.as(owner)("DELETE", pathOf(staff))).status).toBe(200);
  }
  expect((await request(owner, staff)).status).toBe(429);
});
