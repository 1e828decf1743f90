import { sql, type RawBuilder } from "kysely";

/** First and last name of an account in SQL. @param table `users` or its alias */
export const fullNameOf = (table: string): RawBuilder<string> =>
  sql<string>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`;
