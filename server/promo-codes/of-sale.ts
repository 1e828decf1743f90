/** Takes a promo code off a line of a sale: a membership or packs. Its use belongs to the charge of the line. */
import {
  findPromoTarget,
  normalizePromoCode,
  promoDiscountOf,
  promoLabel,
  type PromoTarget,
  type SaleTarget,
} from "#contract/promo-codes-discount-rules.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findBuyerRefusal, findDateRefusal, findUsesRefusal, otherTarget, type PromoTerms } from "./find-refusal.ts";
import { findActiveCode, insertUse, lockPromoCode, type PromoCodeRow } from "./queries.ts";
import { type PromoContext, readTerms, refusedCode, unknownCode } from "./use.ts";

export interface PromoSale {
  lines: readonly {
    /** Null for what no code is for. */
    kind: SaleTarget | null;
    /** Minor units, of all pieces of the line, without a joining fee. */
    amount: number;
    hasOwnPrice: boolean;
  }[];
  currency: string;
  customerId: string;
  /** Categories of the customer. */
  roleIds: readonly number[];
}

interface WeighedSale {
  terms: PromoTerms;
  /** Index of the line that it lowers. */
  line: number;
  /** Minor units. */
  discount: number;
  refusal: LocalizedMessage | null;
}

async function weighSale(context: PromoContext, row: PromoCodeRow, sale: PromoSale): Promise<WeighedSale> {
  const { language, now } = context;
  const { code } = row;
  const [{ timezone }, terms] = [await findSettings(context), await readTerms(context, row)];
  const line = findPromoTarget(row.applies_to as PromoTarget, sale.lines);
  const { amount: price = 0, hasOwnPrice } = sale.lines[line] ?? {};
  const discount = promoDiscountOf(terms, price);
  const refusal =
    (line < 0 ? otherTarget(row) : null) ??
    findDateRefusal(row, localDateOf(timezone, now), language) ??
    (hasOwnPrice ? message("promo-codes.ownPrice") : null) ??
    findBuyerRefusal(terms, { ...sale, price }, language) ??
    (discount >= price ? message("promo-codes.leavesNothing", { code }) : null) ??
    (await findUsesRefusal(context, row, { eventId: null, customerId: sale.customerId }));
  return { terms, line, discount, refusal };
}

export interface LockedPromo extends Omit<WeighedSale, "refusal"> {
  codeId: string;
  /** Names it on the line. */
  label: string;
}

/**
 * Holds the code until the transaction ends, so that of two with the last use one gets it. The caller has locked the
 * customer and the types of the lines.
 * @param seenDiscount what the desk has seen; undefined: nothing
 * @throws HttpError 409 with what refuses it, 422 for an unknown one, on `promoCode`
 */
export async function holdPromoOfSale(
  context: PromoContext,
  text: string,
  sale: PromoSale,
  seenDiscount: number | undefined,
): Promise<LockedPromo> {
  const code = normalizePromoCode(text);
  const found = await findActiveCode(context, code);
  if (!found) throw unknownCode(code);
  const row = await lockPromoCode(context, found.id);
  // Archived, or given another text, a moment ago.
  if (!row.active || row.code !== code) throw unknownCode(code);
  const { refusal, ...weighed } = await weighSale(context, row, sale);
  if (refusal) throw refusedCode(refusal);
  if (seenDiscount !== undefined && seenDiscount !== weighed.discount)
    throw refusedCode(message("promo-codes.changed", { code }));
  return { ...weighed, codeId: row.id, label: promoLabel(weighed.terms) };
}

/** Counts the use; it stands as long as the charge does. */
export const claimPromoOfSale = (
  { db, now, organizationId }: PromoContext,
  { codeId, terms, discount }: LockedPromo,
  chargeId: string,
): Promise<void> =>
  insertUse(db, {
    ...{ organization_id: organizationId, id: uuidv7(now), promo_code_id: codeId, charge_id: chargeId },
    ...{ terms: JSON.stringify(terms), discount, created_at: now, updated_at: now },
  });

/** Says what a code takes off a sale that is not made yet, or why it does not hold. */
export async function quotePromoOfSale(
  context: PromoContext,
  text: string,
  sale: PromoSale,
): Promise<{ code: string; discount: number; refusal: LocalizedMessage | null }> {
  const code = normalizePromoCode(text);
  const row = await findActiveCode(context, code);
  if (!row) return { code, discount: 0, refusal: message("promo-codes.unknown", { code }) };
  const { discount, refusal } = await weighSale(context, row, sale);
  return { code, discount: refusal ? 0 : discount, refusal };
}
