import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAdministratorCode } from "./administrator-codes.ts";
import { createAdministrator } from "./administrators.ts";
import accountJobs from "./jobs.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

const hour = 3600 * 1000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.db.updateTable("users").set({ platform_admin: false }).execute();
  await testApp.db.deleteFrom("administrator_codes").execute();
  await testApp.db.deleteFrom("rate_limits").execute();
});

const path = "/auth/first-administrator";
let count = 0;
const draft = (code: string, change: object = {}) => ({
  code,
  email: `first${++count}@example.org`,
  firstName: "Ada",
  lastName: "Lemaire",
  password: "a quiet green court",
  confirmPassword: "a quiet green court",
  ...change,
});
const create = (body: object, headers?: Record<string, string>) => testApp.as(null)("POST", path, body, headers);
const print = async () => (await createAdministratorCode(testApp.db, testApp.clock.now())) ?? "";
const isMissing = async () => (await testApp.as(null)("GET", path)).body.data.isMissing;
const listAdministrators = () =>
  testApp.db.selectFrom("users").select(["email", "email_verified_at"]).where("platform_admin", "=", true).execute();
const listCodes = () => testApp.db.selectFrom("administrator_codes").selectAll().execute();
const wrong = {
  code: ["This code is wrong, used already or older than 24 hours. The server shows a new one each time it starts."],
};

test("whoever has the printed code becomes the first administrator, is signed in, and may set up a club", async () => {
  const code = await print();
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(await isMissing()).toBe(true);
  const answer = await create(draft(code, { email: "ada@example.org" }), { "accept-language": "fr" });
  expect(answer.status).toBe(201);
  const api = testApp.as(answer.body.data.access_token);
  expect((await api("GET", "/auth/user")).body.data).toMatchObject({
    ...{ email: "ada@example.org", fullName: "Ada Lemaire", platformAdmin: true, language: "fr" },
    emailVerifiedAt: testApp.clock.now().toISOString(),
  });
  expect((await api("GET", "/organizations")).status).toBe(200);
  expect(await isMissing()).toBe(false);
  expect(await listCodes()).toEqual([]);
});

test("the code is stored as a hash, and typed in any usual way", async () => {
  const code = await print();
  const [row] = await listCodes();
  expect(row?.code_hash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(code.slice(0, 4));
  const sloppy = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")}`;
  expect((await create(draft(sloppy))).status).toBe(201);
});

test("a code that is wrong or over is refused beside its field, and makes nobody", async () => {
  const code = await print();
  for (const other of ["AAAA-BBBB-CCCC-DDDD", code.slice(0, -1), "‽", `${code}0`]) {
    const { status, body } = await create(draft(other));
    expect([status, body.errors]).toEqual([422, wrong]);
  }
  testApp.clock.advance(24 * hour);
  try {
    expect((await create(draft(code))).body.errors).toEqual(wrong);
    await accountJobs.find(({ name }) => name === "accounts.sweep")?.run(testApp.appContext, {});
    expect(await listCodes()).toEqual([]);
  } finally {
    testApp.clock.advance(-24 * hour);
  }
  expect(await listAdministrators()).toEqual([]);
});

test("everything else is refused as in a registration, and the code goes on working", async () => {
  const code = await print();
  const empty = await create({ code, email: "no", firstName: " ", password: "short", confirmPassword: "other" });
  expect(empty.status).toBe(422);
  expect(Object.keys(empty.body.errors).toSorted()).toEqual([
    ...["confirmPassword", "email", "firstName", "lastName", "password"],
  ]);
  const common = { password: "password123", confirmPassword: "password123" };
  expect((await create(draft("AAAA", common))).body.errors).toEqual({
    ...wrong,
    password: ["This password is too easy to guess. Choose another one."],
  });
  expect((await create(draft(code))).status).toBe(201);
});

test("of twenty browsers with the same code at once, one makes the administrator", async () => {
  const code = await print();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(draft(code))));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer !== made[0])) {
    expect([409, 422]).toContain(status);
    expect(JSON.stringify(body)).toMatch(/administrator already|used already/);
  }
  expect(await listAdministrators()).toHaveLength(1);
});

test("each server prints a code of its own, all of which end with the first that is used", async () => {
  const codes = await Promise.all([print(), print(), print()]);
  expect(new Set(codes).size).toBe(3);
  const answers = await Promise.all(codes.map((code) => create(draft(code))));
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(201);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await listAdministrators()).toHaveLength(1);
  expect(await listCodes()).toEqual([]);
});

test("with an administrator no code is printed, and one that was printed before does not work", async () => {
  const code = await print();
  await createAdministrator(
    testApp.db,
    { email: "cli@example.org", password: "a quiet green court" },
    testApp.clock.now(),
  );
  expect(await createAdministratorCode(testApp.db, testApp.clock.now())).toBeUndefined();
  const { status, body } = await create(draft(code));
  expect([status, body.message]).toEqual([
    409,
    "This server has an administrator already. Sign in, or ask that person to invite you.",
  ]);
  await testApp.db.updateTable("users").set({ platform_admin: false }).execute();
  expect((await create(draft(code))).body.errors).toEqual(wrong);
});

test("an account that exists is kept: it administers from then on, with the new password, and its sessions end", async () => {
  const person = await testApp.person({ firstName: "Zoé" });
  const squatter = await testApp.person({ email: "squat@example.org", verified: false });
  expect((await create(draft(await print(), { email: person.email }))).status).toBe(201);
  expect((await testApp.as(person)("GET", "/auth/user")).status).toBe(401);
  const login = await testApp.as(null)("POST", "/auth/login", { email: person.email, password: "a quiet green court" });
  expect((await testApp.as(login.body.data.access_token)("GET", "/auth/user")).body.data).toMatchObject({
    ...{ id: person.id, platformAdmin: true },
  });
  await testApp.db.updateTable("users").set({ platform_admin: false }).execute();
  expect((await create(draft(await print(), { email: squatter.email }))).status).toBe(201);
  expect((await testApp.as(squatter)("GET", "/auth/user")).status).toBe(401);
});

test("too many tries of one network are refused, the right code too", async () => {
  const code = await print();
  for (let tries = 0; tries < 20; tries += 1) expect((await create(draft("AAAA"))).status).toBe(422);
  const { status, headers } = await create(draft(code));
  expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  expect(await listAdministrators()).toEqual([]);
});
