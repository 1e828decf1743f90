/**
 * Cells for a spreadsheet that opens the file by double click: numbers with the decimal sign of the language, local dates and
 * times as `2026-06-02 18:00`, which every language reads, and texts that cannot become formulas.
 */
import type { Language, Translate } from "#messages/translator.ts";

export interface ColumnContext {
  t: Translate;
  language: Language;
  /** For instants of rows without a zone of their own. */
  timezone: string;
  /** Rows of several organizations. */
  isPlatformScope: boolean;
  isTeam: boolean;
}

/** Spreadsheets take these for the start of a formula, also the wide signs of Chinese and Japanese keyboards. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Escapes a text that would become a formula, by an apostrophe: a name chosen by a stranger must not compute or send
 * anything on the reader's machine. https://owasp.org/www-community/attacks/CSV_Injection
 */
export const textCell = (text: string | null): string => {
  if (text === null) return "";
  return formulaStart.test(text) ? `'${text}` : text;
};

/** @param digits after the decimal sign */
export function numberCell(value: number | null, language: Language, digits = 0): string {
  if (value === null) return "";
  const text = value.toFixed(digits);
  return language === "fr" ? text.replace(".", ",") : text;
}

export function dateTimeCell(instant: string | null, timezone: string): string {
  if (instant === null) return "";
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDateTime();
  return local.toString({ smallestUnit: "minute" }).replace("T", " ");
}

/** As people write them: `+33612345678`, `0612345678`, `+12125550100`. */
const phoneGroupings: [RegExp, string][] = [
  [/^\+33\s?(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "+33 $1 $2 $3 $4 $5"],
  [/^(0\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1 $2 $3 $4 $5"],
  [/^\+1\s?(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3"],
];

/**
 * A phone number in groups: a spreadsheet takes one without spaces for a quantity, and one with hyphens for a subtraction.
 * Groups make it a text, so that even a plus needs no apostrophe.
 */
export function phoneCell(phone: string | null): string {
  if (phone === null) return "";
  const spaced = phone.replace(/[-./]+/g, " ").trim();
  const [pattern, replacement] = phoneGroupings.find(([form]) => form.test(spaced)) ?? [/^$/, ""];
  const grouped = spaced.replace(pattern, replacement);
  return /^\+\d[\d()]* [\d ()]+$/.test(grouped) ? grouped : textCell(grouped);
}
