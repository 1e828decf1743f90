import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";

const minute = 60_000;
const day = 1440 * minute;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ env: { TRUST_PROXY: "1" } });
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const home = { "x-forwarded-for": "203.0.113.7", "user-agent": firefox };
const login = (email: string, secret = password, device_tokens?: string[], headers: Record<string, string> = home) =>
  testApp.as(null)(
    "POST",
    "/auth/login",
    { email, password: secret, ...(device_tokens && { device_tokens }) },
    headers,
  );
const mailsTo = async (email: string) => {
  const mails = await testApp.mails();
  return mails.filter(
    ({ to, subject }) => to?.[0]?.address === email && subject?.match(/^New sign-in|^Nouvelle connexion/),
  );
};

test("a sign-in with a browser that is not known is told by mail: when, with what, from where", async () => {
  const { email } = await testApp.person({ language: "fr" });
  await login(email);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Nouvelle connexion à votre compte");
  expect(mail?.text).toContain("Firefox sur Linux");
  expect(mail?.text).toContain("203.0.113.7");
  expect(mail?.text).toContain("01/06/2026 08:00 UTC");
  expect(mail?.text).toContain(email);
});

test("the next sign-in of that browser is not told, one of another browser is", async () => {
  const { email } = await testApp.person();
  const known = (await login(email)).body.data.device_token;
  testApp.clock.advance(day);
  await login(email, password, ["something else", known]);
  expect(await mailsTo(email)).toHaveLength(1);
  testApp.clock.advance(day);
  await login(email);
  expect(await mailsTo(email)).toHaveLength(2);
});

test("a wrong password tells nobody, and neither does an address that was never confirmed", async () => {
  const { email } = await testApp.person();
  await login(email, "not my password");
  const unconfirmed = await testApp.person({ verified: false });
  await login(unconfirmed.email);
  expect([...(await mailsTo(email)), ...(await mailsTo(unconfirmed.email))]).toEqual([]);
});

test("a program that signs in again and again sends ten mails a day at most", async () => {
  const { email } = await testApp.person();
  for (let tries = 0; tries < 12; tries += 1) {
    expect((await login(email)).status).toBe(200);
    testApp.clock.advance(minute);
  }
  expect(await mailsTo(email)).toHaveLength(10);
});

const register = (email: string, secret: string) =>
  testApp.as(null)("POST", "/auth/register", {
    email,
    firstName: "Mallory",
    lastName: "Martin",
    password: secret,
    confirmPassword: secret,
  });

test("whoever registers an address that has an account gets no known browser for that account", async () => {
  const { email } = await testApp.person();
  const theirs = "the court of somebody else";
  await register(email, theirs);
  const token = (await login(email, theirs)).body.data.device_token;
  await login(email, password, [token]);
  expect(await mailsTo(email)).toHaveLength(1);
  // Their tries are those of their network, however many tokens they have.
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) {
    const fresh = (await login(email, theirs, undefined, { ...home, "x-forwarded-for": `198.51.100.${tries}` })).body
      .data;
    statuses.push((await login(email, "a guess", [fresh.device_token])).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
});

test("a browser that was known before its owner confirmed the address is unknown afterwards", async () => {
  const person = await testApp.person({ verified: false });
  const token = (await login(person.email)).body.data.device_token;
  await testApp.db
    .updateTable("users")
    .set({ email_verified_at: testApp.clock.now() })
    .where("id", "=", person.id)
    .execute();
  await login(person.email, password, [token]);
  expect(await mailsTo(person.email)).toHaveLength(1);
});
