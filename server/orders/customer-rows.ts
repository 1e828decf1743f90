/** Orders of a customer, as customers are merged. */
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";

/**
 * Orders that another customer has placed, or holds, now, as after a merge.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function moveOrders(
  { db, organizationId }: Pick<TenantContext, "organizationId"> & { db: Database },
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  const moved = new Set<string>();
  for (const column of ["customer_id", "holder_id"] as const) {
    let moving = db
      .updateTable("orders")
      .set({ [column]: to })
      .where("organization_id", "=", organizationId)
      .where(column, "=", from);
    if (ids) moving = moving.where(isAnyOf("id", ids));
    for (const { id } of await moving.returning("id").execute()) moved.add(id);
  }
  return [...moved];
}
