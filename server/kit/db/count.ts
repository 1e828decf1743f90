/** Totals of lists: exact while they are small, because an exact count of a large list is slow. */
import { sql, type Compilable, type Expression, type SelectQueryBuilder } from "kysely";
import { UNPREPARED } from "./database-client.ts";
import type { Database } from "./database.ts";

/** Larger totals are estimates. */
export const MAX_EXACT_TOTAL = 1000;
/** A text that the planner expects in more rows is common: neither its index nor a count of them ends soon. */
export const COMMON_TEXT_ROWS = 20_000;

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

/** How many rows the query planner expects of a query. */
export async function estimateRows(db: Database, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{
    "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
  }>`explain (format json) ${query}`.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

function keepEstimate(key: string, total: number): Count {
  const count = { total, estimate: true };
  estimates.delete(key);
  estimates.set(key, { count, expiresAt: performance.now() + ESTIMATE_LIFETIME_MS });
  const [oldest] = estimates.keys();
  if (estimates.size > MAX_ESTIMATES && oldest !== undefined) estimates.delete(oldest);
  return count;
}

const hasSearchedText = (query: ReturnType<Compilable["compile"]>): boolean => query.sql.includes(UNPREPARED);

/** Whether rows are filtered by a text that they have, rather than by the ids of a few that have it. */
export const isSearched = (query: Compilable): boolean => hasSearchedText(query.compile());

/**
 * Number of rows of a query: counted up to 1,000, estimated by the query planner above and then kept for a minute.
 * A sort order is kept while counting: with a matching index, an early stop reads only counted rows. A search for a common
 * text is not counted: the rows that have it may stand anywhere in the list.
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
  const searched = hasSearchedText(compiled) ? await estimateRows(db, bare) : undefined;
  if (searched !== undefined && searched > COMMON_TEXT_ROWS) return keepEstimate(key, searched);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (${bare.limit(sql.lit(MAX_EXACT_TOTAL + 1))}) as counted`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total <= MAX_EXACT_TOTAL) return { total, estimate: false };
  return keepEstimate(key, Math.max(total, searched ?? (await estimateRows(db, bare))));
}
