import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchResults } from "#contract/search.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let padel: string;
let sophie: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp, { name: "Halle Bellecombe" });
  padel = await club.addField({ name: "Padel 2" });
  await club.addField({ name: "Salle Lebrun", confidentiality: "private" });
  sophie = await testApp.join(
    await testApp.person({ firstName: "Sophie", lastName: "Lebrun" }),
    testApp.organizationId,
    4,
  );
  await book("2026-06-02T19:00:00+02:00", { userId: sophie.id });
  await book("2026-06-05T19:00:00+02:00", { userId: sophie.id });
  await book("2026-06-03T10:00:00+02:00", { name: "Zoé Chevalier", phone: "06 12 34 56 78" });
  testApp.clock.set("2026-06-02T10:00:00+02:00");
});
afterAll(() => testApp.close());

async function book(startTime: string, customer: object): Promise<void> {
  const draft = { fieldId: padel, startTime, duration: 60, name: "Match", type: "game", price: 3600, customer };
  const { status, body } = await club.staff("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
}
const find = async (api: ApiCall, q: string, path = club.path("")): Promise<SearchResults> => {
  const { status, body } = await api("GET", `${path}/search?q=${encodeURIComponent(q)}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const names = ({ customers, events, fields, facilities }: SearchResults) => ({
  customers: customers.hits.map(({ name }) => name),
  events: events.hits.map(({ customerName, startTime }) => `${customerName} ${startTime.slice(5, 10)}`),
  places: [...fields.hits, ...facilities.hits].map(({ name }) => name),
});

test("a customer is found by any part of the name, in any order of the words, across accents, and by telephone", async () => {
  for (const q of ["Lebrun", "lebr", "ebru", "sophie lebrun", "LEBRUN sophie"])
    expect((await find(club.staff, q)).customers.hits.map(({ name }) => name)).toEqual(["Sophie Lebrun"]);
  for (const q of ["zoe", "CHEVALIER", "Mme Chevalier", "Mrs. chevalier", "06 12 34", "612345678"])
    expect((await find(club.staff, q)).customers.hits.map(({ name }) => name)).toEqual(["Zoé Chevalier"]);
  expect((await find(club.staff, "zo")).customers.total).toBe(1);
  expect((await find(club.staff, "z")).customers.total).toBe(0);
});

test("a customer comes with category, next booking and debt; what lies ahead is no debt", async () => {
  const next = { startTime: "2026-06-02T17:00:00.000Z", timezone: "Europe/Paris", fieldName: "Padel 2" };
  expect((await find(club.staff, "lebrun")).customers.hits).toEqual([
    expect.objectContaining({
      categories: ["Member"],
      next,
      debt: { amount: 3600, currency: "EUR", isOverdue: false },
    }),
  ]);
  testApp.clock.set("2026-06-03T08:00:00+02:00");
  const [late] = (await find(club.staff, "lebrun")).customers.hits;
  expect(late?.debt).toEqual({ amount: 3600, currency: "EUR", isOverdue: true });
  expect(late?.next?.startTime).toBe("2026-06-05T17:00:00.000Z");
  testApp.clock.set("2026-06-02T10:00:00+02:00");
});

test("bookings of any day are found by customer, field and facility, those to come first, and narrowed by a day", async () => {
  expect(names(await find(club.staff, "lebrun"))).toEqual({
    customers: ["Sophie Lebrun"],
    events: ["Sophie Lebrun 06-02", "Sophie Lebrun 06-05"],
    places: ["Salle Lebrun"],
  });
  expect(names(await find(club.staff, "padel 2 demain")).events).toEqual(["Zoé Chevalier 06-03"]);
  expect(names(await find(club.staff, "lebrun friday")).events).toEqual(["Sophie Lebrun 06-05"]);
  expect((await find(club.staff, "bellecombe")).facilities.hits.map(({ name }) => name)).toEqual(["Halle Bellecombe"]);
});

test("a member finds own bookings and visible fields, and no customers", async () => {
  const found = await find(testApp.as(sophie), "lebrun");
  expect(found.customers).toEqual({ total: 0, hits: [] });
  expect(found.fields.hits).toEqual([]);
  const own = await find(testApp.as(sophie), "match");
  expect(own.events.total).toBe(2);
  expect((await find(club.member, "match")).events).toEqual({ total: 0, hits: [] });
  expect((await find(club.member, "padel")).fields.total).toBe(1);
});

test("without a permission there are no hits and no count of that kind", async () => {
  const limited = testApp.as(await testApp.member(testApp.organizationId, ["events.show"]));
  const found = await find(limited, "lebrun");
  expect(found.customers).toEqual({ total: 0, hits: [] });
  expect(found.fields.total).toBe(0);
});

test("other organizations are not found; administrators of the platform find over all", async () => {
  const elsewhere = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const found = await find(elsewhere, "lebrun", `/organizations/${testApp.otherOrganizationId}`);
  expect(Object.values(found).map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await elsewhere("GET", club.path("/search?q=lebrun"))).status).toBe(404);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const everywhere = await find(admin, "lebrun", "/organizations/all");
  expect(everywhere.customers.hits.map(({ organization }) => organization.id)).toEqual([testApp.organizationId]);
  expect(everywhere.events.total).toBe(2);
});

test("payments and invoices are found by payer and number, and by a member only their own", async () => {
  const [event] = (await find(club.staff, "lebrun")).events.hits;
  const paid = await club.staff("POST", club.path(`/events/${event?.id}/payments`), { method: "cash", amount: 3600 });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  await testApp.jobs.runAll();
  const found = await find(club.staff, "lebrun");
  expect(found.payments.hits).toEqual([expect.objectContaining({ payerName: "Sophie Lebrun", amount: 3600 })]);
  const number = found.invoices.hits[0]?.number ?? "";
  expect((await find(club.staff, number)).invoices.total).toBe(1);
  expect((await find(testApp.as(sophie), number)).invoices.total).toBe(1);
  expect((await find(testApp.as(sophie), "lebrun")).payments.total).toBe(1);
  expect((await find(club.member, number)).invoices.total).toBe(0);
  expect((await find(club.member, "lebrun")).payments.total).toBe(0);
});
