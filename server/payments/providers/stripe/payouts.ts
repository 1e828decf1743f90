/** Reads Stripe's payouts, and the balance transactions that each is made of. */
import type { Stripe } from "stripe";
import type { ProviderContext, ProviderPayout, ProviderPayoutItem } from "#server/payments/provider.ts";
import { forAccount, send } from "./client.ts";

const states: Readonly<Record<string, ProviderPayout["state"]>> = {
  paid: "paid",
  failed: "failed",
  canceled: "canceled",
};

function toPayout(payout: Stripe.Payout): ProviderPayout {
  const { id, amount, currency, status, automatic, arrival_date, created, reconciliation_status } = payout;
  return {
    id,
    amount,
    currency: currency.toUpperCase(),
    // In transit is not at the bank yet.
    state: states[status] ?? "pending",
    // Stripe says midnight in UTC.
    arrivesOn: new Date(arrival_date * 1000).toISOString().slice(0, 10),
    isAutomatic: automatic,
    hasItems: automatic && reconciliation_status !== "in_progress",
    createdAt: new Date(created * 1000),
  };
}

export async function listPayouts(
  { appContext }: ProviderContext,
  account: string,
  since: Date,
): Promise<ProviderPayout[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const found = await send(appContext, (stripe) =>
    stripe.payouts.list({ created, limit: 100 }, forAccount(account)).autoPagingToArray({ limit: 10_000 }),
  );
  return found.map(toPayout).toReversed();
}

const kinds: Readonly<Record<string, ProviderPayoutItem["kind"]>> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund",
  payment_failure_refund: "refund",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
  application_fee: "fee",
  application_fee_refund: "fee",
};
/** An adjustment is of a dispute by its source only. */
const isDispute = (type: string, source: string | null): boolean =>
  type === "adjustment" && /^(du|dp)_/.test(source ?? "");

export async function listPayoutItems(
  { appContext }: ProviderContext,
  account: string,
  payoutId: string,
): Promise<ProviderPayoutItem[]> {
  const found = await send(appContext, (stripe) =>
    stripe.balanceTransactions
      .list({ payout: payoutId, limit: 100 }, forAccount(account))
      .autoPagingToArray({ limit: 10_000 }),
  );
  return found
    .filter(({ type }) => type !== "payout")
    .map(({ id, type, source: given, amount, fee, net, created }) => {
      const source = typeof given === "string" ? given : (given?.id ?? null);
      const kind = isDispute(type, source) ? "dispute" : (kinds[type] ?? "other");
      return { id, kind, source, amount, fee, net, at: new Date(created * 1000) };
    });
}
