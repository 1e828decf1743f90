/** Builds Stripe's charges, refunds, fees, balance transactions and disputes. */
import type { Stripe } from "stripe";
import { newId, toUnixSeconds, type EmulatorContext } from "./store.ts";

/** @param failure why the card was declined; null for a successful payment */
export const buildCharge = (
  { now }: Pick<EmulatorContext, "now">,
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
  created: toUnixSeconds(now),
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

export const buildRefund = (
  { now }: Pick<EmulatorContext, "now">,
  charge: Stripe.Charge,
  params: { amount: number; metadata: Record<string, string>; status: string },
): Stripe.Refund => ({
  id: newId("re"),
  object: "refund",
  amount: params.amount,
  balance_transaction: null,
  charge: charge.id,
  created: toUnixSeconds(now),
  currency: charge.currency,
  customer: null,
  customer_account: null,
  metadata: params.metadata,
  payment_intent: charge.payment_intent,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: params.status,
  transfer_reversal: null,
});

type FeeDetails = Stripe.BalanceTransaction["fee_details"];

/** @param params.amount negative for outgoing money */
export function buildBalanceTransaction(
  { now }: Pick<EmulatorContext, "now">,
  params: {
    amount: number;
    currency: string;
    source: string;
    type: Stripe.BalanceTransaction["type"];
    fees: FeeDetails;
  },
): Stripe.BalanceTransaction {
  const fee = params.fees.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount: params.amount,
    available_on: toUnixSeconds(now),
    balance_type: "payments",
    created: toUnixSeconds(now),
    currency: params.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: params.fees,
    net: params.amount - fee,
    reporting_category: params.type,
    source: params.source,
    status: "available",
    type: params.type,
  };
}

/** An automatic payout, which is at the bank at once. */
export function buildPayout(
  { now }: Pick<EmulatorContext, "now">,
  { amount, currency }: { amount: number; currency: string },
): Stripe.Payout {
  const midnight = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  return {
    id: newId("po"),
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: toUnixSeconds(midnight),
    automatic: true,
    balance_transaction: null,
    created: toUnixSeconds(now),
    currency,
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
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

/** Only the members of a dispute that we read: its evidence has dozens. */
export const buildDispute = ({ now }: Pick<EmulatorContext, "now">, charge: Stripe.Charge): DisputeShape => ({
  id: newId("du"),
  object: "dispute",
  amount: charge.amount,
  charge: charge.id,
  created: toUnixSeconds(now),
  currency: charge.currency,
  reason: "fraudulent",
  status: "needs_response",
  payment_intent: charge.payment_intent,
  livemode: false,
  metadata: {},
  is_charge_refundable: true,
  evidence_details: { due_by: toUnixSeconds(now) + 7 * 86_400, has_evidence: false },
});
export type Dispute = DisputeShape;
