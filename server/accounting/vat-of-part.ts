/** VAT of the part of an invoice that is paid. */
import { splitAmount, sumGross, type RateTotal } from "#server/invoices/vat.ts";

/** `amount × part ÷ whole`, half a cent up. None is negative, and `whole` is above 0. */
function roundShare(amount: number, part: number, whole: number): number {
  const [size, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  return Number((2n * size + divisor) / (2n * divisor));
}

/**
 * @param rates totals of an invoice, each rate once
 * @param paid of all that was paid until now; minor units
 * @returns totals of that part: each rate has its share of the money
 */
export function vatOfPart(rates: readonly RateTotal[], paid: number): RateTotal[] {
  const whole = sumGross(rates);
  if (paid >= whole) return [...rates];
  const parts = splitAmount(
    paid,
    rates.map(({ gross }) => gross),
  );
  return rates.map((total, index) => {
    const gross = parts[index] ?? 0;
    const vat = roundShare(total.vat, paid, whole);
    return { ...total, net: gross - vat, vat, gross };
  });
}
