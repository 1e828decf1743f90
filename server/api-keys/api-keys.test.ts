import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_KEY_CALLS_PER_MINUTE, MAX_API_KEYS } from "#contract/api-keys.ts";
import { type Endpoint, takesApiKeys } from "#contract/kit.ts";
import { apiKeyPermissions } from "#contract/permissions.ts";
import { endpoints, fillPath } from "#tests/support/endpoints.ts";
import { createTestApp, monday, password, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let owner: Person;
let api: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.updateTable("api_keys").set({ revoked_at: testApp.clock.now() }).execute();
  owner = await testApp.join(
    await testApp.person({ language: "en", firstName: "Ada", lastName: "Byron" }),
    testApp.organizationId,
    1,
  );
  api = testApp.as(owner);
});

const path = () => club.path("/api-keys");
const draft = { name: "Website", permissions: ["facilities.show", "fields.show", "events.show", "events.create"] };
async function create(more: object = {}): Promise<{ id: string; secret: string; key: ApiCall }> {
  const { status, body } = await api("POST", path(), { ...draft, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return { ...body.data, key: testApp.as(body.data.secret as string) };
}
const listKeys = async () => (await api("GET", path())).body.data as Record<string, unknown>[];

test("a key is shown once, is kept as a hash, and is known by its prefix, for a year", async () => {
  const { id, secret } = await create();
  expect(secret).toMatch(/^bl_live_[\w-]{8}_[\w-]{43}$/);
  const row = await testApp.db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.secret_hash).toEqual(createHash("sha256").update(secret).digest());
  expect(JSON.stringify(row)).not.toContain(secret.slice(-43));
  expect(await listKeys()).toMatchObject([
    {
      id,
      ...draft,
      prefix: secret.slice(8, 16),
      expiresAt: "2027-06-01T08:00:00.000Z",
      lastUsedAt: null,
      lostPermissions: [],
      maker: "Ada Byron",
    },
  ]);
  expect(JSON.stringify(await listKeys())).not.toContain(secret.slice(-43));
});

test("a key books within its organization, and is the author of what it does", async () => {
  const fieldId = await club.addField({ name: "Court 1" });
  const { key } = await create();
  expect((await key("GET", club.path("/fields"))).status).toBe(200);
  const booking = { fieldId, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Match", type: "game" };
  const booked = await key("POST", club.path("/events"), booking);
  expect([booked.status, booked.body.errors]).toEqual([201, undefined]);
  const { body } = await api("GET", club.path("/activity?subject=events"));
  expect(body.data[0]).toMatchObject({ act: "events.create", actor: { full_name: "API Website" } });
  testApp.clock.advance(90_000);
  await key("GET", club.path("/fields"));
  expect(await listKeys()).toMatchObject([{ lastUsedAt: "2026-06-01T08:01:00.000Z", lastUsedAddress: "127.0.0.1" }]);
});

const setRole = (role_id: number) =>
  testApp.db
    .updateTable("membership_roles")
    .set({ role_id })
    .where("user_id", "=", owner.id)
    .where("organization_id", "=", testApp.organizationId)
    .execute();
async function addTeamRole(permissions: string[]): Promise<number> {
  const draft = { name: `Role ${permissions.join(" ")}`, type: "admin", permissions };
  const { body } = await api("POST", club.path("/roles"), draft);
  return body.data.id;
}
const setActive = (table: "memberships" | "users", active: boolean) =>
  testApp.db
    .updateTable(table)
    .set({ active })
    .where(table === "users" ? "id" : "user_id", "=", owner.id)
    .execute();

test("a key has only its own permissions, and none that its maker loses", async () => {
  const { key } = await create();
  const read = async () => (await key("GET", club.path("/fields"))).status;
  expect((await key("GET", club.path("/payments"))).status).toBe(403);
  await setRole(await addTeamRole(["fields.show"]));
  expect(await read()).toBe(200);
  expect((await key("GET", club.path("/events"))).status).toBe(403);
  // A customer of the club books for themselves, which a program may not.
  await setRole(4);
  expect(await read()).toBe(401);
  await setRole(1);
  await setActive("memberships", false);
  expect(await read()).toBe(401);
  await setActive("memberships", true);
  expect(await read()).toBe(200);
  await setActive("users", false);
  expect(await read()).toBe(401);
});

test("what its maker no longer holds is told in the list", async () => {
  await create();
  const other = testApp.as(await testApp.member(testApp.organizationId, 1));
  const lost = async () => (await other("GET", path())).body.data[0].lostPermissions as string[];
  await setRole(await addTeamRole(["fields.show", "events.show"]));
  expect(await lost()).toEqual(["facilities.show", "events.create"]);
  await setRole(4);
  expect(await lost()).toEqual(draft.permissions);
});

test("a key sees no other organization, nothing of the platform and nothing of a person", async () => {
  const { key } = await create();
  expect((await key("GET", `/organizations/${testApp.otherOrganizationId}/fields`)).status).toBe(401);
  for (const address of ["/organizations/all/fields", "/auth/user", "/notifications", "/organizations/search"])
    expect((await key("GET", address)).status, address).toBe(401);
  expect((await key("GET", "/auth/user")).body.message).toBe(
    "This API key is unknown, revoked or expired, or belongs to another organization.",
  );
});

test("revoked, a key's next call is refused, in every process", async () => {
  const { id, key } = await create();
  expect((await key("GET", club.path("/fields"))).status).toBe(200);
  expect((await api("DELETE", `${path()}/${id}`)).status).toBe(200);
  expect((await key("GET", club.path("/fields"))).status).toBe(401);
  expect((await api("DELETE", `${path()}/${id}`)).status).toBe(404);
  expect(await listKeys()).toEqual([]);
});

test("an expired key is refused, and one without an end is not", async () => {
  const [ending, endless] = [
    await create({ expiresAt: "2026-06-02T08:00:00Z" }),
    await create({ name: "Door", expiresAt: null }),
  ];
  testApp.clock.set("2026-06-02T08:00:00Z");
  expect((await ending.key("GET", club.path("/fields"))).status).toBe(401);
  testApp.clock.set("2036-06-02T08:00:00Z");
  expect((await endless.key("GET", club.path("/fields"))).status).toBe(200);
});

test("a key may call six hundred times a minute, and is told how often still", async () => {
  const { id, key } = await create();
  const first = await key("GET", club.path("/fields"));
  expect([first.headers["ratelimit-policy"], first.headers["ratelimit"]]).toEqual([
    `"minute";q=${API_KEY_CALLS_PER_MINUTE};w=60`,
    `"minute";r=${API_KEY_CALLS_PER_MINUTE - 1};t=60`,
  ]);
  await testApp.db
    .updateTable("api_keys")
    .set({ calls_in_minute: API_KEY_CALLS_PER_MINUTE })
    .where("id", "=", id)
    .execute();
  testApp.clock.advance(20_000);
  const refused = await key("GET", club.path("/fields"));
  expect([refused.status, refused.headers["retry-after"], refused.headers["ratelimit"]]).toEqual([
    429,
    "40",
    '"minute";r=0;t=40',
  ]);
  testApp.clock.advance(40_000);
  expect((await key("GET", club.path("/fields"))).status).toBe(200);
});

test("calls at the same time are all counted", async () => {
  const { id, key } = await create();
  await Promise.all(Array.from({ length: 20 }, () => key("GET", club.path("/fields"))));
  const row = await testApp.db
    .selectFrom("api_keys")
    .select("calls_in_minute")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.calls_in_minute).toBe(20);
});

describe("a key is refused where it", () => {
  test.each<[string, object, string, string]>([
    ["has no name", { name: " " }, "name", "This field is required"],
    ["has no permission", { permissions: [] }, "permissions", "Choose at least 1"],
    ["could manage people", { permissions: ["members.manage"] }, "permissions.0", "Choose one of the options"],
    ["has expired", { expiresAt: "2026-06-01T07:59:00Z" }, "expiresAt", "Choose a date in the future"],
  ])("%s", async (_what, more, field, text) => {
    const { status, body } = await api("POST", path(), { ...draft, ...more });
    expect([status, body.errors]).toEqual([422, { [field]: [text] }]);
  });

  test("has the name of another, whatever the case and accents", async () => {
    await create({ name: "Café" });
    const { status, body } = await api("POST", path(), { ...draft, name: "CAFE" });
    expect([status, body.errors]).toEqual([422, { name: ["Another API key has this name"] }]);
  });

  test("would hold what its maker does not", async () => {
    const role = await testApp.member(testApp.organizationId, ["organizations.update", "fields.show"]);
    const { status, body } = await testApp.as(role)("POST", path(), draft);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["permissions"]]);
  });

  test(`is one more than ${MAX_API_KEYS}, also when two are made at once`, async () => {
    for (let count = 1; count < MAX_API_KEYS; count++) await create({ name: `Key ${count}` });
    const answers = await Promise.all(["One", "Other"].map((name) => api("POST", path(), { ...draft, name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

test("the account of a key is listed nowhere, and nobody signs in with it", async () => {
  const { id } = await create();
  const { user_id: userId } = await testApp.db
    .selectFrom("api_keys")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const email = `${userId}@api-keys.invalid`;
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect((await admin("GET", "/admin/users?q=api-keys.invalid")).body.data).toEqual([]);
  const nobody = testApp.as(null);
  expect((await nobody("POST", "/auth/login", { email, password })).status).toBe(422);
  expect((await admin("PATCH", `/admin/users/${userId}`, { active: true })).status).toBe(404);
  await nobody("POST", "/auth/forgot-password", { email });
  expect((await testApp.mails()).filter(({ to }) => to?.some(({ address }) => address === email))).toEqual([]);
});

test("a key writes to customers where the organization has an address for their answers", async () => {
  const { key } = await create({ permissions: ["customers.manage", "members.show"] });
  const seed = await testApp.seedOneOfEach(testApp.organizationId, owner);
  const address = club.path(`/customers/${seed.customerId}/message`);
  const organization = testApp.db.updateTable("organizations").where("id", "=", testApp.organizationId);
  await organization.set({ email: null }).execute();
  await testApp.db
    .updateTable("customers")
    .set({ email: "zoe@example.org" })
    .where("id", "=", seed.customerId)
    .execute();
  const letter = { subject: "Tomorrow", text: "The court is wet." };
  const refused = await key("POST", address, letter);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The organization has no email address for answers: give it one in its settings, or write as a person.",
  ]);
  await organization.set({ email: "desk@example.org" }).execute();
  expect((await key("POST", address, letter)).status).toBe(200);
  expect((await testApp.mails()).at(-1)).toMatchObject({ replyTo: [{ address: "desk@example.org" }] });
});

const within = endpoints.filter(
  ({ path, raw }) => path.startsWith("/organizations/{organizationId}") && raw === undefined,
);
const mayHold = ({ allow }: Endpoint) => apiKeyPermissions.some((permission) => permission === allow);
const kinds: [what: string, who: (endpoint: Endpoint) => boolean, met: (status: number) => boolean][] = [
  [
    "lets it in where it may hold the permission",
    (endpoint) => takesApiKeys(endpoint) && mayHold(endpoint),
    (status) => status !== 401 && status !== 403 && status < 500,
  ],
  [
    "lets it in as a member of the team",
    ({ allow, ...rest }) => allow === "member" && takesApiKeys({ allow, ...rest }),
    (status) => status !== 401 && status < 500,
  ],
  [
    "says that it takes a person",
    (endpoint) => endpoint.allow !== "verified" && !takesApiKeys(endpoint),
    (status) => status === 403,
  ],
  ["knows no key where it asks for a person alone", ({ allow }) => allow === "verified", (status) => status === 401],
];
test.each(kinds)("with all that a key can hold, an endpoint of the organization %s", async (_what, who, met) => {
  const { key } = await create({ permissions: apiKeyPermissions });
  const seed = await testApp.seedOneOfEach(testApp.organizationId, owner);
  const chosen = within.filter(who);
  expect(chosen.length).toBeGreaterThan(0);
  for (const endpoint of chosen) {
    const address = fillPath(endpoint, { ...seed, organizationId: testApp.organizationId, month: "2025-12" });
    await testApp.db.updateTable("api_keys").set({ calls_in_minute: 0 }).execute();
    const { status } = await key(endpoint.method, address, endpoint.method === "GET" ? undefined : { nothing: 1 });
    expect(met(status), `${endpoint.name} ${status}`).toBe(true);
  }
});
