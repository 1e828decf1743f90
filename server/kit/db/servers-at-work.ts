/** Servers of the product that are connected to a database, so that a command may refuse to work beside them. */
import type pg from "pg";

export async function areServersAtWork(client: Pick<pg.Client, "query">): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity
    where datname = current_database() and application_name in ('baseline', 'baseline jobs') limit 1`,
  );
  return rows.length > 0;
}
