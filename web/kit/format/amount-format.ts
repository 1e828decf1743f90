/** Amounts are kept in minor units (cents) with their currency, and read as `€18.00` or `18,00 €`. */
import { formatMoney } from "#messages/format-money.ts";
import { locale, useLocale } from "./translation.ts";

/**
 * @param minor the amount in the currency's minor unit: 1800 for €18.00
 * @param currency ISO 4217 code
 */
export const formatAmount = (minor: number, currency = "EUR", tag: string = locale()): string =>
  formatMoney(minor, currency, tag);

type AmountFormatter = (minor: number, currency?: string) => string;
const byTag = new Map<string, AmountFormatter>();

/** `money` that follows a change of language; the same function until then. */
export const useAmountFormat = (): AmountFormatter => getAmountFormatter(useLocale());

function getAmountFormatter(tag: string): AmountFormatter {
  const known = byTag.get(tag) ?? ((minor, currency) => formatAmount(minor, currency, tag));
  byTag.set(tag, known);
  return known;
}
