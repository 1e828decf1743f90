/** Formats amounts of money (currency) in the account's language. */
import { formatMoney } from "#messages/format-money.ts";
import { locale, useLocale } from "./translation.ts";

/**
 * @param minor in the currency's minor unit: 1800 for €18.00
 * @param currency ISO 4217 code
 */
export const formatAmount = (minor: number, currency = "EUR", tag: string = locale()): string =>
  formatMoney(minor, currency, tag);

type AmountFormatter = (minor: number, currency?: string) => string;
const byTag = new Map<string, AmountFormatter>();

/** Returns a new function only when the language changes. */
export const useAmountFormat = (): AmountFormatter => getAmountFormatter(useLocale());

function getAmountFormatter(tag: string): AmountFormatter {
  const known = byTag.get(tag) ?? ((minor, currency) => formatAmount(minor, currency, tag));
  byTag.set(tag, known);
  return known;
}

/** `€`, `$`, `zł`: the unit of an amount that is typed. @param currency ISO 4217 code */
export const useCurrencySymbol = (currency: string): string => getCurrencySymbol(currency, useLocale());

export const getCurrencySymbol = (currency: string, tag: string): string =>
  new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;
