/** Sends HEAD to every GET endpoint: what only asks for headers changes nothing. New endpoints are covered by themselves. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedIds } from "./fixtures/seed-one-of-each.ts";
import { endpoints, fillPath } from "./support/endpoints.ts";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";

let testApp: TestApp;
let seed: SeedIds;
let person: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  seed = await testApp.seedOneOfEach(testApp.organizationId);
  person = await testApp.join(await testApp.person({ platformAdmin: true }), testApp.organizationId, 1);
});
afterAll(() => testApp.close());

/** A digest of the rows of each table. The overview's tables are caches, filled when they are read. */
async function digestTables(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'overview_%'`.execute(
    testApp.db,
  );
  const digests = tables.map(async ({ name }) => {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as digest
      from ${sql.table(name)} as row`.execute(testApp.db);
    return [name, rows[0]?.digest ?? ""] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

/** Values of the path parameters that are no ids. */
const names = {
  list: "events",
  month: "2026-06",
  period: "2026",
  report: "occupancy",
  picture: "0.webp",
  secret: "unknown",
};
const reading = endpoints.filter(({ method, raw }) => method === "GET" && raw !== "stream");

test.each(reading.map((endpoint) => [endpoint.name, endpoint] as const))(
  "HEAD of %s changes nothing",
  async (_name, endpoint) => {
    const before = await digestTables();
    const ids = { ...names, ...seed, organizationId: testApp.organizationId };
    const url = `/api/v1${fillPath(endpoint, ids)}`;
    const headers = { authorization: `Bearer ${person.token}` };
    const { statusCode } = await testApp.app.inject({ method: "HEAD", url, headers });
    expect(statusCode).toBeLessThan(500);
    expect(await digestTables()).toEqual(before);
    expect((await testApp.as(person)("GET", "/auth/user")).status).toBe(200);
  },
);
