/** Endpoints that a replica may answer write nothing, and answer there as at the primary. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { endpoints, fillPath } from "./support/endpoints.ts";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";

const mayLag = endpoints.filter((endpoint) => endpoint.mayLag);
const reads: string[] = [];

let testApp: TestApp;
let team: Person;
let ids: Record<string, string>;
beforeAll(async () => {
  testApp = await createTestApp();
  team = await testApp.person({ platformAdmin: true });
  await testApp.join(team, testApp.organizationId, 1);
  ids = { ...(await testApp.seedOneOfEach(testApp.organizationId)), organizationId: testApp.organizationId };
});
afterAll(() => testApp.close());

/** Refuses to write as a replica does. */
const openReadOnlyReplica = () => ({
  read: <T>(organizationId: string, work: (db: TestApp["db"]) => Promise<T>) =>
    testApp.appContext.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (db) => {
        reads.push(organizationId);
        return work(db);
      }),
  state: () => ({ status: "in use" as const, lagSeconds: 0 }),
  close: async () => {},
});

test("only reads of organizations are marked, and no single rows, which people read after they have written them", () => {
  for (const { method, path, raw } of mayLag) {
    expect([method, raw]).toEqual(["GET", undefined]);
    expect(path).toMatch(/^\/organizations\/\{organizationId\}\//);
  }
});

/** The version of live changes grows with every transaction of the whole database server. */
const withoutVersion = ({ body }: { body: unknown }) =>
  JSON.stringify(body).replace(/"(\w*[vV]ersion)":"[\d.:,]*"/g, '"$1":""');

const period = "from=2026-06-01&to=2026-06-07&date=2026-06-03&q=a";
test.each(mayLag.map((endpoint) => [endpoint.name, endpoint] as const))("%s", async (_name, endpoint) => {
  const statuses: number[] = [];
  for (const organizationId of [testApp.organizationId, "all"]) {
    const path = `${fillPath(endpoint, { ...ids, organizationId })}?${period}`;
    testApp.appContext.replica = undefined;
    const expected = await testApp.as(team)("GET", path);
    expect(expected.status, JSON.stringify(expected.body)).toBeLessThan(500);
    testApp.appContext.revisionCache.clear();
    testApp.appContext.replica = openReadOnlyReplica();
    const answer = await testApp.as(team)("GET", path);
    expect([answer.status, withoutVersion(answer)]).toEqual([expected.status, withoutVersion(expected)]);
    statuses.push(answer.status);
    expect(reads.at(-1)).toBe(organizationId);
  }
  // Not all of them are for all organizations.
  expect(statuses[0]).toBe(200);
});

test("a name that changes is noted, so that lists of a replica that does not know it are not read", async () => {
  const changes = async () =>
    (await sql`select from changes where module = 'accounts'`.execute(testApp.db)).rows.length;
  expect(await changes()).toBe(0);
  expect((await testApp.as(team)("PATCH", "/auth/user", { firstName: "Anne" })).status).toBe(200);
  expect(await changes()).toBe(1);
});
