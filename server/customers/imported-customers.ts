/** Customers that an import brought. */
import type { Database } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";

/**
 * Removes a customer whom an import made. A database error if something is kept of them, such as a booking.
 * @returns false if somebody has changed them since
 */
export async function deleteImportedCustomer(
  db: Database,
  organizationId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("customers")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("user_id", "is", null)
    .whereRef("updated_at", "=", "created_at")
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await insertLiveChange(db, { organizationId, module: "customers", subjectId: id, at: now });
  return true;
}
