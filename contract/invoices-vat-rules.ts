/** Net amounts of prices that include VAT, in minor units; rates are hundredths of a percent. Pure. */

/**
 * Net amount of a price: `round(gross × 100000 / (100000 + 10 × rate))`, half a cent up; negative prices mirror positive
 * ones. Rates are exact to thousandths of a percent, such as 887.5.
 */
export function netAmount(gross: number, rate: number): number {
  const grossShare = 100_000 + Math.round(rate * 10);
  const net = Math.floor((2 * Math.abs(gross) * 100_000 + grossShare) / (2 * grossShare));
  return gross < 0 ? -net : net;
}
