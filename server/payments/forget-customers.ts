import { isAnyOf } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";

/** Amounts, ways of paying and states stay, so that all sums stay. */
export async function forgetPayers(
  { db, organizationId }: TenantContext,
  { customerIds, name }: JobEvents["customers.forgotten"],
): Promise<void> {
  const bookings = db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds));
  const sales = db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "is", null)
    .where(isAnyOf("customer_id", customerIds));
  const payments = await db
    .updateTable("payments")
    .set({ payer_name: name, note: null })
    .where("organization_id", "=", organizationId)
    .where((row) => row.or([row("event_id", "in", bookings), row("charge_id", "in", sales)]))
    .returning("id")
    .execute();
  await db
    .updateTable("refunds")
    .set({ reason: null })
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "payment_id",
        payments.map(({ id }) => id),
      ),
    )
    .execute();
}
