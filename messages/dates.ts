/** The one way to write days and times in each language, for pages, mails and files. Nothing else uses `Intl.DateTimeFormat`. */
import type { Language } from "./translator.ts";

export type Instant = string | number | Date;

/** BCP 47 tags: the language alone decides how a date is written, not the browser. 12 hours in English, 24 in French. */
export const languageTags = { en: "en-US", fr: "fr-FR" } as const satisfies Record<Language, string>;

/** A time that the clock shows twice on its day says which one is meant: `2:30 AM GMT+1`, `02:30 UTC+1`. */
export interface DateFormats {
  /** A moment: `Nov 20, 2026 4:00 PM`, `20/11/2026 16:00`. */
  dateTime: (instant: Instant) => string;
  /** `Nov 20, 2026 4:00 – 5:30 PM`, `20/11/2026 16:00 – 17:30`. */
  dateTimeRange: (start: Instant, end: Instant) => string;
  /** A moment with its weekday: `Friday, Nov 20, 2026 4:00 PM`, `vendredi 20/11/2026 16:00`. */
  weekdayDateTime: (instant: Instant) => string;
  /** `Friday, Nov 20, 2026 4:00 – 5:30 PM`, `vendredi 20/11/2026 16:00 – 17:30`. */
  weekdayDateTimeRange: (start: Instant, end: Instant) => string;
  /** The date of a moment: `Nov 20, 2026`, `20/11/2026`. */
  date: (instant: Instant) => string;
  /** `Fri, Nov 20, 2026`, `ven. 20/11/2026`. */
  weekdayDate: (instant: Instant) => string;
  /** The time of a moment: `4:00 PM`, `16:00`. */
  time: (instant: Instant) => string;
  /** `4:00 – 5:30 PM`, `16:00 – 17:30`. */
  timeRange: (start: Instant, end: Instant) => string;
  /** The name of a day, as a heading: `Friday, November 20, 2026`, `vendredi 20 novembre 2026`. */
  longDate: (instant: Instant) => string;
  /** Several days, as a heading: `Monday, November 16 – Sunday, November 22, 2026`. */
  longDateRange: (first: Instant, last: Instant) => string;
  /** A day whose year is known: `Friday, November 20`, `vendredi 20 novembre`. */
  longDay: (instant: Instant) => string;
  /** A day whose year is known, where there is little room: `Fri, Nov 20`, `ven. 20 nov.` */
  day: (instant: Instant) => string;
  /** Several such days: `Nov 16 – 22`, `16–22 nov.` */
  dayRange: (first: Instant, last: Instant) => string;
  /** `Fri, November 20`: the title of a day's planning. */
  dayTitle: (instant: Instant) => string;
  /** `Friday, Nov 20`: the head of a column. */
  dayHeading: (instant: Instant) => string;
  /** `November 2026`, `novembre 2026`. */
  month: (instant: Instant) => string;
  /** `Nov`, `nov.` */
  monthShort: (instant: Instant) => string;
  /** `Friday`, `vendredi`. */
  weekday: (instant: Instant) => string;
  /** `Fri`, `ven.` */
  weekdayShort: (instant: Instant) => string;
  /** `F`, `V`. */
  weekdayNarrow: (instant: Instant) => string;
  /** A whole hour: `6 PM`, `18 h`. */
  hour: (instant: Instant) => string;
  /** `Fri 6 PM`, `ven. 18 h`. */
  weekdayHour: (instant: Instant) => string;
  /** The time zone in words: `Central European Standard Time`. */
  zoneName: (instant: Instant) => string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Made once: to make one takes a hundred times as long as to use it. */
function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(key, known);
  return known;
}
const asDate = (instant: Instant) => (instant instanceof Date ? instant : new Date(instant));

const made = new Map<string, DateFormats>();

/** @param timeZone of the place, such as `Europe/Paris`; without it, that of the machine */
export function dateFormats(language: Language, timeZone?: string): DateFormats {
  const key = `${language} ${timeZone ?? ""}`;
  const known = made.get(key) ?? make(language, timeZone);
  made.set(key, known);
  return known;
}

/** Whether times of a language go to 12, with AM and PM. */
export const hasTwelveHours = (language: Language): boolean =>
  formatter(languageTags[language], { timeStyle: "short" }).resolvedOptions().hour12 === true;

/** The local date of an instant: `2026-11-20`. @param timeZone without it, that of the machine */
export const localDate = (instant: Instant, timeZone?: string): string =>
  formatter("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", ...(timeZone ? { timeZone } : {}) }).format(
    asDate(instant),
  );

/** The time zone of this machine: the reader's, in a browser. */
export const ownTimeZone = (): string => formatter("en", {}).resolvedOptions().timeZone;

/** The usual name of a time zone. @throws RangeError where there is none of this name */
export const canonicalTimeZone = (name: string): string =>
  new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;

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
  const date = text({ dateStyle: isEnglish ? "medium" : "short" });
  const [weekday, weekdayShort] = [text({ weekday: "long" }), text({ weekday: "short" })];
  const comma = isEnglish ? ", " : " ";
  const dateTime = exactly(
    // The specification's `LLL d, yyyy h:mm a`, which has no comma before the hour.
    isEnglish
      ? (instant) => `${date(instant)} ${plainTime(tag, zone, asDate(instant))}`
      : text({ dateStyle: "short", timeStyle: "short" }),
  );
  // As `Intl` would, at a tenth of the time, and without dates where it goes past midnight.
  const timeRange = (start: Instant, end: Instant) => {
    const [from, to] = [time(start), time(end)];
    const [half = ""] = /\s?[ap]\.?m\.?$/i.exec(from) ?? [];
    const isWithin = asDate(end).getTime() - asDate(start).getTime() < dayMs / 2;
    return `${isWithin && to.endsWith(half) ? from.slice(0, from.length - half.length) : from} – ${to}`;
  };
  const dateTimeRange = (start: Instant, end: Instant) =>
    asDate(end).getTime() - asDate(start).getTime() > dayMs
      ? `${dateTime(start)} – ${dateTime(end)}`
      : `${date(start)} ${timeRange(start, end)}`;
  return {
    dateTime,
    dateTimeRange,
    weekdayDateTime: (instant) => `${weekday(instant)}${comma}${dateTime(instant)}`,
    weekdayDateTimeRange: (start, end) => `${weekday(start)}${comma}${dateTimeRange(start, end)}`,
    date,
    weekdayDate: (instant) => `${weekdayShort(instant)}${comma}${date(instant)}`,
    time,
    timeRange,
    longDate: text({ dateStyle: "full" }),
    longDateRange: range({ dateStyle: "full" }),
    longDay: text({ weekday: "long", day: "numeric", month: "long" }),
    day: text({ weekday: "short", day: "numeric", month: "short" }),
    dayRange: range({ day: "numeric", month: "short" }),
    dayTitle: text({ weekday: "short", day: "numeric", month: "long" }),
    dayHeading: text({ weekday: "long", day: "numeric", month: "short" }),
    month: text({ month: "long", year: "numeric" }),
    monthShort: text({ month: "short" }),
    weekday,
    weekdayShort,
    weekdayNarrow: text({ weekday: "narrow" }),
    hour: text({ hour: "numeric" }),
    weekdayHour: text({ weekday: "short", hour: "numeric" }),
    zoneName: (instant) => partOf(of({ timeZoneName: "long" })(), asDate(instant), "timeZoneName"),
  };
}

const partOf = (format: Intl.DateTimeFormat, date: Date, type: Intl.DateTimeFormatPartTypes): string =>
  format.formatToParts(date).find((part) => part.type === type)?.value ?? "";

/** `4:00 PM` with a plain space, where `Intl` puts a narrow one. */
function plainTime(tag: string, zone: { timeZone?: string }, date: Date): string {
  const format = formatter(tag, { hour: "numeric", minute: "2-digit", hour12: true, ...zone });
  return `${partOf(format, date, "hour")}:${partOf(format, date, "minute")} ${partOf(format, date, "dayPeriod")}`;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** By how much clocks are put back: by an hour, by half of one on Lord Howe Island, by two at Troll. */
const putBackMs = [hourMs, hourMs / 2, 2 * hourMs];

/** Adds the offset to what is written of an instant whose time the clock shows twice on its day. */
function exactlyIn(tag: string, zone: { timeZone?: string }) {
  const write = (options: Intl.DateTimeFormatOptions) => (at: number) =>
    formatter(tag, { ...options, ...zone }).format(at);
  // The first is the one that times are written by anyway: to make another takes milliseconds.
  const [clock, plain] = [write({ timeStyle: "short" }), write({ dateStyle: "short", timeStyle: "medium" })];
  /** Whether the clock runs on evenly around a day: nearly always, and then nothing more is asked. */
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
