/** Says by what an order can be paid: on a page of a payment service, or with what was paid ahead. */
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { findSellerRefusal } from "#server/organizations/seller.ts";
import { listOpenProviders } from "#server/payments/accounts.ts";
import { findPrepaidMeans } from "#server/payments/pay-prepaid.ts";

/** Time for the payment of an order. */
export const ORDER_MS = 60 * 60_000;

type PayContext = Pick<RequestContext, "db" | "now" | "organizationId" | "language" | "memory" | "appContext">;

/** @returns why nothing can be bought by oneself; null: it can be paid */
export async function findPaymentObstacle(
  context: PayContext,
  { customerId, amount, currency }: { customerId: string | null; amount: number; currency: string },
): Promise<LocalizedMessage | null> {
  const { organizationId, now } = context;
  const refusal = await findSellerRefusal(context, false);
  if (refusal) return refusal;
  const startTime = new Date(now.getTime() + ORDER_MS);
  const open = await listOpenProviders(context, { organizationId, amount, currency, startTime, isHeld: true });
  if (open.some(({ settledBy }) => settledBy === "provider")) return null;
  const debt = { organization_id: organizationId, customer_id: customerId, currency };
  const { wallet, takesVouchers } = await findPrepaidMeans(context, debt);
  return takesVouchers || wallet >= amount ? null : message("orders.noWayToPay");
}
