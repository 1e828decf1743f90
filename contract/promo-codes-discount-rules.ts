/** How promo codes (coupons) count: their text, and what they take off a price. Pure. Amounts are minor units. */
import { discountOf } from "./subscriptions-rules.ts";

export const promoKinds = ["percent", "amount"] as const;
export type PromoKind = (typeof promoKinds)[number];

/** Capitals, so that nobody has to mind how it was printed. */
export const normalizePromoCode = (text: string): string => text.trim().toUpperCase();

interface Discount {
  kind: PromoKind;
  /** A percentage, or minor units. */
  value: number;
}

/** At most the price. A membership's discount is off the price already. */
export const promoDiscountOf = ({ kind, value }: Discount, price: number): number =>
  Math.min(price, kind === "percent" ? discountOf(price, value) : value);

export interface PriceLine {
  label: string;
  quantity: number;
  unitPrice: number;
  total: number;
}

/** The line of a price that a code lowers, in all languages alike. */
export function promoLine({ code, kind, value }: Discount & { code: string }, discount: number): PriceLine {
  const label = kind === "percent" ? `${code} · −${value}\u00a0%` : code;
  return { label, quantity: 1, unitPrice: -discount, total: -discount };
}

/** Lines of a price, less what a code takes off. */
export const withPromoLine = (
  lines: readonly PriceLine[],
  code: Discount & { code: string },
  discount: number,
): PriceLine[] => (discount > 0 ? [...lines, promoLine(code, discount)] : [...lines]);
