import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person({ platformAdmin: true, firstName: "Ada", lastName: "Admin" });
});
afterAll(() => testApp.close());

const draft = { name: "Tennis Club de Lyon", type: "club", countryId: 250 };

test("a platform administrator creates an organization, which stands with its built-in roles", async () => {
  const { status, body } = await testApp.as(admin)("POST", "/organizations", { ...draft, phone: "" });
  expect(status).toBe(201);
  expect(body.message).toBe("Organization created");
  expect(body.data).toMatchObject({
    name: "Tennis Club de Lyon",
    enabled: true,
    currency: "EUR",
    timezone: "Europe/Paris",
    owner: null,
    phone: null,
  });
  const roles = await testApp.db
    .selectFrom("roles")
    .select(["id", "name", "type"])
    .where("organization_id", "=", body.data.id)
    .orderBy("id")
    .execute();
  expect(roles.map((role) => `${role.id} ${role.name} ${role.type}`)).toEqual([
    "1 Owner admin",
    "2 Manager admin",
    "3 Staff admin",
    "4 Member member",
  ]);
  const entries = await testApp.db
    .selectFrom("activity")
    .select(["act", "actor_id", "subject_id"])
    .where("organization_id", "=", body.data.id)
    .execute();
  expect(entries).toEqual([{ act: "organizations.create", actor_id: admin.id, subject_id: body.data.id }]);
});

test("creating one needs the permission on the platform, whatever one is elsewhere", async () => {
  const owner = await testApp.member(testApp.organizationId, 1);
  const answer = await testApp.as(owner)("POST", "/organizations", draft);
  expect(answer.status).toBe(403);
  expect(answer.body.message).toBe(`You don't have the permission of "organizations.create"`);
});

test("everything wrong is told at once, in the reader's language", async () => {
  const answer = await testApp.as(admin)(
    "POST",
    "/organizations",
    { type: "pub", countryId: 1, addOwner: true },
    { "accept-language": "fr" },
  );
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).sort()).toEqual(["countryId", "emailOwner", "name", "type"]);
  expect(answer.body.errors.name).toEqual(["Ce champ est obligatoire"]);
});

test("an owner is invited by email: a new person to register, in the language of the country", async () => {
  const { body } = await testApp.as(admin)(
    "POST",
    "/organizations",
    { ...draft, addOwner: true, emailOwner: "New.Owner@Example.org" },
    { "accept-language": "fr" },
  );
  const invitation = await testApp.db
    .selectFrom("invitations")
    .selectAll()
    .where("organization_id", "=", body.data.id)
    .executeTakeFirstOrThrow();
  expect(invitation).toMatchObject({
    email: "new.owner@example.org",
    role_id: 1,
    status: "open",
    invited_by: admin.id,
  });
  const mail = await testApp.db
    .selectFrom("emails")
    .selectAll()
    .where("recipient", "=", "new.owner@example.org")
    .executeTakeFirstOrThrow();
  expect(mail.language).toBe("fr");
  expect(mail.params).toMatchObject({
    link: expect.stringMatching(
      /^http:\/\/localhost:3000\/auth\/register\?email=new\.owner%40example\.org&invitation=/,
    ),
    roleName: "Propriétaire",
    inviterName: "Ada Admin",
  });
});

test("a person with an account is invited in their own language, by the same link as everybody", async () => {
  const known = await testApp.person({ email: "known@example.org", language: "en" });
  await testApp.as(admin)(
    "POST",
    "/organizations",
    { ...draft, addOwner: true, emailOwner: known.email },
    { "accept-language": "fr" },
  );
  const mail = await testApp.db
    .selectFrom("emails")
    .selectAll()
    .where("recipient", "=", known.email)
    .executeTakeFirstOrThrow();
  expect(mail.language).toBe("en");
  expect(mail.params).toMatchObject({
    link: expect.stringMatching(/\/auth\/register\?email=known%40example\.org&invitation=/),
    roleName: "Owner",
  });
});

test("people see the organizations they are an active member of, administrators see all, sorted as one reads", async () => {
  for (const name of ["Zebra", "Écully", "Eau Vive"])
    await testApp.as(admin)("POST", "/organizations", { ...draft, name });
  const all = await testApp.as(admin)("GET", "/organizations?per_page=100");
  const names = all.body.data.map((one: { name: string }) => one.name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("und").compare));
  expect(names.indexOf("Écully")).toBeLessThan(names.indexOf("Zebra"));

  const member = await testApp.member(testApp.organizationId, 4);
  await testApp.join(member, testApp.otherOrganizationId, 4, { active: false });
  const own = await testApp.as(member)("GET", "/organizations");
  expect(own.body.data.map((one: { id: string }) => one.id)).toEqual([testApp.organizationId]);
  expect(own.body.meta).toEqual({ current_page: 1, last_page: 1, total: 1, per_page: 20 });
});

test("a search minds neither case nor accents, and finds only what one sees", async () => {
  const found = await testApp.as(admin)("GET", "/organizations/search?q=ECULLY");
  expect(found.body.data).toEqual([{ id: expect.any(String), name: "Écully" }]);
  const member = await testApp.member(testApp.organizationId, 4);
  expect((await testApp.as(member)("GET", "/organizations/search?q=ecully")).body.data).toEqual([]);
  expect((await testApp.as(admin)("GET", "/organizations?q=100%25")).body.data).toEqual([]);
});

test("a search answers what is included beside id and name, and refuses what it does not know", async () => {
  const search = (includes: string) => testApp.as(admin)("GET", `/organizations/search?q=ECULLY&includes=${includes}`);
  const [found] = (await search("type,email,countryId")).body.data;
  const { type, email, countryId } = (await testApp.as(admin)("GET", `/organizations/${found.id}`)).body.data;
  expect(found).toEqual({ id: found.id, name: "Écully", type, email, countryId });
  const refused = await search("type,owner");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["includes.1"]]);
});

test("the owner is the first of the active owners", async () => {
  const { body } = await testApp.as(admin)("POST", "/organizations", draft);
  const [first, second] = [await testApp.person({ firstName: "Élise", lastName: "Roux" }), await testApp.person()];
  await testApp.join(first, body.data.id, 1);
  testApp.clock.advance(60_000);
  await testApp.join(second, body.data.id, 1);
  const read = await testApp.as(second)("GET", `/organizations/${body.data.id}`);
  expect(read.body.data.owner).toEqual({ user_id: first.id, full_name: "Élise Roux", email: first.email, phone: null });
  await testApp.db.updateTable("memberships").set({ active: false }).where("user_id", "=", first.id).execute();
  expect((await testApp.as(admin)("GET", `/organizations/${body.data.id}`)).body.data.owner.user_id).toBe(second.id);
});

test("an organization that is not one's own, or is archived, or none, is not there", async () => {
  const member = await testApp.member(testApp.organizationId, 4);
  for (const id of [testApp.otherOrganizationId, "00000000-0000-4000-8000-000000000000", "all", "nonsense"]) {
    expect((await testApp.as(member)("GET", `/organizations/${id}`)).status).toBe(404);
  }
  expect((await testApp.as(admin)("GET", "/organizations/all")).status).toBe(404);
  const { body } = await testApp.as(admin)("POST", "/organizations", draft);
  await testApp.db
    .updateTable("organizations")
    .set({ archived_at: testApp.clock.now() })
    .where("id", "=", body.data.id)
    .execute();
  expect((await testApp.as(admin)("GET", `/organizations/${body.data.id}`)).status).toBe(404);
});

test("by role, the organization of the highest role comes first; by name otherwise", async () => {
  const person = await testApp.person();
  for (const [name, role] of [
    ["Alpha", 4],
    ["Beta", 3],
    ["Gamma", 1],
    ["Delta", 2],
  ] as const)
    await testApp.join(person, await testApp.organization(name), role);
  const names = async (search: string) =>
    (await testApp.as(person)("GET", `/organizations/search${search}`)).body.data.map(
      (one: { name: string }) => one.name,
    );
  expect(await names("?sort=role")).toEqual(["Gamma", "Delta", "Beta", "Alpha"]);
  expect(await names("")).toEqual(["Alpha", "Beta", "Delta", "Gamma"]);
});

test.each([
  ["the United States", { countryId: 840 }, { currency: "USD", timezone: "America/New_York" }],
  ["Switzerland", { countryId: 756 }, { currency: "CHF", timezone: "Europe/Zurich" }],
  ["Norway", { countryId: 578 }, { currency: "NOK", timezone: "Europe/Oslo" }],
  ["France", { countryId: 250 }, { currency: "EUR", timezone: "Europe/Paris" }],
  [
    "the United States, with what was chosen",
    { countryId: 840, timezone: "america/denver", currency: "EUR" },
    { currency: "EUR", timezone: "America/Denver" },
  ],
])("an organization in %s begins with zone and currency of its country", async (_where, given, expected) => {
  const { status, body } = await testApp.as(admin)("POST", "/organizations", { ...draft, ...given });
  expect([status, body.errors]).toEqual([201, undefined]);
  expect(body.data).toMatchObject({ countryId: given.countryId, ...expected });
});

test("a zone or a currency that does not exist is told beside its field", async () => {
  const wrong = { ...draft, countryId: 840, timezone: "Mars/Olympus" };
  const { status, body } = await testApp.as(admin)("POST", "/organizations", wrong);
  expect([status, body.errors]).toEqual([422, { timezone: ["Enter a time zone, such as Europe/Paris"] }]);
  const francs = await testApp.as(admin)("POST", "/organizations", { ...draft, currency: "FRF" });
  expect([francs.status, Object.keys(francs.body.errors)]).toEqual([422, ["currency"]]);
});
