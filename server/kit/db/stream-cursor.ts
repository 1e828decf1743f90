/** Streams a whole list through a database cursor within one snapshot, because deep offsets are slow. */
import { createHash } from "node:crypto";
import { CompiledQuery, type Compilable } from "kysely";
import type { Database } from "./database.ts";

const cursorsByTransaction = new WeakMap<Database, Set<string>>();

/**
 * From now on `paginate` ignores the page number in this transaction, continues where it stopped, and counts nothing:
 * calling a list handler repeatedly returns all rows. An empty page is the end.
 * @param db a transaction without other users; `repeatable read` gives all pages the same snapshot
 */
export async function startStreamCursor(db: Database): Promise<void> {
  cursorsByTransaction.set(db, new Set());
  // All rows are read: the plan depends on which.
  await db.executeQuery(CompiledQuery.raw("set local plan_cache_mode = auto"));
}

export const hasStreamCursor = (db: Database): boolean => cursorsByTransaction.has(db);

/** The next rows of a sorted query without limit; empty at the end. Pass the same query each time. */
export async function fetchNext<O>(db: Database, query: Compilable<O>, limit: number): Promise<O[]> {
  const opened = cursorsByTransaction.get(db);
  if (!opened) throw new Error("startStreamCursor comes first");
  const { sql: text, parameters } = query.compile();
  // One name per query, because the prepared `fetch` statement depends on the columns of its cursor.
  const cursor = `walk_${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  if (!opened.has(cursor)) {
    await db.executeQuery(CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${text}`, [...parameters]));
    opened.add(cursor);
  }
  const { rows } = await db.executeQuery(CompiledQuery.raw(`fetch ${limit} from ${cursor}`));
  return rows as O[];
}
