import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ForgingProvider, honestClaims, startForgingProvider } from "#tests/support/forging-provider.ts";
import {
  openidClient,
  type OpenidProvider,
  signInAtProvider,
  startOpenidProvider,
} from "#tests/support/openid-provider.ts";
import {
  answerRefusal,
  answerSignOn,
  comeAs,
  finishSignOn,
  readUserOf,
  setUpTotp,
  signOnRedirectUri,
} from "#tests/support/single-sign-on.ts";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";

const envOf = ({ issuer }: { issuer: string }) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: openidClient.id,
  OIDC_CLIENT_SECRET: openidClient.secret,
  OIDC_NAME: "City Hall",
});
const start = async (app: TestApp) => (await app.as(null)("POST", "/auth/single-sign-on")).body.data;

describe("with a provider that is real", () => {
  let provider: OpenidProvider;
  let testApp: TestApp;
  beforeAll(async () => {
    provider = await startOpenidProvider(signOnRedirectUri);
    testApp = await createTestApp({ env: envOf(provider) });
  });
  afterAll(async () => {
    await testApp.close();
    await provider.close();
  });
  beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

  const signIn = async (body = {}) => answerSignOn(testApp, await start(testApp), body);
  const come = (email: string, more = {}) => comeAs(provider, email, more);

  test("the login page reads its name, and is led to it with PKCE, state and nonce", async () => {
    expect((await testApp.as(null)("GET", "/auth/single-sign-on")).body.data).toEqual({ name: "City Hall" });
    const { url } = await start(testApp);
    const asked = new URL(url);
    expect(asked.origin).toBe(provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: openidClient.id,
      response_type: "code",
      redirect_uri: signOnRedirectUri,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("an account with the same confirmed address is signed in to; a mail tells of the new browser", async () => {
    const person = await testApp.person();
    come(person.email.toUpperCase());
    const { status, body } = await signIn();
    expect(status).toBe(200);
    expect(await readUserOf(testApp, body.data.access_token)).toMatchObject({ id: person.id, email: person.email });
    const mails = async () => (await testApp.mails()).filter(({ to }) => to?.[0]?.address === person.email).length;
    expect(await mails()).toBe(1);
    come(person.email);
    expect((await signIn({ device_tokens: [body.data.device_token] })).status).toBe(200);
    expect(await mails()).toBe(1);
  });

  test("whoever has no account gets one, confirmed, without a password, and is asked for the terms", async () => {
    come("newcomer@example.org");
    const { body } = await signIn();
    expect(await readUserOf(testApp, body.data.access_token)).toMatchObject({
      email: "newcomer@example.org",
      firstName: "Ada",
      lastName: "Byron",
      emailVerifiedAt: testApp.clock.now().toISOString(),
      termsDue: true,
    });
    expect((await testApp.as(null)("POST", "/auth/login", { email: "newcomer@example.org", password })).status).toBe(
      422,
    );
    come("newcomer@example.org", { given_name: "Other" });
    const again = await signIn();
    expect((await readUserOf(testApp, again.body.data.access_token)).firstName).toBe("Ada");
  });

  test("names that mails must not show are left out: those of the address stand in", async () => {
    come("jean-luc.martin@example.org", { given_name: "https://evil.example", family_name: "", name: "42" });
    const { body } = await signIn();
    expect(await readUserOf(testApp, body.data.access_token)).toMatchObject({
      firstName: "jean",
      lastName: "luc martin",
    });
  });

  test("a registration of the address that nobody confirmed gives nobody access: it goes", async () => {
    const squatter = await testApp.person({ email: "owner@example.org", verified: false });
    come("owner@example.org");
    const { body } = await signIn();
    const user = await readUserOf(testApp, body.data.access_token);
    expect([user.email, user.id === squatter.id]).toEqual(["owner@example.org", false]);
    expect((await testApp.as(squatter)("GET", "/auth/user")).status).toBe(401);
    expect((await testApp.as(null)("POST", "/auth/login", { email: "owner@example.org", password })).status).toBe(422);
  });

  test("an address that the provider has not verified signs in to nothing, nor does none", async () => {
    const person = await testApp.person();
    for (const email_verified of [false, undefined]) {
      come(person.email, { email_verified });
      expect(await signIn()).toMatchObject(answerRefusal("City Hall has not verified your email address."));
    }
    come(person.email, { email: undefined });
    expect(await signIn()).toMatchObject(answerRefusal("City Hall tells no email address"));
  });

  test("an account with a second factor is asked for it as ever, and a deactivated one is refused", async () => {
    const person = await testApp.person();
    const finishSecondStep = await setUpTotp(testApp, person);
    come(person.email);
    const { body } = await signIn();
    expect(body.data).toEqual({ second_factor: { ticket: expect.any(String), methods: ["totp", "recovery_code"] } });
    expect((await finishSecondStep(body.data.second_factor.ticket)).status).toBe(200);
    const gone = await testApp.person({ active: false });
    come(gone.email);
    expect(await signIn()).toMatchObject(answerRefusal("deactivated"));
  });

  test("an answer counts once, within ten minutes, in the browser that asked", async () => {
    come("once@example.org");
    const { url, secret } = await start(testApp);
    const answer = await signInAtProvider(url, signOnRedirectUri);
    const expired = answerRefusal("answered already, took longer than ten minutes, or began in another browser");
    const other = await start(testApp);
    expect(await finishSignOn(testApp, "x".repeat(43), answer)).toMatchObject(expired);
    // Another browser's sign-in has another state, nonce and verifier.
    expect(await finishSignOn(testApp, other.secret, answer)).toMatchObject(answerRefusal("could not be checked"));
    const both = await Promise.all([finishSignOn(testApp, secret, answer), finishSignOn(testApp, secret, answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await finishSignOn(testApp, secret, answer)).toMatchObject(expired);
    const late = await start(testApp);
    const lateAnswer = await signInAtProvider(late.url, signOnRedirectUri);
    testApp.clock.advance(600_000);
    expect(await finishSignOn(testApp, late.secret, lateAnswer)).toMatchObject(expired);
    await testApp.jobs.runScheduled("single-sign-on.sweep");
    expect(await testApp.db.selectFrom("single_sign_on_requests").selectAll().execute()).toEqual([]);
  });

  test("a code of an answer that was used is refused for a new sign-in too, and so is an error of the provider", async () => {
    come("replay@example.org");
    const first = await start(testApp);
    const answer = await signInAtProvider(first.url, signOnRedirectUri);
    expect((await finishSignOn(testApp, first.secret, answer)).status).toBe(200);
    const second = await start(testApp);
    const params = new URLSearchParams(answer);
    params.set("state", new URL(second.url).searchParams.get("state") ?? "");
    expect(await finishSignOn(testApp, second.secret, params.toString())).toMatchObject(
      answerRefusal("could not be checked"),
    );
    const third = await start(testApp);
    const denied = new URLSearchParams({
      error: "access_denied",
      state: new URL(third.url).searchParams.get("state") ?? "",
      iss: provider.issuer,
    });
    expect(await finishSignOn(testApp, third.secret, denied.toString())).toMatchObject(
      answerRefusal("you canceled there"),
    );
  });

  test("malformed answers are refused beside their field", async () => {
    for (const [secret, answer] of [
      ["short", "code=1"],
      ["x".repeat(43), ""],
      ["x".repeat(43), "x".repeat(8001)],
    ] as const)
      expect((await finishSignOn(testApp, secret, answer)).status).toBe(422);
  });
});

describe("with a provider that forges", () => {
  let provider: ForgingProvider;
  let testApp: TestApp;
  beforeAll(async () => {
    provider = await startForgingProvider();
    testApp = await createTestApp({ env: envOf(provider) });
  });
  afterAll(async () => {
    await testApp.close();
    await provider.close();
  });

  async function signIn(forge: ForgingProvider["forge"]) {
    provider.forge = forge;
    const { url, secret } = await start(testApp);
    const asked = new URL(url).searchParams;
    const answer = new URLSearchParams({ code: asked.get("nonce") ?? "", state: asked.get("state") ?? "" });
    return finishSignOn(testApp, secret, answer.toString());
  }

  test("honest, it signs in", async () => {
    const { status, body } = await signIn({});
    expect([status, (await readUserOf(testApp, body.data.access_token)).email]).toEqual([200, honestClaims.email]);
  });

  const past = Math.floor(Date.parse("2020-01-01") / 1000);
  test.each([
    ["another issuer", { claims: { iss: "https://elsewhere.example" } }],
    ["another audience", { claims: { aud: "another-client" } }],
    ["several audiences of which none acts for us", { claims: { aud: [openidClient.id, "other"], azp: "other" } }],
    ["a nonce of another sign-in", { claims: { nonce: "n".repeat(43) } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["an end that has passed", { claims: { exp: past, iat: past - 300 } }],
    ["a signature of another key", { withForeignKey: true }],
    ["no subject", { claims: { sub: undefined } }],
  ] as const)("a token of %s is refused", async (_what, forge) => {
    expect(await signIn(forge as ForgingProvider["forge"])).toMatchObject(answerRefusal("could not be checked"));
  });

  test("an address that is not verified, or verified by words, is refused", async () => {
    for (const email_verified of [false, "true", 1, null])
      expect(await signIn({ claims: { email_verified } })).toMatchObject(answerRefusal("has not verified"));
  });

  test("what user info says of somebody else is refused", async () => {
    const claims = { email: undefined, email_verified: undefined };
    const userinfo = { sub: "2", email: honestClaims.email, email_verified: true };
    expect(await signIn({ claims, userinfo })).toMatchObject(answerRefusal("could not be checked"));
    expect((await signIn({ claims, userinfo: { ...userinfo, sub: "1" } })).status).toBe(200);
  });
});

test("without a provider nothing is offered; one that is away is told", async () => {
  const plain = await createTestApp();
  expect((await plain.as(null)("GET", "/auth/single-sign-on")).body.data).toBeNull();
  expect((await plain.as(null)("POST", "/auth/single-sign-on")).status).toBe(409);
  await plain.close();
  const away = await createTestApp({ env: envOf({ issuer: "http://127.0.0.1:9" }) });
  expect(await away.as(null)("POST", "/auth/single-sign-on")).toMatchObject({
    status: 503,
    body: { message: "City Hall does not answer. Try again, or sign in with your password." },
  });
  await away.close();
});
