/** Cells of CSV exports: formatted for spreadsheets, and safe from formula injection. */
import type { Language, Translate } from "#messages/translator.ts";

export interface ColumnContext {
  t: Translate;
  language: Language;
  timezone: string;
  isPlatformScope: boolean;
  isTeam: boolean;
}

/** Spreadsheets treat these as the start of a formula, also the wide signs of Chinese and Japanese keyboards. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Escapes a text that would become a formula with an apostrophe: a name chosen by a stranger must not compute or send
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

const phoneGroupings: [RegExp, string][] = [
  [/^\+33\s?(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "+33 $1 $2 $3 $4 $5"],
  [/^(0\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1 $2 $3 $4 $5"],
  [/^\+1\s?(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3"],
];

/**
 * Groups the digits of a phone number: a spreadsheet reads one without spaces as a quantity, one with hyphens as a
 * subtraction. Groups make it text, so that even a plus sign needs no apostrophe.
 */
export function phoneCell(phone: string | null): string {
  if (phone === null) return "";
  const spaced = phone.replace(/[-./]+/g, " ").trim();
  const [pattern, replacement] = phoneGroupings.find(([form]) => form.test(spaced)) ?? [/^$/, ""];
  const grouped = spaced.replace(pattern, replacement);
  return /^\+\d[\d()]* [\d ()]+$/.test(grouped) ? grouped : textCell(grouped);
}
