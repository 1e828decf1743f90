import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";
import { createAdministrator } from "./administrators.ts";

const minute = 60_000;
const day = 1440 * minute;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
async function signIn(email: string, headers = {}): Promise<string> {
  const { body } = await testApp.as(null)("POST", "/auth/login", { email, password }, headers);
  return body.data.access_token;
}
const status = async (token: string) => (await testApp.as(token)("GET", "/auth/user")).status;

test("without a token, or with a wrong one, one is asked to sign in", async () => {
  for (const token of [null, "made-up", "x".repeat(43)]) {
    expect(await testApp.as(token)("GET", "/auth/user")).toMatchObject({
      status: 401,
      body: { message: "Sign in to continue." },
    });
  }
});

test("a session ends 30 days after its last use", async () => {
  const { email } = await testApp.person();
  const token = await signIn(email);
  testApp.clock.advance(29 * day);
  expect(await status(token)).toBe(200);
  testApp.clock.advance(29 * day);
  expect(await status(token)).toBe(200);
  testApp.clock.advance(30 * day);
  expect(await status(token)).toBe(401);
});

test("a session ends after 90 days however much it is used", async () => {
  const { email } = await testApp.person();
  const token = await signIn(email);
  for (let passed = 0; passed < 88; passed += 8) {
    testApp.clock.advance(8 * day);
    expect(await status(token)).toBe(200);
  }
  testApp.clock.advance(2 * day);
  expect(await status(token)).toBe(401);
});

test("a session's last use is written every five minutes at most", async () => {
  const person = await testApp.person();
  const lastUsed = async () =>
    (
      await testApp.db
        .selectFrom("sessions")
        .select("last_used_at")
        .where("id", "=", person.sessionId)
        .executeTakeFirstOrThrow()
    ).last_used_at;
  const firstUse = await lastUsed();
  testApp.clock.advance(4 * minute);
  await status(person.token);
  expect(await lastUsed()).toEqual(firstUse);
  testApp.clock.advance(minute);
  await status(person.token);
  expect(await lastUsed()).toEqual(testApp.clock.now());
});

test("who is deactivated is out at once", async () => {
  const person = await testApp.person();
  expect(await status(person.token)).toBe(200);
  await testApp.db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
  expect(await status(person.token)).toBe(401);
});

test("signing out ends this session and no other", async () => {
  const person = await testApp.person();
  const other = await signIn(person.email);
  expect(await testApp.as(person)("GET", "/auth/logout")).toMatchObject({
    status: 200,
    body: { message: "You are signed out." },
  });
  expect(await status(person.token)).toBe(401);
  expect(await status(other)).toBe(200);
});

test("signing out twice at once ends the session once, and refuses nobody as unknown", async () => {
  const person = await testApp.person();
  const answers = await Promise.all([1, 2, 3].map(() => testApp.as(person)("GET", "/auth/logout")));
  expect(answers.map(({ status: code }) => code).filter((code) => code !== 200 && code !== 401)).toEqual([]);
  expect(answers.map(({ status: code }) => code)).toContain(200);
  expect(await status(person.token)).toBe(401);
});

test("one sees one's own sessions, the present one first, and what they run on", async () => {
  const person = await testApp.person();
  testApp.clock.advance(10 * minute);
  const token = await signIn(person.email, { "user-agent": agent });
  const { body } = await testApp.as(person)("GET", "/auth/sessions", undefined, { "accept-language": "fr" });
  expect(body.data).toMatchObject([
    { id: person.sessionId, current: true, device: "Appareil inconnu" },
    { current: false, device: "Chrome sur Linux", address: "127.0.0.1" },
  ]);
  const seen = await testApp.as(token)("GET", "/auth/sessions");
  expect(seen.body.data.map((session: { current: boolean }) => session.current)).toEqual([true, false]);
});

test("one ends one's own sessions, the present one too, and nobody else's", async () => {
  const [person, stranger] = [await testApp.person(), await testApp.person()];
  const token = await signIn(person.email);
  const list = (await testApp.as(token)("GET", "/auth/sessions")).body.data as { id: string; current: boolean }[];
  expect((await testApp.as(token)("DELETE", `/auth/sessions/${stranger.sessionId}`)).status).toBe(404);
  expect(await status(stranger.token)).toBe(200);
  expect((await testApp.as(token)("DELETE", `/auth/sessions/${person.sessionId}`)).status).toBe(200);
  expect(await status(person.token)).toBe(401);
  expect((await testApp.as(token)("DELETE", `/auth/sessions/${list[0]?.id}`)).status).toBe(200);
  expect(await status(token)).toBe(401);
  expect((await testApp.as(stranger)("DELETE", "/auth/sessions/nonsense")).status).toBe(404);
});

test("one changes any part of one's profile; the email stays", async () => {
  const person = await testApp.person({ firstName: "Ann", lastName: "Old" });
  const patch = (body: object) => testApp.as(person)("PATCH", "/auth/user", body);
  const saved = await patch({
    lastName: "New",
    phone: "+33 4 72 00 00 00",
    language: "fr",
    theme: "dark",
    email: "other@example.org",
  });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      message: "Saved",
      data: {
        firstName: "Ann",
        lastName: "New",
        fullName: "Ann New",
        phone: "+33 4 72 00 00 00",
        language: "fr",
        theme: "dark",
        email: person.email,
      },
    },
  });
  expect((await patch({ phone: "" })).body.data.phone).toBeNull();
  expect((await patch({ email: "other@example.org" })).body.data.email).toBe(person.email);
  expect((await patch({})).status).toBe(422);
  expect((await patch({ language: "de" })).status).toBe(422);
  expect((await patch({ platformAdmin: true })).body.errors).toEqual({
    platformAdmin: ["This field is not known here"],
  });
  expect((await patch({ firstName: "  " })).body.errors).toEqual({ firstName: ["This field is required"] });
});

test("the unverified change their profile and sign out too", async () => {
  const person = await testApp.person({ verified: false });
  expect((await testApp.as(person)("PATCH", "/auth/user", { theme: "light" })).status).toBe(200);
  expect((await testApp.as(person)("GET", "/auth/sessions")).status).toBe(200);
  expect((await testApp.as(person)("GET", "/auth/logout")).status).toBe(200);
});

test("the first administrator is made by the operator, and signs in", async () => {
  const now = testApp.clock.now();
  const made = await createAdministrator(
    testApp.db,
    { email: " Root@Example.org ", password: "the keys of the club" },
    now,
  );
  expect(made.isNew).toBe(true);
  const { body } = await testApp.as(null)("POST", "/auth/login", {
    email: "root@example.org",
    password: "the keys of the club",
  });
  const me = await testApp.as(body.data.access_token)("GET", "/auth/user");
  expect(me.body.data).toMatchObject({ platformAdmin: true, emailVerifiedAt: now.toISOString() });
});

test("who has an account is promoted with it, and its open sessions end; who only registered gets a new one", async () => {
  for (const verified of [true, false]) {
    const person = await testApp.person({ verified });
    const made = await createAdministrator(
      testApp.db,
      { email: person.email, password: "the keys of the club" },
      testApp.clock.now(),
    );
    expect(made).toEqual({ id: verified ? person.id : made.id, isNew: !verified });
    expect(await status(person.token)).toBe(401);
    const { body } = await testApp.as(null)("POST", "/auth/login", {
      email: person.email,
      password: "the keys of the club",
    });
    expect((await testApp.as(body.data.access_token)("GET", "/auth/user")).body.data).toMatchObject({
      id: made.id,
      platformAdmin: true,
    });
  }
});

test("an administrator's address and password must do, and the operator reads why not", async () => {
  const create = (email: string, secret: string) =>
    createAdministrator(testApp.db, { email, password: secret }, testApp.clock.now());
  await expect(create("nobody", "the keys of the club")).rejects.toThrow("nobody: Enter a valid email address");
  await expect(create("a@example.org", "short")).rejects.toThrow("Password: At least 10 characters");
  await expect(create("a@example.org", "password123")).rejects.toThrow("Password: This password is too easy to guess");
});

test("what has expired is deleted", async () => {
  const person = await testApp.person({ verified: false });
  await testApp.as(null)("POST", "/auth/login", { email: "nobody@example.org", password: "x" });
  testApp.clock.advance(31 * day);
  await testApp.jobs.runScheduled("accounts.sweep");
  expect(await testApp.db.selectFrom("sessions").select("id").where("id", "=", person.sessionId).execute()).toEqual([]);
  expect(await testApp.db.selectFrom("rate_limits").select("key").execute()).toEqual([]);
});
