/** A member leaves by themselves, once nothing is owed and nothing lies ahead, and finds all again after joining again. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, monday, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => void (testApp = await createTestApp()));
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  await testApp.db.deleteFrom("rate_limits").execute();
  club = await createTestClub(testApp, {}, await testApp.organization("Club"));
  fieldId = await club.addField({ sportIds: [1] });
});

const day = 86_400_000;
const path = (organizationId = club.organizationId) => `/organizations/${organizationId}/membership`;
const newMember = () => testApp.member(club.organizationId, 4);
const readLeaving = async (person: Person) => (await testApp.as(person)("GET", `${path()}/leaving`)).body.data;
const leave = (person: Person, organizationId?: string) => testApp.as(person)("DELETE", path(organizationId));
const isMember = async ({ id }: Person) =>
  (await testApp.db
    .selectFrom("memberships")
    .select("user_id")
    .where("organization_id", "=", club.organizationId)
    .where("user_id", "=", id)
    .executeTakeFirst()) !== undefined;
const draft = (more: object = {}) => ({
  ...{ fieldId, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Game", type: "game" },
  ...more,
});
async function book(person: Person, more?: object): Promise<string> {
  const { status, body } = await testApp.as(person)("POST", club.path("/events"), draft(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

test("who leaves is no member any more, and the team reads who it was", async () => {
  const person = await newMember();
  expect(await readLeaving(person)).toEqual({ obstacles: [], kept: [], subscriptions: [] });
  const answer = await leave(person);
  expect([answer.status, answer.body.message]).toEqual([200, "You have left the organization."]);
  expect(await isMember(person)).toBe(false);
  expect((await testApp.as(person)("GET", `/organizations-min/${club.organizationId}`)).status).toBe(404);
  expect((await testApp.as(person)("GET", club.path("/club"))).status).toBe(404);
  const owner = testApp.as(await testApp.member(club.organizationId, 1));
  const entries: { act: string }[] = (await owner("GET", club.path("/activity"))).body.data;
  expect(entries.find(({ act }) => act === "members.leave")).toMatchObject({
    ...{ subjectId: person.id, before: { email: person.email } },
  });
});

test("a second press, and leaving where one never was, change nothing", async () => {
  const person = await newMember();
  const answers = await Promise.all([leave(person), leave(person)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await leave(person, testApp.otherOrganizationId)).status).toBe(404);
  expect((await leave(await newMember(), "all")).status).toBe(404);
  const admin = await testApp.person({ platformAdmin: true });
  expect((await leave(admin)).status).toBe(404);
  expect(await readLeaving(admin)).toBeNull();
  expect((await testApp.as(null)("DELETE", path())).status).toBe(401);
});

test("a booking to come stands against it until it is canceled, and so does one that is not paid; those elsewhere do not", async () => {
  await club.addPrices([fieldId], { 60: 2000 });
  const person = await newMember();
  const other = await createTestClub(testApp, {}, await testApp.organization("Other club"));
  await testApp.join(person, other.organizationId, 4);
  const elsewhere = { fieldId: await other.addField(), startTime: "2026-06-10T08:00:00+02:00" };
  expect((await testApp.as(person)("POST", other.path("/events"), draft(elsewhere))).status).toBe(201);

  const canceled = await book(person, { payment: "on_site" });
  expect((await readLeaving(person)).obstacles).toMatchObject([{ kind: "booking", event: { id: canceled } }]);
  const refused = await leave(person);
  expect([refused.status, refused.body.message]).toEqual([409, "You cannot leave yet. Deal with these first:"]);
  expect(await isMember(person)).toBe(true);
  expect((await testApp.as(person)("POST", club.path(`/events/${canceled}/cancel`), {})).status).toBe(200);
  expect((await readLeaving(person)).obstacles).toEqual([]);

  const unpaid = await book(person, { payment: "on_site", startTime: "2026-06-10T20:00:00+02:00" });
  testApp.clock.advance(11 * day);
  await testApp.jobs.runScheduled();
  expect((await readLeaving(person)).obstacles).toMatchObject([{ kind: "debt", event: { id: unpaid } }]);
  expect((await leave(person)).status).toBe(409);
  const cash = { method: "cash", amount: 2000, note: "In coins" };
  expect((await club.manager("POST", club.path(`/events/${unpaid}/payments`), cash)).status).toBe(201);
  expect((await leave(person)).status).toBe(200);
  expect((await testApp.as(person)("GET", `/organizations-min/${other.organizationId}`)).status).toBe(200);
});

test("who works there does not leave by themselves, whoever else owns it", async () => {
  for (const role of [1, 2, 3]) {
    const person = await testApp.member(club.organizationId, role);
    expect((await readLeaving(person)).obstacles).toEqual([{ kind: "team", event: null }]);
    expect((await leave(person)).status).toBe(409);
    expect(await isMember(person)).toBe(true);
  }
});

test("places on the waiting list end, those of others do not", async () => {
  const [leaving, staying] = [await newMember(), await newMember()];
  await book(club.memberPerson);
  const wish = { fieldId, date: "2026-06-10", from: "18:00", to: "18:00", durations: [60] };
  for (const person of [leaving, staying])
    expect((await testApp.as(person)("POST", club.path("/waitlist"), wish)).status).toBe(201);
  expect((await leave(leaving)).status).toBe(200);
  const statusOf = async ({ id }: Person) =>
    (await testApp.db.selectFrom("waitlist_entries").select("status").where("user_id", "=", id).execute()).map(
      ({ status }) => status,
    );
  expect([await statusOf(leaving), await statusOf(staying)]).toEqual([["left"], ["waiting"]]);
});

test("an older invitation does not let them back in, and the club keeps the customer for who joins again", async () => {
  const person = await newMember();
  const canceled = await book(person);
  await testApp.as(person)("POST", club.path(`/events/${canceled}/cancel`), {});
  const customersOf = async () =>
    (
      await testApp.db
        .selectFrom("customers")
        .select("id")
        .where("organization_id", "=", club.organizationId)
        .where("user_id", "=", person.id)
        .execute()
    ).map(({ id }) => id);
  const before = await customersOf();
  expect(before).toHaveLength(1);
  const now = testApp.clock.now();
  await testApp.db
    .insertInto("invitations")
    .values({
      ...{ organization_id: club.organizationId, id: "0198a000-0000-7000-8000-000000000001", email: person.email },
      ...{ role_id: 4, invited_at: now, expires_at: new Date(now.getTime() + day) },
    })
    .execute();
  expect((await leave(person)).status).toBe(200);
  expect((await testApp.as(person)("GET", "/invitations")).body.data).toEqual([]);
  await testApp.join(person, club.organizationId, 4);
  expect(await customersOf()).toEqual(before);
});
