/**
 * On a Citus cluster (DATABASE_SERVER names its coordinator), a call within an organization is answered by one worker:
 * each statement of each read is one task there. Left out where there is no cluster.
 */
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findNodes } from "./support/cluster-database.ts";
import { endpoints, fillPath, paramsOf } from "./support/endpoints.ts";
import { createTestApp, type ApiCall, type TestApp } from "./support/test-app.ts";

const { isCluster } = await findNodes(process.env.TEST_DATABASE_SERVER ?? "");
const reads = endpoints.filter(
  (endpoint) => endpoint.method === "GET" && !endpoint.raw && paramsOf(endpoint).includes("organizationId"),
);
/** These look beyond their organization. */
const wide: Record<string, string> = {};

let testApp: TestApp;
let team: ApiCall;
let ids: Record<string, string>;
beforeAll(async () => {
  if (!isCluster) return;
  testApp = await createTestApp();
  const { organizationId } = testApp;
  team = testApp.as(await testApp.member(organizationId, 1));
  const seed = await testApp.seedOneOfEach(organizationId);
  ids = {
    ...seed,
    organizationId,
    list: "facilities",
    month: "2025-12",
    period: "2025",
    report: "occupancy",
    provider: "stripe",
  };
});
afterAll(() => testApp?.close());

interface Statement {
  text: string;
  values: unknown[];
}

async function recordReads(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function record(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first, second] = args;
    const { text, values = [] } =
      typeof first === "string"
        ? { text: first, values: Array.isArray(second) ? (second as unknown[]) : [] }
        : (first as Partial<Statement>);
    if (text && /^\s*(select|with)\b/i.test(text)) statements.push({ text, values });
    return query.apply(this, args);
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return statements;
}

const countTasks = async ({ text, values }: Statement): Promise<number> => {
  const { rows } = await testApp.database.pool.query<{ "QUERY PLAN": string }>(`explain (costs off) ${text}`, values);
  const counts = rows.flatMap((row) => /Task Count: (\d+)/.exec(row["QUERY PLAN"])?.[1] ?? []);
  return Math.max(0, ...counts.map(Number));
};

const period = "from=2026-06-01&to=2026-06-07&date=2026-06-03&q=a&sportId=1";
test.skipIf(!isCluster).each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s is one task on one worker",
  async (name, endpoint) => {
    testApp.appContext.revisionCache.clear();
    const statements = await recordReads(async () => {
      const { status, body } = await team("GET", `${fillPath(endpoint, ids)}?${period}`);
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    });
    expect(statements.length).toBeGreaterThan(0);
    const several: string[] = [];
    for (const statement of statements) if ((await countTasks(statement)) > 1) several.push(statement.text);
    expect(wide[name] ? [] : several).toEqual([]);
  },
);

test.skipIf(isCluster)("no cluster is at hand: see docs/scale.md for how these tests find one", () => {
  expect(reads.length).toBeGreaterThan(50);
});
