/** Amounts are kept in minor units (cents) with their currency, and read as `€18.00` or `18,00 €`, in screens and mails alike. */

interface MoneyFormat {
  write: (amount: number) => string;
  /** Minor units of a whole one. */
  whole: number;
}
// To make one takes a hundred times as long as to use it.
const moneyFormats = new Map<string, MoneyFormat>();

function findMoneyFormat(currency: string, tag: string): MoneyFormat {
  const key = `${tag} ${currency}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(tag, { style: "currency", currency });
  const made = { write: format.format, whole: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
  moneyFormats.set(key, made);
  return made;
}

/**
 * @param minor the amount in the currency's minor unit: 1800 for €18.00
 * @param currency ISO 4217 code
 * @param tag a language, `fr` or `en-GB`
 */
export function formatMoney(minor: number, currency: string, tag: string): string {
  const { write, whole } = findMoneyFormat(currency, tag);
  return write(minor / whole);
}
