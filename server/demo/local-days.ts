/** Days of a place by its clock, as milliseconds. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface LocalDay {
  date: Temporal.PlainDate;
  /** From today: negative in the past. */
  offset: number;
  weekday: number;
  /** Epoch milliseconds of a minute of this day, which may be past its midnight. */
  at(minute: number): number;
}

const instantOf = (date: Temporal.PlainDate, minute: number, zone: string): number =>
  date
    .add({ days: Math.floor(minute / 1440) })
    .toPlainDateTime({ hour: Math.floor((minute % 1440) / 60), minute: minute % 60 })
    .toZonedDateTime(zone).epochMilliseconds;

export function localDay(today: Temporal.PlainDate, offset: number, zone: string): LocalDay {
  const date = today.add({ days: offset });
  const [midnight, next, afterNext] = [0, 1440, 2880].map((minute) => instantOf(date, minute, zone));
  const isRegular = next === (midnight ?? 0) + DAY_MS && afterNext === next + DAY_MS;
  return {
    date,
    offset,
    weekday: date.dayOfWeek,
    at: (minute) => (isRegular ? (midnight ?? 0) + minute * MINUTE_MS : instantOf(date, minute, zone)),
  };
}
