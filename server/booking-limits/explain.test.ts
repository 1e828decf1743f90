/** Rules of a customer or a role are explained: each with its source, and all that would refuse a booking of theirs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberRolePermissions } from "#contract/permissions.ts";
import { createTestApp, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let person: Person;
let customerId: string;
let goldId: number;
const none = { horizonDays: null, noticeMinutes: null, mostActive: null };
const quota = { measure: "minutes", amount: 120, per: "week", windowId: null, sportIds: [] };
const conditions = { until: 1440, steps: [{ from: 1440, percent: 100 }] };

beforeAll(async () => {
  testApp = await createTestApp();
  // A Monday; Paris is two hours ahead.
  testApp.clock.set("2026-06-01T06:00:00Z");
  club = await createTestClub(testApp);
  fieldId = await club.addField({ cancellationDeadline: 6 });
  const bookingRules = { ...none, horizonDays: 7, noticeMinutes: 120, mostActive: 2, quotas: [quota] };
  await club.manager("PATCH", club.path(""), { bookingRules });
  const gold = { name: "Gold", type: "member", permissions: memberRolePermissions };
  const own = { ...none, horizonDays: 14, cancellation: { until: 0, steps: [{ from: 120, percent: 100 }] } };
  goldId = (await club.manager("POST", club.path("/roles"), { ...gold, bookingRules: own })).body.data.id;
  person = await testApp.member(club.organizationId, 4);
  const draft = { name: "Game", type: "free_play", fieldId, duration: 90, startTime: "2026-06-02T08:00:00Z" };
  const { body } = await testApp.as(person)("POST", club.path("/events"), draft);
  customerId = body.data.customer.customerId;
});
afterAll(() => testApp.close());

const ask = (query: Record<string, string | number>, api = club.staff) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return api("GET", club.path(`/booking-rules?${search.toString()}`));
};
const refusalsOf = async (query: Record<string, string | number>) =>
  (await ask({ fieldId, ...query })).body.data.refusals.map(({ rule, text }: { rule: string; text: string }) => [
    rule,
    text,
  ]);

test("each rule of a role comes with its value and from where it is; a guest has the organization's", async () => {
  const { body } = await ask({ roleId: goldId });
  const ofGold = [{ id: goldId, name: "Gold" }];
  expect(body.data).toMatchObject({
    isTeam: false,
    roles: ofGold,
    rules: { horizonDays: 14, noticeMinutes: 120, quotas: [quota], cancellation: { until: 0 } },
    sources: { horizonDays: ofGold, noticeMinutes: [null], quotas: [null], cancellation: ofGold },
    ...{ field: null, refusals: null },
  });
  const guest = (await ask({ fieldId })).body.data;
  expect(guest).toMatchObject({ roles: [], rules: { horizonDays: 7, cancellation: conditions } });
  expect(guest.field).toMatchObject({ id: fieldId, cancellationDeadline: 6, timezone: "Europe/Paris" });
});

test("of several roles it says which one is the widest", async () => {
  await club.manager("PATCH", club.path(`/users/${person.id}`), { roles: [4, goldId] });
  const { rules, sources } = (await ask({ customerId })).body.data;
  expect([rules.horizonDays, sources.horizonDays]).toEqual([14, [{ id: goldId, name: "Gold" }]]);
  // The built-in role leaves all to the organization.
  expect([rules.quotas, sources.quotas]).toEqual([[quota], [null]]);
  await club.manager("PATCH", club.path(`/users/${person.id}`), { roles: [4] });
});

test("a booking that would be refused names the rule and from when it is possible, as the booking itself does", async () => {
  expect(await refusalsOf({ customerId, startTime: "2026-06-04T08:00:00Z", duration: 30 })).toEqual([]);
  const used = [["quotas", "At most 120 minutes a week. You have 90; again from Monday, June 8."]];
  expect(await refusalsOf({ customerId, startTime: "2026-06-04T08:00:00Z", duration: 60 })).toEqual(used);
  const draft = { name: "Game", type: "free_play", fieldId, duration: 60, startTime: "2026-06-04T08:00:00Z" };
  const refused = await testApp.as(person)("POST", club.path("/events"), draft);
  expect([["quotas", refused.body.errors.startTime[0]]]).toEqual(used);
  expect(await refusalsOf({ roleId: 4, startTime: "2026-06-20T08:00:00Z" })).toEqual([
    ["horizonDays", expect.stringContaining("June 13")],
  ]);
  expect(await refusalsOf({ roleId: goldId, startTime: "2026-06-13T08:00:00Z" })).toEqual([]);
  expect(await refusalsOf({ roleId: 4, startTime: "2026-06-01T07:00:00Z" })).toEqual([
    ["noticeMinutes", expect.stringContaining("10:00")],
  ]);
  expect((await refusalsOf({ roleId: 4, startTime: "2026-05-30T08:00:00Z" }))[0][0]).toBe("past");
});

test("a field that is closed, for the team alone or private is named, and hours too", async () => {
  const startTime = "2026-06-03T08:00:00Z";
  const on = async (more: object) => {
    const id = await club.addField(more);
    return (await ask({ fieldId: id, roleId: 4, startTime })).body.data.refusals;
  };
  expect(await on({ bookable: false })).toEqual([{ rule: "field", text: "Only the team books this field." }]);
  expect(await on({ confidentiality: "private" })).toEqual([
    { rule: "field", text: "This field is not open to them." },
  ]);
  expect(await on({ openingHourPatternId: null })).toMatchObject([{ rule: "hours" }]);
});

test("the team has no rules, members do not ask, and nobody asks about other organizations", async () => {
  const staff = await testApp.member(club.organizationId, 3);
  const startTime = "2026-06-03T08:00:00Z";
  const { body } = await club.manager("POST", club.path("/events"), {
    ...{ name: "Game", type: "free_play", fieldId, duration: 60, startTime, customer: { userId: staff.id } },
  });
  const ofStaff = (await ask({ customerId: body.data.customer.customerId, fieldId, startTime })).body.data;
  expect(ofStaff).toMatchObject({ isTeam: true, refusals: null });
  expect((await ask({}, testApp.as(person))).status).toBe(403);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await ask({}, stranger)).status).toBe(404);
  const elsewhere = await createTestClub(testApp, {}, testApp.otherOrganizationId);
  const otherField = await elsewhere.addField();
  expect((await ask({ fieldId: otherField })).body.errors).toEqual({ fieldId: ["This field does not exist"] });
  const wrongs: Record<string, string | number>[] = [
    { customerId: otherField },
    { roleId: 999 },
    { startTime: "now" },
    { duration: 1 },
  ];
  for (const wrong of wrongs) expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 422]);
});

test("a hold in another organization is not told", async () => {
  const { db } = testApp;
  const facility = await db
    .selectFrom("fields")
    .select(["id", "facility_id"])
    .where("organization_id", "=", testApp.otherOrganizationId)
    .executeTakeFirstOrThrow();
  const now = testApp.clock.now();
  const hold = (minutes: number) => ({
    ...{ organization_id: testApp.otherOrganizationId, facility_id: facility.facility_id, field_id: facility.id },
    ...{ id: crypto.randomUUID(), name: "Secret", status: "pending", pending_reason: "payment", user_id: person.id },
    ...{
      start_time: new Date(now.getTime() + minutes * 60_000),
      type: "free_play",
      currency: "EUR",
      price_lines: "[]",
    },
    ...{
      end_time: new Date(now.getTime() + (minutes + 30) * 60_000),
      hold_expires_at: new Date(now.getTime() + 900_000),
    },
    ...{ created_at: now, updated_at: now, confidentiality: "private", payment_status: "due", price: 1800 },
  });
  await db.insertInto("events").values([600, 660, 720, 780].map(hold)).execute();
  expect(await refusalsOf({ customerId, startTime: "2026-06-04T08:00:00Z", duration: 30 })).toEqual([]);
});
