/** Smallest amount that Stripe takes, by currency. */
import type { currencies } from "#contract/general-countries-rules.ts";

type Currency = (typeof currencies)[number];

/** Minimum charge, in minor units. Source: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minAmounts: Record<Currency, number> = {
  EUR: 50,
  USD: 50,
  GBP: 30,
  CHF: 50,
  CAD: 50,
  NOK: 300,
  SEK: 300,
  DKK: 250,
  PLN: 200,
  CZK: 1500,
  HUF: 17_500,
  RON: 200,
};

/** @throws Error for a currency that no country has */
export function minAmountIn(currency: string): number {
  const amount = (minAmounts as Partial<Record<string, number>>)[currency];
  if (amount === undefined) throw new Error(`Stripe's minimum in ${currency} is not known`);
  return amount;
}
