import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";

const minute = 60_000;
const chosen = "a new green court";
let testApp: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "baseline-passwords-"));
  // No mail server answers, so that codes stay readable in the outbox.
  testApp = await createTestApp({ env: { DATA_DIR: dataDir, SMTP_URL: "smtp://127.0.0.1:9" } });
});
afterAll(async () => {
  await testApp.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("emails").execute();
});

const nobody = () => testApp.as(null);
const login = (email: string, secret: string) => nobody()("POST", "/auth/login", { email, password: secret });
const forgot = (email: string, headers = {}) => nobody()("POST", "/auth/password/forgot", { email }, headers);
const reset = (email: string, code: string, secret = chosen) =>
  nobody()("POST", "/auth/password/reset", { email, code, password: secret, password_confirmation: secret });
/** Without the mails about sign-ins with new browsers: `new-device.test.ts` is about these. */
const outbox = () =>
  testApp.db
    .selectFrom("emails")
    .select(["recipient", "template", "params", "language"])
    .where("template", "!=", "accounts.newDevice")
    .orderBy("id")
    .execute();
const linkOf = (mail: { params: unknown } | undefined) => (mail?.params as { link?: string } | undefined)?.link ?? "";
const codeOf = (mail: { params: unknown } | undefined) => (mail?.params as { code?: string } | undefined)?.code ?? "";
async function codeFor(email: string): Promise<string> {
  // Asked again within a minute, no other mail is sent.
  testApp.clock.advance(minute);
  await forgot(email);
  await testApp.jobs.runAll();
  return codeOf((await outbox()).at(-1));
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const isOpen = async (person: Person) => (await testApp.as(person)("GET", "/auth/user")).status === 200;

test("forgetting answers the same for any address, and mails a code only where there is an account", async () => {
  const { email } = await testApp.person({ language: "fr" });
  const gone = await testApp.person({ active: false });
  const answers = [await forgot(email), await forgot("nobody@example.org"), await forgot(gone.email)];
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: null, message: "If this address has an account, a code is on its way." },
    });
  await testApp.jobs.runAll();
  const mails = await outbox();
  expect(mails).toMatchObject([{ recipient: email, template: "accounts.code", language: "fr" }]);
  expect(codeOf(mails[0])).toMatch(/^\d{6}$/);
});

test("without a language of its own, an account is written to in that of the page", async () => {
  const { email } = await testApp.person();
  await forgot(email, { "accept-language": "fr" });
  await testApp.jobs.runAll();
  expect(await outbox()).toMatchObject([{ language: "fr" }]);
});

test("the code sets a new password, ends every session, and a mail tells of it", async () => {
  const person = await testApp.person();
  const code = await codeFor(person.email);
  testApp.clock.advance(1);
  expect(await reset(person.email, code)).toMatchObject({
    status: 200,
    body: { message: "Your password is reset. Sign in with it." },
  });
  expect(await isOpen(person)).toBe(false);
  expect((await login(person.email, password)).status).toBe(422);
  expect((await login(person.email, chosen)).status).toBe(200);
  expect((await outbox()).at(-1)).toMatchObject({ recipient: person.email, template: "accounts.changed" });
});

test("a code works once", async () => {
  const { email } = await testApp.person();
  const code = await codeFor(email);
  const twice = await Promise.all([reset(email, code), reset(email, code)]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await reset(email, code)).body.errors).toEqual({
    code: ["This code is wrong or no longer valid. Open the link in the email, or ask for a new code."],
  });
});

test("after five wrong attempts the right reset code is refused; a new code works", async () => {
  const { email } = await testApp.person();
  const code = await codeFor(email);
  for (let tries = 0; tries < 5; tries += 1) expect((await reset(email, otherThan(code))).status).toBe(422);
  expect((await reset(email, code)).status).toBe(422);
  await testApp.db.deleteFrom("rate_limits").execute();
  expect((await reset(email, await codeFor(email))).status).toBe(200);
});

test("five tries at once are five tries", async () => {
  const { email } = await testApp.person();
  const code = await codeFor(email);
  await Promise.all(Array.from({ length: 5 }, () => reset(email, otherThan(code))));
  expect((await reset(email, code)).status).toBe(422);
});

test("a code is valid for 15 minutes, and asking again leaves it valid", async () => {
  const { email } = await testApp.person();
  const old = await codeFor(email);
  testApp.clock.advance(15 * minute);
  expect((await reset(email, old)).status).toBe(422);
  const [first, second] = [await codeFor(email), await codeFor(email)];
  expect((await reset(email, otherThan(second === otherThan(first) ? second : first))).status).toBe(422);
  expect((await reset(email, first)).status).toBe(200);
  // The password has been set: the other mail is worth nothing.
  expect((await reset(email, second)).status).toBe(422);
});

test("the link of the mail sets a password without the code, for an hour, once", async () => {
  const { email } = await testApp.person();
  await codeFor(email);
  const link = linkOf((await outbox()).at(-1));
  expect((await reset("somebody.else@example.org", link)).status).toBe(422);
  expect((await reset(email, `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`)).status).toBe(422);
  testApp.clock.advance(59 * minute);
  expect((await reset(email, link)).status).toBe(200);
  expect((await reset(email, link)).status).toBe(422);
  await codeFor(email);
  testApp.clock.advance(60 * minute);
  expect((await reset(email, linkOf((await outbox()).at(-1)))).status).toBe(422);
});

test("nobody can block another person's password reset: not by requesting codes, not by guessing, not from many networks", async () => {
  const { email } = await testApp.person();
  const from = (address: string, path: string, payload: object) =>
    testApp.app.inject({ method: "POST", url: `/api/v1/auth/password/${path}`, remoteAddress: address, payload });
  await codeFor(email);
  for (let network = 0; network < 8; network += 1) {
    testApp.clock.advance(2 * minute);
    expect((await from(`198.51.100.${network}`, "forgot", { email })).statusCode).toBe(200);
    await testApp.jobs.runAll();
    for (let tries = 0; tries < 6; tries += 1) {
      const guess = { email, code: "000000", password: chosen, password_confirmation: chosen };
      await from(`198.51.100.${network}`, "reset", guess);
    }
  }
  expect((await forgot(email)).status).toBe(200);
  await testApp.jobs.runAll();
  const mails = await outbox();
  expect(mails).toHaveLength(5);
  // The codes are tried out; the link of the newest mail works.
  expect((await reset(email, codeOf(mails.at(-1)))).status).toBe(422);
  expect((await reset(email, linkOf(mails.at(-1)))).status).toBe(200);
});

test("a code is valid from when its mail is sent, however long the mail waited", async () => {
  const { email } = await testApp.person();
  const code = await codeFor(email);
  for (let tries = 0; tries < 3; tries += 1) {
    testApp.clock.advance(14 * minute);
    // The mail server does not answer: this is another attempt.
    await testApp.jobs.runScheduled("emails.send");
  }
  testApp.clock.advance(14 * minute);
  expect((await reset(email, code)).status).toBe(200);
});

test("a wrong code and an unknown address are refused alike", async () => {
  const { email } = await testApp.person();
  const code = await codeFor(email);
  const [known, unknown] = [await reset(email, otherThan(code)), await reset("nobody@example.org", "123456")];
  expect(known.body).toEqual(unknown.body);
  expect(known.status).toBe(unknown.status);
});

test("a new password that breaks the rules costs no reset attempt", async () => {
  const { email } = await testApp.person();
  const code = await codeFor(email);
  for (let tries = 0; tries < 6; tries += 1)
    expect(Object.keys((await reset(email, code, "password123")).body.errors)).toEqual(["password"]);
  expect((await reset(email, "12 34")).body.errors).toEqual({ code: ["Enter the 6 digits of the code"] });
  expect((await reset(email, code)).status).toBe(200);
});

test("reset codes are stored as keyed hashes, so that the table alone does not reveal them", async () => {
  const { email, id } = await testApp.person();
  const code = await codeFor(email);
  const row = await testApp.db
    .selectFrom("password_codes")
    .select("code_hash")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.code_hash).toHaveLength(32);
  expect(row.code_hash.toString("latin1")).not.toContain(code);
  expect(
    await testApp.db.selectFrom("secrets").select("name").where("name", "=", "password-codes").execute(),
  ).toHaveLength(1);
});

test("whoever resets the password with a code from the mailbox has confirmed the address", async () => {
  const person = await testApp.person({ verified: false });
  await reset(person.email, await codeFor(person.email));
  const { body } = await login(person.email, chosen);
  expect((await testApp.as(body.data.access_token)("GET", "/auth/user")).body.data.emailVerifiedAt).not.toBeNull();
});

test("a mailbox gets one code in a minute and five in an hour, and asking is answered the same", async () => {
  const { email } = await testApp.person();
  for (let tries = 0; tries < 20; tries += 1) {
    testApp.clock.advance(minute / 2);
    const [known, unknown] = [await forgot(email), await forgot("nobody@example.org")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await testApp.jobs.runAll();
  }
  expect(await outbox()).toHaveLength(5);
  testApp.clock.advance(60 * minute);
  await forgot(email);
  await testApp.jobs.runAll();
  expect(await outbox()).toHaveLength(6);
});

test("resetting is tried ten times in an hour at most", async () => {
  const answers = [];
  for (let tries = 0; tries < 11; tries += 1) answers.push(await reset("nobody@example.org", "123456"));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  expect(answers.at(-1)?.headers["retry-after"]).toBe("3600");
});

test("changing the password wants the old one, ends the other sessions, keeps this one, and a mail tells of it", async () => {
  const person = await testApp.person();
  const elsewhere = (await login(person.email, password)).body.data.access_token;
  const change = (old_password: string, to: string, again = to) =>
    testApp.as(person)("POST", "/auth/password/change", { old_password, password: to, password_confirmation: again });
  expect((await change("not my password", chosen)).body.errors).toEqual({
    old_password: ["This is not your present password."],
  });
  expect((await change(password, chosen, "something else")).body.errors).toEqual({
    password_confirmation: ["The two passwords are not the same"],
  });
  expect((await change(password, person.email)).body.errors).toEqual({
    password: ["The password must not be your email address."],
  });
  expect(await change(password, chosen)).toMatchObject({ status: 200, body: { message: "Your password is changed." } });
  expect(await isOpen(person)).toBe(true);
  expect((await testApp.as(elsewhere)("GET", "/auth/user")).status).toBe(401);
  expect((await login(person.email, chosen)).status).toBe(200);
  expect(await outbox()).toMatchObject([
    {
      recipient: person.email,
      template: "accounts.changed",
      params: { email: person.email, at: testApp.clock.now().toISOString() },
    },
  ]);
});

test("a stolen session cannot try old passwords for ever", async () => {
  const person = await testApp.person();
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push(
      (
        await testApp.as(person)("POST", "/auth/password/change", {
          old_password: `guess ${tries}`,
          password: chosen,
          password_confirmation: chosen,
        })
      ).status,
    );
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
});

test("an open code dies when the password is changed", async () => {
  const person = await testApp.person();
  const code = await codeFor(person.email);
  await testApp.as(person)("POST", "/auth/password/change", {
    old_password: password,
    password: chosen,
    password_confirmation: chosen,
  });
  expect((await reset(person.email, code, "yet another green court")).status).toBe(422);
});
