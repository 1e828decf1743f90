/** Reads a whole list by a cursor instead of ever deeper offsets, within one snapshot. */
import { createHash } from "node:crypto";
import { CompiledQuery, type Compilable } from "kysely";
import type { Database } from "./database.ts";

/** Names of open cursors by transaction. */
const cursorsByTransaction = new WeakMap<Database, Set<string>>();

/**
 * From now on `paginate` continues where it stopped in this transaction, whatever page is requested, and counts nothing: a
 * list's own handler, called repeatedly, returns all rows. An empty page is the end.
 * @param db a transaction used by nobody else; with `repeatable read` every page is of the same moment
 */
export function startStreamCursor(db: Database): void {
  cursorsByTransaction.set(db, new Set());
}

export const hasStreamCursor = (db: Database): boolean => cursorsByTransaction.has(db);

/**
 * The next rows of a query; empty at the end.
 * @param query sorted, without limit; the same one each time
 * @param limit rows at most
 */
export async function fetchNext<O>(db: Database, query: Compilable<O>, limit: number): Promise<O[]> {
  const opened = cursorsByTransaction.get(db);
  if (!opened) throw new Error("beginWalk comes first");
  const { sql: text, parameters } = query.compile();
  // Named after the query: a statement that reads from a cursor is prepared with its columns.
  const cursor = `walk_${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  if (!opened.has(cursor)) {
    await db.executeQuery(CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${text}`, [...parameters]));
    opened.add(cursor);
  }
  const { rows } = await db.executeQuery(CompiledQuery.raw(`fetch ${limit} from ${cursor}`));
  return rows as O[];
}
