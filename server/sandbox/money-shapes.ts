/** Charges, refunds, disputes and what they move, in the shapes of the provider's own SDK. */
import type { Stripe } from "stripe";
import { newId, seconds, type Scene } from "./objects.ts";

/** @param failure why the card was refused; null for what was paid */
export const chargeOf = (
  { now }: Pick<Scene, "now">,
  intent: Stripe.PaymentIntent,
  failure: { code: string; message: string } | null,
): Stripe.Charge => ({
  id: newId("ch"),
  object: "charge",
  amount: intent.amount,
  amount_captured: failure ? 0 : intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: intent.application_fee_amount,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: !failure,
  created: seconds(now),
  currency: intent.currency,
  customer: null,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: failure?.code ?? null,
  failure_message: failure?.message ?? null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: null,
  paid: !failure,
  payment_intent: intent.id,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: failure ? "failed" : "succeeded",
  transfer_data: null,
  transfer_group: null,
});

export const refundOf = (
  { now }: Pick<Scene, "now">,
  charge: Stripe.Charge,
  asked: { amount: number; metadata: Record<string, string>; status: string },
): Stripe.Refund => ({
  id: newId("re"),
  object: "refund",
  amount: asked.amount,
  balance_transaction: null,
  charge: charge.id,
  created: seconds(now),
  currency: charge.currency,
  customer: null,
  customer_account: null,
  metadata: asked.metadata,
  payment_intent: charge.payment_intent,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: asked.status,
  transfer_reversal: null,
});

type FeeDetails = Stripe.BalanceTransaction["fee_details"];

/** @param asked.amount signed: what goes out is negative */
export function balanceOf(
  { now }: Pick<Scene, "now">,
  asked: {
    amount: number;
    currency: string;
    source: string;
    type: Stripe.BalanceTransaction["type"];
    fees: FeeDetails;
  },
): Stripe.BalanceTransaction {
  const fee = asked.fees.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount: asked.amount,
    available_on: seconds(now),
    balance_type: "payments",
    created: seconds(now),
    currency: asked.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: asked.fees,
    net: asked.amount - fee,
    reporting_category: asked.type,
    source: asked.source,
    status: "available",
    type: asked.type,
  };
}

type DisputeShape = Pick<
  Stripe.Dispute,
  | "id"
  | "object"
  | "amount"
  | "charge"
  | "created"
  | "currency"
  | "reason"
  | "status"
  | "payment_intent"
  | "livemode"
  | "metadata"
  | "is_charge_refundable"
> & { evidence_details: Pick<Stripe.Dispute.EvidenceDetails, "due_by" | "has_evidence"> };

/** Of a dispute only what is read of it: its evidence has dozens of members. */
export const disputeOf = ({ now }: Pick<Scene, "now">, charge: Stripe.Charge): DisputeShape => ({
  id: newId("du"),
  object: "dispute",
  amount: charge.amount,
  charge: charge.id,
  created: seconds(now),
  currency: charge.currency,
  reason: "fraudulent",
  status: "needs_response",
  payment_intent: charge.payment_intent,
  livemode: false,
  metadata: {},
  is_charge_refundable: true,
  evidence_details: { due_by: seconds(now) + 7 * 86_400, has_evidence: false },
});
export type Dispute = DisputeShape;
