/** Looks whether a searched text is rare, because the two kinds of search need opposite plans. */
import { sql, type Expression } from "kysely";
import { COMMON_TEXT_ROWS, estimateRows, MAX_EXACT_TOTAL } from "./count.ts";
import type { Database } from "./database.ts";
import { hasStreamCursor } from "./stream-cursor.ts";

/** Indexes find texts by three letters or digits in a row; without, a whole index would be read. */
export const isIndexed = (q: string) => /[\p{L}\p{N}]{3}/u.test(q);

/**
 * A few matches are found by the indexes of texts and then sorted; many are found by reading the list in its order, and
 * looking at each text. Neither is fast for the other.
 * @param matches queries for the ids of rows that match, each by one index, first of the rows' own texts
 * @returns the ids of all matches if they are few; undefined if the list is to be read in its order
 */
export async function findFewMatches(
  db: Database,
  q: string,
  matches: readonly Expression<{ id: string }>[],
): Promise<string[] | undefined> {
  if (hasStreamCursor(db) || !isIndexed(q)) return undefined;
  const [ownTexts] = matches;
  if (ownTexts && (await estimateRows(db, ownTexts)) > COMMON_TEXT_ROWS) return undefined;
  // PostgreSQL plans a `with` for all its rows, and reads no more of them than the limit asks for. A limit within would
  // make it scan the table in the hope of an early end.
  const names = matches.map((_, index) => sql.id(`match_${index}`));
  const { rows } = await sql<{ id: string }>`
    with ${sql.join(matches.map((query, index) => sql`${names[index]} as materialized ${query}`))}
    ${sql.join(
      names.map((name) => sql`select id from ${name}`),
      sql` union all `,
    )}
    limit ${sql.lit(MAX_EXACT_TOTAL + 1)}`.execute(db);
  return rows.length > MAX_EXACT_TOTAL ? undefined : [...new Set(rows.map(({ id }) => id))];
}
