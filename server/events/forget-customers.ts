import { isAnyOf } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";

/** Bookings keep field, time, state and price. Titles, notes and reasons may say who it was. */
export async function forgetBookingsText(
  { db, organizationId }: TenantContext,
  { customerIds, name }: JobEvents["customers.forgotten"],
): Promise<void> {
  await db
    .updateTable("events")
    .set({
      name,
      description: null,
      notes: null,
      internal_notes: null,
      price_reason: null,
      canceled_reason: null,
      rejected_reason: null,
    })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
}
