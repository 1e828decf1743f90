/** Date and time formats of each language, for pages, mails and files. No other file uses `Intl.DateTimeFormat`. */
import { toCurrentName } from "./time-zones.ts";
import type { Language } from "./translator.ts";

export type Instant = string | number | Date;

/** BCP 47 tags. Dates depend on the language alone, not on the browser: 12 hours in English, 24 in French. */
export const languageTags = { en: "en-US", fr: "fr-FR" } as const satisfies Record<Language, string>;

/** A time that the clock repeats on its day is written with its offset: `2:30 AM GMT+1`, `02:30 UTC+1`. */
export interface DateFormats {
  /** `Nov 20, 2026 4:00 PM`, `20/11/2026 16:00`. */
  dateTime: (instant: Instant) => string;
  dateTimeRange: (start: Instant, end: Instant) => string;
  /** `Friday, Nov 20, 2026 4:00 PM`, `vendredi 20/11/2026 16:00`. */
  weekdayDateTime: (instant: Instant) => string;
  weekdayDateTimeRange: (start: Instant, end: Instant) => string;
  /** `Nov 20, 2026`, `20/11/2026`. */
  date: (instant: Instant) => string;
  /** `Nov 1 – 28, 2026`, `01/11/2026 – 28/11/2026`; one day is written once. */
  dateRange: (first: Instant, last: Instant) => string;
  /** `Fri, Nov 20, 2026`, `ven. 20/11/2026`. */
  weekdayDate: (instant: Instant) => string;
  /** `4:00 PM`, `16:00`. */
  time: (instant: Instant) => string;
  timeRange: (start: Instant, end: Instant) => string;
  /** For headings: `Friday, November 20, 2026`, `vendredi 20 novembre 2026`. */
  longDate: (instant: Instant) => string;
  /** For headings: `Monday, November 16 – Sunday, November 22, 2026`. */
  longDateRange: (first: Instant, last: Instant) => string;
  /** Without the year: `Friday, November 20`, `vendredi 20 novembre`. */
  longDay: (instant: Instant) => string;
  /** Without the year, short: `Fri, Nov 20`, `ven. 20 nov.` */
  day: (instant: Instant) => string;
  /** `Nov 16 – 22`, `16–22 nov.` */
  dayRange: (first: Instant, last: Instant) => string;
  /** Title of the day's planning: `Fri, November 20`; in another year than this one `Fri, November 20, 2027`. */
  dayTitle: (instant: Instant) => string;
  /** Head of a column: `Friday, Nov 20`. */
  dayHeading: (instant: Instant) => string;
  month: (instant: Instant) => string;
  monthShort: (instant: Instant) => string;
  weekday: (instant: Instant) => string;
  weekdayShort: (instant: Instant) => string;
  weekdayNarrow: (instant: Instant) => string;
  /** `6 PM`, `18 h`. */
  hour: (instant: Instant) => string;
  /** `Fri 6 PM`, `ven. 18 h`. */
  weekdayHour: (instant: Instant) => string;
  zoneName: (instant: Instant) => string;
  /** The zone's name if its clock and the machine's differ at the instant; else empty. */
  otherZoneName: (instant: Instant) => string;
  /** The same, short for rows: `CST`, `UTC−6`. */
  otherZoneShortName: (instant: Instant) => string;
  /** The text of an instant, followed by the zone's name where it is not the machine's. */
  withOtherZoneName: (text: string, instant: Instant) => string;
  /** `dateTime`, with the zone's name where it is not the machine's: `Nov 20, 2026 4:00 PM (Central European Standard Time)`. */
  zonedDateTime: (instant: Instant) => string;
  /** For sentences: `Friday, Nov 20, 4:00 PM`, `vendredi 20 nov., 16:00`, with the zone's name where it is not the machine's. */
  zonedDayTime: (instant: Instant) => string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Caches formatters: creating one takes a hundred times as long as using it. */
function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(key, known);
  return known;
}
const asDate = (instant: Instant) => (instant instanceof Date ? instant : new Date(instant));

const made = new Map<string, DateFormats>();

/** @param timeZone IANA name, such as `Europe/Paris`. Default: the machine's. */
export function dateFormats(language: Language, timeZone?: string): DateFormats {
  const key = `${language} ${timeZone ?? ""}`;
  const known = made.get(key) ?? make(language, timeZone);
  made.set(key, known);
  return known;
}

export const hasTwelveHours = (language: Language): boolean =>
  formatter(languageTags[language], { timeStyle: "short" }).resolvedOptions().hour12 === true;

/** Local date of an instant: `2026-11-20`. @param timeZone default: the machine's */
export const localDate = (instant: Instant, timeZone?: string): string =>
  formatter("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", ...(timeZone ? { timeZone } : {}) }).format(
    asDate(instant),
  );

/** Local time of an instant on the clock of 24 hours: `19:00`. */
export const localTime = (instant: Instant, timeZone: string): string =>
  formatter("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(asDate(instant));

// 1 January 2024 was a Monday.
export const dateOfWeekday = (weekday: number): Date => new Date(Date.UTC(2024, 0, weekday));

/** Several weekdays (1 is Monday), in order: `Mon – Fri`, `Sat, Sun`; `lun. – ven.` */
export function listWeekdays(language: Language, several: readonly number[]): string {
  const short = (weekday: number) => dateFormats(language, "UTC").weekdayShort(dateOfWeekday(weekday));
  const sorted = several.toSorted((one, other) => one - other);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  const isRow = sorted.length > 2 && last - first === sorted.length - 1;
  return isRow ? `${short(first)} – ${short(last)}` : sorted.map(short).join(", ");
}

export const ownTimeZone = (): string => toCurrentName(formatter("en", {}).resolvedOptions().timeZone);

/** Resolves aliases and former names of a time zone. @throws RangeError for an unknown name */
export const canonicalTimeZone = (name: string): string =>
  toCurrentName(new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone);

/** The usual name of a zone, whatever the season: `Eastern Time`. @throws RangeError for an unknown zone */
export const usualZoneName = (language: Language, timeZone: string): string =>
  partOf(formatter(languageTags[language], { timeZone, timeZoneName: "longGeneric" }), new Date(0), "timeZoneName");

function make(language: Language, timeZone: string | undefined): DateFormats {
  const tag = languageTags[language];
  const zone = timeZone ? { timeZone } : {};
  const of = (options: Intl.DateTimeFormatOptions) => () => formatter(tag, { ...options, ...zone });
  const text = (options: Intl.DateTimeFormatOptions) => {
    const format = of(options);
    return (instant: Instant) => format().format(asDate(instant));
  };
  const range = (options: Intl.DateTimeFormatOptions) => {
    const format = of(options);
    return (first: Instant, last: Instant) => format().formatRange(asDate(first), asDate(last));
  };
  const exactly = exactlyIn(tag, zone);
  const isEnglish = language === "en";
  const time = exactly(text({ timeStyle: "short" }));
  const dateOptions = { dateStyle: isEnglish ? "medium" : "short" } as const;
  const date = text(dateOptions);
  const [weekday, weekdayShort] = [text({ weekday: "long" }), text({ weekday: "short" })];
  const comma = isEnglish ? ", " : " ";
  const dateTime = exactly(
    // The specification's `LLL d, yyyy h:mm a`, without the comma that `Intl` writes before the hour.
    isEnglish
      ? (instant) => `${date(instant)} ${plainTime(tag, zone, asDate(instant))}`
      : text({ dateStyle: "short", timeStyle: "short" }),
  );
  // Writes what `formatRange` would, in a tenth of the time, and without dates if the range runs past midnight.
  const timeRange = (start: Instant, end: Instant) => {
    const [from, to] = [time(start), time(end)];
    const [half = ""] = /\s?[ap]\.?m\.?$/i.exec(from) ?? [];
    const isWithin = asDate(end).getTime() - asDate(start).getTime() < dayMs / 2;
    return `${isWithin && to.endsWith(half) ? from.slice(0, from.length - half.length) : from} – ${to}`;
  };
  const dayHeading = text({ weekday: "long", day: "numeric", month: "short" });
  const dateTimeRange = (start: Instant, end: Instant) =>
    asDate(end).getTime() - asDate(start).getTime() > dayMs
      ? `${dateTime(start)} – ${dateTime(end)}`
      : `${date(start)} ${timeRange(start, end)}`;
  const nameZone = (timeZoneName: "long" | "short") => (instant: Instant) =>
    partOf(of({ timeZoneName })(), asDate(instant), "timeZoneName");
  const zoneName = nameZone("long");
  const nameOtherZone = (name: (instant: Instant) => string) => (instant: Instant) =>
    timeZone && dateFormats(language).dateTime(instant) !== dateTime(instant) ? name(instant) : "";
  const otherZoneName = nameOtherZone(zoneName);
  const withOtherZoneName = (said: string, instant: Instant) => {
    const other = otherZoneName(instant);
    return other ? `${said} (${other})` : said;
  };
  const titleOptions = { weekday: "short", day: "numeric", month: "long" } as const;
  const [dayTitle, dayTitleWithYear] = [text(titleOptions), text({ ...titleOptions, year: "numeric" })];
  const year = text({ year: "numeric" });
  const isThisYear = (instant: Instant) => year(instant) === year(Date.now());
  return {
    dateTime,
    dateTimeRange,
    weekdayDateTime: (instant) => `${weekday(instant)}${comma}${dateTime(instant)}`,
    weekdayDateTimeRange: (start, end) => `${weekday(start)}${comma}${dateTimeRange(start, end)}`,
    date,
    dateRange: range(dateOptions),
    weekdayDate: (instant) => `${weekdayShort(instant)}${comma}${date(instant)}`,
    time,
    timeRange,
    longDate: text({ dateStyle: "full" }),
    longDateRange: range({ dateStyle: "full" }),
    longDay: text({ weekday: "long", day: "numeric", month: "long" }),
    day: text({ weekday: "short", day: "numeric", month: "short" }),
    dayRange: range({ day: "numeric", month: "short" }),
    dayTitle: (instant) => (isThisYear(instant) ? dayTitle(instant) : dayTitleWithYear(instant)),
    dayHeading,
    month: text({ month: "long", year: "numeric" }),
    monthShort: text({ month: "short" }),
    weekday,
    weekdayShort,
    weekdayNarrow: text({ weekday: "narrow" }),
    hour: text({ hour: "numeric" }),
    weekdayHour: text({ weekday: "short", hour: "numeric" }),
    zoneName,
    otherZoneName,
    otherZoneShortName: nameOtherZone(nameZone("short")),
    withOtherZoneName,
    zonedDateTime: (instant) => withOtherZoneName(dateTime(instant), instant),
    zonedDayTime: (instant) => withOtherZoneName(`${dayHeading(instant)}, ${time(instant)}`, instant),
  };
}

const partOf = (format: Intl.DateTimeFormat, date: Date, type: Intl.DateTimeFormatPartTypes): string =>
  format.formatToParts(date).find((part) => part.type === type)?.value ?? "";

/** Writes `4:00 PM` with a plain space instead of `Intl`'s narrow one. */
function plainTime(tag: string, zone: { timeZone?: string }, date: Date): string {
  const format = formatter(tag, { hour: "numeric", minute: "2-digit", hour12: true, ...zone });
  return `${partOf(format, date, "hour")}:${partOf(format, date, "minute")} ${partOf(format, date, "dayPeriod")}`;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** At the end of daylight saving time (DST, summer time) clocks go back by an hour, on Lord Howe Island by half, at Troll by two. */
const putBackMs = [hourMs, hourMs / 2, 2 * hourMs];

/** Adds the offset to an instant whose wall time occurs twice on its day. */
function exactlyIn(tag: string, zone: { timeZone?: string }) {
  const write = (options: Intl.DateTimeFormatOptions) => (at: number) =>
    formatter(tag, { ...options, ...zone }).format(at);
  // The first formatter is cached for other formats already; creating another takes milliseconds.
  const [clock, plain] = [write({ timeStyle: "short" }), write({ dateStyle: "short", timeStyle: "medium" })];
  /** Days without a clock change around them, which are nearly all and need no further checks. */
  const even = new Map<number, boolean>();
  const isEven = (day: number) => {
    const known = even.get(day) ?? clock((day - 1) * dayMs) === clock((day + 2) * dayMs);
    even.set(day, known);
    return known;
  };
  const comesTwice = (at: number) =>
    !isEven(Math.floor(at / dayMs)) &&
    putBackMs.some((ms) => [at - ms, at + ms].some((other) => plain(other) === plain(at)));
  const offset = (at: number) =>
    partOf(formatter(tag, { hour: "numeric", timeZoneName: "shortOffset", ...zone }), new Date(at), "timeZoneName");
  return (said: (instant: Instant) => string) => (instant: Instant) => {
    const at = asDate(instant).getTime();
    return comesTwice(at) ? `${said(instant)} ${offset(at)}` : said(instant);
  };
}
