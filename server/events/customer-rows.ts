/** Bookings of a customer, as customers are linked to accounts, merged and archived. */
import type { BookingCustomer } from "#server/customers/booking-customer.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";

export async function countUpcomingBookings(
  { db, organizationId, now }: Pick<TenantContext, "db" | "organizationId" | "now">,
  customerId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .where("end_time", ">", now)
    .where("status", "in", ["pending", "approved"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

const updateOwner = (db: Database, organizationId: string, from: BookingCustomer, to: BookingCustomer) =>
  db
    .updateTable("events")
    .set({ customer_id: to.customerId, user_id: to.userId })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from.customerId);

/** @returns ids of the events that moved */
export async function moveEvents(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  from: BookingCustomer,
  to: BookingCustomer,
): Promise<string[]> {
  const rows = await updateOwner(db, organizationId, from, to).returning("id").execute();
  // The customer who stays may have got the account of the other.
  await updateOwner(db, organizationId, to, to).execute();
  return rows.map(({ id }) => id);
}

export async function moveEventsBack(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  ids: readonly string[],
  from: BookingCustomer,
  to: BookingCustomer,
): Promise<void> {
  await updateOwner(db, organizationId, from, to).where(isAnyOf("id", ids)).execute();
  await updateOwner(db, organizationId, from, from).execute();
}

/** Bookings of a customer who has got an account are the account's. */
export const linkEvents = async (context: TenantContext, customer: BookingCustomer): Promise<void> =>
  void (await updateOwner(context.db, context.organizationId, customer, customer).execute());
