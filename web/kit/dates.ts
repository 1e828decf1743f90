/** Days and hours as people read them, in the reader's language and, given a zone, on the facility's clock. */
import { locale, t, useLocale } from "./words.ts";

type Instant = string | number | Date;
export interface Dates {
  /** `Nov 20, 2026 4:00 PM`, `20 nov. 2026, 16:00`. */
  dateTime: (instant: Instant) => string;
  /** `11/20/26`, `20/11/2026`: the locale's short date. */
  shortDate: (instant: Instant) => string;
  /** `4:00 PM`, `16:00`: the locale's short time. */
  time: (instant: Instant) => string;
  /** `Nov 20, 2026`, `20 nov. 2026`. */
  date: (instant: Instant) => string;
  /** `Friday, November 20, 2026`, `vendredi 20 novembre 2026`. */
  longDate: (instant: Instant) => string;
  /** `4:00 – 5:30 PM`, `16:00 – 17:30`. */
  timeRange: (start: Instant, end: Instant) => string;
  /** Of minutes: `1 h 30 min`. */
  duration: (minutes: number) => string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(key, known);
  return known;
}
const asDate = (instant: Instant) => (instant instanceof Date ? instant : new Date(instant));

/**
 * @param timeZone of the facility, such as `Europe/Paris`; without it, the reader's own clock
 * @param tag BCP 47 language tag
 */
export function dates(timeZone?: string, tag: string = locale()): Dates {
  const zone = timeZone ? { timeZone } : {};
  const text = (options: Intl.DateTimeFormatOptions) => (instant: Instant) =>
    formatter(tag, { ...options, ...zone }).format(asDate(instant));
  const english = tag.startsWith("en");
  return {
    dateTime: english
      ? (instant) => englishDateTime(asDate(instant), zone)
      : text({ dateStyle: "medium", timeStyle: "short" }),
    shortDate: text({ dateStyle: "short" }),
    time: text({ timeStyle: "short" }),
    date: text({ dateStyle: "medium" }),
    longDate: text({ dateStyle: "full" }),
    timeRange: (start, end) =>
      formatter(tag, { timeStyle: "short", ...zone })
        .formatRange(asDate(start), asDate(end))
        .replace(/\s*[–-]\s*/, " – "),
    duration: durationText,
  };
}

/** The specification's `LLL d, yyyy h:mm a`, which no `Intl` style gives. */
function englishDateTime(date: Date, zone: { timeZone?: string }): string {
  const options = {
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    ...zone,
  } as const;
  const parts = new Map(
    formatter("en-US", options)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return `${part("month")} ${part("day")}, ${part("year")} ${part("hour")}:${part("minute")} ${part("dayPeriod")}`;
}

function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("kit.minutes", { minutes: rest });
  return rest === 0 ? t("kit.hours", { hours }) : t("kit.hoursAndMinutes", { hours, minutes: rest });
}

/** `dates` that follow a change of language. */
export const useDates = (timeZone?: string): Dates => dates(timeZone, useLocale());
