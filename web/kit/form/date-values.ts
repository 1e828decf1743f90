/** Parses and formats date field values: ISO texts, pasted texts, and React Aria's dates. */
import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from "@internationalized/date";
import { dateFormats } from "#messages/dates.ts";
import type { DateKind } from "./date-kinds.ts";
import type { Language } from "#web/kit/format/translation.ts";

/** Times have an arbitrary day. */
export type DateValue = CalendarDate | CalendarDateTime;
const ANY_DAY = "2024-01-01";

/** @returns null for a text that is no value of the kind */
export function parseValue(kind: DateKind, text: string): DateValue | null {
  try {
    if (kind === "date") return parseDate(text);
    // 24:00 is shown as 00:00, which means the same.
    return parseDateTime(`${ANY_DAY}T${text.replace(/^24:00$/, "00:00")}`);
  } catch {
    return null;
  }
}

/** The ISO text, a time to the minute; an empty one for null. */
export function isoText(kind: DateKind, value: DateValue | null): string {
  if (value === null) return "";
  const text = value.toString();
  return kind === "time" ? text.slice(11, 16) : text;
}

const months = Array.from({ length: 12 }, (_, month) =>
  dateFormats("en", "UTC")
    .monthShort(Date.UTC(2024, month, 15))
    .toLowerCase(),
);
const padded = (number: number | string) => String(number).padStart(2, "0");

function dateIn(text: string, language: Language): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? [];
  if (isoYear && isoMonth && isoDay) return `${isoYear}-${padded(isoMonth)}-${padded(isoDay)}`;
  const [, name, dayNamed, yearNamed] = /([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(text) ?? [];
  if (name && dayNamed) return `${yearNamed}-${padded(months.indexOf(name.toLowerCase()) + 1)}-${padded(dayNamed)}`;
  const [, first, separator, second, year] = /(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d\d)(?!\d)/.exec(text) ?? [];
  if (!first || !second || !year) return undefined;
  // Only American dates put the month first, and no month is above 12.
  const isMonthFirst = separator === "/" && language === "en" ? Number(first) <= 12 : Number(second) > 12;
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  return `${year.length === 2 ? `20${year}` : year}-${padded(month)}-${padded(day)}`;
}

function timeIn(text: string): string | undefined {
  const [, hour, minute = "00", half] =
    /(?<![\d/.-])(\d{1,2})\s?(?:[:h]\s?(\d\d)?)?(?::\d\d)?\s?(?:([ap])\.?m\.?)?\s*$/i.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return `${padded(hours)}:${minute}`;
}

/** Parses `24/12/2026`, `2026-12-24`, `Dec 24, 2026` or `18h30`; returns undefined for anything else. */
export function pastedText(kind: DateKind, text: string, language: Language): string | undefined {
  const found = kind === "date" ? dateIn(text, language) : timeIn(text.replace("T", " "));
  const value = found === undefined ? null : parseValue(kind, found);
  return value ? isoText(kind, value) : undefined;
}
