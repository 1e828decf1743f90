/** What the test provider knows: its objects as the provider would send them, kept in a table, so that a restart loses nothing. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";

/** Where the test provider works: in one transaction, at the instant of the house, for one of its accounts. */
export interface Scene {
  db: Database;
  house: House;
  now: Date;
  /** `acct_…`; empty for the one that the key belongs to. */
  account: string;
}

export type Kind = "session" | "intent" | "charge" | "refund" | "balance" | "dispute" | "event" | "account";

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
/** Seconds since 1970, as the provider counts. */
export const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** @param parent the id of what it belongs to */
export async function add(
  { db, now, account }: Scene,
  kind: Kind,
  data: { id: string },
  parent: string | null = null,
): Promise<void> {
  await db
    .insertInto("sandbox_objects")
    .values({ id: data.id, account, kind, parent, data: JSON.stringify(data), created_at: now })
    .execute();
}

export async function save({ db }: Scene, data: { id: string }): Promise<void> {
  await db
    .updateTable("sandbox_objects")
    .set({ data: JSON.stringify(data) })
    .where("id", "=", data.id)
    .execute();
}

/** Held until the transaction ends; undefined where this account has none of this id. */
export async function find<T>({ db, account }: Scene, kind: Kind, id: string): Promise<T | undefined> {
  const row = await db
    .selectFrom("sandbox_objects")
    .select("data")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("account", "=", account)
    .forUpdate()
    .executeTakeFirst();
  return row?.data as T | undefined;
}

/** Whose an object is; undefined where there is none. */
export async function findAccountOf(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("sandbox_objects").select("account").where("id", "=", id).executeTakeFirst();
  return row?.account;
}

export interface Listing {
  parent?: string | undefined;
  limit?: number | undefined;
  starting_after?: string | undefined;
  created?: { gte?: number | undefined; gt?: number | undefined; lt?: number | undefined; lte?: number | undefined };
}

/** Latest first, as the provider lists. */
export async function list<T>({ db, account }: Scene, kind: Kind, listing: Listing = {}) {
  const { parent, limit = 10, starting_after, created = {} } = listing;
  const at = sql<number>`extract(epoch from date_trunc('second', created_at))::float8`;
  let found = db.selectFrom("sandbox_objects").select("data").where("kind", "=", kind).where("account", "=", account);
  if (parent !== undefined) found = found.where("parent", "=", parent);
  if (created.gte !== undefined) found = found.where(at, ">=", created.gte);
  if (created.gt !== undefined) found = found.where(at, ">", created.gt);
  if (created.lt !== undefined) found = found.where(at, "<", created.lt);
  if (created.lte !== undefined) found = found.where(at, "<=", created.lte);
  if (starting_after !== undefined)
    found = found.where(
      sql<boolean>`(created_at, id) < (select created_at, id from sandbox_objects where id = ${starting_after})`,
    );
  const rows = await found
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return { data: rows.slice(0, limit).map((row) => row.data as T), has_more: rows.length > limit };
}
