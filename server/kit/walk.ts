/** Reading a whole list: one cursor instead of ever deeper offsets, within one snapshot. */
import { createHash } from "node:crypto";
import { CompiledQuery, type Compilable } from "kysely";
import type { Database } from "./database.ts";

/** The cursors of each walk, by the transaction that it happens in. */
const walks = new WeakMap<Database, Set<string>>();

/**
 * From now on `paginate` goes on where it stood in this transaction, whatever page it is asked for, and counts nothing: a
 * list's own handler, asked again and again, gives all of its rows. An empty page is the end.
 * @param db a transaction, used by nobody else; with `repeatable read` every page tells of the same moment
 */
export function beginWalk(db: Database): void {
  walks.set(db, new Set());
}

export const isWalking = (db: Database): boolean => walks.has(db);

/**
 * The next rows of a query in a walk; none where it has no more.
 * @param query sorted, without limit; the same one each time
 */
export async function walkOn<O>(db: Database, query: Compilable<O>, most: number): Promise<O[]> {
  const opened = walks.get(db);
  if (!opened) throw new Error("beginWalk comes first");
  const { sql: text, parameters } = query.compile();
  // Named after the query: a statement that reads from a cursor is prepared with the columns of this one.
  const cursor = `walk_${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  if (!opened.has(cursor)) {
    await db.executeQuery(CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${text}`, [...parameters]));
    opened.add(cursor);
  }
  const { rows } = await db.executeQuery(CompiledQuery.raw(`fetch ${most} from ${cursor}`));
  return rows as O[];
}
