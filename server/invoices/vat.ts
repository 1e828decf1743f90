/** VAT arithmetic and rounding; `issue.ts` and, at booking, `server/events/book.ts` choose the rate. Amounts are minor units, rates hundredths of a percent, and prices include VAT. */

/** Net amount of a price: `round(gross × 10000 / (10000 + rate))`, half a cent up; negative prices mirror positive ones. */
export function netAmount(gross: number, rate: number): number {
  const grossShare = 10_000 + rate;
  const net = Math.floor((2 * Math.abs(gross) * 10_000 + grossShare) / (2 * grossShare));
  return gross < 0 ? -net : net;
}

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
}
export interface RateTotal {
  rate: number;
  net: number;
  vat: number;
  gross: number;
}

/**
 * Totals at each rate, the highest first.
 * @param earlier totals of documents that these lines continue: VAT is rounded over all of them together, so that the
 * parts of a sale add up to its VAT
 */
export function totalsByRate(lines: readonly TaxedLine[], earlier: readonly RateTotal[] = []): RateTotal[] {
  const grosses = new Map<number, number>();
  for (const { rate, total } of lines) grosses.set(rate, (grosses.get(rate) ?? 0) + total);
  return [...grosses]
    .toSorted(([one], [other]) => other - one)
    .map(([rate, gross]) => {
      const before = earlier.filter((total) => total.rate === rate);
      const sum = (of: "gross" | "net") => before.reduce((total, one) => total + one[of], 0);
      const net = netAmount(sum("gross") + gross, rate) - sum("net");
      return { rate, net, vat: gross - net, gross };
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
  const sum = (rate: number, of: "gross" | "net") =>
    [...invoice, ...earlier].reduce((total, one) => total + (one.rate === rate ? one[of] : 0), 0);
  return totalsByRate(lines, earlier).map((total) => {
    const { rate, gross } = total;
    if (sum(rate, "gross") + gross !== 0) return total;
    const net = -sum(rate, "net");
    return { rate, net, vat: gross - net, gross };
  });
}

/** The lines with what of each is no VAT; they add up to the totals by rate, to the cent. */
export function addNetAmounts<L extends TaxedLine>(
  lines: readonly L[],
  totals: readonly RateTotal[] = totalsByRate(lines),
): (L & { net: number })[] {
  const nets = new Map<L, number>();
  for (const { rate, net } of totals) {
    const those = lines.filter((line) => line.rate === rate);
    const parts = splitAmount(
      net,
      those.map(({ total }) => Math.abs(total)),
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
