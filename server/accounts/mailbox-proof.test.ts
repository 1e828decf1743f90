/** The owner of a mailbox ends up with its account, in every order of registrations, invitations and clicks. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let owner: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
  owner = testApp.as(await testApp.member(testApp.organizationId, 1));
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("emails").execute();
});

const [victimPassword, attackerPassword] = ["the victim's quiet court", "the attacker's loud court"];

/** Steps before somebody opens a mail. */
const steps = ["victim registers", "attacker registers", "invitation"] as const;
type Step = (typeof steps)[number];
/** How the victim opens a mail: in the browser where they registered, or in another one. */
const browsers = ["same browser", "other browser"] as const;
type Browser = (typeof browsers)[number];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
const subsets = (items: readonly Step[]): Step[][] =>
  items.reduce<Step[][]>((found, item) => [...found, ...found.map((one) => [...one, item])], [[]]);
/** Every order of every choice of steps. Each step sends the mailbox one mail. */
const orders = subsets(steps)
  .flatMap(permutations)
  .filter((order) => order.length > 0);
const cases = orders.flatMap((order) =>
  browsers
    .filter((browser) => browser === "other browser" || order.includes("victim registers"))
    .flatMap((browser) => order.map((_, mail) => ({ order, browser, mail }))),
);

interface World {
  email: string;
  victim: string | null;
  attackers: string[];
}

const register = async (email: string, chosen: string, invitation?: string) =>
  testApp.as(null)("POST", "/auth/register", {
    email,
    firstName: "Vic",
    lastName: "Timm",
    password: chosen,
    confirmPassword: chosen,
    ...(invitation && { invitation }),
  });

async function play(order: readonly Step[]): Promise<World> {
  const world: World = { email: `${crypto.randomUUID()}@mailbox.example`, victim: null, attackers: [] };
  for (const step of order) {
    testApp.clock.advance(1000);
    if (step === "invitation") {
      const body = { type: "team", role: 2, emails: [world.email] };
      await owner("POST", `/organizations/${testApp.organizationId}/users`, body);
    } else {
      const isVictim = step === "victim registers";
      const { body } = await register(world.email, isVictim ? victimPassword : attackerPassword);
      if (isVictim) world.victim = body.data.access_token;
      else world.attackers.push(body.data.access_token);
    }
  }
  return world;
}

interface Mail {
  template: string;
  params: { token?: string; link?: string };
}
const mailbox = async (email: string): Promise<Mail[]> =>
  (await testApp.db
    .selectFrom("emails")
    .select(["template", "params"])
    .where("recipient", "=", email)
    .orderBy("created_at")
    .execute()) as Mail[];

const secretOf = (mail: Mail | undefined): string =>
  new URL(mail?.params.link ?? "").searchParams.get("invitation") ?? "";
const lookUp = (secret: string) => testApp.as(null)("POST", "/invitations/look", { secret });

/** The victim opens a mail and does what its page asks. @returns their session */
async function openMail({ email, victim }: World, mail: Mail | undefined, browser: Browser): Promise<string> {
  if (!mail) throw new Error("There is no such mail");
  const { template, params } = mail;
  if (template === "members.invitation") {
    return (await register(email, victimPassword, secretOf(mail))).body.data.access_token;
  }
  const own = browser === "same browser" ? victim : null;
  const confirm = (more: object = {}) =>
    testApp.as(own)("POST", "/auth/verify-email/confirm", { token: params.token, ...more });
  const { body } = await confirm();
  if (own) return own;
  expect(Object.keys(body.errors)).toEqual(["password"]);
  const answer = await confirm({ password: victimPassword, password_confirmation: victimPassword });
  return answer.body.data.access_token;
}

async function expectVictimsAccount({ email, attackers }: World, session: string, isInvited: boolean): Promise<void> {
  const me = await testApp.as(session)("GET", "/auth/user");
  expect(me.body.data).toMatchObject({ email });
  expect(me.body.data.emailVerifiedAt).not.toBeNull();
  const login = (chosen: string) => testApp.as(null)("POST", "/auth/login", { email, password: chosen });
  expect((await login(victimPassword)).status).toBe(200);
  expect((await login(attackerPassword)).status).toBe(422);
  for (const attacker of attackers) expect((await testApp.as(attacker)("GET", "/auth/user")).status).toBe(401);
  const invitations = (await testApp.as(session)("GET", "/invitations")).body.data.length;
  const organizations = (await testApp.as(session)("GET", "/organizations")).body.data.length;
  expect(invitations + organizations).toBe(isInvited ? 1 : 0);
}

test.each(cases)(
  "$order, then mail $mail is opened in the $browser: the account belongs to the mailbox owner",
  async ({ order, browser, mail }) => {
    const world = await play(order);
    const mails = await mailbox(world.email);
    expect(mails).toHaveLength(order.length);
    const session = await openMail(world, mails[mail], browser);
    await expectVictimsAccount(world, session, order.includes("invitation"));
  },
);

test("attackers who register before and after, again and again, change nothing", async () => {
  const world = await play(["attacker registers", "attacker registers", "victim registers", "attacker registers"]);
  const mails = await mailbox(world.email);
  const session = await openMail(world, mails.at(-1), "same browser");
  await expectVictimsAccount(world, session, false);
  const late = await register(world.email, attackerPassword);
  expect((await testApp.as(late.body.data.access_token)("GET", "/invitations")).status).toBe(403);
  // The links that are left open nothing.
  for (const { params } of mails) {
    const answer = await testApp.as(late.body.data.access_token)("POST", "/auth/verify-email/confirm", {
      token: params.token,
    });
    expect(answer.body.errors).toHaveProperty("token");
  }
});

test("an invitation link that is forged, revoked, answered or of another address signs nobody in", async () => {
  const world = await play(["invitation"]);
  const [mail] = await mailbox(world.email);
  const invitation = secretOf(mail);
  expect((await lookUp(invitation)).body.data).toMatchObject({
    email: world.email,
    organization: { id: testApp.organizationId, name: "Here" },
    role: "Manager",
    hasAccount: false,
  });
  for (const forged of [invitation.slice(0, -2), `${invitation}x`, invitation.split(".")[0] ?? "", "x"])
    expect((await lookUp(forged)).status).toBe(422);
  const other = await register(`other-${world.email}`, victimPassword, invitation);
  expect((await testApp.as(other.body.data.access_token)("GET", "/auth/user")).body.data.emailVerifiedAt).toBeNull();
  const sent = await owner("GET", `/organizations/${testApp.organizationId}/invitations?q=${world.email}`);
  await owner("DELETE", `/organizations/${testApp.organizationId}/invitations/${sent.body.data[0].id}`);
  expect((await lookUp(invitation)).status).toBe(422);
  const late = await register(world.email, victimPassword, invitation);
  expect((await testApp.as(late.body.data.access_token)("GET", "/auth/user")).body.data.emailVerifiedAt).toBeNull();
});

test("who comes by an invitation gets one mail, belongs to the organization at once, and is in its activity", async () => {
  const world = await play(["invitation"]);
  const [mail] = await mailbox(world.email);
  const session = await openMail(world, mail, "other browser");
  expect(await mailbox(world.email)).toHaveLength(1);
  const { body } = await testApp.as(session)("GET", `/organizations-min/${testApp.organizationId}`);
  expect(body.data.roles).toMatchObject([{ name: "Manager" }]);
  const entry = await testApp.db
    .selectFrom("activity")
    .select(["act", "after"])
    .where("organization_id", "=", testApp.organizationId)
    .where("act", "=", "members.acceptInvitation")
    .orderBy("at", "desc")
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({ email: world.email, role: { name: "Manager" } });
});

test("an invitation that was sent again has a new link, and the one before opens nothing", async () => {
  const world = await play(["invitation"]);
  testApp.clock.advance(86_400_000);
  const { body } = await owner("GET", `/organizations/${testApp.organizationId}/invitations?q=${world.email}`);
  await owner("POST", `/organizations/${testApp.organizationId}/invitations/${body.data[0].id}/resend`);
  const [first, second] = (await mailbox(world.email)).map(secretOf);
  expect((await lookUp(first ?? "")).body.errors.secret).toHaveLength(1);
  expect((await lookUp(second ?? "")).status).toBe(200);
});

test("an invitation's link proves the address for 14 days; after that the ordinary confirmation follows", async () => {
  const [early, late] = [await play(["invitation"]), await play(["invitation"])];
  const [inTime] = (await mailbox(early.email)).map(secretOf);
  const [forwarded] = (await mailbox(late.email)).map(secretOf);
  testApp.clock.advance(14 * 86_400_000 - 60_000);
  expect((await lookUp(inTime ?? "")).body.data.hasAccount).toBe(false);
  const { body } = await register(early.email, victimPassword, inTime);
  const me = async (session: string) => (await testApp.as(session)("GET", "/auth/user")).body.data;
  expect((await me(body.data.access_token)).emailVerifiedAt).not.toBeNull();
  testApp.clock.advance(60_000);
  const old = await lookUp(forwarded ?? "");
  expect(old.body.data).toMatchObject({ email: late.email, hasAccount: null });
  const stranger = await register(late.email, attackerPassword, forwarded);
  expect((await me(stranger.body.data.access_token)).emailVerifiedAt).toBeNull();
  expect((await mailbox(late.email)).map(({ template }) => template)).toEqual([
    "members.invitation",
    "accounts.verification",
  ]);
});

test("an invitation's link looked at again and again, as by a mail scanner, still lets its reader in", async () => {
  const world = await play(["invitation"]);
  const [mail] = await mailbox(world.email);
  const { pathname, search } = new URL(mail?.params.link ?? "");
  for (const method of ["GET", "HEAD"] as const) await testApp.app.inject({ method, url: pathname + search });
  for (let look = 0; look < 3; look++) expect((await lookUp(secretOf(mail))).status).toBe(200);
  const session = await openMail(world, mail, "other browser");
  expect((await testApp.as(session)("GET", `/organizations-min/${testApp.organizationId}`)).status).toBe(200);
});

test("a person with an account is told so by the link, and what it says of them ends with the proof", async () => {
  const known = await testApp.person();
  await owner("POST", `/organizations/${testApp.organizationId}/users`, {
    ...{ type: "customer", role: 4, emails: [known.email] },
  });
  const [secret] = (await mailbox(known.email)).map(secretOf);
  expect((await lookUp(secret ?? "")).body.data.hasAccount).toBe(true);
  testApp.clock.advance(15 * 86_400_000);
  expect((await lookUp(secret ?? "")).body.data.hasAccount).toBeNull();
});
