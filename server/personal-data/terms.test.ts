import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { legalVersions } from "#contract/personal-data-versions-rules.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";

const { terms, privacy } = legalVersions;
let testApp: TestApp;
beforeAll(async () => void (testApp = await createTestApp({ env: { OPERATOR_NAME: "Courts Ltd" } })));
afterAll(() => testApp.close());
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());

const read = async (who: Person | string) => (await testApp.as(who)("GET", "/auth/terms")).body.data;
const accept = (who: Person | string, body: object = { terms, privacy }) =>
  testApp.as(who)("POST", "/auth/terms", body);
const hasAccepted = async (who: Person) => (await testApp.as(who)("GET", "/auth/user")).body.data.hasAcceptedTerms;
const isDue = async (who: Person | string) => (await testApp.as(who)("GET", "/auth/user")).body.data.termsDue;

let people = 0;
async function register(headers: Record<string, string> = {}) {
  const email = `reader${++people}@example.org`;
  const draft = { email, firstName: "Rea", lastName: "Der", password, confirmPassword: password };
  const { status, body } = await testApp.as(null)("POST", "/auth/register", draft, headers);
  expect(status).toBe(201);
  return { email, token: body.data.access_token as string };
}
async function linkTo(email: string): Promise<string> {
  const mail = (await testApp.mails()).findLast(({ to }) => to?.[0]?.address === email);
  return /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

test("creating an account accepts the texts of the day, in the language they were read in", async () => {
  const { email, token } = await register({ "accept-language": "fr" });
  expect(await isDue(token)).toBe(false);
  await testApp.as(token)("POST", "/auth/verify-email/confirm", { token: await linkTo(email) });
  const operator = "Courts Ltd";
  expect(await read(token)).toEqual({
    current: { terms, privacy, operator },
    isDue: false,
    accepted: [{ terms, privacy, operator, language: "fr", accepted_at: testApp.clock.now().toISOString() }],
  });
});

test("an account of before is asked once; twice accepted, the first time counts", async () => {
  const person = await testApp.person();
  expect([await isDue(person), (await read(person)).accepted]).toEqual([true, []]);
  expect(await hasAccepted(person)).toBe(false);
  const answers = await Promise.all([accept(person), accept(person)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const first = testApp.clock.now().toISOString();
  testApp.clock.advance(86_400_000);
  expect((await accept(person)).body.data).toMatchObject({ isDue: false, accepted: [{ accepted_at: first }] });
  expect(await isDue(person)).toBe(false);
  expect((await read(person)).accepted).toHaveLength(1);
});

test("a new version or another operator asks again, and what was accepted before stays in the record", async () => {
  const person = await testApp.person();
  await accept(person);
  const { operator } = testApp.appContext.config;
  testApp.appContext.config.operator = { ...operator, name: "Other Courts Ltd" };
  expect([await isDue(person), await hasAccepted(person)]).toEqual([true, true]);
  testApp.clock.advance(1000);
  expect((await accept(person)).body.data.accepted).toMatchObject([
    { operator: "Other Courts Ltd" },
    { operator: "Courts Ltd" },
  ]);
  testApp.appContext.config.operator = operator;
  await testApp.db
    .updateTable("users")
    .set({ accepted_terms: `2020-01-01 ${privacy} Courts Ltd` })
    .where("id", "=", person.id)
    .execute();
  expect(await isDue(person)).toBe(true);
  testApp.appContext.config.operator = { ...operator, phone: "+33 1 99 00 00 99" };
  await accept(person);
  expect(await isDue(person)).toBe(false);
  testApp.appContext.config.operator = operator;
});

test("versions that do not stand are not accepted, nor dates that are none", async () => {
  const person = await testApp.person();
  expect(await accept(person, { terms: "2020-01-01", privacy })).toMatchObject({
    status: 409,
    body: { message: "The texts have changed meanwhile. Load the page again to read them." },
  });
  expect((await accept(person, { terms: "soon", privacy })).body.errors.terms).toBeDefined();
  expect((await accept(person, { terms })).body.errors.privacy).toBeDefined();
  expect((await read(person)).accepted).toEqual([]);
  expect((await testApp.as(null)("POST", "/auth/terms", { terms, privacy })).status).toBe(401);
});

test("whoever registers an address of somebody else accepts nothing for them", async () => {
  const { email } = await register();
  const link = { token: await linkTo(email), password, password_confirmation: password };
  const { status, body } = await testApp.as(null)("POST", "/auth/verify-email/confirm", link);
  expect(status).toBe(200);
  expect(await read(body.data.access_token)).toMatchObject({ isDue: true, accepted: [] });
});

test("the copy of one's data has the record, and nobody else's", async () => {
  const [person, other] = [await testApp.person(), await testApp.person()];
  await accept(person);
  await accept(other);
  await testApp.as(person)("POST", "/auth/data-export");
  await testApp.jobs.runAll();
  const { id } = (await testApp.as(person)("GET", "/auth/data-export")).body.data;
  const { rawPayload } = await testApp.app.inject({
    url: `/api/v1/auth/data-export/${id}/file`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { accepted_terms: rows } = JSON.parse(readZip(rawPayload)["data/terms.json"]?.toString() ?? "{}");
  expect(rows).toMatchObject([{ user_id: person.id, terms, privacy, operator: "Courts Ltd" }]);
});
