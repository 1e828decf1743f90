/** Table `orders`: lists, and where members can buy by themselves. */
import { sql } from "kysely";
import type { Order, orders } from "#contract/orders.ts";
import type { Page, Returns } from "#contract/kit.ts";
import { inScope, paginate } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { openFirst, ordersWithNames, serializeOrders } from "./rows.ts";

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
  return { ...page, data: await serializeOrders(call, data) };
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
  return { ...page, data: await serializeOrders(call, data) };
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
