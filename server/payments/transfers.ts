/** Bank transfers: the team marks one as received, or a refund as sent. */
import type { PaymentDetail, payments } from "#contract/payments.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { fulfilWithin } from "./fulfil.ts";
import { keyOfSubject, lockEvent, refundedAmount } from "./ledger.ts";
import { lockDebt } from "./lock-debts.ts";
import { notifyRefunded } from "./mail.ts";
import { queueSessionExpiry } from "./open-checkouts.ts";
import { findProvider, isManual } from "./providers/registry.ts";
import { findPayment } from "./queries.ts";
import { applyRefundOutcome } from "./refund-jobs.ts";
import { activityLinks } from "#server/events/activity-entries.ts";

/**
 * Accepts a transfer after its deadline too. An expired booking is reinstated if its slot is free; otherwise, and for a canceled
 * booking, a refund waits for the team.
 * @throws HttpError 404, 409 for a payment of another kind, already received, or without a session
 */
export async function markTransferReceived(call: Call<typeof payments.receive>): Promise<PaymentDetail> {
  const { db, organizationId, params } = call;
  const rows = db
    .selectFrom("payments")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", params.paymentId);
  const { event_id } = await rows.executeTakeFirstOrThrow(notFound);
  if (event_id === null) throw new HttpError(409, message("payments.notReceivable"));
  const event = await lockEvent(db, organizationId, event_id);
  const payment = await rows.forUpdate().executeTakeFirstOrThrow(notFound);
  const { provider_session_id: sessionId, provider_account: account, amount, currency } = payment;
  if (!sessionId || !isManual(payment.provider)) throw new HttpError(409, message("payments.notReceivable"));
  const provider = findProvider(payment.provider);
  if (provider.settledBy !== "team") throw new HttpError(409, message("payments.notReceivable"));
  await provider.markReceived(call, { organizationId, sessionId, account });
  await fulfilWithin(call, payment.id);
  // A late transfer can meet another open session.
  await queueSessionExpiry(call, { eventId: event_id });
  call.record({
    after: { eventId: event_id, amount, currency, reference: sessionId },
    ...activityLinks(event),
  });
  return findPayment(call, organizationId, payment.id);
}

/**
 * Marks a refund as paid by hand: one of a bank transfer that waits, or one that the provider or the bank has sent back.
 * @throws HttpError 404, 409 if the provider sends the refund, it was paid already, or the money was given back otherwise
 */
export async function markRefundSent(call: Call<typeof payments.refundSent>): Promise<PaymentDetail> {
  const { db, organizationId, params, now } = call;
  const payment = await db
    .selectFrom("payments")
    .select(["event_id", "charge_id"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", params.paymentId)
    .executeTakeFirstOrThrow(notFound);
  const key = keyOfSubject(payment);
  const debt = await lockDebt(db, organizationId, key);
  const refund = await db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .select(["refunds.id", "refunds.amount", "refunds.status", "refunds.failure", "refunds.paid_otherwise_at"])
    .select(["payments.amount as paid", "payments.currency", "payments.provider"])
    .select(refundedAmount(organizationId).as("given_back"))
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.payment_id", "=", params.paymentId)
    .where("refunds.id", "=", params.refundId)
    .executeTakeFirstOrThrow(notFound);
  const { provider, amount, currency } = refund;
  const isOwed = refund.failure !== null && refund.paid_otherwise_at === null;
  const isLeft = refund.status === "succeeded" || refund.paid - refund.given_back >= amount;
  const isWaiting = isManual(provider) && refund.status === "pending";
  if (!isWaiting && !(isOwed && isLeft)) throw new HttpError(409, message("payments.refundNotWaiting"));
  if (refund.status === "succeeded") {
    await publish(call, "payments.refundPaidOtherwise", { refundId: refund.id });
    await notifyRefunded(call, refund.id);
  } else
    await applyRefundOutcome(call, { id: refund.id, key }, { id: null, state: "succeeded", failure: refund.failure });
  if (isOwed)
    await db
      .updateTable("refunds")
      .set({ paid_otherwise_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", refund.id)
      .execute();
  const about = debt.event_id === null ? { sold: [debt.name] } : { eventId: debt.event_id };
  call.record({
    subjectId: params.paymentId,
    after: { ...about, amount, currency },
    ...(debt.event ? activityLinks(debt.event) : { customerId: debt.customer_id }),
  });
  return findPayment(call, organizationId, params.paymentId);
}
