import type { BookingCustomer } from "#server/customers/booking-customer.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { isOfCustomer } from "./queries.ts";

/** What a customer paid before they had an account is the account's, with its invoices. */
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
