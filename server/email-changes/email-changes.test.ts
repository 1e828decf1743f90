import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";
import { codeAt } from "#tests/support/authenticator-app.ts";

const hour = 3_600_000;
const day = 24 * hour;
let testApp: TestApp;
beforeAll(async () => {
  // No mail server answers, so that links stay readable in the outbox.
  testApp = await createTestApp({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

let count = 0;
const newAddress = () => `new${++count}@example.org`;
const nobody = () => testApp.as(null);
const request = (person: Person, email: string, secret = password) =>
  testApp.as(person)("POST", "/auth/email", { email, password: secret });
const confirm = (token: string) => nobody()("POST", "/auth/email/confirm", { token });
const undo = (token: string) => nobody()("POST", "/auth/email/undo", { token });
const login = (email: string, secret = password) => nobody()("POST", "/auth/login", { email, password: secret });
/** Mails of this module to somebody. */
async function mailsTo(email: string) {
  const rows = await testApp.db
    .selectFrom("emails")
    .select(["template", "params"])
    .where("recipient", "=", email)
    .where("template", "like", "email-changes.%")
    .orderBy("id")
    .execute();
  return rows.map(({ template, params }) => ({ template, token: (params as { token?: string }).token ?? "" }));
}
const lastToken = async (email: string) => (await mailsTo(email)).at(-1)?.token ?? "";
async function changeTo(person: Person, email: string): Promise<void> {
  testApp.clock.advance(1000);
  expect((await request(person, email)).status).toBe(200);
  expect((await confirm(await lastToken(email))).status).toBe(200);
}
const emailOf = async (person: Person) =>
  (await testApp.db.selectFrom("users").select("email").where("id", "=", person.id).executeTakeFirstOrThrow()).email;

test("the email changes once the link at the new address is opened; the earlier one is told", async () => {
  const person = await testApp.person();
  const email = newAddress();
  expect(await request(person, email)).toMatchObject({
    status: 200,
    body: { data: null, message: "A link is on its way to the new address." },
  });
  expect((await testApp.as(person)("GET", "/auth/email")).body.data).toMatchObject({ email });
  expect(await emailOf(person)).toBe(person.email);
  expect((await login(person.email)).status).toBe(200);
  const token = await lastToken(email);
  expect(await confirm(token)).toMatchObject({ status: 200, body: { data: { email } } });
  expect(await emailOf(person)).toBe(email);
  expect((await login(email)).status).toBe(200);
  expect((await login(person.email)).status).toBe(422);
  expect((await testApp.as(person)("GET", "/auth/user")).body.data.email).toBe(email);
  expect((await testApp.as(person)("GET", "/auth/email")).body.data).toBeNull();
  expect(await mailsTo(person.email)).toMatchObject([{ template: "email-changes.changed" }]);
  expect((await confirm(token)).status).toBe(422);
});

test("the password is asked for, and one's own address is none to change to", async () => {
  const person = await testApp.person();
  expect((await request(person, newAddress(), "not my password")).body.errors).toEqual({
    password: ["This is not your present password."],
  });
  expect((await request(person, person.email.toUpperCase())).body.errors).toEqual({
    email: ["This is your present email."],
  });
  expect((await request(person, "no address")).body.errors.email).toBeDefined();
});

test("an address that has an account is answered as any other, and its owner is told", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  const answers = [await request(person, other.email), await request(person, newAddress())];
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  expect(await mailsTo(other.email)).toEqual([{ template: "email-changes.taken", token: "" }]);
  await request(person, other.email);
  expect((await testApp.as(person)("GET", "/auth/email")).body.data).toMatchObject({ email: other.email });
});

test("a link ends after a day, when it is canceled, and with a newer one", async () => {
  const person = await testApp.person();
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  await request(person, first);
  testApp.clock.advance(25 * hour);
  expect((await confirm(await lastToken(first))).status).toBe(422);
  expect((await testApp.as(person)("GET", "/auth/email")).body.data).toBeNull();
  await request(person, second);
  await request(person, third);
  expect((await confirm(await lastToken(second))).status).toBe(422);
  expect((await testApp.as(person)("DELETE", "/auth/email")).status).toBe(200);
  expect((await confirm(await lastToken(third))).status).toBe(422);
  expect(await emailOf(person)).toBe(person.email);
});

test("an address that somebody confirms meanwhile is theirs, and registrations that never were confirmed go", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  const email = newAddress();
  await request(person, email);
  await testApp.person({ email, verified: false });
  await changeTo(other, email);
  expect(await emailOf(other)).toBe(email);
  const rows = await testApp.db.selectFrom("users").select("id").where("email", "=", email).execute();
  expect(rows).toEqual([{ id: other.id }]);
  const [link] = await mailsTo(email);
  expect((await confirm(link?.token ?? "")).status).toBe(422);
  expect(await emailOf(person)).toBe(person.email);
});

test("of two people who open links to one address at once, one gets it", async () => {
  const people = [await testApp.person(), await testApp.person()];
  const email = newAddress();
  for (const person of people) await request(person, email);
  const tokens = (await mailsTo(email)).map(({ token }) => token);
  const answers = await Promise.all(tokens.map((token) => confirm(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const changed = await Promise.all(people.map(emailOf));
  expect(changed.filter((one) => one === email)).toHaveLength(1);
});

test("the earlier address undoes it within seven days: sessions and password end, a code comes", async () => {
  const person = await testApp.person();
  const email = newAddress();
  await changeTo(person, email);
  const token = await lastToken(person.email);
  testApp.clock.advance(6 * day);
  expect(await undo(token)).toMatchObject({ status: 200, body: { data: { email: person.email } } });
  expect(await emailOf(person)).toBe(person.email);
  expect((await testApp.as(person)("GET", "/auth/user")).status).toBe(401);
  for (const address of [email, person.email]) expect((await login(address)).status).toBe(422);
  await testApp.jobs.runAll();
  const codes = await testApp.db
    .selectFrom("emails")
    .select("recipient")
    .where("template", "=", "accounts.code")
    .where("recipient", "=", person.email)
    .execute();
  expect(codes).toHaveLength(1);
  expect((await undo(token)).status).toBe(422);
});

test("after seven days it stays", async () => {
  const person = await testApp.person();
  const email = newAddress();
  await changeTo(person, email);
  testApp.clock.advance(7 * day);
  expect((await undo(await lastToken(person.email))).status).toBe(422);
  await testApp.jobs.runScheduled("email-changes.sweep");
  expect(await testApp.db.selectFrom("email_undos").selectAll().where("user_id", "=", person.id).execute()).toEqual([]);
});

test("a thief who changes it again and again keeps nothing: the first address takes the account back", async () => {
  const person = await testApp.person();
  const [second, third] = [newAddress(), newAddress()];
  await changeTo(person, second);
  await changeTo(person, third);
  const { secret } = (await testApp.as(person)("POST", "/auth/totp", { password })).body.data;
  const code = codeAt(secret, testApp.clock.now());
  expect((await testApp.as(person)("POST", "/auth/totp/confirm", { code })).status).toBe(200);
  await request(person, newAddress());
  expect((await undo(await lastToken(person.email))).status).toBe(200);
  expect(await emailOf(person)).toBe(person.email);
  // Their own links to undo and to change are gone, and so is the second factor that they set up.
  expect((await undo(await lastToken(second))).status).toBe(422);
  for (const table of ["email_changes", "email_undos", "totp_secrets"] as const)
    expect(await testApp.db.selectFrom(table).selectAll().where("user_id", "=", person.id).execute()).toEqual([]);
});

test("a second factor from before the change stays when it is undone", async () => {
  const person = await testApp.person();
  await testApp.db
    .insertInto("totp_secrets")
    .values({
      user_id: person.id,
      secret: Buffer.from("not read here"),
      created_at: testApp.clock.now(),
      confirmed_at: testApp.clock.now(),
    })
    .execute();
  await changeTo(person, newAddress());
  expect((await undo(await lastToken(person.email))).status).toBe(200);
  const kept = await testApp.db.selectFrom("totp_secrets").selectAll().where("user_id", "=", person.id).execute();
  expect(kept).toHaveLength(1);
});

test("codes for a new password that went to the earlier address count no more", async () => {
  const person = await testApp.person();
  await nobody()("POST", "/auth/password/forgot", { email: person.email });
  await testApp.jobs.runAll();
  await changeTo(person, newAddress());
  expect(await testApp.db.selectFrom("password_codes").selectAll().where("user_id", "=", person.id).execute()).toEqual(
    [],
  );
});

test("a person asks for ten changes a day at most", async () => {
  const person = await testApp.person();
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await request(person, newAddress())).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
