/** Database access: Kysely on a `pg` pool, pagination, shared query conditions. */
import {
  type Compilable,
  Kysely,
  PostgresDialect,
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely";
import pg from "pg";
import type { ListQuery, Meta, Page } from "#contract/kit.ts";
import { withCommitWork } from "./before-commit.ts";
import { countOrEstimate, isSearched, type Count } from "./count.ts";
import { createClientClass, createPreparingClientClass, UNPREPARED, type PlanMode } from "./database-client.ts";
import type { Tables } from "./tables.ts";
import { hasStreamCursor, fetchNext } from "./stream-cursor.ts";

export type Database = Kysely<Tables>;
/** A query of a table that selects no columns yet. */
export type TableQuery<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, Record<never, never>>;

/** The scope of platform administrators: every organization. */
export const ALL_ORGANIZATIONS = "all";

const { types } = pg;
// Keep local dates as strings: a Date would add a time zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

const STATEMENT_TIMEOUT_MS = 30_000;
/** Longer than the statement timeout, so that the server's error arrives first. */
const SOCKET_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  max?: number;
  planMode?: PlanMode;
  isPooled?: boolean;
  answerTimeoutMs?: number;
  onError?: (error: Error) => void;
}

/**
 * @param url `postgres://…`
 * @param options.max maximum number of connections (10)
 * @param options.planMode once by default, as planning a statement of a request can take longer than its rows
 * @param options.isPooled whether `url` leads through a pooler that gives each transaction another connection, as
 * PgBouncer does: then nothing is set for a connection or prepared on it
 * @param options.answerTimeoutMs gives up connecting and waiting for an answer after this time, instead of after that of
 * the longest statement
 * @param options.onError called for connections that the server closed
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const { planMode = "force_generic_plan", answerTimeoutMs, isPooled = false } = options;
  const patienceMs = answerTimeoutMs ?? SOCKET_TIMEOUT_MS;
  const ofSession: pg.PoolConfig = isPooled
    ? { Client: createClientClass(patienceMs) }
    : {
        Client: createPreparingClientClass(patienceMs, planMode),
        // Statements that are sent together need not wait for each other's answers.
        pipeline: true,
        options: `-c plan_cache_mode=${planMode}`,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      };
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    // Refuse a query if all connections stay busy, rather than wait for ever.
    connectionTimeoutMillis: answerTimeoutMs ?? 20_000,
    application_name: "baseline",
    ...ofSession,
  });
  // The pool listens for errors of idle connections only. An error between two statements of a transaction has no
  // listener without this one, and would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", (error) => options.onError?.(error)));
  const db = withCommitWork(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }));
  return { db, pool, close: () => db.destroy() };
}

export interface DatabaseError {
  code: string;
  constraint?: string;
}
export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  typeof (error as Error & { code?: unknown }).code === "string" &&
  /^[0-9A-Z]{5}$/.test((error as Error & { code: string }).code);

/**
 * The constraint that a row broke. A cluster names it in the message alone, and appends the number of the shard:
 * `… violates unique constraint "imports_one_at_once_102041"`.
 */
export function findBrokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !isDatabaseError(error) || !error.code.startsWith("23")) return undefined;
  const name = error.constraint ?? / constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_\d{6,}$/, "");
}

/** More rows are not taken for one page. */
const MAX_PAGE_SIZE = 100;

/**
 * Some rows of a sorted query. The planner has to see how many a page has, to look up the names of that many, and to read
 * an index in its order rather than to sort all rows. How many rows come before is a value, so that the statement is
 * planned once for all pages.
 */
export function takeRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  limit: number,
  offset = 0,
): SelectQueryBuilder<DB, TB, O> {
  const taken = query.limit(limit <= MAX_PAGE_SIZE ? sql.lit(limit) : limit);
  return offset === 0 ? taken : taken.offset(offset);
}

export interface PageQuery extends Pick<ListQuery, "page" | "per_page"> {
  /** False: of a text that many rows have, the total is unknown, which is an estimate of one more than the page shows. */
  countsMatches?: boolean;
}

/**
 * @param query filtered and sorted
 * @returns rows and their meta; a page past the end has no rows
 */
export const paginate = <DB, TB extends keyof DB, O>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
): Promise<Page<O>> => paginateWith(db, query, page, (rows) => rows);

/**
 * @param query filtered and sorted rows of one table
 * @param select adds names from other tables, in the same order: to the rows of this page only, not to those before it
 * or to those that are counted
 */
export async function paginateWith<DB, TB extends keyof DB, O, R>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, O>,
  { page, per_page, countsMatches = true }: PageQuery,
  select: (rows: SelectQueryBuilder<DB, TB, O>) => Compilable<R> & { execute(): Promise<R[]> },
): Promise<Page<R>> {
  if (hasStreamCursor(db)) {
    const rows = await fetchNext(db, select(query), per_page);
    return { data: rows, meta: pageMeta({ total: rows.length, estimate: false }, { page, per_page }, rows.length) };
  }
  const before = (page - 1) * per_page;
  const rows = await select(takeRows(query, per_page, before)).execute();
  const isLast = rows.length > 0 ? rows.length < per_page : page === 1;
  const count = isLast
    ? { total: before + rows.length, estimate: false }
    : await countRows(db, query.clearOrderBy(), countsMatches);
  return { data: rows, meta: pageMeta(count, { page, per_page }, rows.length) };
}

const unknownCount: Count = { total: 0, estimate: true };
export const countRows = async <DB, TB extends keyof DB, O>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, O>,
  countsMatches: boolean,
): Promise<Count> => (countsMatches || !isSearched(query) ? countOrEstimate(db, query) : unknownCount);

/** @param rowCount rows on the page: with an estimated total, a full page must not become the last one */
export function pageMeta(
  count: Count,
  { page, per_page }: Pick<ListQuery, "page" | "per_page">,
  rowCount: number,
): Meta {
  const seen = rowCount > 0 ? (page - 1) * per_page + rowCount : 0;
  const total = count.estimate ? Math.max(count.total, rowCount === per_page ? seen + 1 : seen) : count.total;
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    total,
    per_page,
    ...(count.estimate && { total_is_estimate: true }),
  };
}

/** Limits a query to one organization; the scope of platform administrators has no limit. */
export const inScope = (column: string, organizationId: string): Expression<SqlBool> =>
  organizationId === ALL_ORGANIZATIONS ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${organizationId}`;

/**
 * The organization of rows that are joined or looked up: its value where one is known, so that a cluster sees which worker
 * has all of them, else the column of a joined row.
 */
export const organizationOf = (column: string, organizationId: string): Expression<string> =>
  organizationId === ALL_ORGANIZATIONS ? sql.ref<string>(column) : sql<string>`${organizationId}`;

/** @returns the one organization of the rows, else all */
export function findScope(organizationIds: readonly string[]): string {
  const [organizationId = ALL_ORGANIZATIONS, ...others] = new Set(organizationIds);
  return others.length > 0 ? ALL_ORGANIZATIONS : organizationId;
}

/** Rows of some organizations. One alone is compared by its value, so that a cluster sees which worker has them. */
export function isOfAnyOrganization(column: string, organizationIds: readonly string[]): Expression<SqlBool> {
  const scope = findScope(organizationIds);
  return scope === ALL_ORGANIZATIONS ? isAnyOf(column, organizationIds) : inScope(column, scope);
}

/**
 * `column = 'value'` for values of a short list. The value stands in the statement, so that the planner sees how common
 * it is, and which partial index has it.
 */
export const equalsLiteral = (column: string, value: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${sql.lit(value)}`;

/** Always true; the statement is planned for its values each time, because the size of the organization decides. */
export const isPlannedForValues = sql<SqlBool>`${sql.raw(UNPREPARED)} true`;

/** `column = any(values)`: unlike `in`, the SQL is the same for any number of values and is prepared once. */
export const isAnyOf = (column: string, values: readonly (string | number)[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${values})`;

/** As `isAnyOf`, for an organization with an id in it. @param pair `(organization_id, id)` */
export const isAmong = (pair: RawBuilder<unknown>, rows: readonly { organization_id: string; id: string }[]) =>
  sql<SqlBool>`${pair} in (
    select * from unnest(
      ${rows.map(({ organization_id }) => organization_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]
    )
  )`;
