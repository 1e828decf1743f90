/** Amounts are kept in minor units (cents) with their currency, and read as `€18.00` or `18,00 €`. */
import { formatMoney } from "#words/money.ts";
import { locale, useLocale } from "./words.ts";

/**
 * @param minor the amount in the currency's minor unit: 1800 for €18.00
 * @param currency ISO 4217 code
 */
export const money = (minor: number, currency = "EUR", tag: string = locale()): string =>
  formatMoney(minor, currency, tag);

type Money = (minor: number, currency?: string) => string;
const byTag = new Map<string, Money>();

/** `money` that follows a change of language; the same function until then. */
export const useMoney = (): Money => moneyIn(useLocale());

function moneyIn(tag: string): Money {
  const known = byTag.get(tag) ?? ((minor, currency) => money(minor, currency, tag));
  byTag.set(tag, known);
  return known;
}
