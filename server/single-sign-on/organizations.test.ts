/** The providers of organizations: their settings, the proof of their domains, and who signs in by them. */
import { Resolver } from "node:dns/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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
import { type ApiCall, createTestApp, password, type TestApp } from "#tests/support/test-app.ts";

let provider: OpenidProvider;
let testApp: TestApp;
beforeAll(async () => {
  provider = await startOpenidProvider(signOnRedirectUri);
  // The demo allows a provider on this machine.
  testApp = await createTestApp({ env: { DEMO: "1" } });
});
afterAll(async () => {
  await testApp.close();
  await provider.close();
});
beforeEach(() => testApp.db.deleteFrom("rate_limits").execute());
afterEach(() => void vi.restoreAllMocks());

const draft = () => ({
  name: "City Hall",
  issuer: provider.issuer,
  clientId: openidClient.id,
  clientSecret: openidClient.secret,
});

interface Club {
  organizationId: string;
  owner: ApiCall;
  path: (rest?: string) => string;
}
async function createClub(domain?: string, joining = "open"): Promise<Club> {
  const organizationId = await testApp.organization("City Tennis");
  await testApp.db.updateTable("organizations").set({ joining }).where("id", "=", organizationId).execute();
  const owner = testApp.as(await testApp.member(organizationId, 1));
  const path = (rest = "") => `/organizations/${organizationId}/single-sign-on${rest}`;
  const club = { organizationId, owner, path };
  if (domain !== undefined) {
    await owner("PUT", path(), draft());
    await confirm(club, await addDomain(club, domain));
  }
  return club;
}
async function addDomain({ owner, path }: Club, domain: string): Promise<string> {
  const { status, body } = await owner("POST", path("/domains"), { domain });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.domains.find((one: { domain: string }) => one.domain === domain.toLowerCase()).id;
}
async function confirm({ owner, path }: Club, id: string): Promise<void> {
  expect((await owner("POST", path(`/domains/${id}/check`), {})).status).toBe(200);
}

const come = (email: string, more = {}) => comeAs(provider, email, more);
const start = ({ organizationId }: Club) => testApp.as(null)("POST", "/auth/single-sign-on/start", { organizationId });
const signIn = async (club: Club) => answerSignOn(testApp, (await start(club)).body.data);
const find = async (email: string) =>
  (await testApp.as(null)("POST", "/auth/single-sign-on/providers", { email })).body.data;
const readOptions = async () => (await testApp.as(null)("GET", "/auth/single-sign-on/options")).body.data;
const readUser = (token: string) => readUserOf(testApp, token);
const organizationsOf = async (token: string) => organizationsOfUser((await readUser(token)).id);
async function organizationsOfUser(id: string): Promise<string[]> {
  const rows = testApp.db.selectFrom("memberships").select("organization_id").where("user_id", "=", id);
  return (await rows.execute()).map((row) => row.organization_id);
}

test("an owner names a provider, proves a domain, and its people sign in and become members", async () => {
  expect(await readOptions()).toEqual({ server: null, hasOrganizations: false });
  const club = await createClub();
  const { owner, path } = club;
  expect((await owner("GET", path())).body.data).toBeNull();
  const saved = await owner("PUT", path(), draft());
  const { clientSecret, ...told } = draft();
  expect(saved.body).toMatchObject({
    message: "Single sign-on saved",
    data: { ...told, redirectUrl: signOnRedirectUri },
  });
  expect(JSON.stringify(saved.body)).not.toContain(clientSecret);
  const id = await addDomain(club, "City.TEST");
  const [domain] = (await owner("GET", path())).body.data.domains;
  expect(domain).toEqual({
    ...{ id, domain: "city.test", confirmedAt: null },
    record: { name: "_baseline.city.test", value: expect.stringMatching(/^baseline-domain=[\da-f]{32}$/) },
  });
  expect(await find("ada@city.test")).toEqual([]);
  await confirm(club, id);
  expect(await readOptions()).toEqual({ server: null, hasOrganizations: true });
  expect(await find("ADA@City.test")).toEqual([
    { organizationId: club.organizationId, organization: "City Tennis", name: "City Hall" },
  ]);
  come("ada@city.test");
  const { status, body } = await signIn(club);
  expect(status).toBe(200);
  expect(await organizationsOf(body.data.access_token)).toEqual([club.organizationId]);
});

test("joining follows the organization's rule: a request where it takes them, nothing where it is closed", async () => {
  const asking = await createClub("asking.test", "request");
  come("ida@asking.test");
  const { body } = await signIn(asking);
  expect(await organizationsOf(body.data.access_token)).toEqual([]);
  const requests = await asking.owner("GET", `/organizations/${asking.organizationId}/join-requests`);
  expect(requests.body.data).toMatchObject([{ email: "ida@asking.test", status: "open" }]);
  const closed = await createClub("closed.test", "closed");
  come("ida@closed.test");
  expect(await organizationsOf((await signIn(closed)).body.data.access_token)).toEqual([]);
});

test("an account of the domain is signed in to; its second factor is asked for, and it stays a member", async () => {
  const club = await createClub("known.test");
  const person = await testApp.person({ email: "max@known.test" });
  await testApp.join(person, club.organizationId, 4);
  come(person.email);
  const { body } = await signIn(club);
  expect((await readUser(body.data.access_token)).id).toBe(person.id);
});

test("an account with a second factor joins once its second step is done, by the organization's rule", async () => {
  const club = await createClub("careful.test");
  const person = await testApp.person({ email: "max@careful.test" });
  const finishSecondStep = await setUpTotp(testApp, person);
  come(person.email);
  const ticketOf = async (of: Club) => (await signIn(of)).body.data.second_factor.ticket;
  const ticket = await ticketOf(club);
  const wrong = await testApp.as(null)("POST", "/auth/second-factor", { ticket, code: "aaaaa-aaaaa" });
  expect([wrong.status, await organizationsOfUser(person.id)]).toEqual([422, []]);
  const { status, body } = await finishSecondStep(ticket);
  expect([status, await organizationsOf(body.data.access_token)]).toEqual([200, [club.organizationId]]);
  expect((await finishSecondStep(ticket)).status).toBe(422);
  const closed = await createClub("careful.test", "closed");
  expect((await finishSecondStep(await ticketOf(closed))).status).toBe(200);
  const byPassword = await testApp.as(null)("POST", "/auth/login", { email: person.email, password });
  expect((await finishSecondStep(byPassword.body.data.second_factor.ticket)).status).toBe(200);
  expect(await organizationsOfUser(person.id)).toEqual([club.organizationId]);
});

test("addresses of other domains, and platform administrators, are not signed in, whatever the provider says", async () => {
  const club = await createClub("own.test");
  const victim = await testApp.person({ email: "victim@elsewhere.test" });
  come(victim.email);
  expect(await signIn(club)).toMatchObject(answerRefusal("City Hall may not sign in addresses of elsewhere.test"));
  come("boss@sub.own.test");
  expect(await signIn(club)).toMatchObject(answerRefusal("may not sign in addresses of sub.own.test"));
  await testApp.person({ email: "admin@own.test", platformAdmin: true });
  come("admin@own.test");
  expect(await signIn(club)).toMatchObject(answerRefusal("Platform administrators"));
  come("ada@own.test", { email_verified: false });
  expect(await signIn(club)).toMatchObject(answerRefusal("has not verified"));
});

test("two organizations that have proved one domain do not mix", async () => {
  const [one, other] = [await createClub("shared.test"), await createClub("shared.test")];
  expect((await find("ada@shared.test")).map((choice: Club) => choice.organizationId).toSorted()).toEqual(
    [one.organizationId, other.organizationId].toSorted(),
  );
  come("ada@shared.test");
  const { body } = await signIn(other);
  expect(await organizationsOf(body.data.access_token)).toEqual([other.organizationId]);
});

test("an answer counts for the provider alone that was asked", async () => {
  const [asked, other] = [await createClub("asked.test"), await createClub("other.test")];
  const { body } = await start(asked);
  come("ada@other.test");
  const answer = await signInAtProvider(body.data.url, signOnRedirectUri);
  await other.owner("DELETE", other.path());
  expect(await finishSignOn(testApp, body.data.secret, answer)).toMatchObject(
    answerRefusal("may not sign in addresses of other.test"),
  );
});

test("turned off, removed, or of an archived organization, it signs nobody in", async () => {
  const club = await createClub("ending.test");
  expect((await start(club)).status).toBe(200);
  const { clientSecret: _kept, ...rest } = draft();
  await club.owner("PUT", club.path(), { ...rest, active: false });
  expect([(await start(club)).status, await find("ada@ending.test")]).toEqual([409, []]);
  // Without a secret the kept one stays.
  await club.owner("PUT", club.path(), rest);
  come("ada@ending.test");
  expect((await signIn(club)).status).toBe(200);
  const archive = (at: Date | null) =>
    testApp.db.updateTable("organizations").set({ archived_at: at }).where("id", "=", club.organizationId).execute();
  await archive(testApp.clock.now());
  expect([(await start(club)).status, await find("ada@ending.test")]).toEqual([409, []]);
  await archive(null);
  const [{ id }] = (await club.owner("GET", club.path())).body.data.domains;
  expect((await club.owner("DELETE", club.path(`/domains/${id}`))).status).toBe(200);
  expect(await find("ada@ending.test")).toEqual([]);
  expect(await signIn(club)).toMatchObject(answerRefusal("may not sign in"));
  expect((await club.owner("DELETE", club.path())).status).toBe(200);
  expect([(await start(club)).status, (await club.owner("DELETE", club.path())).status]).toEqual([409, 404]);
});

test("the kept secret goes to no other issuer, nor to another client", async () => {
  const { owner, path } = await createClub();
  await owner("PUT", path(), draft());
  const { clientSecret: _kept, ...rest } = draft();
  for (const other of [{ issuer: "https://evil.example.com" }, { clientId: "other" }])
    expect((await owner("PUT", path(), { ...rest, ...other })).body.errors).toEqual({
      clientSecret: ["This field is required"],
    });
});

test("an issuer that is away is told by its name", async () => {
  const club = await createClub();
  await club.owner("PUT", club.path(), { ...draft(), issuer: "http://127.0.0.1:9" });
  const { status, body } = await start(club);
  expect([status, body.message]).toEqual([503, expect.stringContaining("City Hall does not answer")]);
});

test("the owner checks the provider that is saved, turned off or not", async () => {
  const { owner, path } = await createClub();
  const check = async () => {
    const { status, body } = await owner("POST", path("/check"));
    return [status, body.data?.issuer ?? body.message];
  };
  expect((await check())[0]).toBe(404);
  await owner("PUT", path(), { ...draft(), active: false });
  expect(await check()).toEqual([200, provider.issuer]);
  await owner("PUT", path(), { ...draft(), issuer: "http://127.0.0.1:9" });
  expect(await check()).toEqual([
    409,
    "No provider of OpenID Connect answers at http://127.0.0.1:9. Check the address.",
  ]);
});

test("wrong settings are refused beside their fields", async () => {
  const { owner, path } = await createClub();
  const { clientSecret: _left, ...withoutSecret } = draft();
  const refused = async (body: object) => Object.keys((await owner("PUT", path(), body)).body.errors ?? {});
  expect(await refused(withoutSecret)).toEqual(["clientSecret"]);
  expect(await refused({ ...draft(), issuer: "http://login.example.com" })).toEqual(["issuer"]);
  expect(await refused({ ...draft(), issuer: "https://10.0.0.1" })).toEqual(["issuer"]);
  expect(await refused({ ...draft(), issuer: "https://me:pass@login.example.com" })).toEqual(["issuer"]);
  expect(await refused({ ...draft(), name: " " })).toEqual(["name"]);
  expect((await owner("POST", path("/domains"), { domain: "early.test" })).status).toBe(404);
  await owner("PUT", path(), draft());
  for (const domain of ["", "localhost", "@city.test", "city", "a b.test", "https://city.test", "-x.test"])
    expect(Object.keys((await owner("POST", path("/domains"), { domain })).body.errors)).toEqual(["domain"]);
  await owner("POST", path("/domains"), { domain: "twice.test" });
  expect((await owner("POST", path("/domains"), { domain: "Twice.test" })).body.errors).toEqual({
    domain: ["This domain is in the list already"],
  });
});

test("owners alone read and change it, and nobody elsewhere does", async () => {
  const club = await createClub("private.test");
  const [{ id }] = (await club.owner("GET", club.path())).body.data.domains;
  for (const role of [2, 3]) {
    const member = testApp.as(await testApp.member(club.organizationId, role));
    expect((await member("GET", club.path())).status).toBe(403);
    expect((await member("PUT", club.path(), draft())).status).toBe(403);
  }
  const other = await createClub("stranger.test");
  expect((await other.owner("GET", club.path())).status).toBe(404);
  expect((await other.owner("POST", other.path(`/domains/${id}/check`), {})).status).toBe(404);
  expect((await other.owner("DELETE", other.path(`/domains/${id}`))).status).toBe(404);
});

describe("outside the demo", () => {
  let real: TestApp;
  let owner: ApiCall;
  let path: (rest?: string) => string;
  let id: string;
  let record: { name: string; value: string };
  beforeAll(async () => {
    real = await createTestApp();
    const person = await real.person({ language: "en" });
    await real.join(person, real.organizationId, 1);
    owner = real.as(person);
    path = (rest = "") => `/organizations/${real.organizationId}/single-sign-on${rest}`;
    await owner("PUT", path(), { ...draft(), issuer: "https://login.example.com" });
    const { body } = await owner("POST", path("/domains"), { domain: "city.test" });
    ({ id, record } = body.data.domains[0]);
  });
  afterAll(() => real.close());
  const check = () => owner("POST", path(`/domains/${id}/check`), {});
  const answer = (records: string[][] | string) =>
    vi.spyOn(Resolver.prototype, "resolveTxt").mockImplementation(async () => {
      if (typeof records === "string") throw Object.assign(new Error(records), { code: records });
      return records;
    });

  test("an issuer on this machine is refused as other private addresses are", async () => {
    const { status, body } = await owner("PUT", path(), { ...draft(), issuer: provider.issuer });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["issuer"]]);
  });

  test("a domain counts once its record is in the DNS, and not before", async () => {
    for (const missing of ["ENOTFOUND", "ENODATA", [["v=spf1 -all"]], [[`${record.value}0`]]]) {
      answer(missing);
      const { status, body } = await check();
      expect(status).toBe(409);
      expect(body.message).toContain(`${record.name} with the value ${record.value} is not there yet`);
    }
    answer("ETIMEOUT");
    expect((await check()).status).toBe(503);
    expect((await owner("GET", path())).body.data.domains[0].confirmedAt).toBeNull();
    const asked = answer([["v=spf1 -all"], [record.value.slice(0, 10), record.value.slice(10)]]);
    expect((await check()).body.data.domains[0].confirmedAt).toBe(real.clock.now().toISOString());
    expect(asked).toHaveBeenCalledWith(record.name);
    expect((await check()).status).toBe(200);
  });

  const DAY_MS = 86_400_000;
  async function checkNextDay(records: string[][] | string): Promise<boolean> {
    answer(records);
    real.clock.advance(DAY_MS);
    await real.jobs.runScheduled("sign-on-providers.check");
    return (await owner("GET", path())).body.data.domains[0].confirmedAt !== null;
  }

  test("a record that name servers say is gone on seven days in a row proves nothing any more; silence says nothing", async () => {
    answer([[record.value]]);
    await check();
    await real.mails();
    for (const missing of ["ENOTFOUND", "ENODATA", [["v=spf1 -all"]], "ETIMEOUT", "ESERVFAIL", "ENOTFOUND", "ENODATA"])
      expect(await checkNextDay(missing)).toBe(true);
    // Five days without it, of which the hourly runs count none twice.
    await real.jobs.runScheduled("sign-on-providers.check");
    expect(await checkNextDay("ENODATA")).toBe(true);
    expect(await checkNextDay([[record.value]])).toBe(true);
    for (let day = 1; day <= 6; day++) expect(await checkNextDay("ENODATA")).toBe(true);
    const find = async () =>
      (await real.as(null)("POST", "/auth/single-sign-on/providers", { email: "ada@city.test" })).body.data;
    expect(await find()).toHaveLength(1);
    expect(await checkNextDay("ENODATA")).toBe(false);
    expect(await find()).toEqual([]);
    const told = (await real.mails()).filter(
      ({ subject }) => subject === "The mail domain city.test is not confirmed any more",
    );
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining("was not in the DNS for 7 days in a row")]);
    const asked = answer("ENODATA").mock.calls.length;
    await checkNextDay("ENODATA");
    expect(answer("ENODATA")).toHaveBeenCalledTimes(asked);
    answer([[record.value]]);
    expect((await check()).body.data.domains[0].confirmedAt).toBe(real.clock.now().toISOString());
  });

  test("all owners are told of each change, in their language; a new name alone is none", async () => {
    const organizationId = await real.organization("City Tennis");
    const french = await real.person({ language: "fr" });
    const person = await real.person({ language: "en", firstName: "Ada", lastName: "Byron" });
    for (const one of [french, person]) await real.join(one, organizationId, 1);
    const manager = await real.member(organizationId, 2);
    const [act, at] = [real.as(person), `/organizations/${organizationId}/single-sign-on`];
    const provider = { ...draft(), issuer: "https://login.example.com" };
    await act("PUT", at, provider);
    await act("PUT", at, { ...provider, name: "Town Hall" });
    await act("PUT", at, { ...provider, clientId: "other" });
    const { body } = await act("POST", `${at}/domains`, { domain: "club.test" });
    const [{ id: domainId, record: expected }] = body.data.domains;
    answer([[expected.value]]);
    await act("POST", `${at}/domains/${domainId}/check`, {});
    await act("POST", `${at}/domains/${domainId}/check`, {});
    await act("DELETE", at);
    const mails = await real.mails();
    const sentTo = ({ email }: { email: string }) => mails.filter(({ to }) => to?.[0]?.address === email);
    expect(sentTo(manager)).toEqual([]);
    const subjectsTo = (one: { email: string }) => sentTo(one).map(({ subject }) => subject);
    expect(subjectsTo(person).toSorted()).toEqual([
      "A mail domain of City Tennis was confirmed",
      "Single sign-on was set up for City Tennis",
      "The single sign-on of City Tennis was changed",
      "The single sign-on of City Tennis was removed",
    ]);
    expect(subjectsTo(french).toSorted()).toEqual([
      "L’authentification unique de City Tennis a été modifiée",
      "L’authentification unique de City Tennis a été supprimée",
      "Un domaine de messagerie de City Tennis a été confirmé",
      "Une authentification unique a été configurée pour City Tennis",
    ]);
    const textOf = (subject: RegExp) => sentTo(person).find((mail) => subject.test(mail.subject ?? ""))?.text;
    expect(textOf(/set up/)).toContain("Ada Byron set up single sign-on for City Tennis.");
    expect(textOf(/set up/)).toContain("https://login.example.com");
    expect(textOf(/changed/)).toContain("other");
    expect(textOf(/confirmed/)).toContain("club.test");
    expect(mails.some(({ text }) => text?.includes(openidClient.secret))).toBe(false);
  });
});
