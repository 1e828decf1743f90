/** People join by links, codes, requests, or by themselves: in time, as often as allowed, and never the team. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

const DAY_MS = 86_400_000;

let testApp: TestApp;
let owner: ApiCall;
let clubId: string;
let slug: string;
let clubs = 0;
beforeAll(async () => void (testApp = await createTestApp()));
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.deleteFrom("rate_limits").execute();
  await testApp.db.deleteFrom("emails").execute();
  clubId = await testApp.organization(`Club ${++clubs}`);
  slug = `club-${clubs}`;
  await testApp.db.insertInto("slugs").values({ slug, organization_id: clubId, is_current: true }).execute();
  owner = testApp.as(await testApp.member(clubId, 1));
});

const path = (rest: string) => `/organizations/${clubId}${rest}`;
const setJoining = async (joining: "closed" | "request" | "open") =>
  expect((await owner("PATCH", path(""), { joining })).status).toBe(200);
const createLink = async (draft: object = {}, api = owner) => {
  const { status, body } = await api("POST", path("/join-links"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data as { id: string; code: string; url: string };
};
const joinBy = (who: Person | ApiCall, code: string, more: object = {}) =>
  (typeof who === "function" ? who : testApp.as(who))("POST", "/join-codes", { code, ...more });
const ask = (who: Person, message?: string) =>
  testApp.as(who)("POST", `/public/${slug}/join`, message === undefined ? {} : { message });
const rolesOf = async (who: Person) => {
  const { status, body } = await testApp.as(who)("GET", `/organizations-min/${clubId}`);
  return status === 200 ? (body.data.roles as { id: number; type: string }[]).map(({ id }) => id) : undefined;
};
const requests = async (query = "?status=open") => (await owner("GET", path(`/join-requests${query}`))).body.data;
const mailsTo = async ({ email }: { email: string }) =>
  (await testApp.mails()).filter((mail) => mail.to?.[0]?.address === email).map(({ subject }) => subject);
const register = (email: string, more: object) =>
  testApp.as(null)("POST", "/auth/register", {
    ...{ email, firstName: "Nora", lastName: "New" },
    ...{ password: "a quiet court at dawn", confirmPassword: "a quiet court at dawn", ...more },
  });
const tokenMailedTo = async (email: string): Promise<string> => {
  const { params } = await testApp.db
    .selectFrom("emails")
    .select("params")
    .where("recipient", "=", email)
    .where("template", "=", "accounts.verification")
    .executeTakeFirstOrThrow();
  return (params as { token: string }).token;
};

test("a closed organization and an address that nobody has answer alike", async () => {
  const closed = await testApp.as(null)("GET", `/public/${slug}/join`);
  const unknown = await testApp.as(null)("GET", "/public/nobody-has-this/join");
  expect([closed.status, closed.body]).toEqual([404, unknown.body]);
  const person = await testApp.person();
  expect((await ask(person)).body).toEqual((await testApp.as(person)("POST", "/public/nobody/join", {})).body);
  await setJoining("open");
  await testApp.db.updateTable("organizations").set({ enabled: false }).where("id", "=", clubId).execute();
  expect((await testApp.as(null)("GET", `/public/${slug}/join`)).status).toBe(404);
});

test("where it is open, anybody with a confirmed address is a member at once, and a customer; twice is once", async () => {
  await setJoining("open");
  expect((await testApp.as(null)("GET", `/public/${slug}/join`)).body.data).toEqual({
    organization: { id: clubId, name: `Club ${clubs}` },
    accentStyle: null,
    needsApproval: false,
  });
  await testApp.db.updateTable("organizations").set({ accent: "#7a1fa2" }).where("id", "=", clubId).execute();
  const { accentStyle } = (await testApp.as(null)("GET", `/public/${slug}/join`)).body.data;
  expect(accentStyle).toContain(":root{--accent:light-dark(#7a1fa2,");
  const person = await testApp.person();
  const answers = await Promise.all([ask(person), ask(person)]);
  expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
    [200, { state: "joined", organizationId: clubId }],
    [200, { state: "joined", organizationId: clubId }],
  ]);
  expect(await rolesOf(person)).toEqual([4]);
  const customers = await testApp.db.selectFrom("customers").select("id").where("user_id", "=", person.id).execute();
  expect(customers).toHaveLength(1);
  const unverified = await testApp.person({ verified: false });
  expect((await ask(unverified)).status).toBe(403);
  const { body } = await owner("GET", path("/activity"));
  expect(body.data.filter((entry: { act: string }) => entry.act === "joining.join")).toHaveLength(1);
});

test("asked, the team is told in the bell and by mail; approved, who asked is a member and reads it", async () => {
  await setJoining("request");
  const staff = await testApp.member(clubId, 3);
  const manager = await testApp.member(clubId, 2);
  const person = await testApp.person({ language: "en" });
  expect((await ask(person, "I play on Tuesdays")).body.data.state).toBe("requested");
  expect((await ask(person, "Again")).body.data.state).toBe("requested");
  const [request, ...others] = await requests();
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    email: person.email,
    message: "I play on Tuesdays",
    isByLink: false,
    status: "open",
  });
  const bell = async (who: Person) => (await testApp.as(who)("GET", "/notifications?unread=true")).body.data;
  expect(await bell(manager)).toMatchObject([
    { kind: "join_requested", joinRequest: { requestId: request.id, status: "open", message: "I play on Tuesdays" } },
  ]);
  expect(await bell(staff)).toEqual([]);
  expect(await mailsTo(manager)).toHaveLength(1);
  expect(await mailsTo(staff)).toEqual([]);
  const approved = await testApp.as(manager)("POST", path(`/join-requests/${request.id}/approve`), {});
  expect(approved.body).toMatchObject({ message: "Request approved", data: { status: "approved" } });
  expect(await rolesOf(person)).toEqual([4]);
  expect(await bell(manager)).toEqual([]);
  expect(await mailsTo(person)).toEqual([`You are now a member of Club ${clubs}.`]);
  const again = await owner("POST", path(`/join-requests/${request.id}/approve`), {});
  expect(again.status).toBe(200);
  expect((await owner("POST", path(`/join-requests/${request.id}/decline`), {})).status).toBe(409);
  expect(await mailsTo(person)).toHaveLength(1);
});

test("declined, one reads the reason, and asks again after 30 days and not before", async () => {
  await setJoining("request");
  const person = await testApp.person({ language: "en" });
  await ask(person);
  const [request] = await requests();
  await owner("POST", path(`/join-requests/${request.id}/decline`), { reason: "Full until September" });
  const own = async () => (await testApp.as(person)("GET", "/auth/user/join-requests")).body.data;
  expect(await own()).toMatchObject([{ status: "declined", reason: "Full until September" }]);
  expect(await mailsTo(person)).toEqual([`Club ${clubs} did not accept your request.`]);
  testApp.clock.advance(30 * DAY_MS - 60_000);
  const early = await ask(person);
  expect([early.status, early.body.message]).toEqual([409, "Your request was declined. You can ask again tomorrow."]);
  testApp.clock.advance(60_000);
  expect((await ask(person)).body.data.state).toBe("requested");
});

test("several are answered at once; those of others are refused whole, and answered ones stay as they are", async () => {
  await setJoining("request");
  const people = await Promise.all([testApp.person(), testApp.person(), testApp.person()]);
  for (const person of people) await ask(person);
  const ids = ((await requests()) as { id: string }[]).map(({ id }) => id);
  const [first = ""] = ids;
  await owner("POST", path(`/join-requests/${first}/decline`), {});
  const stranger = testApp.as(await testApp.member(testApp.organizationId, 1));
  const theirs = `/organizations/${testApp.organizationId}/join-requests`;
  expect((await stranger("POST", `${theirs}/answer`, { ids, answer: "approve" })).status).toBe(404);
  expect((await stranger("POST", `${theirs}/${first}/approve`, {})).status).toBe(404);
  const { body } = await owner("POST", path("/join-requests/answer"), { ids, answer: "approve" });
  expect(body.data.answered.toSorted()).toEqual(ids.slice(1).toSorted());
  const roles = await Promise.all(people.map(rolesOf));
  expect(roles.filter((held) => held !== undefined)).toHaveLength(2);
});

test("approved and withdrawn at once, one of the two happens", async () => {
  await setJoining("request");
  for (let round = 0; round < 5; round++) {
    const person = await testApp.person();
    await ask(person);
    const [request] = await requests();
    const [withdrawn, approved] = await Promise.all([
      testApp.as(person)("DELETE", `/auth/user/join-requests/${request.id}`),
      owner("POST", path(`/join-requests/${request.id}/approve`), {}),
    ]);
    expect([withdrawn.status, approved.status].toSorted()).toEqual([200, 409]);
    expect((await rolesOf(person)) !== undefined).toBe(approved.status === 200);
  }
});

test("nobody withdraws the request of somebody else", async () => {
  await setJoining("request");
  const person = await testApp.person();
  await ask(person);
  const [request] = await requests();
  const other = testApp.as(await testApp.person());
  expect((await other("DELETE", `/auth/user/join-requests/${request.id}`)).status).toBe(404);
  expect(await requests()).toHaveLength(1);
});

test("who becomes a member otherwise asks no more", async () => {
  await setJoining("request");
  const person = await testApp.person();
  await ask(person);
  const { code } = await createLink();
  expect((await joinBy(person, code)).body.data.state).toBe("joined");
  expect(await requests()).toEqual([]);
  expect(await requests("?status=answered")).toMatchObject([{ status: "approved", answeredBy: null }]);
});

test("a code is shown once, works in any writing, and is kept as a hash", async () => {
  const { code, url, id } = await createLink({ needsApproval: false });
  expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
  expect(url).toBe(`http://localhost:3000/j/${code.replace("-", "")}`);
  const [link] = (await owner("GET", path("/join-links"))).body.data;
  expect(link).toMatchObject({ id, lastSigns: code.slice(-3), uses: 0, state: "open", role: { id: 4 } });
  expect(JSON.stringify(link)).not.toContain(code.slice(0, 4));
  const rows = await testApp.db.selectFrom("join_codes").selectAll().where("link_id", "=", id).execute();
  expect(rows.map((row) => row.code_hash.toString())).not.toContain(code);
  const looked = await testApp.as(null)("POST", "/join-codes/look", { code: ` ${code.toLowerCase()} ` });
  expect(looked.body.data).toMatchObject({ organization: { id: clubId }, needsApproval: false });
  expect((await joinBy(await testApp.person(), code.replace("-", " ").toLowerCase())).status).toBe(200);
  expect((await owner("GET", path("/join-links"))).body.data[0].uses).toBe(1);
});

test("a link of 10 uses pressed by 11 at once admits 10; members and looks use nothing up", async () => {
  const { code } = await createLink({ maxUses: 10 });
  await joinBy(owner, code);
  for (let look = 0; look < 3; look++) await testApp.as(null)("POST", "/join-codes/look", { code });
  const people = await Promise.all(Array.from({ length: 11 }, () => testApp.person()));
  const answers = await Promise.all(people.map((person) => joinBy(person, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 422]);
  const roles = await Promise.all(people.map(rolesOf));
  expect(roles.filter((held) => held !== undefined)).toHaveLength(10);
  const late = answers.find(({ status }) => status === 422);
  expect(late?.body.errors.code).toEqual(["This code does not work. Ask the club for a new one."]);
  expect((await owner("GET", path("/join-links"))).body.data[0]).toMatchObject({ uses: 10, state: "used_up" });
});

test("a link that is over, revoked or never was answers alike, in both languages", async () => {
  const [ended, revoked] = [await createLink(), await createLink({ expiresAt: "2027-01-01T00:00:00Z" })];
  expect((await owner("DELETE", path(`/join-links/${revoked.id}`))).body.message).toBe("Join link revoked");
  expect((await owner("DELETE", path(`/join-links/${revoked.id}`))).status).toBe(404);
  testApp.clock.advance(90 * DAY_MS);
  const person = testApp.as(await testApp.person());
  for (const code of [ended.code, revoked.code, "ABCD-EFGH", "nonsense", "O0I1-LLUU"]) {
    const french = await person("POST", "/join-codes", { code }, { "accept-language": "fr" });
    expect([french.status, french.body.errors]).toEqual([
      422,
      { code: ["Ce code ne fonctionne pas. Demandez-en un nouveau au club."] },
    ]);
    expect((await testApp.as(null)("POST", "/join-codes/look", { code })).status).toBe(422);
  }
});

test("no link and no answer gives a role of the team, nor does one whose role has become one", async () => {
  const wrong = await owner("POST", path("/join-links"), { role: 2 });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["role"]]);
  const role = { name: "Youth", type: "member", permissions: ["events.show"] };
  const { id } = (await owner("POST", path("/roles"), role)).body.data;
  const { code } = await createLink({ role: id });
  const approving = await createLink({ role: id, needsApproval: true });
  const [first, second, third] = [await testApp.person(), await testApp.person(), await testApp.person()];
  await joinBy(first, code);
  expect(await rolesOf(first)).toEqual([id]);
  await joinBy(third, approving.code);
  await testApp.db
    .updateTable("roles")
    .set({ type: "admin" })
    .where("organization_id", "=", clubId)
    .where("id", "=", id)
    .execute();
  await joinBy(second, code);
  expect(await rolesOf(second)).toEqual([4]);
  const [request] = await requests();
  expect((await owner("POST", path(`/join-requests/${request.id}/approve`), { role: 2 })).status).toBe(422);
  await owner("POST", path(`/join-requests/${request.id}/approve`), {});
  expect(await rolesOf(third)).toEqual([4]);
});

test("whose access was turned off does not come back by themselves", async () => {
  await setJoining("open");
  const former = await testApp.member(clubId, 4, { active: false });
  const { code } = await createLink();
  for (const refused of [await ask(former), await joinBy(former, code)])
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Your access to this organization is turned off. Ask its team.",
    ]);
  expect(await rolesOf(former)).toBeUndefined();
});

test("guessing codes is refused after ten tries an hour, in words with the wait; right codes are none", async () => {
  const { code } = await createLink();
  const person = testApp.as(await testApp.person());
  for (let right = 0; right < 12; right++) expect((await joinBy(person, code)).status).toBe(200);
  for (let wrong = 0; wrong < 10; wrong++) expect((await joinBy(person, "ABCD-EFGH")).status).toBe(422);
  const refused = await person("POST", "/join-codes", { code }, { "accept-language": "fr" });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "3600"]);
  expect(refused.body.message).toContain("60 minutes");
});

test("a flood of requests to join is refused: five a day of one person", async () => {
  const person = await testApp.person();
  const answers = [];
  for (let club = 0; club < 6; club++) {
    const id = await testApp.organization(`Flood ${club}`);
    await testApp.db.updateTable("organizations").set({ joining: "request" }).where("id", "=", id).execute();
    const address = `flood-${clubs}-${club}`;
    await testApp.db.insertInto("slugs").values({ slug: address, organization_id: id, is_current: true }).execute();
    answers.push(await testApp.as(person)("POST", `/public/${address}/join`, {}));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(Number(answers[5]?.headers["retry-after"])).toBeGreaterThan(80_000);
});

test("a newcomer registers to join, and confirming the address joins; one mail names the club", async () => {
  const { code } = await createLink({ maxUses: 1 });
  const email = `${crypto.randomUUID()}@newcomer.example`;
  const { status, body } = await register(email, { join: { code } });
  expect(status).toBe(201);
  const token = await tokenMailedTo(email);
  expect(await mailsTo({ email })).toEqual([`Confirm your address to join Club ${clubs}.`]);
  const mail = (await testApp.mails()).find(({ to }) => to?.[0]?.address === email);
  expect(mail?.text?.split("Confirm your address to join")).toHaveLength(2);
  const session = testApp.as(body.data.access_token as string);
  const confirmed = await session("POST", "/auth/verify-email/confirm", { token });
  expect(confirmed.body.data).toEqual({
    join: { state: "joined", message: `You are now a member of Club ${clubs}.` },
  });
  expect((await session("GET", `/organizations-min/${clubId}`)).body.data.roles).toMatchObject([{ id: 4 }]);
});

test("a newcomer asks with the registration; a link that is used up meanwhile is told, and the address is confirmed", async () => {
  await setJoining("request");
  const asking = `${crypto.randomUUID()}@newcomer.example`;
  const first = await register(asking, { join: { slug, message: "Hello" } });
  const token = await tokenMailedTo(asking);
  const answer = await testApp.as(first.body.data.access_token as string)("POST", "/auth/verify-email/confirm", {
    token,
  });
  expect(answer.body.data.join.state).toBe("requested");
  expect(await requests()).toMatchObject([{ email: asking, message: "Hello" }]);
  const { code } = await createLink({ maxUses: 1 });
  const late = `${crypto.randomUUID()}@newcomer.example`;
  const second = await register(late, { join: { code } });
  await joinBy(await testApp.person(), code);
  const session = testApp.as(second.body.data.access_token as string);
  const confirmed = await session("POST", "/auth/verify-email/confirm", { token: await tokenMailedTo(late) });
  expect(confirmed.body.data.join.state).toBe("refused");
  expect((await session("GET", "/auth/user")).body.data.emailVerifiedAt).not.toBeNull();
  expect((await session("GET", `/organizations-min/${clubId}`)).status).toBe(404);
});

test("registering to join answers alike for known and unknown addresses, and joins nobody who has an account", async () => {
  const { code } = await createLink();
  const known = await testApp.person();
  const [one, other] = [
    await register(known.email, { join: { code } }),
    await register(`${crypto.randomUUID()}@newcomer.example`, { join: { code } }),
  ];
  expect([one.status, Object.keys(one.body), Object.keys(one.body.data)]).toEqual([
    other.status,
    Object.keys(other.body),
    Object.keys(other.body.data),
  ]);
  expect(await rolesOf(known)).toBeUndefined();
  expect(await mailsTo(known)).toEqual([expect.stringContaining("account")]);
  for (const email of [known.email, `${crypto.randomUUID()}@newcomer.example`]) {
    const wrong = await register(email, { join: { code: "ABCD-EFGH" } });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["code"]]);
  }
});

test("a password that is reset confirms an address, and joins nothing that a stranger registered it for", async () => {
  const link = await createLink();
  const email = `${crypto.randomUUID()}@victim.example`;
  await register(email, { join: { code: link.code } });
  await testApp.as(null)("POST", "/auth/password/forgot", { email });
  const user = await testApp.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const mails = (await testApp.mails()).filter((one) => one.to?.[0]?.address === email);
  const [, code] = /code=([\w-]{43})/.exec(mails.map(({ text }) => text).join()) ?? [];
  const chosen = "the owner's own new password";
  const reset = { email, code, password: chosen, password_confirmation: chosen };
  expect((await testApp.as(null)("POST", "/auth/password/reset", reset)).status).toBe(200);
  const rows = await testApp.db.selectFrom("memberships").select("user_id").where("user_id", "=", user.id).execute();
  expect(rows).toEqual([]);
});

test("open requests end after 60 days, and answered ones are forgotten 60 days later", async () => {
  await setJoining("request");
  const person = await testApp.person();
  await ask(person);
  const statuses = async () => {
    const rows = await testApp.db
      .selectFrom("join_requests")
      .select("status")
      .where("user_id", "=", person.id)
      .execute();
    return rows.map(({ status }) => status);
  };
  testApp.clock.advance(60 * DAY_MS - 60_000);
  await testApp.jobs.runScheduled("joining.sweep");
  expect(await statuses()).toEqual(["open"]);
  testApp.clock.advance(60_000);
  await testApp.jobs.runScheduled("joining.sweep");
  expect(await statuses()).toEqual(["expired"]);
  testApp.clock.advance(60 * DAY_MS);
  await testApp.jobs.runScheduled("joining.sweep");
  expect(await statuses()).toEqual([]);
});
