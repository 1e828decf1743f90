/** Stores Stripe's objects in a table, so that a restart loses nothing. */
import { randomBytes } from "node:crypto";
import { sql, type Insertable } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { emulatorTables, schema, type ObjectsTable } from "./tables.ts";

export interface EmulatorContext {
  db: Database;
  appContext: AppContext;
  now: Date;
  /** `acct_…`; empty for the account of the key. */
  account: string;
}

export type ObjectKind =
  | "session"
  | "intent"
  | "charge"
  | "refund"
  | "balance"
  | "dispute"
  | "payout"
  | "event"
  | "account"
  | "customer"
  | "method"
  | "setup";

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
export const toUnixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export async function insertObject(
  { db, now, account }: EmulatorContext,
  kind: ObjectKind,
  data: { id: string },
  parent: string | null = null,
): Promise<void> {
  await emulatorTables(db)
    .insertInto("objects")
    .values({ id: data.id, account, kind, parent, data: JSON.stringify(data), created_at: now })
    .execute();
}

/** PostgreSQL accepts 65,535 parameters per statement. */
const MAX_ROWS = 1000;

export type ObjectRow = Insertable<ObjectsTable>;

export async function insertObjects(db: Database, rows: readonly ObjectRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    await emulatorTables(db)
      .insertInto("objects")
      .values(rows.slice(from, from + MAX_ROWS))
      .execute();
  }
}

export async function listEvents(db: Database): Promise<unknown[]> {
  const rows = await emulatorTables(db)
    .selectFrom("objects")
    .select("data")
    .where("kind", "=", "event")
    .orderBy("created_at")
    .execute();
  return rows.map((row) => row.data);
}

export async function updateObject({ db }: EmulatorContext, data: { id: string }): Promise<void> {
  await emulatorTables(db)
    .updateTable("objects")
    .set({ data: JSON.stringify(data) })
    .where("id", "=", data.id)
    .execute();
}

/** Locks the object until the transaction ends. Undefined if this account has no such object. */
export async function findObject<T>(
  { db, account }: EmulatorContext,
  kind: ObjectKind,
  id: string,
): Promise<T | undefined> {
  const row = await emulatorTables(db)
    .selectFrom("objects")
    .select("data")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("account", "=", account)
    .forUpdate()
    .executeTakeFirst();
  return row?.data as T | undefined;
}

export async function findAccountOfObject(db: Database, id: string): Promise<string | undefined> {
  const row = await emulatorTables(db).selectFrom("objects").select("account").where("id", "=", id).executeTakeFirst();
  return row?.account;
}

export interface ListParams {
  parent?: string | undefined;
  limit?: number | undefined;
  starting_after?: string | undefined;
  created?: { gte?: number | undefined; gt?: number | undefined; lt?: number | undefined; lte?: number | undefined };
}

export async function listObjects<T>({ db, account }: EmulatorContext, kind: ObjectKind, listing: ListParams = {}) {
  const { parent, limit = 10, starting_after, created = {} } = listing;
  const at = sql<number>`extract(epoch from date_trunc('second', created_at))::float8`;
  let found = emulatorTables(db)
    .selectFrom("objects")
    .select("data")
    .where("kind", "=", kind)
    .where("account", "=", account);
  if (parent !== undefined) found = found.where("parent", "=", parent);
  if (created.gte !== undefined) found = found.where(at, ">=", created.gte);
  if (created.gt !== undefined) found = found.where(at, ">", created.gt);
  if (created.lt !== undefined) found = found.where(at, "<", created.lt);
  if (created.lte !== undefined) found = found.where(at, "<=", created.lte);
  if (starting_after !== undefined)
    found = found.where(
      sql<boolean>`(created_at, id) < (select created_at, id from ${sql.table(`${schema}.objects`)} where id = ${starting_after})`,
    );
  const rows = await found
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return { data: rows.slice(0, limit).map((row) => row.data as T), has_more: rows.length > limit };
}
