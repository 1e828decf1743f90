interface MoneyFormat {
  write: (amount: number) => string;
  whole: number;
}
// Caches formatters: creating one takes a hundred times as long as using it.
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
 * @param minor amount in minor units: 1800 for €18.00
 * @param currency ISO 4217 code
 * @param tag BCP 47 language tag: `fr` or `en-GB`
 */
export function formatMoney(minor: number, currency: string, tag: string): string {
  const { write, whole } = findMoneyFormat(currency, tag);
  return write(minor / whole);
}
