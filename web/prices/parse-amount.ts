/** Parses typed amounts of money into minor units, and formats them for editing. Pure. */
import { countMinorDigits } from "#messages/format-money.ts";

/** Minor units; a text that is no amount; undefined if empty. */
export type CellValue = number | string | undefined;

export interface AmountNotation {
  /** ISO 4217 code. */
  currency: string;
  /** BCP 47 language tag. */
  tag: string;
  /** Name of the amount 0 in the reader's language. */
  free: string;
}

/** The contract's maximum. */
const MAX_MINOR_UNITS = 100_000_000;
const dashPattern = /^[-–—]*$/;
const numberPattern = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?(?:[.,]\d*)?$|^\d*[.,]?\d+$|^\d+[.,]$/;

/** `1 234,5` → `1234.5`. The last of two separators is the decimal one; one before three digits groups thousands. */
function normalizeNumber(text: string): string {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const [whole, rest] = [text.slice(0, Math.max(0, last)), text.slice(last + 1)];
  const isThousands = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  const isDecimal = last >= 0 && !isThousands && (!/[.,]/.test(whole) || !whole.includes(text.charAt(last)));
  return isDecimal ? `${whole.replace(/[.,]/g, "")}.${rest}` : text.replace(/[.,]/g, "");
}

/**
 * Reads an amount as people type or paste it: `18`, `18,5`, `€18.00`, `1 234,50 €`.
 * @returns minor units; undefined for an empty text or a dash; the trimmed text if it is no amount
 */
export function parseAmount(text: string, { currency, free }: AmountNotation): CellValue {
  const bare = text
    .trim()
    .replace(/\p{Sc}|[\s'’]/gu, "")
    .replace(new RegExp(`^${currency}|${currency}$`, "i"), "");
  if (dashPattern.test(bare)) return undefined;
  if (text.trim().toLowerCase() === free.toLowerCase()) return 0;
  if (!numberPattern.test(bare)) return text.trim();
  const minor = Math.round(Number(normalizeNumber(bare)) * 10 ** countMinorDigits(currency));
  return Number.isFinite(minor) && minor <= MAX_MINOR_UNITS ? minor : text.trim();
}

/** An amount for editing: `18,50`, without its currency. */
export function formatEditableAmount(cell: CellValue, { currency, tag }: AmountNotation): string {
  if (typeof cell !== "number") return cell ?? "";
  const digits = countMinorDigits(currency);
  const isWhole = cell % 10 ** digits === 0;
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(cell / 10 ** digits);
}
