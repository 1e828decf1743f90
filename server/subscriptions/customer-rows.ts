/** Memberships of a customer, as customers are merged, archived and forgotten. */
import { sql } from "kysely";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { saveSubscription } from "./changes.ts";
import { subscriptionsWithNames } from "./rows.ts";

type Scope = Pick<TenantContext, "organizationId"> & { db: Database };

/** @returns those of a customer that run or are to begin */
export async function countRunning(
  { db, organizationId, now }: Scope & { now: Date },
  customerId: string,
): Promise<number> {
  const rows = await subscriptionsWithNames(db)
    .where("subscriptions.organization_id", "=", organizationId)
    .where("subscriptions.customer_id", "=", customerId)
    .where("subscriptions.canceled_on", "is", null)
    .execute();
  return rows.filter(({ holds_until, timezone }) => holds_until >= localDateOf(timezone, now)).length;
}

/** Memberships of an account that are to begin or run, and end by themselves: who leaves cannot use them any more. */
export async function listEndingByThemselves(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
  now: Date,
): Promise<{ name: string; endsOn: string }[]> {
  const rows = await subscriptionsWithNames(db)
    .innerJoin("subscription_types", (join) =>
      join
        .onRef("subscription_types.organization_id", "=", "subscriptions.organization_id")
        .onRef("subscription_types.id", "=", "subscriptions.type_id"),
    )
    .select("subscription_types.name as type_name")
    .where(inScope("subscriptions.organization_id", organizationId))
    .where("customers.user_id", "=", userId)
    .where("customers.merged_into_id", "is", null)
    .where("subscriptions.canceled_on", "is", null)
    .where("subscriptions.renews", "=", false)
    .orderBy("subscriptions.ends_on")
    .orderBy("subscriptions.id")
    .execute();
  return rows
    .filter(({ ends_on, timezone }) => ends_on >= localDateOf(timezone, now))
    .map(({ type_name: name, ends_on: endsOn }) => ({ name, endsOn }));
}

/** Organizations where a membership of an account renews; one that ends by itself lapses with the account. */
export async function listOrganizationsWithSubscriptions(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const rows = await subscriptionsWithNames(db)
    .where(inScope("subscriptions.organization_id", organizationId))
    .where("customers.user_id", "=", userId)
    .where("customers.merged_into_id", "is", null)
    .where("subscriptions.canceled_on", "is", null)
    .where("subscriptions.renews", "=", true)
    .orderBy("subscriptions.organization_id")
    .execute();
  const running = rows.filter(({ holds_until, timezone }) => holds_until >= localDateOf(timezone, now));
  return [...new Map(running.map((row) => [row.organization_id, row.organization_name]))].map(([id, name]) => ({
    id,
    name,
  }));
}

/**
 * Memberships that are another customer's now, as after a merge.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function moveSubscriptions(
  context: TenantContext,
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  const { db, organizationId } = context;
  let moving = db
    .updateTable("subscriptions")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from);
  if (ids) moving = moving.where(isAnyOf("id", ids));
  const moved = (await moving.returning("id").execute()).map(({ id }) => id);
  for (const id of moved) await saveSubscription(context, id);
  return moved;
}

/** Forgets why memberships were frozen, ended or sold beyond their bounds; their days and sums stay. */
export async function forgetReasons(
  { db, organizationId }: TenantContext,
  { customerIds }: JobEvents["customers.forgotten"],
): Promise<void> {
  const theirs = db
    .selectFrom("subscriptions")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds));
  await db
    .updateTable("subscription_freezes")
    .set({ reason: "" })
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "in", theirs)
    .execute();
  await db
    .updateTable("subscriptions")
    .set({ end_reason: null, beyond_reason: sql`case when beyond_reason is not null then '' end` })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("customer_id", customerIds))
    .execute();
}
