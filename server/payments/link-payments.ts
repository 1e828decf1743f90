import type { BookingCustomer } from "#server/customers/booking-customer.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { isOfCustomer } from "./queries.ts";

/** Gives an account what its customer paid before they had it, with its invoices. */
export async function linkPayments(
  { db, organizationId }: TenantContext,
  { customerId, userId }: BookingCustomer,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ user_id: userId })
    .where("organization_id", "=", organizationId)
    .where("user_id", "is", null)
    .where(isOfCustomer(organizationId, customerId))
    .execute();
}
