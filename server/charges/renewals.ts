/** Charges of memberships that renew: each new term is a line of a sale, due on its first day. */
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { findCategoriesAt } from "#server/customers/booking-customer.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { findSaleTaxRateId } from "#server/products/sale-rate.ts";
import { saveTermCharge } from "#server/subscriptions/renew.ts";
import { findSubscriptionWithTerms, spanOf } from "#server/subscriptions/rows.ts";
import { endSaleCharge, insertSaleCharges, lockSaleCharge } from "./sale-charges.ts";

export async function chargeTerm(
  context: TenantContext,
  { subscriptionId, termId }: JobEvents["subscriptions.renewing"],
): Promise<void> {
  const { db, now, organizationId } = context;
  const { row, terms } = await findSubscriptionWithTerms(db, organizationId, subscriptionId);
  const term = terms.find(({ id }) => id === termId);
  const product =
    term &&
    ((await findProductOfKind(context, "subscription", term.terms.productId)) ??
      (await findProductOfKind(context, "subscription", null)));
  if (!term || !product) throw new Error("A new term has no product to be charged under");
  const { vatProfile, vatRate } = await findSettings(context);
  const firstDay = new Date(localTimeToInstant(term.from_on, "00:00", row.timezone));
  const roleIds = await findCategoriesAt(context, row.customer_id, { start: firstDay, timezone: row.timezone });
  const taxRateId = await findSaleTaxRateId(context, { productId: product.id, kind: "subscription", roleIds });
  const [chargeId = ""] = await insertSaleCharges(
    context,
    {
      ...{ customerId: row.customer_id, currency: row.currency, dueAt: firstDay > now ? firstDay : now },
      vatRate: vatProfile === "standard" ? vatRate : 0,
    },
    [
      {
        product: { id: product.id, name: term.terms.name, price: term.price, kind: "subscription" },
        ...{ quantity: 1, unitPrice: term.price, priceReason: null, taxRateId, served: spanOf(term) },
      },
    ],
  );
  await saveTermCharge(context, termId, chargeId);
}

/** The publisher has locked the membership. */
export async function endChargeOfTerm(
  context: TenantContext,
  { chargeId }: JobEvents["subscriptions.termVoided"],
): Promise<void> {
  const charge = await lockSaleCharge(context.db, context.organizationId, chargeId);
  if (charge.voided_at === null) await endSaleCharge(context, charge, { reason: null, by: null });
}
