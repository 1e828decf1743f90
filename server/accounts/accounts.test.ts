import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";
import { countTry, rateLimit } from "./rate-limits.ts";

const second = 1000;
const hour = 3600 * second;
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
});

const nobody = () => testApp.as(null);
const login = (email: string, secret = password) => nobody()("POST", "/auth/login", { email, password: secret });

test("with email and password one gets a token for 30 days, and is known by it", async () => {
  const person = await testApp.person({ firstName: "Camille", lastName: "Durand" });
  const answer = await login(` ${person.email.toUpperCase()} `);
  expect(answer.status).toBe(200);
  expect(answer.body.data.access_token).toMatch(/^[\w-]{43}$/);
  expect(answer.body.data.expires_at).toBe(new Date(testApp.clock.now().getTime() + 30 * 24 * hour).toISOString());
  const me = await testApp.as(answer.body.data.access_token)("GET", "/auth/user");
  expect(me.body.data).toMatchObject({
    id: person.id,
    email: person.email,
    fullName: "Camille Durand",
    platformAdmin: false,
    theme: "system",
    language: null,
  });
});

test("no token is ever stored, only its hash", async () => {
  const { body } = await login((await testApp.person()).email);
  const rows = await testApp.db.selectFrom("sessions").select("token_hash").execute();
  expect(rows.every((row) => !row.token_hash.toString("latin1").includes(body.data.access_token))).toBe(true);
});

test("a wrong password, an unknown address and a deactivated account are refused alike, beside the email", async () => {
  const person = await testApp.person();
  const gone = await testApp.person({ active: false });
  const answers = [
    await login(person.email, "not my password"),
    await login("nobody@example.org"),
    await login(gone.email),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      message: "Check the marked fields.",
      errors: { email: ["These credentials do not match our records."] },
    });
  }
});

test("refusals speak French to who reads French", async () => {
  const answer = await nobody()(
    "POST",
    "/auth/login",
    { email: "personne@example.org", password: "x" },
    { "accept-language": "fr-FR,fr;q=0.9" },
  );
  expect(answer.body.errors.email).toEqual(["Ces identifiants ne correspondent pas à nos enregistrements."]);
});

test("a password that was hashed cheaply is hashed again at sign-in, and still opens", async () => {
  const { email, id } = await testApp.person();
  const stored = async () =>
    (await testApp.db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow())
      .password_hash;
  expect(await stored()).toContain("m=8,");
  expect((await login(email)).status).toBe(200);
  expect(await stored()).toContain("m=19456,t=2,p=1");
  expect((await login(email)).status).toBe(200);
});

const wrong = "wrong wrong wrong";
const loginFrom = (address: string, email: string, secret = password, device_tokens?: string[]) =>
  testApp.app.inject({
    method: "POST",
    url: "/api/v1/auth/login",
    remoteAddress: address,
    payload: { email, password: secret, ...(device_tokens && { device_tokens }) },
  });

test("after ten tries in a quarter of an hour an account takes no more from a network, known or not, and says when", async () => {
  const { email } = await testApp.person();
  for (const address of [email, "stranger@example.org"]) {
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push(await login(address, wrong));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("900");
    expect(answers.at(-1)?.body.message).toBe("Too many attempts. Try again in 15 minutes.");
  }
  expect((await login(email)).status).toBe(429);
  testApp.clock.advance(15 * 60 * second);
  expect((await login(email)).status).toBe(200);
});

test("sign-in throttling locks nobody else out: neither from other networks, nor in a known browser of the same network", async () => {
  const { email } = await testApp.person();
  const known = (await loginFrom("198.51.100.7", email)).json().data.device_token;
  for (let tries = 0; tries < 12; tries += 1) await loginFrom("198.51.100.7", email, wrong);
  expect((await loginFrom("198.51.100.7", email)).statusCode).toBe(429);
  expect((await loginFrom("198.51.100.8", email)).statusCode).toBe(200);
  expect((await loginFrom("198.51.100.7", email, password, ["made-up", known])).statusCode).toBe(200);
  // A known browser guesses no more than another, and is known for its own account alone.
  for (let tries = 0; tries < 10; tries += 1) await loginFrom("198.51.100.7", email, wrong, [known]);
  expect((await loginFrom("198.51.100.7", email, password, [known])).statusCode).toBe(429);
  const other = await testApp.person();
  for (let tries = 0; tries < 10; tries += 1) await loginFrom("198.51.100.7", other.email, wrong, [known]);
  expect((await loginFrom("198.51.100.7", other.email, password, [known])).statusCode).toBe(429);
});

test("sign-in still works for an email that is tried from many networks", async () => {
  const { email } = await testApp.person();
  const person = { db: testApp.db, now: testApp.clock.now() };
  await countTry(person, [rateLimit("login.email", email)], 100);
  expect((await loginFrom("198.51.100.9", email, wrong)).statusCode).toBe(422);
  expect((await loginFrom("198.51.100.10", email)).statusCode).toBe(200);
});

test("a try that is refused writes no row", async () => {
  const { email } = await testApp.person();
  const rows = () => testApp.db.selectFrom("rate_limits").select(["key", "hits"]).orderBy("key").execute();
  for (let tries = 0; tries < 10; tries += 1) await login(email, wrong);
  const before = await rows();
  for (let tries = 0; tries < 5; tries += 1) await login(email, wrong);
  expect(await rows()).toEqual(before);
  const network = rateLimit("login.network", "127.0.0.1");
  await testApp.db.updateTable("rate_limits").set({ hits: 100 }).where("key", "=", network.key).execute();
  const count = (await rows()).length;
  for (let tries = 0; tries < 5; tries += 1) expect((await login(`flood${tries}@example.org`, wrong)).status).toBe(429);
  expect(await rows()).toHaveLength(count);
});

test("signing in forgets the tries before it, and gives the network's try back", async () => {
  const { email } = await testApp.person();
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 6; tries += 1) await login(email, wrong);
    expect((await login(email)).status).toBe(200);
  }
  const network = rateLimit("login.network", "127.0.0.1");
  const { hits } = await testApp.db
    .selectFrom("rate_limits")
    .select("hits")
    .where("key", "=", network.key)
    .executeTakeFirstOrThrow();
  expect(hits).toBe(18);
});

test("one network address may try a hundred times, whatever the accounts; who signs in does not use its tries up", async () => {
  const { email } = await testApp.person();
  const network = rateLimit("login.network", "127.0.0.1");
  await countTry({ db: testApp.db, now: testApp.clock.now() }, [network], 99);
  for (let round = 0; round < 3; round += 1) expect((await login(email)).status).toBe(200);
  expect((await login("stranger@example.org", "x")).status).toBe(422);
  expect((await login("stranger2@example.org", "x")).status).toBe(429);
});
