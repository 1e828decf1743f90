/** Sends refunds to Stripe, lists those made on its dashboard, and reads disputes (chargebacks). */
import type { Stripe } from "stripe";
import type { DisputeState, ProviderContext, RefundParams, RefundState } from "#server/payments/provider.ts";
import { forAccount, send } from "./client.ts";

function toRefundState(refund: Stripe.Refund): RefundState {
  const { status, payment_intent: intent } = refund;
  const hasFailed = status === "failed" || status === "canceled";
  return {
    id: refund.id,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
    amount: refund.amount,
    state: status === "succeeded" ? "succeeded" : hasFailed ? "failed" : "pending",
    failure: hasFailed ? (refund.failure_reason ?? status) : null,
    refundId: refund.metadata?.["refundId"] ?? null,
  };
}

export async function createRefund(
  { appContext }: ProviderContext,
  params: RefundParams,
  account: string | null,
): Promise<RefundState> {
  const refund = await send(appContext, (stripe) =>
    stripe.refunds.create(
      {
        payment_intent: params.intentId,
        amount: params.amount,
        metadata: { refundId: params.refundId, organizationId: params.organizationId },
        ...(account && params.hasApplicationFee && { refund_application_fee: true }),
      },
      { idempotencyKey: params.refundId, ...forAccount(account) },
    ),
  );
  return toRefundState(refund);
}

export async function listRefunds(
  { appContext }: ProviderContext,
  intentId: string,
  account: string | null,
): Promise<RefundState[]> {
  const found = await send(appContext, (stripe) =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }, forAccount(account)),
  );
  return found.data.map(toRefundState);
}

export const retrieveRefund = async (
  { appContext }: ProviderContext,
  id: string,
  account: string | null,
): Promise<RefundState> =>
  toRefundState(await send(appContext, (stripe) => stripe.refunds.retrieve(id, {}, forAccount(account))));

export async function retrieveDispute(
  { appContext }: ProviderContext,
  id: string,
  account: string | null,
): Promise<DisputeState> {
  const dispute = await send(appContext, (stripe) => stripe.disputes.retrieve(id, {}, forAccount(account)));
  const { payment_intent: intent, evidence_details: evidence } = dispute;
  return {
    id: dispute.id,
    intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
    amount: dispute.amount,
    status: dispute.status,
    reason: dispute.reason,
    dueBy: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    createdAt: new Date(dispute.created * 1000),
  };
}
