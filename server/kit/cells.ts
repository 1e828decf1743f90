/**
 * Cells as a spreadsheet takes them, when somebody opens the file with a double click: numbers with the reader's decimal
 * sign, local dates and times as `2026-06-02 18:00`, which every language reads as such, and texts that cannot become
 * formulas.
 */
import type { Language, Translate } from "#words/words.ts";

/** For whom a list is written. */
export interface Reader {
  t: Translate;
  language: Language;
  /** In which instants are told, where a row has no zone of its own. */
  timezone: string;
  /** Rows of several organizations. */
  isEverywhere: boolean;
  isTeam: boolean;
}

/** What spreadsheets begin formulas with, also the wide signs of Chinese and Japanese keyboards. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * A text that stays one. What would begin a formula gets an apostrophe before it, the sign for text: a name that somebody
 * else chose must not compute, nor send anything, on the reader's machine. https://owasp.org/www-community/attacks/CSV_Injection
 */
export const textCell = (text: string | null): string => {
  if (text === null) return "";
  return formula.test(text) ? `'${text}` : text;
};

/** @param digits after the decimal sign, for what is not counted in whole ones */
export function numberCell(value: number | null, language: Language, digits = 0): string {
  if (value === null) return "";
  const text = value.toFixed(digits);
  return language === "fr" ? text.replace(".", ",") : text;
}

/** @param timezone whose clock tells it */
export function momentCell(instant: string | null, timezone: string): string {
  if (instant === null) return "";
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime();
  return local.toString({ smallestUnit: "minute" }).replace("T", " ");
}

/** As numbers are printed: `+33612345678`, `0612345678`, `+12125550100`. */
const groupings: [RegExp, string][] = [
  [/^\+33\s?(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "+33 $1 $2 $3 $4 $5"],
  [/^(0\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1 $2 $3 $4 $5"],
  [/^\+1\s?(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3"],
];

/**
 * A telephone number in groups: written without spaces a spreadsheet would take it for a quantity, and with hyphens for a
 * subtraction. In groups it is a text, so that even one with a plus needs no apostrophe.
 */
export function phoneCell(phone: string | null): string {
  if (phone === null) return "";
  const spaced = phone.replace(/[-./]+/g, " ").trim();
  const [pattern, replacement] = groupings.find(([form]) => form.test(spaced)) ?? [/^$/, ""];
  const grouped = spaced.replace(pattern, replacement);
  return /^\+\d[\d()]* [\d ()]+$/.test(grouped) ? grouped : textCell(grouped);
}
