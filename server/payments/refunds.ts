/** Requests refunds, by the team or after a cancellation: checks the amount and records them. `refund-jobs.ts` sends them to the payment provider. */
import type { PaymentDetail, PaymentMethod, payments, Refund } from "#contract/payments.ts";
import { findCharge } from "#server/charges/queries.ts";
import { lockSaleCharge } from "#server/charges/sale-charges.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import { findHolder, lockWallet } from "#server/credits/wallet.ts";
import type { EndedCharge } from "#server/extras/lines.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { endRest, lockPacksOfCharge } from "#server/packs/refund.ts";
import { formatMoney } from "#messages/format-money.ts";
import {
  hasOpenDispute,
  refundedAmount,
  lockEvent,
  insertRefund,
  isPaymentFor,
  updateTotals,
  publishPaymentRefunded,
  type PaymentRow,
} from "./ledger.ts";
import { notifyRefunded, notifyRefundWaits } from "./mail.ts";
import { isManual } from "./providers/registry.ts";
import { findPayment } from "./queries.ts";
import { sendRefunds } from "./refund-jobs.ts";
import { tillPort, type DeskMoney } from "./till-port.ts";
import { giveBackToVoucher, lockVoucherOf } from "#server/vouchers/pay.ts";
import { creditRefund, findDebtor } from "./top-ups.ts";
import { activityLinks } from "#server/events/activity-entries.ts";

interface RefundOrigin {
  reason: string | null;
  requestedBy: string | null;
  /** The open session of the till that it is taken from; null without a till. */
  tillSessionId?: string | null;
  /** How it goes back; null: as it was paid. */
  method?: Refund["method"];
}

/**
 * A refund at the desk succeeds at once, a job sends an online one, and the team sends a bank transfer by hand. The caller has
 * locked the event. The payer is told once the money is on its way: now of what the desk gives, else by the job or by whoever sends
 * the transfer.
 * @returns the id of the refund
 */
export async function requestRefund(
  context: TenantContext,
  payment: PaymentRow,
  amount: number,
  why: RefundOrigin,
): Promise<string> {
  const { db, appContext, now, organizationId } = context;
  const { requestedBy, method = null } = why;
  const isOnline = payment.provider !== null && method === null;
  const id = uuidv7(now);
  await insertRefund(db, {
    organization_id: organizationId,
    id,
    payment_id: payment.id,
    amount,
    status: isOnline ? "pending" : "succeeded",
    method,
    reason: why.reason,
    requested_by: requestedBy,
    created_at: now,
    updated_at: now,
  });
  if (why.tillSessionId)
    await tillPort.insertMovement(context, why.tillSessionId, {
      kind: "refund",
      method: method ?? (payment.method as PaymentMethod),
      amount: -amount,
      paymentId: payment.id,
      refundId: id,
      byId: requestedBy,
    });
  if ((method ?? payment.method) === "balance")
    await creditRefund(context, { payment, refundId: id, amount, requestedBy });
  if (payment.method === "voucher") await giveBackToVoucher(context, payment, { refundId: id, amount });
  const { event_id, charge_id } = payment;
  if (!isOnline) {
    await publishPaymentRefunded(context, { id, payment_id: payment.id, event_id, charge_id });
    await notifyRefunded(context, id);
    return id;
  }
  await updateTotals(context, payment);
  if (isManual(payment.provider)) await notifyRefundWaits(context, id);
  else await appContext.jobs.send(db, sendRefunds.name, { organizationId, refundId: id });
  return id;
}

/** @throws HttpError 409, 422 on `tillId`, unless it is automatic */
export async function lockTillSession(
  context: TenantContext,
  { id, method, currency }: PaymentRow,
  facilityIds: DeskMoney["facilityIds"],
  how: Pick<DeskMoney, "tillId" | "isAutomatic">,
): Promise<string | null> {
  const money = { method: method as PaymentMethod, currency, facilityIds, refundedPaymentId: id };
  return tillPort.lockSession(context, { ...money, ...how });
}

const refundablePayments = (db: Database, organizationId: string, key: ChargeKey) =>
  db
    .selectFrom("payments")
    .where("organization_id", "=", organizationId)
    .where(isPaymentFor(key))
    .where("status", "=", "succeeded")
    .orderBy("paid_at", "desc")
    .orderBy("id", "desc");

/** Newest first. */
export const listRefundablePayments = (db: Database, organizationId: string, key: ChargeKey) =>
  refundablePayments(db, organizationId, key)
    .selectAll()
    .select(refundedAmount(organizationId).as("given_back"))
    .execute();

/** Newest first, locked until the transaction ends. */
export async function lockRefundablePayments(db: Database, organizationId: string, key: ChargeKey) {
  await refundablePayments(db, organizationId, key).select("id").forUpdate().execute();
  return listRefundablePayments(db, organizationId, key);
}

/** Locks the booking that a payment is for, or the line of the sale. @throws HttpError 404 */
async function lockRefunded(call: Call<typeof payments.refund>) {
  const { db, organizationId, params, body } = call;
  const payment = await db
    .selectFrom("payments")
    .select(["id", "event_id", "charge_id", "method"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", params.paymentId)
    .executeTakeFirstOrThrow(notFound);
  const { event_id: eventId, charge_id: chargeId } = payment;
  const isByVoucher = payment.method === "voucher";
  const holdsWallet = !isByVoucher && (body.to === "balance" || payment.method === "balance");
  if (eventId === null) {
    if (holdsWallet) await lockWalletOf(call, payment);
    if (isByVoucher) await lockVoucherOf(call, payment.id);
    const packs = await lockPacksOfCharge(call, chargeId ?? "");
    const { id, kind, customer_id: customerId } = await lockSaleCharge(db, organizationId, chargeId ?? "");
    if (kind === "top_up") throw new HttpError(409, message("credits.payOutInstead"));
    if (kind === "voucher") throw new HttpError(409, message("vouchers.takeBackInstead"));
    const { label } = await findCharge(call, id);
    return { key: { chargeId: id }, facilityIds: null, about: { sold: [label] }, links: { customerId }, packs };
  }
  const event = await lockEvent(db, organizationId, eventId);
  if (holdsWallet) await lockWalletOf(call, payment);
  if (isByVoucher) await lockVoucherOf(call, payment.id);
  const links = activityLinks(event);
  return { key: { eventId }, facilityIds: [event.facility_id], about: { eventId }, links, packs: [] };
}

/** Holds the customers before what is theirs. */
async function lockWalletOf(
  context: TenantContext,
  payment: Pick<PaymentRow, "id" | "event_id" | "charge_id" | "method">,
): Promise<void> {
  const holder =
    payment.method === "balance" ? await findHolder(context, payment.id) : await findDebtor(context, payment);
  if (holder) await lockWallet(context, holder);
}

/** @throws HttpError 404, 409 if nothing is left to refund, 422 on an amount above the rest */
export async function refundPayment(call: Call<typeof payments.refund>): Promise<PaymentDetail> {
  const { db, organizationId, user, params, body, language } = call;
  const { key, facilityIds, about, links, packs } = await lockRefunded(call);
  const payment = (await lockRefundablePayments(db, organizationId, key)).find(({ id }) => id === params.paymentId);
  const left = payment ? payment.amount - payment.given_back : 0;
  if (!payment || left === 0) throw new HttpError(409, message("payments.nothingToRefund"));
  if (await hasOpenDispute(db, payment)) throw new HttpError(409, message("payments.disputeOpen"));
  const most = message("payments.moreThanPaid", { amount: formatMoney(left, payment.currency, language) });
  if (body.amount > left) throw invalidFields({ amount: [most] });
  // Money that was paid ahead goes back to where it was.
  const isPrepaid = payment.method === "balance" || payment.method === "voucher";
  const method: Refund["method"] = body.to === "balance" && !isPrepaid ? "balance" : null;
  const tillSessionId =
    method === null ? await lockTillSession(call, payment, facilityIds, { tillId: body.tillId }) : null;
  const origin = { reason: body.reason, requestedBy: user.id, tillSessionId, method };
  await requestRefund(call, payment, body.amount, origin);
  // A pack whose whole price comes back pays nothing any more.
  if (body.amount === left) for (const pack of packs) await endRest(call, pack);
  call.record({
    after: {
      ...about,
      ...(method && { method }),
      ...{ amount: body.amount, currency: payment.currency, reason: body.reason },
    },
    ...links,
  });
  return findPayment(call, organizationId, payment.id);
}

interface NewestFirstRefund extends Omit<RefundOrigin, "tillSessionId"> {
  key: ChargeKey;
  /** Minor units. */
  amount: number;
  facilityIds: DeskMoney["facilityIds"];
  /** From which till it is taken. */
  how: Parameters<typeof lockTillSession>[3];
}

/**
 * Refunds from the newest payment back. The caller has locked the booking, and the line of the sale where it is one.
 * @returns the minor units that could be given back
 * @throws HttpError 409 where a bank asks for the money, or the till is closed, unless it is automatic
 */
export async function refundNewestFirst(
  context: TenantContext,
  { key, amount, reason, requestedBy, facilityIds, how }: NewestFirstRefund,
): Promise<number> {
  const { db, organizationId } = context;
  for (const { id, event_id, charge_id, method } of await listRefundablePayments(db, organizationId, key))
    if (method === "balance") await lockWalletOf(context, { id, event_id, charge_id, method });
  for (const { id, method } of await listRefundablePayments(db, organizationId, key))
    if (method === "voucher") await lockVoucherOf(context, id);
  let left = amount;
  for (const payment of await lockRefundablePayments(db, organizationId, key)) {
    const part = Math.min(left, payment.amount - payment.given_back);
    if (part <= 0) continue;
    if (!how.isAutomatic && (await hasOpenDispute(db, payment)))
      throw new HttpError(409, message("payments.disputeOpen"));
    left -= part;
    const tillSessionId = await lockTillSession(context, payment, facilityIds, how);
    await requestRefund(context, payment, part, { reason, requestedBy, tillSessionId });
  }
  return amount - left;
}

async function refundEnded(
  context: TenantContext,
  { facilityId, ...ended }: Omit<EndedCharge, "chargeId"> & { key: ChargeKey },
): Promise<void> {
  await refundNewestFirst(context, { ...ended, facilityIds: [facilityId], how: { isAutomatic: true } });
}

export const refundEndedExtra = (context: TenantContext, { chargeId, ...ended }: EndedCharge): Promise<void> =>
  refundEnded(context, { key: { chargeId }, ...ended });

export async function refundEndedEvent(
  context: TenantContext,
  { eventId, amount }: { eventId: string; amount: number },
): Promise<void> {
  const event = await lockEvent(context.db, context.organizationId, eventId);
  const reason = event.canceled_reason ?? event.rejected_reason;
  const { ended_by: requestedBy, facility_id: facilityId } = event;
  await refundEnded(context, { key: { eventId }, amount, reason, requestedBy, facilityId });
}
