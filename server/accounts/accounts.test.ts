import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";

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
      message: "The given data was invalid.",
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

test("after ten tries in a quarter of an hour an account takes no more, known or not, and says when", async () => {
  const { email } = await testApp.person();
  for (const address of [email, "stranger@example.org"]) {
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push(await login(address, "wrong wrong wrong"));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("900");
    expect(answers.at(-1)?.body.message).toBe("Too many attempts. Try again in 900 seconds.");
  }
  expect((await login(email)).status).toBe(429);
  testApp.clock.advance(15 * 60 * second);
  expect((await login(email)).status).toBe(200);
});

test("signing in forgets the tries before it", async () => {
  const { email } = await testApp.person();
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
