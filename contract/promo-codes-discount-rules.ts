/** How promo codes (coupons) count: their text, and what they take off a price. Pure. Amounts are minor units. */
import { discountOf } from "./subscriptions-rules.ts";

export const promoKinds = ["percent", "amount"] as const;
export type PromoKind = (typeof promoKinds)[number];

/** A code lowers the price of one of them. */
export const promoTargets = ["booking", "subscription", "pack"] as const;
export type PromoTarget = (typeof promoTargets)[number];
export type SaleTarget = Exclude<PromoTarget, "booking">;

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

/** In all languages alike. */
export const promoLabel = ({ code, kind, value }: Discount & { code: string }): string =>
  kind === "percent" ? `${code} · −${value}\u00a0%` : code;

/** The line of a price that a code lowers. */
export function promoLine(terms: Discount & { code: string }, discount: number): PriceLine {
  return { label: promoLabel(terms), quantity: 1, unitPrice: -discount, total: -discount };
}

interface TargetedLine {
  kind: SaleTarget | null;
  /** Minor units. */
  amount: number;
}

/** The line of a sale that a code lowers: the dearest one that it is for. @returns its index; -1 where there is none */
export function findPromoTarget(target: PromoTarget, lines: readonly TargetedLine[]): number {
  const fitting = lines.filter(({ kind }) => kind === target);
  return lines.findIndex((line) => line.kind === target && fitting.every(({ amount }) => amount <= line.amount));
}

/** Lines of a price, less what a code takes off. */
export const withPromoLine = (
  lines: readonly PriceLine[],
  code: Discount & { code: string },
  discount: number,
): PriceLine[] => (discount > 0 ? [...lines, promoLine(code, discount)] : [...lines]);
