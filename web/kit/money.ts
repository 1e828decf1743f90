/** Amounts are kept in minor units (cents) with their currency, and read as `€18.00` or `18,00 €`. */
import { locale, useLocale } from "./words.ts";

/**
 * @param minor the amount in the currency's minor unit: 1800 for €18.00
 * @param currency ISO 4217 code
 */
export function money(minor: number, currency = "EUR", tag: string = locale()): string {
  const format = new Intl.NumberFormat(tag, { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `money` that follows a change of language. */
export function useMoney(): (minor: number, currency?: string) => string {
  const tag = useLocale();
  return (minor, currency) => money(minor, currency, tag);
}
