import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let manager: ApiCall;
let [courtId, otherCourtId] = ["", ""];
let [zoeId, paulId] = ["", ""];
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  ({ manager } = club);
  testApp.clock.advance(60_000);
  courtId = await club.addField({ name: "Padel 1" });
  testApp.clock.advance(60_000);
  otherCourtId = await club.addField({ name: "Padel 2" });
  [zoeId, paulId] = [await addCustomer("Zoé", "Chevalier"), await addCustomer("Paul", "Girard")];
});
afterAll(() => testApp.close());

async function send(method: "POST" | "PATCH" | "DELETE", path: string, body: object) {
  testApp.clock.advance(60_000);
  const answer = await manager(method, club.path(path), body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
const addCustomer = async (firstName: string, lastName: string) =>
  (await send("POST", "/customers", { kind: "person", firstName, lastName })).id as string;

const list = async (query = "") => (await manager("GET", club.path(`/activity?${query}`))).body;
const acts = async (query = "") => (await list(query)).data.map(({ act }: { act: string }) => act);

let day = 10;
const book = (fieldId: string, more: object = {}) => {
  const startTime = `2026-06-${day++}T08:00:00Z`;
  return send("POST", "/events", { fieldId, startTime, duration: 60, name: "Padel", type: "game", ...more });
};
const bookSeries = () =>
  send("POST", "/event-series", {
    template: {
      ...{ fieldId: courtId, name: "Padel school", type: "training", duration: 60 },
      ...{ startTime: "2026-07-06T16:00:00Z", customer: { customerId: zoeId } },
    },
    rule: { interval: 1, weekdays: [1], count: 3 },
    dates: ["2026-07-06", "2026-07-13", "2026-07-20"].map((date) => ({ date })),
  });

test("a series is one entry when it is booked and when it is canceled; each of its events keeps its history", async () => {
  const { seriesId, created } = await bookSeries();
  expect((await acts()).slice(0, 2)).toEqual(["series.create", "customers.create"]);
  const canceled = await send("DELETE", `/event-series/${seriesId}`, {
    eventId: created[0],
    scope: "all",
    reason: "The coach is ill",
    notify: false,
  });
  expect(canceled).toMatchObject({ canceled: created, skipped: [] });
  expect((await acts()).slice(0, 3)).toEqual(["series.cancel", "series.create", "customers.create"]);
  const history = (await manager("GET", club.path(`/events/${created[0]}/history`))).body.data;
  expect(history.map(({ act }: { act: string }) => act)).toEqual(["events.cancel", "events.create"]);
});

test("a block of several fields is one entry", async () => {
  const before = (await list()).meta.total;
  const places = [courtId, otherCourtId].map((fieldId) => ({
    ...{ fieldId, startTime: "2026-08-03T08:00:00Z", endTime: "2026-08-03T10:00:00Z" },
  }));
  await send("POST", "/blocks", { places, name: "Rain", decisions: [], notify: false });
  expect((await list()).meta.total).toBe(before + 1);
  expect((await acts())[0]).toBe("events.create");
});

test("filters by field and by customer find a group once, by any of its entries", async () => {
  await book(otherCourtId, { customer: { customerId: paulId } });
  expect(await acts(`customerId=${zoeId}`)).toEqual(["series.cancel", "series.create", "customers.create"]);
  expect(await acts(`customerId=${paulId}`)).toEqual(["events.create", "customers.create"]);
  expect(await acts(`fieldId=${otherCourtId}`)).toEqual(["events.create", "events.create", "fields.create"]);
  expect(await acts(`fieldId=${courtId}`)).toEqual([
    "events.create",
    "series.cancel",
    "series.create",
    "fields.create",
  ]);
  expect(await acts(`fieldId=${courtId}&customerId=${zoeId}`)).toEqual(["series.cancel", "series.create"]);
  expect(await acts(`fieldId=${otherCourtId}&customerId=${zoeId}`)).toEqual([]);
  expect(await acts(`customerId=${zoeId}&subject=customers`)).toEqual(["customers.create"]);
  expect((await list(`fieldId=${courtId}&per_page=2&page=2`)).data).toHaveLength(2);
  expect((await manager("GET", club.path("/activity?fieldId=one"))).status).toBe(422);
});

test("what was merged into a customer is found by that customer", async () => {
  const twiceId = await addCustomer("Paul", "Girart");
  await book(courtId, { customer: { customerId: twiceId } });
  await send("POST", `/customers/${paulId}/merge`, { customerId: twiceId });
  expect(await acts(`customerId=${paulId}`)).toEqual([
    ...["customers.merge", "events.create", "customers.create", "events.create", "customers.create"],
  ]);
});

test("a search finds the group of an event by its title", async () => {
  expect(await acts("q=padel%20school")).toEqual(["series.cancel", "series.create"]);
});

test("another organization's field and customer find nothing", async () => {
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  for (const filter of [`fieldId=${courtId}`, `customerId=${zoeId}`]) {
    const { data } = (await stranger("GET", `/organizations/${testApp.otherOrganizationId}/activity?${filter}`)).body;
    expect(data).toEqual([]);
  }
});

test("entries from before groups are grouped by the migration as if they were written today", async () => {
  // The fixtures are made at one instant, as if by one request.
  await sql`delete from activity where at = (select min(at) from activity)`.execute(testApp.db);
  const read = () =>
    testApp.db
      .selectFrom("activity")
      .select(["id", "parent_id", "act"])
      .where("organization_id", "=", club.organizationId)
      .orderBy("id")
      .execute();
  const filters = [`customerId=${zoeId}`, `fieldId=${courtId}`, `fieldId=${otherCourtId}`, "per_page=100"];
  const [written, found] = [await read(), await Promise.all(filters.map(acts))];
  await sql`update activity set parent_id = null, field_id = null, customer_id = null`.execute(testApp.db);
  const migration = readFileSync("server/migrations/0160-activity-groups.sql", "utf8");
  const updates = migration.split(/;\n/).filter((part) => /\bupdate activity\b/.test(part));
  expect(updates).toHaveLength(2);
  for (const update of updates) await sql.raw(update).execute(testApp.db);
  expect((await read()).filter(({ parent_id }) => parent_id === null).map(({ act }) => act)).toEqual(
    written.filter(({ parent_id }) => parent_id === null).map(({ act }) => act),
  );
  expect(await Promise.all(filters.map(acts))).toEqual(found);
});

test("entries of one request are one group, also across kinds: a payment and its invoice", async () => {
  const { id } = await book(courtId, { price: 1800, payment: "on_site" });
  const before = (await list()).meta.total;
  await send("POST", `/events/${id}/payments`, { method: "cash", amount: 1800 });
  const { data, meta } = await list();
  expect(meta.total).toBe(before + 1);
  expect(data[0]).toMatchObject({ act: "payments.record", parts: [{ act: "invoices.issue", count: 1 }] });
});
