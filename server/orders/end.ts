/** Ends orders that are not paid: nothing is owed and no place is kept any more, and what was paid of them comes back. */
import type { Order, orders } from "#contract/orders.ts";
import { endSaleCharge, lockSaleCharge } from "#server/charges/sale-charges.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { translators } from "#server/kit/process/translators.ts";
import { closeOpenSession } from "#server/payments/open-checkouts.ts";
import { refundNewestFirst } from "#server/payments/refunds.ts";
import { agreedOf, findOrder, lockOrder, type OrderRow, serializeOrder } from "./rows.ts";

/** @returns undefined for an order that was paid, or has ended, meanwhile */
export async function endOpenOrder(
  context: TenantContext,
  { id, charge_id: chargeId, customer_id: customerId }: OrderRow,
  { by }: { by: string | null },
): Promise<OrderRow | undefined> {
  const { db, now, organizationId } = context;
  await lockCustomer(db, organizationId, customerId);
  const charge = await lockSaleCharge(db, organizationId, chargeId);
  const order = await lockOrder(db, organizationId, id);
  if (order.state !== "open") return undefined;
  const reason = translators.en("orders.notPaidReason");
  await endSaleCharge(context, charge, { reason: null, by });
  await db
    .updateTable("orders")
    .set({ state: "expired", updated_at: now, ...(by !== null && { given_up_at: now }) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  if (charge.settled > 0)
    await refundNewestFirst(context, {
      ...{ key: { chargeId }, amount: charge.settled, reason, requestedBy: by },
      ...{ facilityIds: null, how: { isAutomatic: true } },
    });
  await insertLiveChange(db, { organizationId, module: "orders", subjectId: id, at: now });
  return findOrder(db, organizationId, id);
}

/** @throws HttpError 404 for another one's */
export async function findOwnOrder({ db, organizationId, user }: TenantContext & { user: { id: string } }, id: string) {
  const order = await findOrder(db, organizationId, id);
  if (order.user_id !== user.id) throw notFound();
  return order;
}

/** Closes its page at the payment service first, so that nobody pays what is given up. */
export async function closePageOfOrder(call: Call<typeof orders.giveUp>): Promise<void> {
  const order = await findOwnOrder(call, call.params.orderId);
  if (order.state === "open") await closeOpenSession(call, { chargeId: order.charge_id });
}

/** @throws HttpError 404, 409 for one that was paid, or has ended */
export async function giveOrderUp(call: Call<typeof orders.giveUp>): Promise<Order> {
  const { db, user, params, record } = call;
  const order = await findOwnOrder(call, params.orderId);
  const ended = await endOpenOrder(call, order, { by: user.id });
  if (!ended) throw new HttpError(409, message("orders.notOpen", { name: agreedOf(order).name }));
  record({
    subjectId: ended.id,
    after: { sold: [agreedOf(ended).name], amount: ended.amount, currency: ended.currency },
    customerId: ended.customer_id,
  });
  return serializeOrder({ db, now: call.now }, ended);
}
