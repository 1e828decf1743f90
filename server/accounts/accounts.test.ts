/** Signing in, registering and confirming an address, as the world sees it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openHouse, password, type TestHouse } from "#tests/house.ts";

const second = 1000;
const hour = 3600 * second;
let house: TestHouse;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "baseline-accounts-"));
  house = await openHouse({ env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await house.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await house.db.deleteFrom("rate_limits").execute();
  await house.db.deleteFrom("emails").execute();
});

let count = 0;
const newEmail = () => `new${++count}@example.org`;
const nobody = () => house.as(null);
const draft = (email: string, chosen = "a quiet green court") => ({ email, firstName: "Camille", lastName: "Durand", password: chosen, confirmPassword: chosen });
const register = (email: string, chosen?: string) => nobody()("POST", "/auth/register", draft(email, chosen));
const login = (email: string, given = password) => nobody()("POST", "/auth/login", { email, password: given });
// By transaction: while the clock stands, ids of one millisecond have no order.
const outbox = () => house.db.selectFrom("emails").select(["recipient", "template", "params", "language"]).orderBy(sql`xmin::text::bigint`).execute();
const lastToken = async () => ((await outbox()).at(-1)?.params as { token: string }).token;
const confirm = (token: string) => nobody()("POST", "/auth/verify-email/confirm", { token });
/** An answer without what is random or personal by nature. */
const bare = ({ status, body }: { status: number; body: unknown }) => ({ status, body: JSON.stringify(body).replace(/"access_token":"[\w-]{43}"/, '"access_token":"…"') });

test("with email and password one gets a token for 30 days, and is known by it", async () => {
  const person = await house.person({ firstName: "Camille", lastName: "Durand" });
  const answer = await login(` ${person.email.toUpperCase()} `);
  expect(answer.status).toBe(200);
  expect(answer.body.data.access_token).toMatch(/^[\w-]{43}$/);
  expect(answer.body.data.expires_at).toBe(new Date(house.clock.now().getTime() + 30 * 24 * hour).toISOString());
  const me = await house.as(answer.body.data.access_token)("GET", "/auth/user");
  expect(me.body.data).toMatchObject({ id: person.id, email: person.email, fullName: "Camille Durand", platformAdmin: false, theme: "system", language: null });
});

test("no token is ever stored, only its hash", async () => {
  const { body } = await login((await house.person()).email);
  const rows = await house.db.selectFrom("sessions").select("token_hash").execute();
  expect(rows.every((row) => !row.token_hash.toString("latin1").includes(body.data.access_token))).toBe(true);
});

test("a wrong password, an unknown address and a deactivated account are refused alike, beside the email", async () => {
  const person = await house.person();
  const gone = await house.person({ active: false });
  const answers = [await login(person.email, "not my password"), await login("nobody@example.org"), await login(gone.email)];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ message: "The given data was invalid.", errors: { email: ["These credentials do not match our records."] } });
  }
});

test("refusals speak French to who reads French", async () => {
  const answer = await nobody()("POST", "/auth/login", { email: "personne@example.org", password: "x" }, { "accept-language": "fr-FR,fr;q=0.9" });
  expect(answer.body.errors.email).toEqual(["Ces identifiants ne correspondent pas à nos enregistrements."]);
});

test("a password that was hashed cheaply is hashed again at sign-in, and still opens", async () => {
  const { email, id } = await house.person();
  const stored = async () => (await house.db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow()).password_hash;
  expect(await stored()).toContain("m=8,");
  expect((await login(email)).status).toBe(200);
  expect(await stored()).toContain("m=19456,t=2,p=1");
  expect((await login(email)).status).toBe(200);
});

test("after ten tries in a quarter of an hour an account takes no more, known or not, and says when", async () => {
  const { email } = await house.person();
  for (const address of [email, "stranger@example.org"]) {
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push(await login(address, "wrong wrong wrong"));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("900");
    expect(answers.at(-1)?.body.message).toBe("Too many attempts. Try again in 900 seconds.");
  }
  expect((await login(email)).status).toBe(429);
  house.clock.pass(15 * 60 * second);
  expect((await login(email)).status).toBe(200);
});

test("signing in forgets the tries before it", async () => {
  const { email } = await house.person();
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 6; tries += 1) await login(email, "wrong wrong wrong");
    expect((await login(email)).status).toBe(200);
  }
});

test("one network address may try a hundred times, whatever the accounts", async () => {
  const answers = [];
  for (let tries = 0; tries < 101; tries += 1) answers.push((await login(`stranger${tries}@example.org`, "x")).status);
  expect(answers.filter((status) => status === 422)).toHaveLength(100);
  expect(answers.at(-1)).toBe(429);
});

test("who registers is let in unverified, gets a link by mail, and is confined to /auth until it is confirmed", async () => {
  const email = newEmail();
  const answer = await nobody()("POST", "/auth/register", draft(email), { "accept-language": "fr" });
  expect(answer.status).toBe(201);
  const ask = house.as(answer.body.data.access_token);
  expect((await ask("GET", "/auth/user")).body.data).toMatchObject({ email, emailVerifiedAt: null, firstName: "Camille", language: "fr" });
  const refused = await ask("GET", "/organizations");
  expect(refused).toMatchObject({ status: 403, body: { message: "Confirm your email address to continue." } });
  expect((await ask("GET", "/invitations")).status).toBe(403);
  expect(await outbox()).toMatchObject([{ recipient: email, template: "accounts.verification", language: "fr" }]);
  const confirmed = await confirm(await lastToken());
  expect(confirmed).toMatchObject({ status: 200, body: { message: "Your email address is confirmed." } });
  expect((await ask("GET", "/auth/user")).body.data.emailVerifiedAt).toBe(house.clock.now().toISOString());
  expect((await ask("GET", "/organizations")).status).toBe(200);
  expect((await login(email, "a quiet green court")).status).toBe(200);
});

test("registering refuses everything wrong at once, in words", async () => {
  const answer = await nobody()("POST", "/auth/register", { email: "no", firstName: " ", password: "short", confirmPassword: "other", extra: 1 });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(["confirmPassword", "email", "extra", "firstName", "lastName", "password"]);
  expect((await register(newEmail(), "password123")).body.errors).toEqual({ password: ["This password is too easy to guess. Choose another one."] });
  expect((await register("camille.durand@example.org", "Camille.Durand")).body.errors).toEqual({ password: ["The password must not be your email address."] });
  expect((await nobody()("POST", "/auth/register", { ...draft(newEmail()), confirmPassword: "another password" })).body.errors).toEqual({ confirmPassword: ["The two passwords are not the same"] });
});

test("registering with an address that has an account answers, and goes on answering, as with any other", async () => {
  const { email: known } = await house.person({ language: "fr" });
  const fresh = newEmail();
  const seen = [];
  for (const email of [known, fresh]) {
    const steps = [];
    const answer = await register(email);
    const ask = house.as(answer.body.data.access_token);
    steps.push(answer, await ask("GET", "/auth/user"), await ask("POST", "/auth/verify-email", { email }));
    house.clock.pass(30 * second);
    steps.push(await ask("POST", "/auth/verify-email", { email }), await ask("GET", "/organizations"), await ask("GET", "/auth/sessions"));
    steps.push(await login(email, "a quiet green court"), await login(email, "some other password"));
    steps.push(await register(email, "another green court"), await login(email, "a quiet green court"), await login(email, "another green court"));
    steps.push(await ask("GET", "/auth/user"), await nobody()("POST", "/auth/password/forgot", { email }));
    house.clock.pass(-30 * second);
    const neutral = (text: string) => text.replaceAll(email, "…").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");
    seen.push(steps.map(bare).map((step) => ({ ...step, body: neutral(step.body) })));
  }
  expect(seen[0]).toEqual(seen[1]);
});

test("who has an account and registers again is told by mail, and the account stays as it is", async () => {
  const person = await house.person({ language: "fr", firstName: "Zoé" });
  const { body } = await register(person.email, "an intruder's password");
  expect(await outbox()).toMatchObject([{ recipient: person.email, template: "accounts.known", language: "fr", params: {} }]);
  expect((await house.as(person)("GET", "/auth/user")).body.data).toMatchObject({ id: person.id, firstName: "Zoé" });
  expect((await house.as((await login(person.email)).body.data.access_token)("GET", "/auth/user")).body.data.id).toBe(person.id);
  const intruder = (await house.as(body.data.access_token)("GET", "/auth/user")).body.data;
  expect(intruder.id).not.toBe(person.id);
  expect((await house.as(body.data.access_token)("GET", "/organizations")).status).toBe(403);
});

test("registering again with an address that was never confirmed replaces the first registration", async () => {
  const email = newEmail();
  const first = (await register(email)).body.data.access_token;
  const firstLink = await lastToken();
  const again = (await register(email, "another green court")).body.data.access_token;
  expect((await house.as(first)("GET", "/auth/user")).status).toBe(401);
  expect((await confirm(firstLink)).status).toBe(422);
  expect((await confirm(await lastToken())).status).toBe(200);
  expect((await house.as(again)("GET", "/auth/user")).body.data.emailVerifiedAt).not.toBeNull();
  expect((await login(email)).status).toBe(422);
});

test("of two registrations at once with one address, both are answered and one remains", async () => {
  const email = newEmail();
  const answers = await Promise.all([register(email), register(email), register(email)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await house.db.selectFrom("users").select("id").where("email", "=", email).execute()).toHaveLength(1);
});

test("a link works once, for 24 hours, and a newer one replaces it", async () => {
  const { body } = await register(newEmail());
  const ask = house.as(body.data.access_token);
  const first = await lastToken();
  house.clock.pass(31 * second);
  await ask("POST", "/auth/verify-email", {});
  const second_ = await lastToken();
  expect((await confirm(first)).body.errors).toEqual({ token: ["This link is wrong or no longer valid. Ask for a new one."] });
  house.clock.pass(24 * hour);
  expect((await confirm(second_)).status).toBe(422);
  await ask("POST", "/auth/verify-email", {});
  const third = await lastToken();
  expect((await confirm(third)).status).toBe(200);
  expect((await confirm(third)).status).toBe(422);
  expect((await confirm("made-up")).status).toBe(422);
});

test("the mail can be sent again after 30 seconds; sooner, one is told how long to wait", async () => {
  const { body } = await register(newEmail());
  const ask = house.as(body.data.access_token);
  const early = await ask("POST", "/auth/verify-email", { email: "ignored@example.org" }, { "accept-language": "fr" });
  expect(early).toMatchObject({ status: 429, body: { message: "Patientez 30 secondes avant de demander un autre e-mail." } });
  expect(early.headers["retry-after"]).toBe("30");
  house.clock.pass(29 * second);
  expect((await ask("POST", "/auth/verify-email", {})).headers["retry-after"]).toBe("1");
  house.clock.pass(second);
  const twice = await Promise.all([ask("POST", "/auth/verify-email", {}), ask("POST", "/auth/verify-email", {})]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  expect(await outbox()).toHaveLength(2);
  await confirm(await lastToken());
  house.clock.pass(30 * second);
  expect(await ask("POST", "/auth/verify-email", {})).toMatchObject({ status: 409, body: { message: "Your email address is already confirmed." } });
});

test("an address is registered five times in an hour at most, whether it is taken or not", async () => {
  const { email: known } = await house.person();
  for (const email of [known, newEmail()]) {
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await register(email)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  }
});

test("who registers and never confirms is forgotten after 30 days", async () => {
  const email = newEmail();
  await register(email);
  const users = () => house.db.selectFrom("users").select("id").where("email", "=", email).execute();
  house.clock.pass(29 * 24 * hour);
  await house.jobs.sweep("accounts.sweep");
  expect(await users()).toHaveLength(1);
  house.clock.pass(2 * 24 * hour);
  await house.jobs.sweep("accounts.sweep");
  expect(await users()).toHaveLength(0);
});
