/** Money that the provider gives back. */
import type { Stripe } from "stripe";
import type { House } from "#server/kit/house.ts";
import { ask, on } from "./client.ts";

export interface RefundAsked {
  refundId: string;
  organizationId: string;
  intentId: string;
  /** Minor units. */
  amount: number;
  /** Whether the platform gives its share back too. */
  hasApplicationFee: boolean;
}

/** A refund as it stands at the provider. */
export interface RefundState {
  id: string;
  intentId: string | null;
  amount: number;
  state: "pending" | "succeeded" | "failed";
  failure: string | null;
  /** Our row's, where we asked for it: some are made on the provider's own pages. */
  refundId: string | null;
}

export function stateOf(refund: Stripe.Refund): RefundState {
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

/**
 * Gives money back; asked again for the same refund, it does so once.
 * @throws Problem 503 where the provider does not answer, Stripe's errors where it refuses
 */
export async function giveBack(house: House, asked: RefundAsked, account: string | null): Promise<RefundState> {
  const refund = await ask(house, (stripe) =>
    stripe.refunds.create(
      {
        payment_intent: asked.intentId,
        amount: asked.amount,
        metadata: { refundId: asked.refundId, organizationId: asked.organizationId },
        ...(account && asked.hasApplicationFee && { refund_application_fee: true }),
      },
      { idempotencyKey: asked.refundId, ...on(account) },
    ),
  );
  return stateOf(refund);
}

/** The refunds of a payment, ours and those made elsewhere, latest first. */
export async function listRefunds(house: House, intentId: string, account: string | null): Promise<RefundState[]> {
  const found = await ask(house, (stripe) =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }, on(account)),
  );
  return found.data.map(stateOf);
}

export const readRefund = async (house: House, id: string, account: string | null): Promise<RefundState> =>
  stateOf(await ask(house, (stripe) => stripe.refunds.retrieve(id, {}, on(account))));

/** Whose money is claimed back at a bank. */
export interface DisputeState {
  id: string;
  intentId: string | null;
  amount: number;
  status: string;
  reason: string | null;
  dueBy: Date | null;
  createdAt: Date;
}

export async function readDispute(house: House, id: string, account: string | null): Promise<DisputeState> {
  const dispute = await ask(house, (stripe) => stripe.disputes.retrieve(id, {}, on(account)));
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
