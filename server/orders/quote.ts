/** Says what a membership or a pack would cost, and what stands against its purchase. */
import type { OrderQuote, orders } from "#contract/orders.ts";
import { netAmount } from "#contract/invoices-vat-rules.ts";
import type { SaleTarget } from "#contract/promo-codes-discount-rules.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { quotePromoOfSale, type PromoSale } from "#server/promo-codes/of-sale.ts";
import { hasActiveCodes } from "#server/promo-codes/queries.ts";
import { computeOrderOffer, type OrderOffer } from "./compute-offer.ts";

/** The sale as promo codes see it: a membership is lowered without its joining fee. */
export const promoSaleOf = (kind: SaleTarget, { price, currency, buyer, roleIds }: OrderOffer): PromoSale => ({
  ...{ lines: [{ kind, amount: price, hasOwnPrice: false }], currency, roleIds },
  customerId: buyer?.id ?? "",
});

/** The tax that an amount includes; null: none. */
async function findTax(context: RequestContext, taxRateId: string | null, total: number): Promise<OrderQuote["tax"]> {
  const { vatProfile, vatRate } = await findSettings(context);
  if (vatProfile !== "standard") return null;
  const own =
    taxRateId === null
      ? undefined
      : await context.db
          .selectFrom("tax_rates")
          .select("rate")
          .where("organization_id", "=", context.organizationId)
          .where("id", "=", taxRateId)
          .executeTakeFirst();
  const rate = own?.rate ?? vatRate * 10;
  return rate === 0 ? null : { rate, amount: total - netAmount(total, rate / 10) };
}

/** @throws HttpError 422 on `typeId` for what is not on sale, on `holderId` for somebody else */
export async function quoteOrder(call: Call<typeof orders.quote>): Promise<OrderQuote> {
  const { body, t } = call;
  const { kind, typeId, promoCode } = body;
  const pass = await computeOrderOffer(call, body);
  const { buyer, holder, agreed, price, joiningFee } = pass;
  const promo = promoCode && buyer ? await quotePromoOfSale(call, promoCode, promoSaleOf(kind, pass)) : null;
  const total = price + joiningFee - (promo?.discount ?? 0);
  return {
    ...{ kind, typeId, name: agreed.name, description: pass.description, words: agreed.words },
    ...{ termsText: agreed.termsText, holder, holders: buyer?.holders ?? [] },
    ...{ startsOn: pass.startsOn, endsOn: pass.endsOn, price, wholePrice: pass.wholePrice, joiningFee },
    promo: promo && { ...promo, refusal: promo.refusal && renderMessage(t, promo.refusal) },
    takesPromoCodes: await hasActiveCodes(call, [kind]),
    ...{ total, currency: pass.currency, tax: await findTax(call, pass.taxRateId, total) },
    refusals: pass.refusals.map(({ at, text }) => ({ at, text: renderMessage(t, text) })),
    ...{ withdrawal: pass.withdrawal, mustSayAdult: pass.mustSayAdult },
  };
}
