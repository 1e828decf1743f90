/** Searches texts regardless of case and accents: the function `fold` of the database removes both. */
import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import pg from "pg";
import { UNPREPARED } from "./database-client.ts";

/** `q` anywhere in a folded text. It stands in the statement itself, so that the planner sees how common it is. */
const containsFolded = (folded: RawBuilder<string>, q: string): Expression<SqlBool> =>
  sql<SqlBool>`${folded} like fold(${sql.raw(`${UNPREPARED} ${pg.escapeLiteral(`%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)}`)})`;

/** `q` anywhere in a text, ignoring case and accents; `%` and `_` are literal. */
export const matchesText = (text: RawBuilder<string>, q: string): Expression<SqlBool> =>
  containsFolded(sql<string>`fold(${text})`, q);

/** The same in the stored column `search` of a table, which an index finds. */
export const matchesSearch = (column: string, q: string): Expression<SqlBool> => containsFolded(sql.ref(column), q);
