/** Splits time spans into local dates and hours (time zones, daylight saving time). */
import type { TimeSpan } from "#contract/hours-rules.ts";

export const dayMs = 86_400_000;

/** Both ends are included. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  const last = Date.parse(to);
  for (let day = Date.parse(from); day <= last; day += dayMs) dates.push(new Date(day).toISOString().slice(0, 10));
  return dates;
}

/** Part of a span: index of the date, and local hour. */
export interface HourPart {
  date: number;
  hour: number;
  minutes: number;
}

export interface HourSplitter {
  /** From the first midnight to the one after the last date. */
  within: TimeSpan;
  /** Index of the instant's date; -1 if outside. */
  dateIndexAt(instant: number): number;
  /** Drops what lies outside the dates. */
  splitByHour(span: TimeSpan): HourPart[];
}

const HOURS_PER_DAY = 24;

/**
 * @param dates local, in order, without gaps
 * @param timezone IANA name; an hour skipped in spring has length 0, a repeated one in autumn two hours
 */
export function createHourSplitter(dates: readonly string[], timezone: string): HourSplitter {
  const days = [...dates.map((date) => Temporal.PlainDate.from(date))];
  const last = days.at(-1);
  if (!last) throw new RangeError("A clock needs a date");
  const begins = days.flatMap((day) =>
    Array.from(
      { length: HOURS_PER_DAY },
      (_, hour) => day.toPlainDateTime({ hour }).toZonedDateTime(timezone).epochMilliseconds,
    ),
  );
  begins.push(last.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds);
  const within = { start: begins[0] ?? 0, end: begins.at(-1) ?? 0 };

  /** Binary search for the last hour that starts at or before the instant. */
  const indexOf = (instant: number): number => {
    let [low, high] = [0, begins.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((begins[middle] ?? Infinity) <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return {
    within,
    dateIndexAt: (instant) =>
      instant < within.start || instant >= within.end ? -1 : Math.floor(indexOf(instant) / HOURS_PER_DAY),
    splitByHour({ start, end }) {
      const parts: HourPart[] = [];
      const from = Math.max(start, within.start);
      const to = Math.min(end, within.end);
      for (let at = indexOf(from), begin = from; begin < to; at++) {
        const until = Math.min(begins[at + 1] ?? to, to);
        const minutes = (until - begin) / 60_000;
        if (minutes > 0) parts.push({ date: Math.floor(at / HOURS_PER_DAY), hour: at % HOURS_PER_DAY, minutes });
        begin = Math.max(begin, until);
      }
      return parts;
    },
  };
}
