import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";
import { codeAt, decodeBase32 } from "#tests/support/authenticator-app.ts";

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;
let testApp: TestApp;
beforeAll(async () => {
  // No mail server answers, so that mails stay readable in the outbox.
  testApp = await createTestApp({ env: { SMTP_URL: "smtp://127.0.0.1:9", TRUST_PROXY: "1" } });
});
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

const from = (address: string) => ({ "x-forwarded-for": address });
const home = from("203.0.113.7");
const login = (email: string, body = {}, headers = home) =>
  testApp.as(null)("POST", "/auth/login", { email, password, ...body }, headers);
const finish = (ticket: string, code: string, headers = home) =>
  testApp.as(null)("POST", "/auth/second-factor", { ticket, code }, headers);
async function ticketOf(email: string): Promise<string> {
  const { body } = await login(email);
  return body.data.second_factor.ticket;
}
/** Kinds of mails to somebody, in alphabetical order: those of one instant have no other. */
async function mailsTo(email: string): Promise<string[]> {
  const mails = await testApp.db
    .selectFrom("emails")
    .select("params")
    .where("recipient", "=", email)
    .where("template", "=", "second-factors.changed")
    .execute();
  return mails.map(({ params }) => (params as { kind: string }).kind).sort();
}

const codeNow = (secret: string) => codeAt(secret, testApp.clock.now());
/** A code that has not been used: the clock goes on by an interval. */
function nextCode(secret: string): string {
  testApp.clock.advance(30 * second);
  return codeNow(secret);
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

interface Protected {
  person: Person;
  secret: string;
  codes: string[];
}
async function turnOn(person: Person): Promise<Protected> {
  const { body } = await testApp.as(person)("POST", "/auth/totp", { password });
  const secret: string = body.data.secret;
  const confirmed = await testApp.as(person)("POST", "/auth/totp/confirm", { code: nextCode(secret) });
  expect(confirmed).toMatchObject({
    status: 200,
    body: { message: "Two-step sign-in is on. Your other sessions are ended." },
  });
  return { person, secret, codes: confirmed.body.data.codes };
}
const protectedPerson = async (): Promise<Protected> => turnOn(await testApp.person());

test("an account without a second factor signs in as ever", async () => {
  const { email } = await testApp.person();
  const { status, body } = await login(email);
  expect(status).toBe(200);
  expect(Object.keys(body.data).sort()).toEqual(["access_token", "device_token", "expires_at"]);
});

test("with one, the right password gives a ticket and no session; the code gives the session", async () => {
  const { person, secret } = await protectedPerson();
  const sessions = () => testApp.db.selectFrom("sessions").select("id").where("user_id", "=", person.id).execute();
  const before = await sessions();
  const { status, body } = await login(person.email);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { second_factor: { ticket: expect.stringMatching(/^[\w-]{43}$/), methods: ["totp", "recovery_code"] } },
  });
  expect(await sessions()).toEqual(before);
  const done = await finish(body.data.second_factor.ticket, nextCode(secret));
  expect(done.status).toBe(200);
  expect(Object.keys(done.body.data).sort()).toEqual(["access_token", "device_token", "expires_at"]);
  expect((await testApp.as(done.body.data.access_token)("GET", "/auth/user")).body.data.email).toBe(person.email);
});

test("a wrong password answers the same with and without a second factor", async () => {
  const { person } = await protectedPerson();
  const plain = await testApp.person();
  const answers = await Promise.all(
    [person.email, plain.email, "nobody@example.org"].map((email) => login(email, { password: "not my password" })),
  );
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(422);
});

test("a wrong code is refused beside its field, and the ticket still counts", async () => {
  const { person, secret } = await protectedPerson();
  const ticket = await ticketOf(person.email);
  const code = nextCode(secret);
  expect(await finish(ticket, otherThan(code))).toMatchObject({
    status: 422,
    body: { errors: { code: ["This code is wrong or was used already. The app shows a new one every 30 seconds."] } },
  });
  for (const malformed of ["", "12345", "1234567", "einundzwanzig", "x".repeat(41)])
    expect((await finish(ticket, malformed)).body.errors.code, malformed).toBeDefined();
  expect((await finish(ticket, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
});

test("a code counts once: neither for the same ticket nor for another, nor the code that turned it on", async () => {
  const person = await testApp.person();
  const { body } = await testApp.as(person)("POST", "/auth/totp", { password });
  const secret: string = body.data.secret;
  const first = nextCode(secret);
  await testApp.as(person)("POST", "/auth/totp/confirm", { code: first });
  expect((await finish(await ticketOf(person.email), first)).status).toBe(422);
  const ticket = await ticketOf(person.email);
  const code = nextCode(secret);
  expect((await finish(ticket, code)).status).toBe(200);
  expect((await finish(ticket, nextCode(secret))).body.errors.ticket).toBeDefined();
  expect((await finish(await ticketOf(person.email), code)).body.errors.code).toBeDefined();
});

test("a code of the interval before one that was used is refused as well", async () => {
  const { person, secret } = await protectedPerson();
  testApp.clock.advance(minute);
  const earlier = codeNow(secret);
  expect((await finish(await ticketOf(person.email), nextCode(secret))).status).toBe(200);
  expect((await finish(await ticketOf(person.email), earlier)).status).toBe(422);
});

test("of twenty sign-ins with one code at once, one gets in", async () => {
  const { person, secret } = await protectedPerson();
  const device = (await finish(await ticketOf(person.email), nextCode(secret))).body.data.device_token;
  const tickets = await Promise.all(
    Array.from({ length: 10 }, async () => (await login(person.email, { device_tokens: [device] })).body.data),
  );
  const code = nextCode(secret);
  const answers = await Promise.all(
    tickets.flatMap(({ second_factor: { ticket } }) => [finish(ticket, code), finish(ticket, code)]),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("of ten sign-ins with one recovery code at once, one gets in", async () => {
  const { person, codes } = await protectedPerson();
  const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(person.email)));
  const answers = await Promise.all(tickets.map((ticket) => finish(ticket, codes[0] ?? "")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 422)]);
  const { body } = await testApp.as(person)("GET", "/auth/second-factor");
  expect(body.data.recoveryCodesLeft).toBe(9);
});

test("two requests with one ticket and two recovery codes use up one of them", async () => {
  const { person, codes } = await protectedPerson();
  const ticket = await ticketOf(person.email);
  const answers = await Promise.all([finish(ticket, codes[0] ?? ""), finish(ticket, codes[1] ?? "")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await testApp.as(person)("GET", "/auth/second-factor")).body.data.recoveryCodesLeft).toBe(9);
});

test("there are ten recovery codes; each opens once, typed in any way, and a mail tells of it", async () => {
  const { person, codes } = await protectedPerson();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  const [first = "", other = ""] = codes;
  expect((await finish(await ticketOf(person.email), first.toUpperCase().replace("-", " "))).status).toBe(200);
  expect((await finish(await ticketOf(person.email), first)).status).toBe(422);
  expect((await finish(await ticketOf(person.email), other)).status).toBe(200);
  expect(await mailsTo(person.email)).toEqual(["on", "recoveryCodeUsed", "recoveryCodeUsed"]);
});

test("a code of somebody else opens nothing", async () => {
  const [one, other] = [await protectedPerson(), await protectedPerson()];
  expect((await finish(await ticketOf(one.person.email), nextCode(other.secret))).status).toBe(422);
  expect((await finish(await ticketOf(one.person.email), other.codes[0] ?? "")).status).toBe(422);
});

test("a ticket ends after five minutes, in another network, and when the account is deactivated", async () => {
  const { person, secret } = await protectedPerson();
  const ticket = await ticketOf(person.email);
  const wrong = { status: 422, body: { errors: { ticket: [expect.stringContaining("took too long")] } } };
  expect(await finish(ticket, nextCode(secret), from("198.51.100.4"))).toMatchObject(wrong);
  expect(await finish("x".repeat(43), nextCode(secret))).toMatchObject(wrong);
  testApp.clock.advance(5 * minute);
  expect(await finish(ticket, nextCode(secret))).toMatchObject(wrong);
  await testApp.jobs.runAll();
  const last = await ticketOf(person.email);
  await testApp.db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
  expect(await finish(last, nextCode(secret))).toMatchObject(wrong);
});

test("expired tickets are deleted", async () => {
  const { person } = await protectedPerson();
  await ticketOf(person.email);
  testApp.clock.advance(6 * minute);
  await testApp.jobs.runScheduled("second-factors.sweep");
  expect(await testApp.db.selectFrom("second_factor_tickets").selectAll().execute()).toEqual([]);
});

test("after ten wrong codes a network waits, a known browser and other networks go on", async () => {
  const { person, secret, codes } = await protectedPerson();
  const known = (await finish(await ticketOf(person.email), codes[0] ?? "")).body.data.device_token;
  const ticket = await ticketOf(person.email);
  for (let tries = 0; tries < 10; tries += 1) expect((await finish(ticket, "zzzzz-zzzzz")).status).toBe(422);
  const refused = await finish(ticket, nextCode(secret));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  const own = (await login(person.email, { device_tokens: [known] })).body.data.second_factor.ticket;
  expect((await finish(own, nextCode(secret))).status).toBe(200);
  const elsewhere = from("198.51.100.9");
  const there = (await login(person.email, {}, elsewhere)).body.data.second_factor.ticket;
  expect((await finish(there, nextCode(secret), elsewhere)).status).toBe(200);
});

test("from many networks together, fifty codes an hour are tried at most", async () => {
  const { person, secret } = await protectedPerson();
  const statuses: number[] = [];
  for (let network = 1; network <= 6; network += 1) {
    const headers = from(`198.51.${network}.1`);
    const { ticket } = (await login(person.email, {}, headers)).body.data.second_factor;
    for (let tries = 0; tries < 10; tries += 1) statuses.push((await finish(ticket, "zzzzz-zzzzz", headers)).status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(50);
  expect(statuses.slice(50)).toEqual(Array.from({ length: 10 }, () => 429));
  testApp.clock.advance(61 * minute);
  expect((await finish(await ticketOf(person.email), nextCode(secret))).status).toBe(200);
});

test("a known password makes ten tickets within a quarter of an hour, and no more", async () => {
  const { person } = await protectedPerson();
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await login(person.email)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test("setting it up wants the password, and counts once a code of the app is entered", async () => {
  const person = await testApp.person();
  const api = testApp.as(person);
  expect(await api("POST", "/auth/totp", { password: "not my password" })).toMatchObject({
    status: 422,
    body: { errors: { password: ["This is not your present password."] } },
  });
  const { body } = await api("POST", "/auth/totp", { password });
  expect(body.data.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(body.data.uri).toContain(`secret=${body.data.secret}`);
  expect((await api("GET", "/auth/second-factor")).body.data).toEqual({
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
  expect((await login(person.email)).body.data.access_token).toBeDefined();
  expect((await api("POST", "/auth/totp/confirm", { code: otherThan(codeNow(body.data.secret)) })).status).toBe(422);
  expect((await api("POST", "/auth/totp/confirm", { code: codeNow(body.data.secret) })).status).toBe(200);
  expect((await api("GET", "/auth/second-factor")).body.data).toMatchObject({
    totp: { since: testApp.clock.now().toISOString() },
    recoveryCodesLeft: 10,
  });
});

test("a key that another window has replaced is refused, and one that counts is never replaced", async () => {
  const person = await testApp.person();
  const api = testApp.as(person);
  const old = (await api("POST", "/auth/totp", { password })).body.data.secret;
  const { secret } = (await api("POST", "/auth/totp", { password })).body.data;
  expect((await api("POST", "/auth/totp/confirm", { code: codeNow(old) })).status).toBe(422);
  const code = nextCode(secret);
  const twice = await Promise.all([1, 2].map(() => api("POST", "/auth/totp/confirm", { code })));
  expect(twice.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await api("POST", "/auth/totp", { password })).status).toBe(409);
  expect((await api("POST", "/auth/totp/confirm", { code: nextCode(secret) })).status).toBe(409);
  expect((await finish(await ticketOf(person.email), nextCode(secret))).status).toBe(200);
});

test("guessing while it is set up is limited", async () => {
  const person = await testApp.person();
  const api = testApp.as(person);
  const { secret } = (await api("POST", "/auth/totp", { password })).body.data;
  const wrong = otherThan(codeNow(secret));
  for (let tries = 0; tries < 10; tries += 1)
    expect((await api("POST", "/auth/totp/confirm", { code: wrong })).status).toBe(422);
  expect((await api("POST", "/auth/totp/confirm", { code: codeNow(secret) })).status).toBe(429);
});

test("turning it on ends the other sessions; a mail tells of it", async () => {
  const person = await testApp.person();
  const other = (await login(person.email)).body.data.access_token;
  await turnOn(person);
  expect((await testApp.as(other)("GET", "/auth/user")).status).toBe(401);
  expect((await testApp.as(person)("GET", "/auth/user")).status).toBe(200);
  expect(await mailsTo(person.email)).toEqual(["on"]);
});

test("turning it off wants the password; tickets and recovery codes end, and a mail tells of it", async () => {
  const { person, secret, codes } = await protectedPerson();
  const api = testApp.as(person);
  const ticket = await ticketOf(person.email);
  expect((await api("POST", "/auth/totp/remove", { password: "not my password" })).status).toBe(422);
  expect((await api("POST", "/auth/totp/remove", { password })).status).toBe(200);
  expect((await finish(ticket, nextCode(secret))).status).toBe(422);
  expect((await finish(ticket, codes[0] ?? "")).status).toBe(422);
  expect((await api("GET", "/auth/second-factor")).body.data).toEqual({
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
  expect((await login(person.email)).body.data.access_token).toBeDefined();
  expect(await mailsTo(person.email)).toEqual(["off", "on"]);
  for (const path of ["/auth/totp/remove", "/auth/recovery-codes"])
    expect((await api("POST", path, { password })).status).toBe(409);
});

test("new recovery codes end the old ones", async () => {
  const { person, codes } = await protectedPerson();
  const api = testApp.as(person);
  expect((await api("POST", "/auth/recovery-codes", { password: "not my password" })).status).toBe(422);
  testApp.clock.advance(second);
  const renewed = (await api("POST", "/auth/recovery-codes", { password })).body.data.codes;
  expect((await finish(await ticketOf(person.email), codes[0] ?? "")).status).toBe(422);
  expect((await finish(await ticketOf(person.email), renewed[0])).status).toBe(200);
  expect(await mailsTo(person.email)).toEqual(["codes", "on", "recoveryCodeUsed"]);
});

test("a new password changes nothing of the second step", async () => {
  const { person, secret } = await protectedPerson();
  const better = "a new green court";
  await testApp.as(person)("POST", "/auth/password/change", {
    old_password: password,
    password: better,
    password_confirmation: better,
  });
  const { body } = await login(person.email, { password: better });
  expect((await finish(body.data.second_factor.ticket, nextCode(secret))).status).toBe(200);
});

test("nothing that opens the account is stored readable", async () => {
  const { person, secret, codes } = await protectedPerson();
  const ticket = await ticketOf(person.email);
  const rows = await Promise.all(
    (["totp_secrets", "recovery_codes", "second_factor_tickets"] as const).map((table) =>
      testApp.db.selectFrom(table).selectAll().where("user_id", "=", person.id).execute(),
    ),
  );
  const stored = rows.flat().flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value)));
  expect(stored.length).toBe(12);
  for (const plain of [
    decodeBase32(secret),
    Buffer.from(secret),
    Buffer.from(ticket),
    ...codes.map((code) => Buffer.from(code)),
  ])
    expect(stored.some((value) => value.includes(plain))).toBe(false);
});

test("a secret that is copied to another account opens nothing", async () => {
  const [thief, victim] = [await protectedPerson(), await protectedPerson()];
  const row = await testApp.db
    .selectFrom("totp_secrets")
    .select("secret")
    .where("user_id", "=", thief.person.id)
    .executeTakeFirstOrThrow();
  await testApp.db.updateTable("totp_secrets").set(row).where("user_id", "=", victim.person.id).execute();
  const answer = await finish(await ticketOf(victim.person.email), nextCode(thief.secret));
  expect(answer.status).toBe(500);
});

test("the activity of one's teams tells of it, and that of clubs where one plays does not", async () => {
  const owner = await testApp.member(testApp.organizationId, 1);
  const person = await testApp.member(testApp.organizationId, 3);
  await testApp.join(person, testApp.otherOrganizationId, 4);
  await turnOn(person);
  testApp.clock.advance(day);
  await testApp.as(person)("POST", "/auth/totp/remove", { password });
  const { body } = await testApp.as(owner)("GET", `/organizations/${testApp.organizationId}/activity`);
  expect(body.data.slice(0, 2)).toMatchObject([
    { act: "members.turnOffSecondFactor", actor: { id: person.id }, subjectId: person.id },
    { act: "members.turnOnSecondFactor", actor: { id: person.id }, subjectId: person.id },
  ]);
  const elsewhere = await testApp.db
    .selectFrom("activity")
    .select("act")
    .where("organization_id", "=", testApp.otherOrganizationId)
    .where("actor_id", "=", person.id)
    .execute();
  expect(elsewhere).toEqual([]);
});

test("a platform administrator removes a lost one, and nobody else does; a mail and the activity tell of it", async () => {
  const person = await testApp.member(testApp.organizationId, 3);
  await turnOn(person);
  const [admin, owner] = [
    await testApp.person({ platformAdmin: true }),
    await testApp.member(testApp.organizationId, 1),
  ];
  const path = `/admin/users/${person.id}/second-factor`;
  expect((await testApp.as(admin)("GET", path)).body.data.totp).not.toBeNull();
  for (const other of [owner, person]) expect((await testApp.as(other)("DELETE", path)).status).toBe(403);
  expect(await testApp.as(admin)("DELETE", path)).toMatchObject({ status: 200, body: { data: null } });
  expect((await testApp.as(admin)("GET", path)).body.data).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
  expect((await testApp.as(admin)("DELETE", path)).status).toBe(409);
  expect((await login(person.email)).body.data.access_token).toBeDefined();
  expect(await mailsTo(person.email)).toEqual(["on", "removed"]);
  const { body } = await testApp.as(owner)("GET", `/organizations/${testApp.organizationId}/activity`);
  expect(body.data).toContainEqual(
    expect.objectContaining({ act: "members.removeSecondFactor", subjectId: person.id }),
  );
});

test("an administrator turns the own one off with the password alone", async () => {
  const admin = await testApp.person({ platformAdmin: true });
  await turnOn(admin);
  expect((await testApp.as(admin)("DELETE", `/admin/users/${admin.id}/second-factor`)).status).toBe(409);
  expect((await testApp.as(admin)("GET", "/auth/second-factor")).body.data.totp).not.toBeNull();
});
