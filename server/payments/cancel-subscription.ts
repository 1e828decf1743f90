/** Cancels a membership today: what was paid for the days that are left comes back, and what is owed for them is owed no more. */
import type { PaymentMethod, payments, SubscriptionCancellation } from "#contract/payments.ts";
import {
  endSaleCharge,
  findSaleCharge,
  lockSaleCharge,
  lowerSaleCharge,
  type SaleChargeRow,
} from "#server/charges/sale-charges.ts";
import { HttpError, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { cancelSubscriptionToday, computeRest, type TermRest } from "#server/subscriptions/cancel.ts";
import { findSubscriptionInScope } from "#server/subscriptions/queries.ts";
import { type SubscriptionWithTerms, lockWithCustomer } from "#server/subscriptions/rows.ts";
import { expireSessionOfVoidedSale } from "./open-checkouts.ts";
import { listRefundablePayments, refundNewestFirst } from "./refunds.ts";

/** Minor units of the charge of a term. */
function sumsOf(charge: SaleChargeRow, { kept }: TermRest): { back: number; forgiven: number } {
  if (charge.voided_at !== null) return { back: 0, forgiven: 0 };
  const owed = charge.amount - charge.credited;
  const back = Math.max(0, charge.settled - kept);
  return { back, forgiven: Math.max(0, owed - Math.max(charge.settled, kept)) };
}

const describe = (held: SubscriptionWithTerms, now: Date) => {
  const { name, usedDays, ofDays, rests, unpaid } = computeRest(held, now);
  return { rests, unpaid, named: { name, usedDays, ofDays, kept: rests.reduce((sum, { kept }) => sum + kept, 0) } };
};

/** @throws HttpError 404 */
export async function readSubscriptionCancellation(
  call: Call<typeof payments.subscriptionCancellation>,
): Promise<SubscriptionCancellation> {
  const { db, now, t } = call;
  const held = await findSubscriptionInScope(call, call.params.subscriptionId);
  const { organization_id: organizationId, currency } = held.row;
  const nothing = { name: held.terms[0].terms.name, usedDays: 0, ofDays: 0, kept: 0, amount: 0, forgiven: 0 };
  try {
    const { rests, unpaid, named } = describe(held, now);
    const found = { ...named, amount: 0, forgiven: unpaid, currency, refusal: null };
    let method: PaymentMethod | null = null;
    for (const rest of rests) {
      const { back, forgiven } = sumsOf(await findSaleCharge(db, organizationId, rest.chargeId), rest);
      found.amount += back;
      found.forgiven += forgiven;
      const [payment] = back > 0 ? await listRefundablePayments(db, organizationId, rest) : [];
      method ??= (payment?.method as PaymentMethod | undefined) ?? null;
    }
    return { ...found, method };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { ...nothing, currency, method: null, refusal: renderMessage(t, error.localizedMessage) };
  }
}

/** @throws HttpError 404, 409 for one that is over, where a bank asks for the money, or the till is closed */
export async function cancelSubscription(
  call: Call<typeof payments.cancelSubscription>,
): Promise<SubscriptionCancellation> {
  const { db, now, organizationId, user, params, body, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  const { rests, unpaid, named } = describe(held, now);
  await cancelSubscriptionToday(call, held, body.reason);
  const done = { ...named, amount: 0, forgiven: unpaid };
  for (const rest of rests) {
    const charge = await lockSaleCharge(db, organizationId, rest.chargeId);
    const { back, forgiven } = sumsOf(charge, rest);
    const { reason } = body;
    if (forgiven > 0 && charge.settled === 0 && rest.kept === 0)
      await endSaleCharge(call, charge, { reason, by: user.id });
    else if (forgiven > 0) await lowerSaleCharge(call, charge, { amount: Math.max(charge.settled, rest.kept), reason });
    // A page of the payment service still asks for the former price.
    if (forgiven > 0) await expireSessionOfVoidedSale(call, rest);
    done.forgiven += forgiven;
    if (body.refund && back > 0)
      done.amount += await refundNewestFirst(call, {
        ...{ key: { chargeId: rest.chargeId }, amount: back, reason, requestedBy: user.id },
        ...{ facilityIds: null, how: { tillId: body.tillId } },
      });
  }
  const { currency } = held.row;
  record({
    subjectId: held.row.id,
    after: { name: named.name, amount: done.amount, currency, reason: body.reason },
    customerId: held.row.customer_id,
  });
  return { ...done, currency, method: null, refusal: null };
}
