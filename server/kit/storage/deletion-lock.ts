/** Files are not deleted while a backup is written: rows of its snapshot may name them. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";

/** An arbitrary number, the same for all instances. Deletions hold it shared, a backup alone. */
export const FILE_DELETION_LOCK_ID = 7_214_003_918;

/**
 * @param remove finds what no row names, and deletes it
 * @returns false if a backup is being written: nothing was removed
 */
export const withoutBackup = (db: Database, remove: (db: Database) => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock_shared(${FILE_DELETION_LOCK_ID}) as "isFree"`.execute(trx);
    if (rows[0]?.isFree !== true) return false;
    await remove(trx);
    return true;
  });
