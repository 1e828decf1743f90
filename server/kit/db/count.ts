/** Totals of lists: exact while they are small, because an exact count of a large list is slow. */
import { sql, type Compilable, type SelectQueryBuilder } from "kysely";
import { UNPREPARED } from "./database-client.ts";
import type { Database } from "./database.ts";

/** Larger totals are estimates. */
export const MAX_EXACT_TOTAL = 1000;
/**
 * A text that many rows have is looked for row by row, and nobody knows where in the list they stand: to count a thousand
 * has taken ten seconds among five million. A page of them is there already, so that the planner's number is no surprise.
 */
const MAX_SEARCHED_ROWS = 20_000;

export interface Count {
  total: number;
  estimate: boolean;
}

const ESTIMATE_LIFETIME_MS = 60_000;
const MAX_ESTIMATES = 1000;
/** By statement and values, the oldest first. */
const estimates = new Map<string, { count: Count; expiresAt: number }>();

const estimateKey = ({ sql: text, parameters }: ReturnType<Compilable["compile"]>) =>
  JSON.stringify([text, parameters]);

/**
 * Number of rows of a query: counted up to 1,000, estimated by the query planner above and then kept for a minute.
 * A sort order is kept while counting: with a matching index, an early stop reads only counted rows.
 */
export async function countOrEstimate<DB, TB extends keyof DB, O>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<Count> {
  const bare = query.clearSelect().select(sql<number>`1`.as("one"));
  const compiled = bare.compile();
  const key = estimateKey(compiled);
  const known = estimates.get(key);
  if (known && known.expiresAt > performance.now()) return known.count;
  const estimateRows = async (): Promise<number> => {
    const [plan] = await bare.explain<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>("json");
    return plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  };
  let total = compiled.sql.includes(UNPREPARED) ? await estimateRows() : 0;
  if (total <= MAX_SEARCHED_ROWS) {
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (${bare.limit(sql.lit(MAX_EXACT_TOTAL + 1))}) as counted`.execute(db);
    total = counted.rows[0]?.total ?? 0;
    if (total <= MAX_EXACT_TOTAL) return { total, estimate: false };
    total = Math.max(total, await estimateRows());
  }
  const count = { total, estimate: true };
  estimates.delete(key);
  estimates.set(key, { count, expiresAt: performance.now() + ESTIMATE_LIFETIME_MS });
  const [oldest] = estimates.keys();
  if (estimates.size > MAX_ESTIMATES && oldest !== undefined) estimates.delete(oldest);
  return count;
}
