/** Customers that an import has written, and its undo. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";

/**
 * Removes a customer whom an import made. A database error if something is kept of them, such as a booking.
 * @param writtenAt when the import has written them last; null: when it made them
 * @returns false if somebody has changed them since
 */
export async function deleteImportedCustomer(
  { db, organizationId, now }: Pick<TenantContext, "db" | "organizationId" | "now">,
  id: string,
  writtenAt: Date | null,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("customers")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("user_id", "is", null)
    .where("updated_at", "=", writtenAt ?? sql.ref<Date>("created_at"))
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await noteChange(db, { organizationId, id, now });
  return true;
}

/**
 * Gives a customer the values back that an import has replaced.
 * @returns false if somebody has changed them since
 */
export async function restoreImportedCustomer(
  context: TenantContext,
  id: string,
  { values, writtenAt }: { values: object; writtenAt: Date },
): Promise<boolean> {
  const { db, organizationId, now } = context;
  const restored = await db
    .updateTable("customers")
    .set({ ...values, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("updated_at", "=", writtenAt)
    .executeTakeFirst();
  if (restored.numUpdatedRows === 0n) return false;
  await publish(context, "customers.changed", { customerId: id });
  await noteChange(db, { organizationId, id, now });
  return true;
}

const noteChange = (db: Database, { organizationId, id, now }: { organizationId: string; id: string; now: Date }) =>
  insertLiveChange(db, { organizationId, module: "customers", subjectId: id, at: now });
