/** Asks every endpoint as a member of a club, and looks for what belongs to other people: names, emails, telephone numbers. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/kit.ts";
import { endpoints, fillPath, paramsOf } from "./support/endpoints.ts";
import { createTestClub, type TestClub } from "./support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "./support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let member: ApiCall;
let ids: Record<string, string>;
/** What belongs to somebody else, each a text that nothing else holds. */
const marks: string[] = [];

const mark = (text: string) => {
  marks.push(text);
  return text;
};
async function addMarkedPerson(role: number, name: string): Promise<Person> {
  const person = await testApp.person({ firstName: mark(`${name}first`), lastName: mark(`${name}last`) });
  marks.push(person.email);
  await sql`update users set phone = ${mark(`+3361234567${role}`)} where id = ${person.id}`.execute(testApp.db);
  return testApp.join(person, testApp.organizationId, role);
}

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  await addMarkedPerson(1, "Qowner");
  const other = await addMarkedPerson(4, "Qother");
  const reader = await testApp.join(await testApp.person(), testApp.organizationId, 4);
  member = testApp.as(reader);
  const seeds = await testApp.seedOneOfEach(testApp.organizationId, reader);
  const fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 2345 });
  const draft = { fieldId, duration: 60, type: "game", name: "Game" };
  const book = async (api: ApiCall, hour: number, more: object = {}): Promise<string> => {
    const startTime = `2026-06-10T${hour}:00:00+02:00`;
    const { status, body } = await api("POST", club.path("/events"), { ...draft, startTime, ...more });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.data.id;
  };
  const eventId = await book(testApp.as(other), 10);
  await book(testApp.as(other), 11, { confidentiality: "private", name: mark("Qprivate"), notes: mark("Qnotes") });
  await book(club.staff, 12, { customer: { name: mark("Qguest"), phone: mark("+33687654321") } });
  const canceled = await book(testApp.as(other), 13, { name: mark("Qcanceled") });
  await club.staff("POST", club.path(`/events/${canceled}/cancel`), { reason: mark("Qreason") });
  await testApp.as(other)("POST", club.path("/planning/selections"), {});
  ids = { ...seeds, eventId, fieldId, userId: other.id, organizationId: testApp.organizationId };
});
afterAll(() => testApp.close());

const isRead = (endpoint: Endpoint) =>
  endpoint.method === "GET" && endpoint.raw !== "stream" && endpoint.successMessage === undefined;
const reads = endpoints.filter(isRead);
const dates = "from=2026-06-08&to=2026-06-14&date=2026-06-10&month=2026-06&per_page=100&q=";
const statuses = ["canceled", "rejected", "pending", "completed"].map((status) => `status=${status}&per_page=100`);

test("the marked people are there for the team to read", async () => {
  const team = await club.manager("GET", club.path("/events?per_page=100"));
  const text = JSON.stringify(team.body);
  for (const text_ of ["Qotherlast", "Qguest", "Qprivate"]) expect(text).toContain(text_);
});

test.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s tells a member nothing of other people",
  async (_name, endpoint) => {
    const own = paramsOf(endpoint).includes("organizationId") || paramsOf(endpoint).length === 0;
    const path = fillPath(endpoint, { secret: "nobody", provider: "stripe", list: "events", month: "2026-06", ...ids });
    const found: string[] = [];
    for (const query of own ? ["", dates, ...statuses] : [""]) {
      const { body } = await member("GET", query ? `${path}?${query}` : path);
      const text = typeof body === "string" ? body : JSON.stringify(body ?? null);
      found.push(...marks.filter((one) => text.includes(one)).map((one) => `${one} (${query})`));
    }
    expect(found).toEqual([]);
  },
);
