import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";

const second = 1000;
const hour = 3600 * second;
const numerically = (a: number, b: number) => a - b;
let testApp: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "baseline-accounts-"));
  testApp = await createTestApp({ env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await testApp.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("emails").execute();
});

let count = 0;
const newEmail = () => `new${++count}@example.org`;
const nobody = () => testApp.as(null);
const draft = (email: string, chosen = "a quiet green court") => ({
  email,
  firstName: "Camille",
  lastName: "Durand",
  password: chosen,
  confirmPassword: chosen,
});
const register = (email: string, chosen?: string) => nobody()("POST", "/auth/register", draft(email, chosen));
const login = (email: string, secret = password) => nobody()("POST", "/auth/login", { email, password: secret });
// Order by transaction: ids made in the same millisecond of the stopped clock have no order.
const outbox = () =>
  testApp.db
    .selectFrom("emails")
    .select(["recipient", "template", "params", "language"])
    .orderBy(sql`xmin::text::bigint`)
    .execute();
const lastToken = async () => ((await outbox()).at(-1)?.params as { token?: string } | undefined)?.token ?? "";
const confirm = (token: string, bearer: string | null = null, more: object = {}) =>
  testApp.as(bearer)("POST", "/auth/verify-email/confirm", { token, ...more });
/** An answer without what is random or personal by nature. */
const bare = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  body: JSON.stringify(body).replace(/"(access|device)_token":"[\w.-]+"/g, '"$1_token":"…"'),
});

test("who registers is let in unverified, gets a link by mail, and is confined to /auth until it is confirmed", async () => {
  const email = newEmail();
  const answer = await nobody()("POST", "/auth/register", draft(email), { "accept-language": "fr" });
  expect(answer.status).toBe(201);
  const api = testApp.as(answer.body.data.access_token);
  expect((await api("GET", "/auth/user")).body.data).toMatchObject({
    email,
    emailVerifiedAt: null,
    firstName: "Camille",
    language: "fr",
  });
  const refused = await api("GET", "/organizations");
  expect(refused).toMatchObject({ status: 403, body: { message: "Confirm your email address to continue." } });
  expect((await api("GET", "/invitations")).status).toBe(403);
  expect(await outbox()).toMatchObject([{ recipient: email, template: "accounts.verification", language: "fr" }]);
  const confirmed = await confirm(await lastToken(), answer.body.data.access_token);
  expect(confirmed).toMatchObject({ status: 200, body: { message: "Your email address is confirmed." } });
  expect((await api("GET", "/auth/user")).body.data.emailVerifiedAt).toBe(testApp.clock.now().toISOString());
  expect((await api("GET", "/organizations")).status).toBe(200);
  expect((await login(email, "a quiet green court")).status).toBe(200);
});

test("registering refuses everything wrong at once, in words", async () => {
  const answer = await nobody()("POST", "/auth/register", {
    email: "no",
    firstName: " ",
    password: "short",
    confirmPassword: "other",
    extra: 1,
  });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).toSorted()).toEqual([
    "confirmPassword",
    "email",
    "extra",
    "firstName",
    "lastName",
    "password",
  ]);
  expect((await register(newEmail(), "password123")).body.errors).toEqual({
    password: ["This password is too easy to guess. Choose another one."],
  });
  expect((await register("camille.durand@example.org", "Camille.Durand")).body.errors).toEqual({
    password: ["The password must not be your email address."],
  });
  expect(
    (await nobody()("POST", "/auth/register", { ...draft(newEmail()), confirmPassword: "another password" })).body
      .errors,
  ).toEqual({ confirmPassword: ["The two passwords are not the same"] });
});

test("registering with an address that has an account answers, and goes on answering, as with any other", async () => {
  const { email: knownEmail } = await testApp.person({ language: "fr" });
  const fresh = newEmail();
  const seen = [];
  for (const email of [knownEmail, fresh]) {
    const steps = [];
    const answer = await register(email);
    const api = testApp.as(answer.body.data.access_token);
    steps.push(answer, await api("GET", "/auth/user"), await api("POST", "/auth/verify-email", { email }));
    testApp.clock.advance(30 * second);
    steps.push(
      await api("POST", "/auth/verify-email", { email }),
      await api("GET", "/organizations"),
      await api("GET", "/auth/sessions"),
    );
    steps.push(await login(email, "a quiet green court"), await login(email, "some other password"));
    steps.push(
      await register(email, "another green court"),
      await login(email, "a quiet green court"),
      await login(email, "another green court"),
    );
    steps.push(await api("GET", "/auth/user"), await nobody()("POST", "/auth/password/forgot", { email }));
    testApp.clock.advance(-30 * second);
    const neutral = (text: string) => text.replaceAll(email, "…").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");
    seen.push(steps.map(bare).map((step) => ({ ...step, body: neutral(step.body) })));
  }
  expect(seen[0]).toEqual(seen[1]);
});

test("who has an account and registers again is told by mail, and the account stays as it is", async () => {
  const person = await testApp.person({ language: "fr", firstName: "Zoé" });
  const { body } = await register(person.email, "an intruder's password");
  expect(await outbox()).toMatchObject([
    { recipient: person.email, template: "accounts.known", language: "fr", params: {} },
  ]);
  expect((await testApp.as(person)("GET", "/auth/user")).body.data).toMatchObject({ id: person.id, firstName: "Zoé" });
  expect((await testApp.as((await login(person.email)).body.data.access_token)("GET", "/auth/user")).body.data.id).toBe(
    person.id,
  );
  const intruder = (await testApp.as(body.data.access_token)("GET", "/auth/user")).body.data;
  expect(intruder.id).not.toBe(person.id);
  expect((await testApp.as(body.data.access_token)("GET", "/organizations")).status).toBe(403);
});

test("in a browser that is not signed in, the link asks for a new password, which ends all other sessions", async () => {
  const email = newEmail();
  const elsewhere = (await register(email)).body.data.access_token;
  const link = await lastToken();
  const asked = await confirm(link);
  expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ["password"]]);
  const stranger = await testApp.person();
  expect((await confirm(link, stranger.token)).status).toBe(422);
  const chosen = "another green court";
  expect((await confirm(link, null, { password: "password123" })).body.errors).toHaveProperty("password");
  expect(
    (await confirm(link, null, { password: chosen, password_confirmation: "a slip of the hand" })).body.errors,
  ).toHaveProperty("password_confirmation");
  const { status, body } = await confirm(link, null, { password: chosen, password_confirmation: chosen });
  expect([status, body.message]).toEqual([200, "Your email address is confirmed."]);
  expect((await testApp.as(body.data.access_token)("GET", "/auth/user")).body.data).toMatchObject({ email });
  expect((await testApp.as(elsewhere)("GET", "/auth/user")).status).toBe(401);
  expect((await login(email, "a quiet green court")).status).toBe(422);
  expect((await login(email, chosen)).status).toBe(200);
});

test("registrations of one address do not touch each other until one of them is confirmed", async () => {
  const email = newEmail();
  const first: string = (await register(email)).body.data.access_token;
  const again = (await register(email, "another green court")).body.data.access_token;
  for (const token of [first, again]) expect((await testApp.as(token)("GET", "/auth/user")).status).toBe(200);
  for (const chosen of ["a quiet green court", "another green court"])
    expect((await login(email, chosen)).status).toBe(200);
  // The link of the second registration, in the browser of the first.
  expect((await confirm(await lastToken(), first)).status).toBe(200);
  expect((await testApp.as(first)("GET", "/auth/user")).body.data.emailVerifiedAt).not.toBeNull();
  expect((await testApp.as(again)("GET", "/auth/user")).status).toBe(401);
  expect((await login(email, "another green court")).status).toBe(422);
});

test("signing in costs two hashes, however many have registered the address", async () => {
  const email = newEmail();
  const hashes = async () =>
    (await testApp.db.selectFrom("users").select("password_hash").where("email", "=", email).execute()).map((row) =>
      row.password_hash.slice(0, row.password_hash.lastIndexOf("$")),
    );
  for (const chosen of ["a quiet green court", "another green court", "a third green court"])
    await register(email, chosen);
  expect(new Set(await hashes()).size).toBe(1);
  expect((await login(email, "a third green court")).status).toBe(200);
  expect((await login(email, "none of these courts")).status).toBe(422);
});

test("of two links of one address that are used at once, one wins", async () => {
  const email = newEmail();
  const one = (await register(email)).body.data.access_token;
  const linkOfOne = await lastToken();
  const other = (await register(email, "another green court")).body.data.access_token;
  const answers = await Promise.all([confirm(linkOfOne, one), confirm(await lastToken(), other)]);
  expect(answers.map(({ status }) => status).toSorted(numerically)).toEqual([200, 422]);
  expect(await testApp.db.selectFrom("users").select("id").where("email", "=", email).execute()).toHaveLength(1);
});

test("a link works once, for 24 hours, and a newer one replaces it", async () => {
  const { body } = await register(newEmail());
  const api = testApp.as(body.data.access_token);
  const first = await lastToken();
  testApp.clock.advance(31 * second);
  await api("POST", "/auth/verify-email", {});
  const second_ = await lastToken();
  expect((await confirm(first)).body.errors).toEqual({
    token: ["This link is wrong or no longer valid. Ask for a new one."],
  });
  testApp.clock.advance(24 * hour);
  const mine = body.data.access_token;
  expect((await confirm(second_, mine)).body.errors).toHaveProperty("token");
  await api("POST", "/auth/verify-email", {});
  const third = await lastToken();
  expect((await confirm(third, mine)).status).toBe(200);
  expect((await confirm(third, mine)).status).toBe(422);
  expect((await confirm("made-up")).status).toBe(422);
});

test("the mail can be sent again after 30 seconds; sooner, one is told how long to wait", async () => {
  const { body } = await register(newEmail());
  const api = testApp.as(body.data.access_token);
  const early = await api("POST", "/auth/verify-email", { email: "ignored@example.org" }, { "accept-language": "fr" });
  expect(early).toMatchObject({
    status: 429,
    body: { message: "Patientez 30 secondes avant de demander un autre e-mail." },
  });
  expect(early.headers["retry-after"]).toBe("30");
  testApp.clock.advance(29 * second);
  expect((await api("GET", "/auth/verify-email")).body.data).toEqual({ resendInSeconds: 1 });
  expect((await api("POST", "/auth/verify-email", {})).headers["retry-after"]).toBe("1");
  testApp.clock.advance(second);
  expect((await api("GET", "/auth/verify-email")).body.data).toEqual({ resendInSeconds: 0 });
  const twice = await Promise.all([api("POST", "/auth/verify-email", {}), api("POST", "/auth/verify-email", {})]);
  expect(twice.map(({ status }) => status).toSorted(numerically)).toEqual([200, 429]);
  expect(await outbox()).toHaveLength(2);
  await confirm(await lastToken(), body.data.access_token);
  testApp.clock.advance(30 * second);
  expect(await api("POST", "/auth/verify-email", {})).toMatchObject({
    status: 409,
    body: { message: "Your email address is already confirmed." },
  });
});

test("a mailbox gets five mails about registrations in an hour, and nobody is refused because of others", async () => {
  const { email: knownEmail } = await testApp.person();
  for (const email of [knownEmail, newEmail()]) {
    await testApp.db.deleteFrom("emails").execute();
    const answers = [];
    for (let tries = 0; tries < 8; tries += 1) answers.push(await register(email));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(await outbox()).toHaveLength(5);
    testApp.clock.advance(30 * second);
    const last = testApp.as(answers.at(-1)?.body.data.access_token);
    expect(await last("POST", "/auth/verify-email", {})).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining("The link in any of them works") },
    });
    testApp.clock.advance(-30 * second);
  }
  // Any mail of the mailbox confirms the registration of the browser that it is opened in.
  const own = (await register(newEmail())).body.data.access_token;
  expect((await confirm(await lastToken(), own)).status).toBe(200);
});

test("who registers and never confirms is forgotten after 30 days", async () => {
  const email = newEmail();
  await register(email);
  const users = () => testApp.db.selectFrom("users").select("id").where("email", "=", email).execute();
  testApp.clock.advance(29 * 24 * hour);
  await testApp.jobs.runScheduled("accounts.sweep");
  expect(await users()).toHaveLength(1);
  testApp.clock.advance(2 * 24 * hour);
  await testApp.jobs.runScheduled("accounts.sweep");
  expect(await users()).toHaveLength(0);
});
