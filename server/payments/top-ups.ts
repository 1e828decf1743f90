/**
 * Puts money on the balance of a customer. All that is on a balance was put there by a payment for a charge of
 * kind `top_up`, so that it has a receipt, and can be paid out as a refund of that payment.
 */
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { insertSaleCharges } from "#server/charges/sale-charges.ts";
import { findHolder, insertWalletEntry, lockWallet } from "#server/credits/wallet.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { insertPayment, publishPaymentSucceeded, type PaymentRow } from "./ledger.ts";

export interface TopUp {
  customerId: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** The charge of a top-up, which bears no tax. The caller holds the customer. */
export async function chargeTopUp(
  context: TenantContext,
  { customerId, amount, currency }: TopUp,
  name: "credits.topUp" | "credits.kindRefund" = "credits.topUp",
): Promise<TopUp & { chargeId: string; label: string }> {
  const line = await describeTopUp(context, { name, amount });
  const [chargeId = ""] = await insertSaleCharges(context, { customerId, currency, vatRate: 0 }, [line]);
  return { customerId, amount, currency, chargeId, label: line.product.name };
}

/** The line of a sale, named in the language of the country. A top-up has no product: it is no sale yet. */
export async function describeTopUp(
  context: MemoryContext,
  { name, amount }: { name: "credits.topUp" | "credits.kindRefund"; amount: number },
) {
  const { countryId } = await findSettings(context);
  const label = translators[languageOfCountry(countryId)](name);
  const product = { id: null, name: label, price: amount, kind: "top_up" } as const;
  return { product, quantity: 1, unitPrice: amount, priceReason: null, taxRateId: null };
}

/** A refund to the balance of what was paid otherwise is put there by a payment of its own. */
async function insertTopUpOfRefund(
  context: TenantContext,
  { payment, refundId, amount, requestedBy }: CreditedRefund & { requestedBy: string },
  customerId: string,
): Promise<void> {
  const { db, now, organizationId } = context;
  const { currency, user_id, payer_name } = payment;
  const { chargeId } = await chargeTopUp(context, { customerId, amount, currency }, "credits.kindRefund");
  const id = uuidv7(now);
  const subject = { event_id: null, charge_id: chargeId };
  await insertPayment(db, {
    ...{ organization_id: organizationId, id, ...subject, user_id, payer_name, currency, amount },
    ...{ method: "balance", status: "succeeded", provider_fee: 0, recorded_by: requestedBy },
    ...{ paid_at: now, created_at: now, updated_at: now },
  });
  await insertWalletEntry(context, { kind: "refund", customerId, amount, currency, paymentId: id, refundId });
  await publishPaymentSucceeded(context, { id, ...subject });
}

/** The customer who owes what a payment is for. */
export async function findDebtor(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  { event_id, charge_id }: Pick<PaymentRow, "event_id" | "charge_id">,
): Promise<string | null> {
  const found = event_id
    ? await db
        .selectFrom("events")
        .select("customer_id")
        .where("organization_id", "=", organizationId)
        .where("id", "=", event_id)
        .executeTakeFirst()
    : await db
        .selectFrom("charges")
        .select("customer_id")
        .where("organization_id", "=", organizationId)
        .where("id", "=", charge_id)
        .executeTakeFirst();
  return found?.customer_id ?? null;
}

export interface CreditedRefund {
  payment: PaymentRow;
  refundId: string;
  amount: number;
}

/**
 * Puts a refund on the balance: that which had paid, or that of the customer.
 * @throws HttpError 409 where nobody has one
 */
export async function creditRefund(
  context: TenantContext,
  { payment, refundId, amount, requestedBy }: CreditedRefund & { requestedBy: string | null },
): Promise<void> {
  const { currency, id: paymentId } = payment;
  if (payment.method === "balance") {
    const holder = await findHolder(context, paymentId);
    if (!holder) throw new Error(`No balance has made the payment ${paymentId}`);
    const customerId = await lockWallet(context, holder);
    return insertWalletEntry(context, { kind: "use_back", customerId, amount, currency, paymentId, refundId });
  }
  const debtor = await findDebtor(context, payment);
  if (debtor === null || requestedBy === null) throw new HttpError(409, message("credits.noCustomer"));
  const customerId = await lockWallet(context, debtor);
  return insertTopUpOfRefund(context, { payment, refundId, amount, requestedBy }, customerId);
}
