/** Packs of a customer, as customers are merged, archived and forgotten. */
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { leftOf, listPacksOfCustomer, stateOf } from "./queries.ts";
import { packsWithNames } from "./with-names.ts";

type Scope = Pick<TenantContext, "organizationId"> & { db: Database };

/** @returns units or minutes that a customer could still use */
export async function countUnitsLeft(scope: Scope & { now: Date }, customerId: string): Promise<number> {
  const rows = await listPacksOfCustomer(scope, customerId);
  return rows.reduce((sum, row) => (stateOf(row, scope.now) === "running" ? sum + leftOf(row) : sum), 0);
}

/** Organizations where an account has bought packs that can still be used; what was granted lapses with the account. */
export async function listOrganizationsWithUnits(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const rows = await packsWithNames(db)
    .where(inScope("packs.organization_id", organizationId))
    .where("customers.user_id", "=", userId)
    .where("customers.merged_into_id", "is", null)
    .where("packs.charge_id", "is not", null)
    .orderBy("packs.organization_id")
    .execute();
  const running = rows.filter((row) => stateOf(row, now) === "running");
  return [...new Map(running.map((row) => [row.organization_id, row.organization_name]))].map(([id, name]) => ({
    id,
    name,
  }));
}

/**
 * Packs that are another customer's now, as after a merge.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function movePacks(
  { db, organizationId }: Scope,
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  let moved = db
    .updateTable("packs")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from);
  if (ids) moved = moved.where(isAnyOf("id", ids));
  return (await moved.returning("id").execute()).map(({ id }) => id);
}

/** Forgets why packs were granted; their units stay, so that all sums stay. */
export async function forgetGrantReasons(
  { db, organizationId }: TenantContext,
  { customerIds }: JobEvents["customers.forgotten"],
): Promise<void> {
  await db
    .updateTable("packs")
    .set({ grant_reason: null })
    .where("organization_id", "=", organizationId)
    .where("grant_reason", "is not", null)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
}
