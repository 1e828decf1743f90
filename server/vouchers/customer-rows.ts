/** Gift vouchers of a buyer, as customers are merged and forgotten. */
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";

/**
 * Vouchers that another customer bought now, as after a merge.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function moveVouchers(
  { db, organizationId }: Pick<TenantContext, "organizationId"> & { db: Database },
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  let moved = db
    .updateTable("vouchers")
    .set({ buyer_id: to })
    .where("organization_id", "=", organizationId)
    .where("buyer_id", "=", from);
  if (ids) moved = moved.where(isAnyOf("id", ids));
  return (await moved.returning("id").execute()).map(({ id }) => id);
}

/** Forgets to whom vouchers were given; the vouchers stay, so that their holders can use them and all sums stay. */
export async function forgetRecipients(
  { db, organizationId }: TenantContext,
  { customerIds }: JobEvents["customers.forgotten"],
): Promise<void> {
  await db
    .updateTable("vouchers")
    .set({ recipient_name: null, recipient_email: null, message: null, deliver_on: null })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("buyer_id", customerIds))
    .execute();
}
