import type { PaymentDetail, payments } from "#contract/payments.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { fulfilWithin } from "./fulfil.ts";
import { lockEvent } from "./ledger.ts";
import { queueSessionExpiry } from "./open-sessions.ts";
import { findProvider, isManual } from "./providers/registry.ts";
import { findPayment } from "./queries.ts";
import { settleRefundWithin } from "./refund-jobs.ts";

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
  await lockEvent(db, organizationId, event_id);
  const payment = await rows.forUpdate().executeTakeFirstOrThrow(notFound);
  const { provider_session_id: sessionId, provider_account: account, amount, currency } = payment;
  if (!sessionId || !isManual(payment.provider)) throw new HttpError(409, message("payments.notReceivable"));
  const provider = findProvider(payment.provider);
  if (provider.settledBy !== "team") throw new HttpError(409, message("payments.notReceivable"));
  await provider.markReceived(call, { organizationId, sessionId, account });
  await fulfilWithin(call, payment.id);
  // A late transfer can meet another open session.
  await queueSessionExpiry(call, event_id);
  call.record({ after: { eventId: event_id, amount, currency, reference: sessionId } });
  return findPayment(call, organizationId, payment.id);
}

/** @throws HttpError 404, 409 if the provider sends the refund, or it was sent already */
export async function markRefundSent(call: Call<typeof payments.refundSent>): Promise<PaymentDetail> {
  const { db, organizationId, params } = call;
  const refund = await db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .select(["refunds.amount", "payments.currency", "payments.provider", "payments.event_id"])
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.payment_id", "=", params.paymentId)
    .where("refunds.id", "=", params.refundId)
    .executeTakeFirstOrThrow(notFound);
  const { event_id: eventId, provider, amount, currency } = refund;
  const outcome = { id: null, state: "succeeded", failure: null } as const;
  const isSettled = isManual(provider) && (await settleRefundWithin(call, { id: params.refundId, eventId }, outcome));
  if (!isSettled) throw new HttpError(409, message("payments.refundNotWaiting"));
  call.record({ subjectId: params.paymentId, after: { eventId, amount, currency } });
  return findPayment(call, organizationId, params.paymentId);
}
