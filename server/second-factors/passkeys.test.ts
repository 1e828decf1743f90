import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PasskeyCreation, PasskeyRequest } from "#contract/second-factors.ts";
import { codeAt } from "#tests/support/authenticator-app.ts";
import {
  createPasskey,
  type SoftwarePasskey,
  signChallenge,
  type Wrongs,
} from "#tests/support/software-authenticator.ts";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";

const minute = 60_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

const nobody = () => testApp.as(null);
const wrong = {
  assertion: ["This passkey could not be checked. It may be unknown here, or the request took too long: try again."],
};

async function askCreation(who: Person, confirmation: object = { password }): Promise<PasskeyCreation> {
  const { status, body } = await testApp.as(who)("POST", "/auth/passkeys/challenge", confirmation);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}
async function add(who: Person, wrongs: Wrongs = {}): Promise<{ passkey: SoftwarePasskey; codes: string[] }> {
  const { passkey, body } = createPasskey(await askCreation(who), wrongs);
  const added = await testApp.as(who)("POST", "/auth/passkeys", body);
  expect([added.status, added.body.errors]).toEqual([201, undefined]);
  return { passkey, codes: added.body.data.codes };
}
const askSignIn = async (): Promise<PasskeyRequest> =>
  (await nobody()("POST", "/auth/passkeys/sign-in/challenge")).body.data;
const answerSignIn = (assertion: object) => nobody()("POST", "/auth/passkeys/sign-in", { assertion });
const signIn = async (passkey: SoftwarePasskey, wrongs: Wrongs = {}) =>
  answerSignIn(signChallenge(passkey, await askSignIn(), wrongs));
const read = async (who: Person) => (await testApp.as(who)("GET", "/auth/second-factor")).body.data;

test("a passkey signs in alone: without email, password and code", async () => {
  const person = await testApp.person();
  const options = await askCreation(person);
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Baseline" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const { passkey, codes } = await add(person, { isBackedUp: true });
  expect(codes).toHaveLength(10);
  expect((await read(person)).passkeys).toMatchObject([{ isBackedUp: true, last_used_at: null }]);
  const request = await askSignIn();
  expect(request).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
  const { status, body } = await answerSignIn(signChallenge(passkey, request));
  expect(status).toBe(200);
  expect((await testApp.as(body.data.access_token)("GET", "/auth/user")).body.data.email).toBe(person.email);
  expect((await read(person)).passkeys).toMatchObject([{ last_used_at: testApp.clock.now().toISOString() }]);
});

test("the browser that signs in with a passkey is known from then on", async () => {
  const person = await testApp.person();
  const { passkey } = await add(person);
  const mails = () =>
    testApp.db
      .selectFrom("emails")
      .select("id")
      .where("recipient", "=", person.email)
      .where("template", "=", "accounts.newDevice")
      .execute();
  const { body } = await signIn(passkey);
  const first = await mails();
  expect(first).toHaveLength(1);
  const assertion = signChallenge(passkey, await askSignIn());
  const device_tokens = [body.data.device_token];
  expect((await nobody()("POST", "/auth/passkeys/sign-in", { assertion, device_tokens })).status).toBe(200);
  expect(await mails()).toEqual(first);
});

test("after the password, a passkey is the second step", async () => {
  const person = await testApp.person();
  const { passkey, codes } = await add(person);
  const login = async () =>
    (await nobody()("POST", "/auth/login", { email: person.email, password })).body.data.second_factor;
  const { ticket, methods } = await login();
  expect(methods).toEqual(["passkey", "recovery_code"]);
  const { body } = await nobody()("POST", "/auth/second-factor/passkey", { ticket });
  expect(body.data.allowCredentials).toMatchObject([{ id: passkey.id.toString("base64url"), type: "public-key" }]);
  const assertion = signChallenge(passkey, body.data, { userHandle: undefined });
  expect((await nobody()("POST", "/auth/second-factor", { ticket, assertion })).status).toBe(200);
  // A recovery code does for who has only passkeys, as it does with an app.
  const again = await login();
  const done = await nobody()("POST", "/auth/second-factor", { ticket: again.ticket, code: codes[0] });
  expect(done.status).toBe(200);
  const neither = await login();
  expect((await nobody()("POST", "/auth/second-factor", { ticket: neither.ticket })).status).toBe(422);
});

test.each<[string, Wrongs]>([
  ["of another site", { origin: "https://baseline.example" }],
  ["of another host", { rpId: "evil.example" }],
  ["without checking who uses it", { isUserVerified: false }],
  ["with the name of another account", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
  ["without the name of its account", { userHandle: undefined }],
])("a passkey that signs %s is refused", async (_what, wrongs) => {
  const { passkey } = await add(await testApp.person());
  expect(await signIn(passkey, wrongs)).toMatchObject({ status: 422, body: { errors: wrong } });
  expect((await signIn(passkey)).status).toBe(200);
});

test.each<[string, Wrongs]>([
  ["of another site", { origin: "https://baseline.example" }],
  ["of another host", { rpId: "evil.example" }],
  ["without checking who uses it", { isUserVerified: false }],
])("a passkey that is made %s is not added", async (_what, wrongs) => {
  const person = await testApp.person();
  const { body } = createPasskey(await askCreation(person), wrongs);
  const { status, body: answer } = await testApp.as(person)("POST", "/auth/passkeys", body);
  expect([status, Object.keys(answer.errors)]).toEqual([422, ["attestation"]]);
  expect((await read(person)).passkeys).toEqual([]);
});

test("a challenge is answered once, within five minutes, for what and by whom it was asked", async () => {
  const person = await testApp.person();
  const { passkey } = await add(person);
  const request = await askSignIn();
  const assertion = signChallenge(passkey, request);
  expect((await answerSignIn(assertion)).status).toBe(200);
  expect((await answerSignIn(assertion)).status).toBe(422);
  expect((await answerSignIn(signChallenge(passkey, request))).status).toBe(422);
  // One that was answered wrongly is not asked again.
  const tried = await askSignIn();
  expect((await answerSignIn(signChallenge(passkey, tried, { origin: "https://evil.example" }))).status).toBe(422);
  const [once, twice] = [await askSignIn(), await askSignIn()];
  testApp.clock.advance(5 * minute);
  expect((await answerSignIn(signChallenge(passkey, once))).status).toBe(422);
  await testApp.jobs.runScheduled("second-factors.sweep");
  expect(await testApp.db.selectFrom("passkey_challenges").selectAll().execute()).toEqual([]);
  expect((await answerSignIn(signChallenge(passkey, twice))).status).toBe(422);
  // A challenge to confirm a change signs nobody in.
  const confirming = (await testApp.as(person)("POST", "/auth/passkeys/confirm")).body.data;
  expect((await answerSignIn(signChallenge(passkey, confirming))).status).toBe(422);
  // And what was asked of one person is not answered by another.
  const other = await testApp.person();
  const { body } = createPasskey(await askCreation(other));
  expect((await testApp.as(person)("POST", "/auth/passkeys", body)).status).toBe(422);
});

test("of ten answers to one challenge at once, one gets in", async () => {
  const { passkey } = await add(await testApp.person());
  const assertion = signChallenge(passkey, await askSignIn());
  const answers = await Promise.all(Array.from({ length: 10 }, () => answerSignIn(assertion)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 422)]);
});

test("a count that goes back is refused: the key was copied", async () => {
  const { passkey } = await add(await testApp.person(), { counter: 5 });
  passkey.counter = 5;
  expect((await signIn(passkey)).status).toBe(200);
  for (const counter of [6, 5, 1, 0]) expect((await signIn(passkey, { counter })).status).toBe(422);
  expect((await signIn(passkey, { counter: 9 })).status).toBe(200);
});

test("another person's passkey confirms nothing and is no second step", async () => {
  const [person, thief] = [await testApp.person(), await testApp.person()];
  await add(person);
  const { passkey } = await add(thief);
  const confirming = (await testApp.as(person)("POST", "/auth/passkeys/confirm")).body.data;
  const confirmed = await testApp.as(person)("POST", "/auth/recovery-codes", {
    assertion: signChallenge(passkey, confirming),
  });
  expect(confirmed).toMatchObject({ status: 422, body: { errors: wrong } });
  const login = await nobody()("POST", "/auth/login", { email: person.email, password });
  const { ticket } = login.body.data.second_factor;
  const request = (await nobody()("POST", "/auth/second-factor/passkey", { ticket })).body.data;
  const assertion = signChallenge(passkey, request);
  expect((await nobody()("POST", "/auth/second-factor", { ticket, assertion })).status).toBe(422);
});

test("one passkey belongs to one account", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  const { passkey } = await add(person);
  const { body } = createPasskey(await askCreation(other));
  await testApp.db
    .updateTable("passkeys")
    .set({ credential_id: Buffer.from(body.attestation.id, "base64url") })
    .where("user_id", "=", person.id)
    .execute();
  expect((await testApp.as(other)("POST", "/auth/passkeys", body)).status).toBe(409);
  expect((await read(other)).passkeys).toEqual([]);
  expect(passkey.counter).toBe(0);
});

test("the passkey of a deactivated account signs nobody in", async () => {
  const person = await testApp.person();
  const { passkey } = await add(person);
  await testApp.db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
  expect((await signIn(passkey)).status).toBe(422);
});

test("adding and removing want the password or a passkey; the last factor takes the recovery codes along", async () => {
  const person = await testApp.person();
  const api = testApp.as(person);
  for (const path of ["/auth/passkeys/challenge", "/auth/recovery-codes"]) {
    expect((await api("POST", path, {})).body.errors).toEqual({ password: ["This field is required"] });
    expect((await api("POST", path, { password: "not my password" })).status).toBe(422);
  }
  const { passkey } = await add(person);
  const confirm = async () => ({
    assertion: signChallenge(passkey, (await api("POST", "/auth/passkeys/confirm")).body.data),
  });
  const second = createPasskey(await askCreation(person, await confirm()));
  const added = await api("POST", "/auth/passkeys", second.body);
  expect([added.status, added.body.data]).toEqual([201, { codes: [] }]);
  const [first, other] = (await read(person)).passkeys;
  const renamed = await api("PATCH", `/auth/passkeys/${other.id}`, { name: "Telephone" });
  expect(renamed.body.data).toMatchObject({ id: other.id, name: "Telephone" });
  expect((await read(person)).passkeys[1].name).toBe("Telephone");
  expect((await api("POST", `/auth/passkeys/${other.id}/remove`, {})).status).toBe(422);
  expect((await api("POST", `/auth/passkeys/${other.id}/remove`, await confirm())).status).toBe(200);
  expect(await read(person)).toMatchObject({ passkeys: [{ id: first.id }], recoveryCodesLeft: 10 });
  expect((await api("POST", `/auth/passkeys/${first.id}/remove`, { password })).status).toBe(200);
  expect(await read(person)).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
  expect((await signIn(passkey)).status).toBe(422);
  const { body } = await nobody()("POST", "/auth/login", { email: person.email, password });
  expect(body.data.access_token).toEqual(expect.any(String));
});

test("somebody else's passkey is not there to be named or removed", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  await add(person);
  const [{ id }] = (await read(person)).passkeys;
  expect((await testApp.as(other)("PATCH", `/auth/passkeys/${id}`, { name: "Mine" })).status).toBe(404);
  expect((await testApp.as(other)("POST", `/auth/passkeys/${id}/remove`, { password })).status).toBe(404);
});

test("an app and passkeys stand beside each other: the codes of the first go on, and one of both is enough", async () => {
  const person = await testApp.person();
  const api = testApp.as(person);
  const { codes } = await add(person);
  const { body } = await api("POST", "/auth/totp", { password });
  const code = codeAt(body.data.secret, testApp.clock.now());
  expect((await api("POST", "/auth/totp/confirm", { code })).body.data.codes).toEqual([]);
  const login = await nobody()("POST", "/auth/login", { email: person.email, password });
  expect(login.body.data.second_factor.methods).toEqual(["totp", "passkey", "recovery_code"]);
  expect((await api("POST", "/auth/totp/remove", { password })).status).toBe(200);
  const again = await nobody()("POST", "/auth/login", { email: person.email, password });
  const { ticket, methods } = again.body.data.second_factor;
  expect(methods).toEqual(["passkey", "recovery_code"]);
  expect((await nobody()("POST", "/auth/second-factor", { ticket, code: codes[0] })).status).toBe(200);
});

test("a platform administrator removes lost passkeys too", async () => {
  const person = await testApp.person();
  const { passkey } = await add(person);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("DELETE", `/admin/users/${person.id}/second-factor`)).status).toBe(200);
  expect((await signIn(passkey)).status).toBe(422);
  expect(await read(person)).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
});

test("a mail tells of each passkey that is added or removed", async () => {
  const person = await testApp.person();
  await add(person);
  const [{ id }] = (await read(person)).passkeys;
  await testApp.as(person)("POST", `/auth/passkeys/${id}/remove`, { password });
  const mails = await testApp.db
    .selectFrom("emails")
    .select("params")
    .where("recipient", "=", person.email)
    .where("template", "=", "second-factors.changed")
    .execute();
  expect(mails.map(({ params }) => (params as { kind: string }).kind).toSorted()).toEqual([
    "passkeyAdded",
    "passkeyRemoved",
  ]);
});

test("a passkey stands in the place of the password where the email is changed and the account is closed", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  const [{ passkey }, { passkey: foreign }] = [await add(person), await add(other)];
  const api = testApp.as(person);
  const ask = async (): Promise<PasskeyRequest> => (await api("POST", "/auth/passkeys/confirm")).body.data;
  const email = `new.${person.email}`;
  const deeds = [
    { path: "/auth/email", body: { email } },
    { path: "/auth/closing", body: {} },
  ];
  for (const { path, body } of deeds) {
    expect((await api("POST", path, body)).body.errors.password, path).toBeDefined();
    const stranger = signChallenge(foreign, await ask());
    expect((await api("POST", path, { ...body, assertion: stranger })).body.errors, path).toEqual(wrong);
    const assertion = signChallenge(passkey, await ask());
    expect((await api("POST", path, { ...body, assertion })).status, path).toBe(200);
    expect((await api("POST", path, { ...body, assertion })).body.errors, path).toEqual(wrong);
  }
  expect((await api("GET", "/auth/email")).body.data).toMatchObject({ email });
  expect((await api("GET", "/auth/user")).body.data.closesAt).not.toBeNull();
});
