/** Formats amounts of a currency in each language: symbol, decimals, minor units. */
interface MoneyFormat {
  write: (amount: number) => string;
  whole: number;
}
/** ISO 4217 where `Intl` differs from it in some versions: Hungary's hundredth is written by nobody, but counts at banks. */
const isoDigits: Record<string, number> = { HUF: 2 };

/** Digits of the minor unit: 2 for EUR. @param currency ISO 4217 code */
export const countMinorDigits = (currency: string): number =>
  isoDigits[currency] ??
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
  2;

// Caches formatters: creating one takes a hundred times as long as using it.
const moneyFormats = new Map<string, MoneyFormat>();

function findMoneyFormat(currency: string, tag: string): MoneyFormat {
  const key = `${tag} ${currency}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const digits = countMinorDigits(currency);
  const { format } = new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Screen readers say "minus" for the sign, and leave a hyphen out.
  const made = { write: (amount: number) => format(amount).replace("-", "−"), whole: 10 ** digits };
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

/** Without decimals where there are none to tell: `36 €`, `36,50 €`. */
export function formatShortMoney(minor: number, currency: string, tag: string): string {
  const isWhole = minor % 10 ** countMinorDigits(currency) === 0;
  return isWhole
    ? new Intl.NumberFormat(tag, { style: "currency", currency, maximumFractionDigits: 0 }).format(
        minor / 10 ** countMinorDigits(currency),
      )
    : formatMoney(minor, currency, tag);
}
