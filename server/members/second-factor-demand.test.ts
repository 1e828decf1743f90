import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endpoints, fillPath } from "#tests/support/endpoints.ts";
import { codeAt } from "#tests/support/authenticator-app.ts";
import { createTestApp, monday, password, type Person, type TestApp } from "#tests/support/test-app.ts";

const DAY_MS = 86_400_000;
let testApp: TestApp;
let organizationId: string;
let owner: Person;
beforeAll(async () => {
  testApp = await createTestApp({ env: { ADMINISTRATORS_SECOND_FACTOR: "2026-06-01" } });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  organizationId = await testApp.organization("Demanding");
  owner = await testApp.member(organizationId, 1);
});

const path = (rest = "") => `/organizations/${organizationId}${rest}`;
const demand = async (demandsSecondFactor = true) => {
  const { status, body } = await testApp.as(owner)("PATCH", path(), { demandsSecondFactor });
  expect([status, body.data.demandsSecondFactor]).toEqual([200, demandsSecondFactor]);
};
const readDue = async (who: Person, scope = organizationId): Promise<string | null> =>
  (await testApp.as(who)("GET", `/organizations-min/${scope}`)).body.data.secondFactorDueAt;
const refused = {
  status: 403,
  body: {
    message: "Two-step sign-in is demanded here: set it up in your settings to go on.",
    code: "second_factor_required",
  },
};
async function turnOn(person: Person): Promise<void> {
  const api = testApp.as(person);
  const { body } = await api("POST", "/auth/totp", { password });
  const code = codeAt(body.data.secret, testApp.clock.now());
  expect((await api("POST", "/auth/totp/confirm", { code })).status).toBe(200);
}

test("a team has seven days from the demand; after that nothing of the organization opens until it is set up", async () => {
  const staff = await testApp.member(organizationId, 3);
  expect(await readDue(staff)).toBe(null);
  testApp.clock.advance(30 * DAY_MS - 60_000);
  const person = {
    ...staff,
    token: (await testApp.as(null)("POST", "/auth/login", { email: staff.email, password })).body.data.access_token,
  };
  owner = {
    ...owner,
    token: (await testApp.as(null)("POST", "/auth/login", { email: owner.email, password })).body.data.access_token,
  };
  await demand();
  const due = new Date(testApp.clock.now().getTime() + 7 * DAY_MS);
  expect(await readDue(person)).toBe(due.toISOString());
  expect((await testApp.as(person)("GET", path("/fields"))).status).toBe(200);
  testApp.clock.set(new Date(due.getTime() - 1));
  expect((await testApp.as(person)("GET", path("/fields"))).status).toBe(200);
  testApp.clock.set(due);
  expect(await testApp.as(person)("GET", path("/fields"))).toMatchObject(refused);
  await turnOn(person);
  expect(await readDue(person)).toBe(null);
  expect((await testApp.as(person)("GET", path("/fields"))).status).toBe(200);
  // Turned off again, the time has passed already.
  expect((await testApp.as(person)("POST", "/auth/totp/remove", { password })).status).toBe(200);
  expect(await testApp.as(person)("GET", path("/fields"))).toMatchObject(refused);
});

test("after the seven days every endpoint of the organization refuses, and those of one's account answer", async () => {
  await demand();
  testApp.clock.advance(7 * DAY_MS);
  const api = testApp.as(owner);
  const seed = await testApp.seedOneOfEach(organizationId, owner);
  // Verified people ask for their own payment; tests of uploads send a form.
  const within = endpoints.filter(
    ({ path: of, allow, raw, withoutSecondFactor }) =>
      of.includes("{organizationId}") &&
      allow !== "everyone" &&
      allow !== "verified" &&
      raw !== "upload" &&
      !withoutSecondFactor,
  );
  expect(within.length).toBeGreaterThan(100);
  for (const endpoint of within) {
    const answer = await api(
      endpoint.method,
      fillPath(endpoint, {
        ...seed,
        organizationId,
        month: "2026-06",
        period: "2026",
        list: "events",
        report: "occupancy",
      }),
      endpoint.method === "GET" ? undefined : {},
    );
    expect({ name: endpoint.name, status: answer.status, code: answer.body.code }).toEqual({
      name: endpoint.name,
      status: 403,
      code: "second_factor_required",
    });
  }
  for (const open of ["/auth/user", "/auth/second-factor", "/auth/sessions"])
    expect((await api("GET", open)).status, open).toBe(200);
});

test("who joins the team later, or by a new role, has seven days from then", async () => {
  await demand();
  testApp.clock.advance(20 * DAY_MS);
  await turnOn(owner);
  const sevenDaysOn = new Date(testApp.clock.now().getTime() + 7 * DAY_MS).toISOString();
  expect(await readDue(await testApp.member(organizationId, 3))).toBe(sevenDaysOn);

  testApp.clock.set(monday);
  const customer = await testApp.member(organizationId, 4);
  testApp.clock.advance(20 * DAY_MS);
  const update = await testApp.as(owner)("PATCH", path(`/users/${customer.id}`), { roles: [3] });
  expect(update.status).toBe(200);
  expect(await readDue(customer)).toBe(sevenDaysOn);
  testApp.clock.advance(DAY_MS);
  // Another role of the team begins no new time.
  await testApp.as(owner)("PATCH", path(`/users/${customer.id}`), { roles: [2] });
  expect(await readDue(customer)).toBe(sevenDaysOn);
});

test("by an invitation to the team, who became a customer meanwhile has seven days from accepting it", async () => {
  await demand();
  const customer = await testApp.person();
  testApp.clock.advance(6 * DAY_MS);
  const invited = await testApp.as(owner)("POST", path("/users"), { type: "team", role: 3, emails: [customer.email] });
  expect(invited.status).toBe(201);
  await testApp.join(customer, organizationId, 4);
  testApp.clock.advance(DAY_MS / 2);
  const [invitation] = (await testApp.as(customer)("GET", "/invitations")).body.data;
  expect((await testApp.as(customer)("POST", `/invitations/${invitation.id}/accept`)).status).toBe(200);
  expect(await readDue(customer)).toBe(new Date(testApp.clock.now().getTime() + 7 * DAY_MS).toISOString());
});

test("a role of customers that becomes one of the team gives its holders seven days", async () => {
  const roleId = (await testApp.as(owner)("POST", path("/roles"), { name: "Coach", type: "member", permissions: [] }))
    .body.data.id;
  const coach = await testApp.member(organizationId, roleId);
  await demand();
  testApp.clock.advance(5 * DAY_MS);
  expect(await readDue(coach)).toBe(null);
  const changed = await testApp.as(owner)("PATCH", path(`/roles/${roleId}`), { type: "admin" });
  expect(changed.status).toBe(200);
  expect(await readDue(coach)).toBe(new Date(testApp.clock.now().getTime() + 7 * DAY_MS).toISOString());
});

test("customers and API keys are not asked, nor other organizations concerned", async () => {
  const customer = await testApp.member(organizationId, 4);
  const draft = { name: "Website", permissions: ["fields.show"] };
  const key = (await testApp.as(owner)("POST", path("/api-keys"), draft)).body.data.secret as string;
  await demand();
  const elsewhere = await testApp.organization("Easy");
  await testApp.join(owner, elsewhere, 1);
  testApp.clock.advance(8 * DAY_MS);
  expect(await readDue(customer)).toBe(null);
  expect((await testApp.as(customer)("GET", path("/fields"))).status).toBe(200);
  expect((await testApp.as(key)("GET", path("/fields"))).status).toBe(200);
  expect(await testApp.as(owner)("GET", path("/fields"))).toMatchObject(refused);
  expect((await testApp.as(owner)("GET", `/organizations/${elsewhere}/fields`)).status).toBe(200);
});

test("taken back and made again, the demand counts from the second time", async () => {
  await demand();
  testApp.clock.advance(5 * DAY_MS);
  await demand();
  expect(await readDue(owner)).toBe("2026-06-08T08:00:00.000Z");
  await demand(false);
  expect(await readDue(owner)).toBe(null);
  await demand();
  expect(await readDue(owner)).toBe("2026-06-13T08:00:00.000Z");
  const { body } = await testApp.as(owner)("GET", path("/activity?subject=organizations"));
  expect(body.data[0]).toMatchObject({ act: "organizations.update" });
});

test("the platform demands it of its administrators from the day of the setting, or from becoming one", async () => {
  const admin = await testApp.person({ platformAdmin: true });
  expect(await readDue(admin, "all")).toBe("2026-06-08T08:00:00.000Z");
  expect(await readDue(admin)).toBe("2026-06-08T08:00:00.000Z");
  testApp.clock.advance(7 * DAY_MS);
  for (const url of ["/admin/users", path("/fields"), "/organizations/all/fields"])
    expect(await testApp.as(admin)("GET", url)).toMatchObject(refused);
  expect(
    (await testApp.as(admin)("POST", "/organizations", { name: "New", type: "club", countryId: 250 })).status,
  ).toBe(403);
  const later = await testApp.person({ platformAdmin: true });
  expect(await readDue(later, "all")).toBe("2026-06-15T08:00:00.000Z");
  await turnOn(admin);
  expect((await testApp.as(admin)("GET", "/admin/users")).status).toBe(200);
});

test("who manages the team sees who has a second factor; others do not", async () => {
  const staff = await testApp.member(organizationId, 3);
  const customer = await testApp.member(organizationId, 4);
  await turnOn(staff);
  const reader = await testApp.member(organizationId, ["members.show"]);
  const read = async (who: Person) => {
    const { body } = await testApp.as(who)("GET", path("/users?per_page=100"));
    const rows = body.data as { id: string; hasSecondFactor: boolean | null }[];
    const of = ({ id }: Person) => rows.find((row) => row.id === id)?.hasSecondFactor;
    return [of(staff), of(owner), of(customer)];
  };
  expect(await read(owner)).toEqual([true, false, null]);
  expect(await read(reader)).toEqual([null, null, null]);
  expect((await testApp.as(owner)("GET", path(`/users/${staff.id}`))).body.data.hasSecondFactor).toBe(true);
  expect((await testApp.as(reader)("GET", path(`/users/${staff.id}`))).body.data.hasSecondFactor).toBe(null);
});
