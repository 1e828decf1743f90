import { sql } from "kysely";
import type { ClosedAccount } from "#server/accounts/close-account.ts";
import {
  updateAccountEntries,
  updateCustomerEntries,
  updateToWithoutValues,
} from "#server/kit/activity/forget-entries.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";

/** Entries about the customers, their bookings, their sales and their payments. */
export async function forgetCustomerEntries(
  { db, organizationId }: TenantContext,
  { customerIds }: JobEvents["customers.forgotten"],
): Promise<void> {
  const bookings = db
    .selectFrom("events")
    .select(sql<string>`events.id::text`.as("id"))
    .where("events.organization_id", "=", organizationId)
    .where(isAnyOf("events.customer_id", customerIds));
  const payments = bookings
    .clearSelect()
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "events.organization_id")
        .onRef("payments.event_id", "=", "events.id"),
    )
    .select(sql<string>`payments.id::text`.as("id"));
  const sales = db
    .selectFrom("charges")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "charges.organization_id")
        .onRef("payments.charge_id", "=", "charges.id"),
    )
    .select(sql<string>`payments.id::text`.as("id"))
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.customer_id", customerIds));
  await updateCustomerEntries(db, organizationId, customerIds);
  await updateToWithoutValues(db, organizationId, customerIds);
  await updateToWithoutValues(db, organizationId, sql<string>`${bookings}`);
  await updateToWithoutValues(db, organizationId, sql<string>`${payments}`);
  await updateToWithoutValues(db, organizationId, sql<string>`${sales}`);
}

export async function forgetAccountEntries({ db }: TenantContext, { userId }: ClosedAccount): Promise<void> {
  await updateAccountEntries(db, userId);
  await db.deleteFrom("activity_visits").where("user_id", "=", userId).execute();
}
