/** The code of the mail that confirms an address: it proves the mailbox to whoever is signed in with that very registration. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

const MINUTE_MS = 60_000;
const chosen = "a quiet green court";
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

let count = 0;
interface Registration {
  email: string;
  api: ApiCall;
}
async function register(email = `coded${++count}@example.org`): Promise<Registration> {
  const draft = { email, firstName: "Camille", lastName: "Durand", password: chosen, confirmPassword: chosen };
  const { body } = await testApp.as(null)("POST", "/auth/register", draft);
  return { email, api: testApp.as(body.data.access_token) };
}
async function readMail({ email }: Registration) {
  const mail = (await testApp.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
  const [, code = ""] = /^ {4}(\d{6})$/m.exec(mail?.text ?? "") ?? [];
  const [, token = ""] = /token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  return { code, token };
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const confirm = (api: ApiCall, body: object) => api("POST", "/auth/verify-email/confirm", body);
const isConfirmed = async ({ api }: Registration) =>
  (await api("GET", "/auth/user")).body.data?.emailVerifiedAt !== null;

test("the mail has a code beside its link; typed where one is signed in, it confirms the address, once", async () => {
  const person = await register();
  const { code, token } = await readMail(person);
  expect(code).toMatch(/^\d{6}$/);
  const answer = await confirm(person.api, { code: ` ${code} ` });
  expect(answer).toMatchObject({ status: 200, body: { message: "Your email address is confirmed." } });
  expect(await isConfirmed(person)).toBe(true);
  expect((await confirm(person.api, { code })).status).toBe(422);
  expect((await confirm(testApp.as(null), { token, password: chosen, password_confirmation: chosen })).status).toBe(
    422,
  );
});

test("five wrong codes void the code; the link is left", async () => {
  const person = await register();
  const { code, token } = await readMail(person);
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await confirm(person.api, { code: otherThan(code) });
    expect([status, body.errors.code[0]]).toEqual([422, expect.stringContaining("wrong or no longer valid")]);
  }
  expect((await confirm(person.api, { code })).status).toBe(422);
  expect((await confirm(person.api, { token })).status).toBe(200);
});

test("of twenty wrong tries at once, no more than five are looked at", async () => {
  const person = await register();
  const { code } = await readMail(person);
  const wrong = Array.from({ length: 20 }, () => confirm(person.api, { code: otherThan(code) }));
  await Promise.all(wrong);
  expect((await confirm(person.api, { code })).status).toBe(422);
});

test("a code is good for ten minutes from its sending, and gives way to that of the next mail", async () => {
  const person = await register();
  const first = await readMail(person);
  testApp.clock.advance(9 * MINUTE_MS);
  await person.api("POST", "/auth/verify-email", {});
  const second = await readMail(person);
  expect(second.code).not.toBe(first.code);
  expect((await confirm(person.api, { code: first.code })).status).toBe(422);
  testApp.clock.advance(10 * MINUTE_MS);
  expect((await confirm(person.api, { code: second.code })).status).toBe(422);
  expect((await confirm(person.api, { token: second.token })).status).toBe(200);
});

test("a code confirms no other registration, and nothing without a session", async () => {
  const victim = await register();
  testApp.clock.advance(1000);
  const attacker = await register(victim.email);
  const { code } = await readMail(victim);
  expect((await confirm(testApp.as(null), { code })).status).toBe(401);
  const stranger = await register();
  expect((await confirm(stranger.api, { code })).status).toBe(422);
  // The last mail to the mailbox is that of the attacker's registration: it is no proof for the victim's.
  const answers = [await confirm(victim.api, { code }), await confirm(attacker.api, { code })];
  expect(answers.map(({ status }) => status)).toEqual([422, 200]);
});

test("thirty tries an hour come from one network", async () => {
  const statuses = [];
  for (let tries = 0; tries < 31; tries += 1)
    statuses.push((await confirm((await register()).api, { code: "000000" })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
});

test.each([[{}], [{ code: "123456", token: "3Zt0m1VbCw" }], [{ code: "12345" }], [{ code: "abcdef" }]])(
  "%j is refused beside its field",
  async (body) => {
    const person = await register();
    const answer = await confirm(person.api, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {}).length]).toEqual([422, 1]);
  },
);
