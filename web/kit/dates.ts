/** Days and hours as people read them, in the reader's language and, given a zone, on the facility's clock. */
import { locale, t, useLocale } from "./words.ts";

type Instant = string | number | Date;
/** Whatever says a time says in the hour that a clock shows twice which one is meant: `2:30 AM GMT+1`, `02:30 UTC+1`. */
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
/** The browser's own way of writing instants: made once, for that takes a hundred times as long as to use it. */
export function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
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
  const key = `${tag} ${timeZone ?? ""}`;
  const known = made.get(key) ?? make(timeZone, tag);
  made.set(key, known);
  return known;
}
const made = new Map<string, Dates>();

function make(timeZone: string | undefined, tag: string): Dates {
  const zone = timeZone ? { timeZone } : {};
  const text = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (instant: Instant) => {
      format ??= formatter(tag, { ...options, ...zone });
      return format.format(asDate(instant));
    };
  };
  const exactly = exactlyIn(tag, zone);
  const time = exactly(text({ timeStyle: "short" }));
  const english = tag.startsWith("en");
  return {
    dateTime: exactly(
      english ? (instant) => englishDateTime(asDate(instant), zone) : text({ dateStyle: "medium", timeStyle: "short" }),
    ),
    shortDate: text({ dateStyle: "short" }),
    time,
    date: text({ dateStyle: "medium" }),
    longDate: text({ dateStyle: "full" }),
    // As `Intl` would, at a tenth of the time, and without dates where it goes past midnight.
    timeRange: (start, end) => {
      const [from, to] = [time(start), time(end)];
      const [half = ""] = /\s?[ap]\.?m\.?$/i.exec(from) ?? [];
      const isWithin = asDate(end).getTime() - asDate(start).getTime() < 12 * hourMs;
      return `${isWithin && to.endsWith(half) ? from.slice(0, from.length - half.length) : from} – ${to}`;
    },
    duration: durationText,
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** By how much clocks are put back: by an hour, by half of one on Lord Howe Island, by two at Troll. */
const putBackMs = [hourMs, hourMs / 2, 2 * hourMs];

/** Adds the offset to what is said of an instant whose time the clock shows twice on its day. */
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
    formatter(tag, { hour: "numeric", timeZoneName: "shortOffset", ...zone })
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value;
  return (said: (instant: Instant) => string) => (instant: Instant) => {
    const at = asDate(instant).getTime();
    return comesTwice(at) ? `${said(instant)} ${offset(at)}` : said(instant);
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
