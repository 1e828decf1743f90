import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let clubId: string;
let ownerPerson: Person;
let owner: ApiCall;
let roleId: number;
beforeAll(async () => {
  testApp = await createTestApp();
  clubId = testApp.organizationId;
  ownerPerson = await testApp.person({ firstName: "Olive", lastName: "Owner" });
  await testApp.join(ownerPerson, clubId, 1);
  owner = testApp.as(ownerPerson);
});
afterAll(() => testApp.close());

interface ListedEntry {
  act: string;
  subjectName: string | null;
  subject: string;
  actor: { full_name: string } | null;
}
const list = async (query = "", ask = owner, id = clubId) =>
  (await ask("GET", `/organizations/${id}/activity?${query}`)).body;
const acts = async (query = "") => (await list(query)).data.map((one: ListedEntry) => one.act);
const passOneMinute = () => testApp.clock.advance(60_000);

test("who did what to what, latest first, with what was before and after", async () => {
  const url = `/organizations/${clubId}`;
  await owner("PATCH", url, { name: "Here and now" });
  passOneMinute();
  const facility = (await owner("POST", `${url}/facilities`, { name: "Parc des Sports" })).body.data;
  passOneMinute();
  const field = (await owner("POST", `${url}/fields`, { name: "Court Élan", facilityId: facility.id })).body.data;
  passOneMinute();
  const startTime = "2026-06-03T18:00:00+02:00";
  const draft = { fieldId: field.id, startTime, duration: 60, name: "Tournoi d’été", type: "game" };
  await owner("POST", `${url}/events`, draft);
  passOneMinute();
  const manager = await testApp.person({ firstName: "Max", lastName: "Manager" });
  await testApp.join(manager, clubId, 2);
  await owner("POST", `${url}/users`, { type: "team", role: 3, emails: ["new@activity.example"] });
  passOneMinute();
  roleId = (
    await testApp.as(manager)("POST", `${url}/roles`, { name: "Coach", type: "admin", permissions: ["events.show"] })
  ).body.data.id;
  passOneMinute();
  const customer = await testApp.person({ firstName: "Cléo", lastName: "Customer" });
  await testApp.join(customer, clubId, 4);
  await testApp.as(manager)("PATCH", `${url}/users/${customer.id}`, { roles: [roleId] });

  const { data, meta } = await list();
  expect(data.map((one: ListedEntry) => `${one.actor?.full_name}: ${one.act} ${one.subjectName}`)).toEqual([
    "Max Manager: members.update Cléo Customer",
    "Max Manager: members.createRole Coach",
    "Olive Owner: members.invite new@activity.example",
    "Olive Owner: events.create Tournoi d’été",
    "Olive Owner: fields.create Court Élan",
    "Olive Owner: facilities.create Parc des Sports",
    "Olive Owner: organizations.update Here and now",
  ]);
  expect(meta.total).toBe(7);
  expect(data[0]).toMatchObject({
    subject: "members",
    subjectId: customer.id,
    before: { roles: [{ id: 4, name: "Member" }] },
    after: { roles: [{ id: roleId, name: "Coach" }] },
    address: "127.0.0.1",
  });
  expect(data.at(-1)).toMatchObject({ before: { name: "Here" }, after: { name: "Here and now" } });
});

test("it is filtered by person, by module and by what it is about", async () => {
  expect(await acts(`actor=${ownerPerson.id}`)).toHaveLength(5);
  expect(await acts("subject=members")).toEqual(["members.update", "members.createRole", "members.invite"]);
  expect(await acts(`subject=members&actor=${ownerPerson.id}`)).toEqual(["members.invite"]);
  expect(await acts("others=true")).toEqual(["members.update", "members.createRole"]);
  expect(await acts("subject=prices")).toEqual([]);
  expect(await acts("q=elan")).toEqual(["fields.create"]);
  expect(await acts("q=TOURNOI")).toEqual(["events.create"]);
  expect(await acts("q=activity.example")).toEqual(["members.invite"]);
  expect(await acts("q=coach")).toEqual(["members.createRole"]);
  expect(await acts("q=parc%20des")).toEqual(["facilities.create"]);
  expect(await acts("q=manager")).toEqual(["members.update", "members.createRole"]);
  expect(await acts("q=cleo")).toEqual(["members.update"]);
  expect(await acts("q=100%25")).toEqual([]);
  expect((await owner("GET", `/organizations/${clubId}/activity?actor=me`)).status).toBe(422);
});

test("days are those of the organization's zone, both included", async () => {
  const id = await testApp.organization("Zone");
  const boss = testApp.as(await testApp.member(id, 1));
  await boss("PATCH", `/organizations/${id}`, { timezone: "America/New_York" });
  const change = async (instant: string, name: string) => {
    testApp.clock.set(instant);
    await boss("PATCH", `/organizations/${id}`, { name });
  };
  // June 10 in New York is 04:00 to 04:00 UTC.
  await change("2026-06-10T03:59:59.000Z", "The evening before");
  await change("2026-06-10T04:00:00.000Z", "First");
  await change("2026-06-11T03:59:59.000Z", "Last");
  await change("2026-06-11T04:00:00.000Z", "The day after");
  const names = async (query: string) =>
    (await list(query, boss, id)).data.map((one: { after: { name: string } }) => one.after.name);
  expect(await names("from=2026-06-10&to=2026-06-10")).toEqual(["Last", "First"]);
  expect(await names("from=2026-06-11")).toEqual(["The day after"]);
  expect(await names("subject=organizations&to=2026-06-09")).toEqual(["The evening before", undefined]);
  expect(await names("from=2026-06-12&to=2026-06-10")).toEqual([]);
  expect(await names("from=0001-01-01&to=9999-12-31")).toHaveLength(5);
  for (const date of ["2026-02-30", "yesterday", "10.06.2026"])
    expect((await boss("GET", `/organizations/${id}/activity?from=${date}`)).status).toBe(422);
});

test("page by page, and past the end nothing", async () => {
  const first = await list("per_page=3");
  expect(first.meta).toEqual({ current_page: 1, last_page: 3, total: 7, per_page: 3 });
  const ids = [];
  for (const page of [1, 2, 3, 4])
    ids.push(...(await list(`per_page=3&page=${page}`)).data.map((one: { id: string }) => one.id));
  expect(new Set(ids).size).toBe(7);
  expect(ids).toHaveLength(7);
});

test("another organization's is not told, nor its names; a number of a role means one's own", async () => {
  const stranger = await testApp.member(testApp.otherOrganizationId, 1);
  const ask = testApp.as(stranger);
  expect((await ask("GET", `/organizations/${clubId}/activity`)).status).toBe(404);
  const draft = { name: "Elan team", type: "admin", permissions: [] };
  const ours = (await ask("POST", `/organizations/${testApp.otherOrganizationId}/roles`, draft)).body.data.id;
  expect(ours).toBe(roleId);
  const { data } = await list("", ask, testApp.otherOrganizationId);
  expect(data.map((one: ListedEntry) => one.subjectName)).toEqual(["Elan team"]);
  expect((await list("q=court", ask, testApp.otherOrganizationId)).data).toEqual([]);
  expect((await list("q=olive", ask, testApp.otherOrganizationId)).data).toEqual([]);
  expect(await acts("q=elan")).toEqual(["fields.create"]);
});

test("the staff reads it, customers do not; the platform reads all of it", async () => {
  const staff = testApp.as(await testApp.member(clubId, 3));
  expect((await staff("GET", `/organizations/${clubId}/activity`)).status).toBe(200);
  const customer = testApp.as(await testApp.member(clubId, 4));
  expect((await customer("GET", `/organizations/${clubId}/activity`)).status).toBe(403);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const { data } = await list("per_page=100&q=elan", admin, "all");
  expect(data.map((one: ListedEntry) => one.act)).toEqual(["fields.create"]);
  expect((await list("subject=members&from=2026-01-01", admin, "all")).meta.total).toBeGreaterThan(3);
});

test("an entry about a deleted thing stays in the activity, without a name where no row is left", async () => {
  await owner("DELETE", `/organizations/${clubId}/roles/${roleId}?replacement=4`);
  const [latest] = (await list("subject=members")).data;
  expect(latest).toMatchObject({ act: "members.deleteRole", subjectName: "Coach", before: { name: "Coach" } });
  await testApp.db
    .insertInto("activity")
    .values({
      organization_id: clubId,
      id: "0190a0b0-0000-7000-8000-000000000001",
      at: testApp.clock.now(),
      act: "events.complete",
      subject_id: "0190a0b0-0000-7000-8000-000000000002",
    })
    .execute();
  const [job] = (await list("subject=events")).data;
  expect(job).toMatchObject({ actor: null, subjectName: null, before: null, after: null });
});

test("no password, token or hash is ever written down", async () => {
  const rows = await testApp.db.selectFrom("activity").select(["before", "after"]).execute();
  expect(JSON.stringify(rows)).not.toMatch(/password|token|secret|argon2/i);
});

test("on the platform, dates are those of the reader's zone", async () => {
  testApp.clock.set("2027-03-10T23:30:00Z");
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  await testApp.as(await testApp.member(clubId, 1))("PATCH", `/organizations/${clubId}`, { name: "Late in London" });
  const actsOn = async (timezone: string) =>
    (await list(`from=2027-03-10&to=2027-03-10&timezone=${timezone}`, admin, "all")).data.length;
  expect([await actsOn("Europe/London"), await actsOn("Europe/Paris"), await actsOn("")]).toEqual([1, 0, 0]);
  const unknown = await admin("GET", "/organizations/all/activity?from=2027-03-10&timezone=Nowhere/At_all");
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["timezone"]]);
  const csv = await admin("GET", "/organizations/all/export/activity.csv?timezone=Europe/London");
  expect(String(csv.body)).toContain("Europe/London");
});
