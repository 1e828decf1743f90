/** VAT arithmetic and rounding; `issue.ts` and, at booking, `server/events/book.ts` choose the rate. Amounts are minor units, rates hundredths of a percent, and prices include VAT (gross). */

import { netAmount } from "#contract/invoices-vat-rules.ts";

/**
 * Splits an amount in proportion to the weights. The largest remainders get the cents that are left.
 * @param weights not negative; if all are 0, the first part gets everything
 * @returns one part per weight; their sum is the amount
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_weight, index) => (index === 0 ? amount : 0));
  const [size, sign] = [BigInt(Math.abs(amount)), amount < 0 ? -1 : 1];
  const parts = weights.map((weight, index) => {
    const exact = size * BigInt(weight);
    return { index, part: Number(exact / sum), rest: exact % sum };
  });
  const left = Number(size) - parts.reduce((total, { part }) => total + part, 0);
  const first = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  const raised = new Set(first.slice(0, left).map(({ index }) => index));
  return parts.map(({ index, part }) => (part + (raised.has(index) ? 1 : 0)) * sign || 0);
}

export interface TaxedLine {
  /** Including VAT. */
  total: number;
  rate: number;
  /** An exemption of the sale, by a seller who charges VAT otherwise. */
  isExempt?: boolean;
}
export interface RateTotal {
  rate: number;
  isExempt?: boolean;
  net: number;
  vat: number;
  gross: number;
}

type Tax = Pick<TaxedLine, "rate" | "isExempt">;
/** Exempt sales stand apart from those at a rate of 0. */
const hasTax =
  ({ rate, isExempt = false }: Tax) =>
  (other: Tax): boolean =>
    other.rate === rate && (other.isExempt ?? false) === isExempt;

const sumOf = (totals: readonly RateTotal[], of: "gross" | "net") => totals.reduce((total, one) => total + one[of], 0);
export const sumGross = (totals: readonly RateTotal[]): number => sumOf(totals, "gross");

/**
 * Totals at each rate, the highest first.
 * @param earlier totals of documents that these lines continue: VAT is rounded over all of them together, so that the
 * parts of a sale add up to its VAT
 */
export function totalsByRate(lines: readonly TaxedLine[], earlier: readonly RateTotal[] = []): RateTotal[] {
  const taxes = lines
    .filter((line, index) => lines.findIndex(hasTax(line)) === index)
    .map(({ rate, isExempt }): Tax => (isExempt ? { rate, isExempt } : { rate }));
  return taxes
    .toSorted((one, other) => other.rate - one.rate || Number(one.isExempt ?? false) - Number(other.isExempt ?? false))
    .map((tax) => {
      const gross = lines.filter(hasTax(tax)).reduce((sum, { total }) => sum + total, 0);
      const before = earlier.filter(hasTax(tax));
      const net = netAmount(sumOf(before, "gross") + gross, tax.rate) - sumOf(before, "net");
      return { ...tax, net, vat: gross - net, gross };
    });
}

/**
 * Totals of a credit note at each rate. The last note of an invoice gives back what VAT is left of it, so that all of them
 * together have the VAT of the invoice, however that was rounded.
 * @param lines of the note, negative
 */
export function creditedByRate(
  lines: readonly TaxedLine[],
  invoice: readonly RateTotal[],
  earlier: readonly RateTotal[],
): RateTotal[] {
  return totalsByRate(lines, earlier).map((total) => {
    const left = [...invoice, ...earlier].filter(hasTax(total));
    if (sumOf(left, "gross") + total.gross !== 0) return total;
    const net = -sumOf(left, "net") || 0;
    return { ...total, net, vat: total.gross - net };
  });
}

/** The lines with what of each is no VAT; they add up to the totals by rate, to the cent. */
export function addNetAmounts<L extends TaxedLine>(
  lines: readonly L[],
  totals: readonly RateTotal[] = totalsByRate(lines),
): (L & { net: number })[] {
  const nets = new Map<L, number>();
  for (const total of totals) {
    const those = lines.filter(hasTax(total));
    const parts = splitAmount(
      total.net,
      those.map((line) => Math.abs(line.total)),
    );
    those.forEach((line, index) => nets.set(line, parts[index] ?? 0));
  }
  return lines.map((line) => ({ ...line, net: nets.get(line) ?? 0 }));
}

/** Scales lines to a part of their price. @param amount the new sum; negative for a refund */
export function scaleLines<L extends { quantity: number; total: number }>(
  lines: readonly L[],
  amount: number,
): (L & { unitPrice: number })[] {
  const totals = splitAmount(
    amount,
    lines.map(({ total }) => Math.abs(total)),
  );
  return lines.map((line, index) => {
    const total = totals[index] ?? 0;
    // An amount that the quantity does not divide becomes one unit.
    const quantity = total % line.quantity === 0 ? line.quantity : 1;
    return { ...line, quantity, unitPrice: total / quantity || 0, total };
  });
}

/** One for each rate, the highest first. */
export const addRates = (all: readonly RateTotal[]): RateTotal[] =>
  [...Map.groupBy(all, ({ rate, isExempt = false }) => `${rate} ${isExempt}`).values()]
    .map((its) => ({
      ...its[0],
      rate: its[0]?.rate ?? 0,
      net: its.reduce((sum, { net }) => sum + net, 0),
      vat: its.reduce((sum, { vat }) => sum + vat, 0),
      gross: its.reduce((sum, { gross }) => sum + gross, 0),
    }))
    .toSorted((a, b) => b.rate - a.rate);
