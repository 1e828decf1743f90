/** Records what the desk takes for the balance of a customer. */
import { insertWalletEntry } from "#server/credits/wallet.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { publishPaymentSucceeded } from "./ledger.ts";
import { insertDeskPayment, type RecordedPayment } from "./record-payment.ts";
import type { TopUp } from "./top-ups.ts";

/** The payment of a top-up. The caller holds the customer. @returns the id of the payment */
export async function recordTopUp(
  call: TenantContext & { user: { id: string } },
  { customerId, chargeId, currency }: Pick<TopUp, "customerId" | "currency"> & { chargeId: string },
  payment: RecordedPayment,
): Promise<string> {
  const { db, organizationId } = call;
  const customer = await findPresentCustomer(db, organizationId, customerId);
  if (!customer) throw notFound();
  const subject = { event_id: null, charge_id: chargeId };
  const { user_id, name: payer_name } = customer;
  const { id: paymentId, amount } = payment;
  await insertDeskPayment(call, { ...subject, user_id, payer_name, currency }, payment);
  await insertWalletEntry(call, { kind: "top_up", customerId, amount, currency, paymentId });
  await publishPaymentSucceeded(call, { id: paymentId, ...subject });
  return paymentId;
}
