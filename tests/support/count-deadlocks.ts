import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";

/** Deadlocks that PostgreSQL has counted in the database; it tells them some time after they are resolved. */
export async function countDeadlocks(db: Database): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}
