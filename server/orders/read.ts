/** Reads single orders; one that is open is asked about at the payment service. */
import type { Order, orders } from "#contract/orders.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { fulfilPayment } from "#server/payments/fulfil.ts";
import { findOpenPayment } from "#server/payments/ledger.ts";
import { findOwnOrder } from "./end.ts";
import { findOrder, findOrderInScope, type OrderRow, serializeOrder } from "./rows.ts";

/** One's own; the team reads those of customers. @throws HttpError 403, 404 */
export async function findReadableOrder({
  db,
  organizationId,
  user,
  access,
  params,
}: Pick<Call<typeof orders.read>, "db" | "organizationId" | "user" | "access" | "params">): Promise<OrderRow> {
  const order = await findOrderInScope(db, organizationId, params.orderId);
  if (order.user_id !== user.id) {
    if (!access.isTeam) throw notFound();
    if (!access.permissions.has("members.show")) throw forbidden("members.show");
  }
  return order;
}

export const readOrder = async (call: Call<typeof orders.read>): Promise<Order> =>
  serializeOrder(call, await findReadableOrder(call));

/** Asks the payment service what became of its page. @throws HttpError 404 */
export async function checkOrder(call: Call<typeof orders.check>): Promise<Order> {
  const { db, appContext, organizationId, params } = call;
  const order = await findOwnOrder(call, params.orderId);
  const open = await findOpenPayment(db, organizationId, { chargeId: order.charge_id });
  if (open?.provider_session_id) await fulfilPayment(appContext, organizationId, open.id);
  return serializeOrder(call, await findOrder(db, organizationId, order.id));
}
