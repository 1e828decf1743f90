/** Entries stay: that something was done, when and by which account. The values of people that they hold go. */
import { sql, type Expression } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";

const withoutValues = (db: Database) => db.updateTable("activity").set({ before: null, after: null });

/** @param subjectIds of what the entries are about, or a query of them */
export async function updateToWithoutValues(
  db: Database,
  organizationId: string,
  subjectIds: readonly string[] | Expression<string>,
): Promise<void> {
  const entries = withoutValues(db).where("organization_id", "=", organizationId);
  await (
    Array.isArray(subjectIds)
      ? entries.where(isAnyOf("subject_id", subjectIds as readonly string[]))
      : entries.where(sql<boolean>`subject_id in (${subjectIds as Expression<string>})`)
  ).execute();
}

/** The address goes too where they acted without an account. */
export async function updateCustomerEntries(
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<void> {
  await db
    .updateTable("activity")
    .set({ address: null })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("guest_id", customerIds))
    .execute();
  await withoutValues(db)
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
}

export async function updateAccountEntries(db: Database, userId: string): Promise<void> {
  await db.updateTable("activity").set({ address: null }).where("actor_id", "=", userId).execute();
  await withoutValues(db).where("subject_id", "=", userId).execute();
}

/** @returns number of deleted entries, at most `limit` */
export async function deleteEntriesBefore(
  db: Database,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom("activity")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("at", "<", before)
    .orderBy("at")
    .limit(limit);
  const gone = await db
    .deleteFrom("activity")
    .where("organization_id", "=", organizationId)
    .where("id", "in", old)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
