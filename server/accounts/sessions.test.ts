/** How long sessions live, what one may change of oneself, and administrators. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHouse, password, type TestHouse } from "#tests/house.ts";
import { createAdministrator } from "./administrators.ts";

const minute = 60_000;
const day = 1440 * minute;
let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
async function signIn(email: string, headers = {}): Promise<string> {
  const { body } = await house.as(null)("POST", "/auth/login", { email, password }, headers);
  return body.data.access_token;
}
const status = async (token: string) => (await house.as(token)("GET", "/auth/user")).status;

test("without a token, or with a wrong one, one is asked to sign in", async () => {
  for (const token of [null, "made-up", "x".repeat(43)]) {
    expect(await house.as(token)("GET", "/auth/user")).toMatchObject({
      status: 401,
      body: { message: "Sign in to continue." },
    });
  }
});

test("a session ends 30 days after its last use", async () => {
  const { email } = await house.person();
  const token = await signIn(email);
  house.clock.pass(29 * day);
  expect(await status(token)).toBe(200);
  house.clock.pass(29 * day);
  expect(await status(token)).toBe(200);
  house.clock.pass(30 * day);
  expect(await status(token)).toBe(401);
});

test("a session ends after 90 days however much it is used", async () => {
  const { email } = await house.person();
  const token = await signIn(email);
  for (let passed = 0; passed < 88; passed += 8) {
    house.clock.pass(8 * day);
    expect(await status(token)).toBe(200);
  }
  house.clock.pass(2 * day);
  expect(await status(token)).toBe(401);
});

test("use is written down every five minutes at most", async () => {
  const person = await house.person();
  const lastUsed = async () =>
    (
      await house.db
        .selectFrom("sessions")
        .select("last_used_at")
        .where("id", "=", person.sessionId)
        .executeTakeFirstOrThrow()
    ).last_used_at;
  const begun = await lastUsed();
  house.clock.pass(4 * minute);
  await status(person.token);
  expect(await lastUsed()).toEqual(begun);
  house.clock.pass(minute);
  await status(person.token);
  expect(await lastUsed()).toEqual(house.clock.now());
});

test("who is deactivated is out at once", async () => {
  const person = await house.person();
  expect(await status(person.token)).toBe(200);
  await house.db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
  expect(await status(person.token)).toBe(401);
});

test("signing out ends this session and no other", async () => {
  const person = await house.person();
  const other = await signIn(person.email);
  expect(await house.as(person)("GET", "/auth/logout")).toMatchObject({
    status: 200,
    body: { message: "You are signed out." },
  });
  expect(await status(person.token)).toBe(401);
  expect(await status(other)).toBe(200);
});

test("one sees one's own sessions, the present one first, and what they run on", async () => {
  const person = await house.person();
  house.clock.pass(10 * minute);
  const token = await signIn(person.email, { "user-agent": agent });
  const { body } = await house.as(person)("GET", "/auth/sessions", undefined, { "accept-language": "fr" });
  expect(body.data).toMatchObject([
    { id: person.sessionId, current: true, device: "Appareil inconnu" },
    { current: false, device: "Chrome sur Linux", address: "127.0.0.1" },
  ]);
  const seen = await house.as(token)("GET", "/auth/sessions");
  expect(seen.body.data.map((session: { current: boolean }) => session.current)).toEqual([true, false]);
});

test("one ends one's own sessions, the present one too, and nobody else's", async () => {
  const [person, stranger] = [await house.person(), await house.person()];
  const token = await signIn(person.email);
  const list = (await house.as(token)("GET", "/auth/sessions")).body.data as { id: string; current: boolean }[];
  expect((await house.as(token)("DELETE", `/auth/sessions/${stranger.sessionId}`)).status).toBe(404);
  expect(await status(stranger.token)).toBe(200);
  expect((await house.as(token)("DELETE", `/auth/sessions/${person.sessionId}`)).status).toBe(200);
  expect(await status(person.token)).toBe(401);
  expect((await house.as(token)("DELETE", `/auth/sessions/${list[0]?.id}`)).status).toBe(200);
  expect(await status(token)).toBe(401);
  expect((await house.as(stranger)("DELETE", "/auth/sessions/nonsense")).status).toBe(404);
});

test("one changes any part of one's profile; the email stays", async () => {
  const person = await house.person({ firstName: "Ann", lastName: "Old" });
  const patch = (body: object) => house.as(person)("PATCH", "/auth/user", body);
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
  const person = await house.person({ verified: false });
  expect((await house.as(person)("PATCH", "/auth/user", { theme: "light" })).status).toBe(200);
  expect((await house.as(person)("GET", "/auth/sessions")).status).toBe(200);
  expect((await house.as(person)("GET", "/auth/logout")).status).toBe(200);
});

test("the first administrator is made by the operator, and signs in", async () => {
  const now = house.clock.now();
  const made = await createAdministrator(
    house.db,
    { email: " Root@Example.org ", password: "the keys of the house" },
    now,
  );
  expect(made.isNew).toBe(true);
  const { body } = await house.as(null)("POST", "/auth/login", {
    email: "root@example.org",
    password: "the keys of the house",
  });
  const me = await house.as(body.data.access_token)("GET", "/auth/user");
  expect(me.body.data).toMatchObject({ platformAdmin: true, emailVerifiedAt: now.toISOString() });
});

test("who has an account is promoted with it, and its open sessions end", async () => {
  for (const verified of [true, false]) {
    const person = await house.person({ verified });
    expect(
      await createAdministrator(
        house.db,
        { email: person.email, password: "the keys of the house" },
        house.clock.now(),
      ),
    ).toEqual({ id: person.id, isNew: false });
    expect(await status(person.token)).toBe(401);
    const { body } = await house.as(null)("POST", "/auth/login", {
      email: person.email,
      password: "the keys of the house",
    });
    expect((await house.as(body.data.access_token)("GET", "/auth/user")).body.data).toMatchObject({
      id: person.id,
      platformAdmin: true,
    });
  }
});

test("an administrator's address and password must do, and the operator reads why not", async () => {
  const create = (email: string, given: string) =>
    createAdministrator(house.db, { email, password: given }, house.clock.now());
  await expect(create("nobody", "the keys of the house")).rejects.toThrow("nobody: Enter a valid email address");
  await expect(create("a@example.org", "short")).rejects.toThrow("Password: At least 10 characters");
  await expect(create("a@example.org", "password123")).rejects.toThrow("Password: This password is too easy to guess");
});

test("what has expired is swept away", async () => {
  const person = await house.person({ verified: false });
  await house.as(null)("POST", "/auth/login", { email: "nobody@example.org", password: "x" });
  house.clock.pass(31 * day);
  await house.jobs.sweep("accounts.sweep");
  expect(await house.db.selectFrom("sessions").select("id").where("id", "=", person.sessionId).execute()).toEqual([]);
  expect(await house.db.selectFrom("rate_limits").select("key").execute()).toEqual([]);
});
