/** Charges of memberships that renew: each new term is a line of a sale, due on its first day. */
import { findChosenCustomer } from "#server/customers/booking-customer.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { findSaleTaxRateId } from "#server/products/sale-rate.ts";
import { saveTermCharge } from "#server/subscriptions/renew.ts";
import { findHeld, spanOf } from "#server/subscriptions/rows.ts";
import { endSaleCharge, insertSaleCharges, lockSaleCharge } from "./sale-charges.ts";

/** Midnight of a local date. */
const startOf = (date: string, timezone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds);

export async function chargeTerm(
  context: TenantContext,
  { subscriptionId, termId }: JobEvents["subscriptions.renewing"],
): Promise<void> {
  const { db, now, organizationId } = context;
  const { row, terms } = await findHeld(db, organizationId, subscriptionId);
  const term = terms.find(({ id }) => id === termId);
  const product =
    term &&
    ((await findProductOfKind(context, "subscription", term.terms.productId)) ??
      (await findProductOfKind(context, "subscription", null)));
  if (!term || !product) throw new Error("A new term has no product to be charged under");
  const { vatProfile, vatRate } = await findSettings(context);
  const { categoryIds: roleIds } = await findChosenCustomer(db, organizationId, { customerId: row.customer_id });
  const taxRateId = await findSaleTaxRateId(context, { productId: product.id, kind: "subscription", roleIds });
  const dueAt = startOf(term.from_on, row.timezone);
  const [chargeId = ""] = await insertSaleCharges(
    context,
    {
      ...{ customerId: row.customer_id, currency: row.currency, dueAt: dueAt > now ? dueAt : now },
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
