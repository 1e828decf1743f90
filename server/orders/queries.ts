/** Table `orders`: lists, single orders, and their customers as these are merged. */
import type { Order, orders } from "#contract/orders.ts";
import type { Page } from "#contract/kit.ts";
import type { Returns } from "#contract/kit.ts";
import { inScope, isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { fulfilPayment } from "#server/payments/fulfil.ts";
import { findOpenPayment } from "#server/payments/ledger.ts";
import { sql } from "kysely";
import { findOwnOrder } from "./end.ts";
import { findOrder, openFirst, type OrderRow, ordersWithNames, serializeOrder } from "./rows.ts";

async function serializeAll(call: { db: Database; now: Date }, rows: readonly OrderRow[]): Promise<Order[]> {
  const all: Order[] = [];
  for (const row of rows) all.push(await serializeOrder(call, row));
  return all;
}

/** One's own; the team reads those of customers. @throws HttpError 403, 404 */
export async function readOrder(call: Call<typeof orders.read>): Promise<Order> {
  const { db, organizationId, user, access, params } = call;
  const order = await findOrder(db, organizationId, params.orderId);
  if (order.user_id !== user.id) {
    if (!access.isTeam) throw notFound();
    if (!access.permissions.has("members.show")) throw forbidden("members.show");
  }
  return serializeOrder(call, order);
}

/** Asks the payment service what became of its page. @throws HttpError 404 */
export async function checkOrder(call: Call<typeof orders.check>): Promise<Order> {
  const { db, appContext, organizationId, params } = call;
  const order = await findOwnOrder(call, params.orderId);
  const open = await findOpenPayment(db, organizationId, { chargeId: order.charge_id });
  if (open?.provider_session_id) await fulfilPayment(appContext, organizationId, open.id);
  return serializeOrder(call, await findOrder(db, organizationId, order.id));
}

export async function listOrders(call: Call<typeof orders.list>): Promise<Page<Order>> {
  const { db, organizationId, query } = call;
  let found = ordersWithNames(db).where(inScope("orders.organization_id", organizationId));
  if (query.customerId) {
    const { customerId } = query;
    found = found.where((row) =>
      row.or([row("orders.customer_id", "=", customerId), row("orders.holder_id", "=", customerId)]),
    );
  }
  if (query.state) found = found.where("orders.state", "=", query.state);
  const sorted = found.orderBy("orders.created_at", "desc").orderBy("orders.id", "desc");
  const { data, ...page } = await paginate(db, sorted, query);
  return { ...page, data: await serializeAll(call, data) };
}

/** Those that are open, or from which one can withdraw. */
export async function listOwnOrders(call: Call<typeof orders.mine>): Promise<Page<Order>> {
  const { db, now, user, query } = call;
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString().slice(0, 10);
  const found = ordersWithNames(db)
    .where("buyer.user_id", "=", user.id)
    .where("buyer.merged_into_id", "is", null)
    .where(sql<boolean>`(orders.state = 'open' or orders.state = 'paid' and orders.withdraw_by >= ${since}::date)`)
    .orderBy(openFirst)
    .orderBy("orders.created_at", "desc")
    .orderBy("orders.id", "desc");
  const { data, ...page } = await paginate(db, found, query);
  return { ...page, data: await serializeAll(call, data) };
}

/** One's organizations where something is sold online. */
export async function listShops(call: Call<typeof orders.shops>): Promise<Returns<typeof orders.shops>> {
  const { db, user } = call;
  return db
    .selectFrom("organizations")
    .innerJoin("memberships", "memberships.organization_id", "organizations.id")
    .select(["organizations.id", "organizations.name"])
    .distinct()
    .where("memberships.user_id", "=", user.id)
    .where((row) =>
      row.or([
        row(
          "organizations.id",
          "in",
          row
            .selectFrom("subscription_types")
            .select("organization_id")
            .where("active", "=", true)
            .where("sold_online", "=", true),
        ),
        row(
          "organizations.id",
          "in",
          row
            .selectFrom("pack_types")
            .select("organization_id")
            .where("active", "=", true)
            .where("sold_online", "=", true),
        ),
      ]),
    )
    .orderBy("organizations.name")
    .execute();
}

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
