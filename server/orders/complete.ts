/** Follows the money of orders: what is paid is there, and an order that had run out stands again where its place is free. */
import { changeSaleCharge, lockSaleCharge, reopenSaleCharge, wasRefunded } from "#server/charges/sale-charges.ts";
import { publish, type JobEvents, type TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { insertPacks } from "#server/packs/sell.ts";
import { computeOffer } from "#server/subscriptions/offer.ts";
import { insertSubscription } from "#server/subscriptions/sell.ts";
import { findSubscriptionType, lockSubscriptionType } from "#server/subscriptions/type-queries.ts";
import { notifyBought } from "./mail.ts";
import { agreedOf, dueOf, findOrderOfCharge, lockOrder, type OrderRow } from "./rows.ts";
import { findLastDay } from "./compute-offer.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A member has paid it, and has what it is for. */
    "orders.paid": { orderId: string };
    /** Its buyer has withdrawn, or the team for them. */
    "orders.withdrawn": { orderId: string; by: string };
  }
}

/** Makes the membership or the pack that was bought. */
async function insertBought(
  context: TenantContext,
  order: OrderRow,
): Promise<{ subscription_id: string } | { pack_id: string | null }> {
  const { charge_id: chargeId, holder_id: customerId } = order;
  const { joiningFee, subscription, pack } = agreedOf(order);
  if (subscription) {
    const made = { ...subscription, beyondReason: null };
    const id = await insertSubscription(context, made, { customerId, chargeId, counts: true, joiningFee });
    return { subscription_id: id };
  }
  const typeId = order.pack_type_id ?? "";
  const [id = null] = await insertPacks(context, [
    { typeId, customerId, quantity: 1, chargeId, reason: null, ...(pack && { agreed: pack.terms }) },
  ]);
  return { pack_id: id };
}

/** Completes the order that a payment was for, once all of it is paid. The publisher has locked its charge. */
export async function completeOrder(
  context: TenantContext,
  { paymentId }: JobEvents["payments.succeeded"],
): Promise<void> {
  const { db, now, organizationId } = context;
  const { charge_id: chargeId } = await db
    .selectFrom("payments")
    .select("charge_id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const id = chargeId && (await findOrderOfCharge(context, chargeId));
  if (!chargeId || !id) return;
  const order = await lockOrder(db, organizationId, id);
  if (order.state !== "open" || dueOf(order) > 0) return;
  await changeSaleCharge(context, chargeId, { pending_reason: null });
  const given = await insertBought(context, order);
  const withdrawBy = await findLastDay(context, localDateOf(order.timezone, now));
  await db
    .updateTable("orders")
    .set({ ...given, state: "paid", paid_at: now, withdraw_by: withdrawBy, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await insertLiveChange(db, { organizationId, module: "orders", subjectId: id, at: now });
  await publish(context, "orders.paid", { orderId: id });
  await notifyBought(context, id);
}

/** Whether what was ordered could be sold now to the same person, as it was agreed. */
async function isStillFree(context: TenantContext, order: OrderRow): Promise<boolean> {
  const { subscription, pack } = agreedOf(order);
  if (!subscription) {
    const type = await context.db
      .selectFrom("pack_types")
      .select("active")
      .where("organization_id", "=", context.organizationId)
      .where("id", "=", order.pack_type_id)
      .executeTakeFirstOrThrow();
    const today = localDateOf(order.timezone, context.now);
    return type.active && (pack?.terms.validUntil ?? today) >= today;
  }
  const { id } = subscription.type;
  await lockSubscriptionType(context, id);
  const type = await findSubscriptionType(context, id);
  const wanted = { customerId: order.holder_id, startsOn: subscription.term.from };
  const { refusals } = await computeOffer({ ...context, language: "en" }, type, wanted);
  return type.active && refusals.every(({ isConflict }) => !isConflict);
}

/**
 * Money came for an order that had run out. One that was given up by hand stays so, and one of which a part went back: what
 * comes late does not pay it. The caller has locked the payment.
 * @returns whether it stands again
 */
export async function reopenOrder(context: TenantContext, chargeId: string): Promise<boolean> {
  const { db, now, organizationId } = context;
  const id = await findOrderOfCharge(context, chargeId);
  if (!id) return false;
  const charge = await lockSaleCharge(db, organizationId, chargeId);
  const order = await lockOrder(db, organizationId, id);
  if (order.state !== "expired" || order.given_up_at !== null || (await wasRefunded(context, charge))) return false;
  if (!(await isStillFree(context, order))) return false;
  await reopenSaleCharge(context, chargeId, { wasRefunded: false });
  await db
    .updateTable("orders")
    .set({ state: "open", updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  return true;
}
