/** Withdraws from an order within the time that the law gives: it ends, and what was paid comes back, less what was used. */
import type { Order, orders, Withdrawal } from "#contract/orders.ts";
import { countUsedDays, isOver, priceOfUse } from "#contract/subscriptions-rules.ts";
import { findSaleCharge, lockSaleCharge } from "#server/charges/sale-charges.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { countsOf, leftOf, termsOf } from "#server/packs/queries.ts";
import { computePackRest, endRest, findPackRow } from "#server/packs/refund.ts";
import { lockPackRow } from "#server/packs/with-names.ts";
import { expireSessionOfVoidedSale } from "#server/payments/open-checkouts.ts";
import { refundNewestFirst } from "#server/payments/refunds.ts";
import { cancelSubscriptionToday } from "#server/subscriptions/cancel.ts";
import {
  findSubscriptionWithTerms,
  freezesOf,
  lockSubscription,
  spanOf,
  stateOf,
  todayOf,
} from "#server/subscriptions/rows.ts";
import { notifyWithdrawn } from "./mail.ts";
import { agreedOf, findOrder, isInTime, lockOrder, type OrderRow, serializeOrder } from "./rows.ts";
import { findReadableOrder } from "./read.ts";
import { sayDate } from "./describe.ts";

type WithdrawCall = Call<typeof orders.withdraw> | Call<typeof orders.withdrawal>;

type Use = Pick<Withdrawal, "used" | "of" | "unit" | "kept">;

/** @throws HttpError 409 where it has ended, or nothing of it is left */
async function computeUse({ db, now }: Pick<TenantContext, "db" | "now">, order: OrderRow): Promise<Use> {
  const { organization_id: organizationId, subscription_id, pack_id, amount: total, begins_at_once } = order;
  const { name } = agreedOf(order);
  const usedUp = () => new HttpError(409, message("orders.usedUp", { name }));
  if (subscription_id !== null) {
    const held = await findSubscriptionWithTerms(db, organizationId, subscription_id);
    if (isOver(stateOf(held, now))) throw new HttpError(409, message("subscriptions.notRunning"));
    const today = todayOf(held, now);
    const [term] = held.terms;
    const days = countUsedDays(spanOf(term), freezesOf(held), today);
    if (term.to_on < today) throw usedUp();
    // It would not have begun without being asked for.
    return { ...days, unit: "days", kept: begins_at_once ? priceOfUse(total, days) : 0 };
  }
  const pack = await findPackRow(db, organizationId, pack_id ?? "");
  if (leftOf(pack) === 0) throw usedUp();
  const { unitsTotal: of, unitsUsed: used } = countsOf(pack);
  const { amount } = await computePackRest(db, pack);
  return { used, of, unit: termsOf(pack).unit, kept: Math.max(0, total - amount) };
}

/** @throws HttpError 409 outside of the time, or where nothing of it is left */
function assertInTime(order: OrderRow, { now, language }: Pick<WithdrawCall, "now" | "language">): void {
  const { name } = agreedOf(order);
  if (isInTime(order, now)) return;
  if (order.state === "withdrawn") throw new HttpError(409, message("orders.withdrawnAlready", { name }));
  if (order.state !== "paid") throw new HttpError(409, message("orders.notPaid", { name }));
  throw new HttpError(
    409,
    order.withdraw_by === null
      ? message("orders.noWithdrawal", { name })
      : message("orders.tooLate", { name, date: sayDate(language, order.withdraw_by) }),
  );
}

/** @throws HttpError 404 */
export async function readWithdrawal(call: Call<typeof orders.withdrawal>): Promise<Withdrawal> {
  const { db, t } = call;
  const order = await findReadableOrder(call);
  const { amount: total, currency, withdraw_by: by } = order;
  const facts = { name: agreedOf(order).name, by, total, currency };
  try {
    assertInTime(order, call);
    const use = await computeUse(call, order);
    const { settled } = await findSaleCharge(db, order.organization_id, order.charge_id);
    return { ...facts, ...use, amount: Math.max(0, settled - use.kept), refusal: null };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const refusal = renderMessage(t, error.localizedMessage);
    return { ...facts, used: 0, of: 0, unit: "days", kept: 0, amount: 0, refusal };
  }
}

/** Locks its people, so that nobody else withdraws from it meanwhile, and then what was bought. */
async function lockBought({ db, organizationId }: WithdrawCall, found: OrderRow): Promise<OrderRow> {
  for (const id of [...new Set([found.customer_id, found.holder_id])].toSorted())
    await lockCustomer(db, organizationId, id);
  if (found.subscription_id !== null) await lockSubscription(db, organizationId, found.subscription_id);
  if (found.pack_id !== null) await lockPackRow(db, organizationId, found.pack_id);
  return findOrder(db, organizationId, found.id);
}

/** Ends what was bought, with the packs that a membership grants: before charges are locked. */
async function endBought(
  call: Call<typeof orders.withdraw>,
  { subscription_id, pack_id }: OrderRow,
  reason: string,
): Promise<void> {
  const { db, organizationId } = call;
  if (subscription_id !== null)
    await cancelSubscriptionToday(call, await findSubscriptionWithTerms(db, organizationId, subscription_id), reason);
  if (pack_id !== null) await endRest(call, await findPackRow(db, organizationId, pack_id));
}

/** @throws HttpError 403, 404, 409 outside of the time or where nothing is left, 422 on `reason` for the team */
export async function withdrawFromOrder(call: Call<typeof orders.withdraw>): Promise<Order> {
  const { db, now, organizationId, user, body, t, record } = call;
  const found = await findReadableOrder(call);
  const isOwn = found.user_id === user.id;
  if (!isOwn && !call.access.permissions.has("payments.refund")) throw forbidden("payments.refund");
  if (!isOwn && !body.reason) throw invalidFields({ reason: [message("kit.required")] });
  const bought = await lockBought(call, found);
  assertInTime(bought, call);
  const { kept } = await computeUse(call, bought);
  const reason = body.reason ?? t("orders.withdrawalReason");
  await endBought(call, bought, reason);
  await lockSaleCharge(db, organizationId, bought.charge_id);
  const order = await lockOrder(db, organizationId, bought.id);
  const back = Math.max(0, order.settled - kept);
  await expireSessionOfVoidedSale(call, { chargeId: order.charge_id });
  const amount =
    back === 0
      ? 0
      : await refundNewestFirst(call, {
          ...{ key: { chargeId: order.charge_id }, amount: back, reason, requestedBy: user.id },
          ...{ facilityIds: null, how: {} },
        });
  await db
    .updateTable("orders")
    .set({ state: "withdrawn", withdrawn_at: now, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", order.id)
    .execute();
  await insertLiveChange(db, { organizationId, module: "orders", subjectId: order.id, at: now });
  await publish(call, "orders.withdrawn", { orderId: order.id, by: user.id });
  await notifyWithdrawn(call, order, { kept, amount });
  const { currency } = order;
  record({
    subjectId: order.id,
    after: { sold: [agreedOf(order).name], amount, currency, ...(body.reason && { reason: body.reason }) },
    customerId: order.customer_id,
  });
  return serializeOrder(call, await findOrder(db, organizationId, order.id));
}
