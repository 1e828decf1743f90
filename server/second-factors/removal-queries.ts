/** Table `second_factor_removals`. */
import type { Selectable } from "kysely";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { SecondFactorRemovalsTable } from "#server/kit/db/tables.ts";

export type RemovalRow = Selectable<SecondFactorRemovalsTable>;

const dueAt = (now: Date) => new Date(now.getTime() + retentionMs("secondFactorRemoval"));

/** @returns undefined if one waits already */
export const insertRemoval = (
  db: Database,
  draft: { userId: string; organizationId: string; requestedBy: string; token: string },
  now: Date,
): Promise<RemovalRow | undefined> =>
  db
    .insertInto("second_factor_removals")
    .values({
      user_id: draft.userId,
      organization_id: draft.organizationId,
      requested_by: draft.requestedBy,
      token_hash: hashToken(draft.token),
      created_at: now,
      due_at: dueAt(now),
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .returningAll()
    .executeTakeFirst();

export const findRemoval = (db: Database, userId: string): Promise<RemovalRow | undefined> =>
  db.selectFrom("second_factor_removals").selectAll().where("user_id", "=", userId).executeTakeFirst();

export const findRemovalByToken = (db: Database, token: string): Promise<RemovalRow | undefined> =>
  db.selectFrom("second_factor_removals").selectAll().where("token_hash", "=", hashToken(token)).executeTakeFirst();

/** The earliest first. */
export const listDueRemovals = (db: Database, now: Date): Promise<RemovalRow[]> =>
  db.selectFrom("second_factor_removals").selectAll().where("due_at", "<=", now).orderBy("due_at").limit(100).execute();

export async function updateRemovalDue(db: Database, token: string, now: Date): Promise<void> {
  await db
    .updateTable("second_factor_removals")
    .set({ due_at: dueAt(now) })
    .where("token_hash", "=", hashToken(token))
    .execute();
}

/** @returns undefined if none waits */
export const deleteRemoval = (db: Database, userId: string): Promise<RemovalRow | undefined> =>
  db.deleteFrom("second_factor_removals").where("user_id", "=", userId).returningAll().executeTakeFirst();
