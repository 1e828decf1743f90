/** Makes customers anonymous (GDPR erasure): what they booked and paid stays, without who they were. */
import type { ClosedAccount, FormerName } from "#server/accounts/close-account.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { deleteRelationsOf } from "./relation-queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Customers of the organization, and the name that stands where theirs stood. */
    "customers.forgotten": { customerIds: string[]; name: string };
  }
}

/** @param ids with those that were merged into them, which are forgotten too */
export async function forgetCustomers(
  context: TenantContext,
  ids: readonly string[],
  { firstName, lastName }: FormerName,
): Promise<void> {
  const { db, organizationId, now } = context;
  const merged = await db
    .selectFrom("customers")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("merged_into_id", ids))
    .execute();
  const customerIds = [...new Set([...ids, ...merged.map(({ id }) => id)])];
  if (customerIds.length === 0) return;
  await db
    .updateTable("customers")
    .set({
      kind: "person",
      first_name: firstName,
      last_name: lastName,
      legal_name: null,
      email: null,
      phone: null,
      external_id: null,
      birth_date: null,
      address_line: null,
      postal_code: null,
      city: null,
      region: null,
      country_id: null,
      identification_number: null,
      vat_number: null,
      guardian_id: null,
      archived_at: now,
      forgotten_at: now,
      updated_at: now,
    })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", customerIds))
    .execute();
  await deleteRelationsOf(db, organizationId, customerIds);
  for (const column of ["kept_id", "merged_id"])
    await db
      .deleteFrom("customer_merges")
      .where("organization_id", "=", organizationId)
      .where(isAnyOf(column, customerIds))
      .execute();
  await db
    .deleteFrom("customer_notes")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
  await db
    .deleteFrom("customer_roles")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
  const name = `${firstName} ${lastName}`;
  await publish(context, "customers.forgotten", { customerIds, name });
}

/** The customers that the account was, in each organization. */
export async function forgetCustomersOfAccount(
  context: TenantContext,
  { userId, formerName }: ClosedAccount,
): Promise<void> {
  const rows = await context.db
    .selectFrom("customers")
    .select(["organization_id", "id"])
    .where("user_id", "=", userId)
    .orderBy("organization_id")
    .execute();
  for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organization_id))
    await forgetCustomers(
      { ...context, organizationId },
      own.map(({ id }) => id),
      formerName,
    );
}
