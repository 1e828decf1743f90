/** Says what a promo code takes off a sale before it is made. */
import type { payments, SaleCode } from "#contract/payments.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { invalidFields, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findPricingRoleIds } from "#server/prices/pricing-roles.ts";
import { quotePromoOfSale } from "#server/promo-codes/of-sale.ts";
import { hasActiveCodes } from "#server/promo-codes/queries.ts";

/** @throws HttpError 422 on `customerId` */
export async function quoteSaleCode(call: Call<typeof payments.quoteSaleCode>): Promise<SaleCode> {
  const { db, organizationId, body, t } = call;
  const { lines, promoCode } = body;
  const { currency } = await findSettings(call);
  const customer = await findPresentCustomer(db, organizationId, body.customerId);
  if (!customer) throw invalidFields({ customerId: [message("customers.unknown")] });
  const targets = [...new Set(lines.map(({ kind }) => kind))];
  const takesPromoCodes = targets.length > 0 && (await hasActiveCodes(call, targets));
  if (!promoCode) return { currency, takesPromoCodes, promo: null };
  const roleIds = await findPricingRoleIds(call, { customerId: customer.id });
  const sale = { lines, currency, customerId: customer.id, roleIds };
  const { code, discount, refusal } = await quotePromoOfSale(call, promoCode, sale);
  return { currency, takesPromoCodes, promo: { code, discount, refusal: refusal && renderMessage(t, refusal) } };
}
