/** One connection without a statement timeout. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "#server/kit/db/tables.ts";

export const openBulkConnection = (url: string): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) });
