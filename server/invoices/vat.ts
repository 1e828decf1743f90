/** The arithmetic of invoices. Pure; amounts are minor units, rates hundredths of a percent. Prices contain VAT. */

/** Net amount of a price: `round(gross × 10000 / (10000 + rate))`, half a cent up; negative prices mirror positive ones. */
export function netAmount(gross: number, rate: number): number {
  const grossShare = 10_000 + rate;
  const net = Math.floor((2 * Math.abs(gross) * 10_000 + grossShare) / (2 * grossShare));
  return gross < 0 ? -net : net;
}

/**
 * Splits an amount as others relate to each other: what cannot be split evenly goes to those with the largest remainder.
 * @param weights none negative; where all are 0 the first takes everything
 * @returns as many, which add up to the amount
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
  // No amount is `-0`.
  return parts.map(({ index, part }) => (part + (raised.has(index) ? 1 : 0)) * sign || 0);
}

export interface TaxedLine {
  /** With VAT. */
  total: number;
  rate: number;
}
export interface RateTotal {
  rate: number;
  net: number;
  vat: number;
  gross: number;
}

/** Totals at each rate, the highest first. */
export function totalsByRate(lines: readonly TaxedLine[]): RateTotal[] {
  const grosses = new Map<number, number>();
  for (const { rate, total } of lines) grosses.set(rate, (grosses.get(rate) ?? 0) + total);
  return [...grosses]
    .toSorted(([one], [other]) => other - one)
    .map(([rate, gross]) => {
      const net = netAmount(gross, rate);
      return { rate, net, vat: gross - net, gross };
    });
}

/** The lines with what of each is no VAT; they add up to the totals by rate, to the cent. */
export function addNetAmounts<L extends TaxedLine>(lines: readonly L[]): (L & { net: number })[] {
  const nets = new Map<L, number>();
  for (const { rate, net } of totalsByRate(lines)) {
    const those = lines.filter((line) => line.rate === rate);
    const parts = splitAmount(
      net,
      those.map(({ total }) => Math.abs(total)),
    );
    those.forEach((line, index) => nets.set(line, parts[index] ?? 0));
  }
  return lines.map((line) => ({ ...line, net: nets.get(line) ?? 0 }));
}

/**
 * Lines for a part of what they cost, or for what is given back of them.
 * @param amount what it is to add up to; negative for what is given back
 */
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
    // A partial amount that is no multiple counts as one.
    const quantity = total % line.quantity === 0 ? line.quantity : 1;
    return { ...line, quantity, unitPrice: total / quantity || 0, total };
  });
}
