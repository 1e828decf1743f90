/**
 * Opening hours of a field. Pure. Instants are epoch milliseconds, dates `YYYY-MM-DD`, wall times `HH:MM`; ranges are
 * half-open.
 */
import { normalizeWallTime, minutesSinceMidnight, type Slot, type WeeklySlot } from "./hours-week-rules.ts";

/** Least specific first; the most specific exception wins. */
export const exceptionLevels = ["pattern", "organization", "facility", "field"] as const;

export interface HoursException {
  name: string;
  /** Local dates, both included. */
  from: string;
  to: string;
  closed: boolean;
  hours: readonly Slot[];
  place: (typeof exceptionLevels)[number];
  /** ISO 8601 instant. Without it, a later position in the list counts as newer. */
  createdAt?: string;
}

export interface TimeSpan {
  start: number;
  end: number;
}

export const toIsoSpan = ({ start, end }: TimeSpan): { start: string; end: string } => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

export interface OpenRange extends TimeSpan {
  /** Anchors for bookable starts: the opening, and each midnight after a day that is open as a whole. */
  counts: readonly number[];
}

export interface FieldHours {
  timezone: string;
  /** Weekly hours of the pattern; null if the field has none, and then it is never open. */
  hours: readonly WeeklySlot[] | null;
  exceptions: readonly HoursException[];
  closed?: boolean;
}

/** The weekly hours of a field without any, where only closures bind the team. */
export const ALWAYS_OPEN: readonly WeeklySlot[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  start: "00:00",
  end: "00:00",
}));

const exceptionLength = ({ from, to }: HoursException) => Date.parse(to) - Date.parse(from);
const exceptionCreatedAt = ({ createdAt }: HoursException) => (createdAt ? Date.parse(createdAt) : 0);

/** The exception that applies on a date: the most specific level, then the shortest period, then the newest. */
export function findException<E extends HoursException>(date: string, exceptions: readonly E[]): E | undefined {
  const outranks = (one: E, other: E) =>
    (exceptionLevels.indexOf(one.place) - exceptionLevels.indexOf(other.place) ||
      exceptionLength(other) - exceptionLength(one) ||
      exceptionCreatedAt(one) - exceptionCreatedAt(other)) >= 0;
  let found: E | undefined;
  for (const one of exceptions) if (one.from <= date && date <= one.to && (!found || outranks(one, found))) found = one;
  return found;
}

function listSlotsOn(date: Temporal.PlainDate, hours: readonly WeeklySlot[], exceptions: readonly HoursException[]) {
  const exception = exceptions.length > 0 ? findException(date.toString(), exceptions) : undefined;
  if (exception) return exception.closed ? [] : exception.hours;
  return hours.filter(({ weekday }) => weekday === date.dayOfWeek);
}

/** If a wall time occurs twice, the start is the first and the end the second; if it does not exist, both move forward. */
function slotToSpan(date: Temporal.PlainDate, slot: Slot, timezone: string): TimeSpan {
  const endDate = minutesSinceMidnight(slot.end) > minutesSinceMidnight(slot.start) ? date : date.add({ days: 1 });
  const at = (day: Temporal.PlainDate, time: string, disambiguation: "compatible" | "later") =>
    day.toPlainDateTime(normalizeWallTime(time)).toZonedDateTime(timezone, { disambiguation }).epochMilliseconds;
  return { start: at(date, slot.start, "compatible"), end: at(endDate, slot.end, "later") };
}

const startOfDay = (date: Temporal.PlainDate, timezone: string) => date.toZonedDateTime(timezone).epochMilliseconds;

/** The local day, which lasts 23, 24 or 25 hours. */
export function dayBounds(date: string, timezone: string): TimeSpan {
  const day = Temporal.PlainDate.from(date);
  return { start: startOfDay(day, timezone), end: startOfDay(day.add({ days: 1 }), timezone) };
}

export interface WeekHoursFilter {
  weekday?: number | undefined;
  hour?: number | undefined;
}

/**
 * The hours of the week between two dates, both included, in order. An hour that the clock skips is left out; one that
 * it repeats lasts two hours.
 */
export function listWeekHours(
  { from, to }: { from: string; to: string },
  timezone: string,
  { weekday, hour }: WeekHoursFilter,
): TimeSpan[] {
  const spans: TimeSpan[] = [];
  const last = Temporal.PlainDate.from(to);
  const first = Temporal.PlainDate.from(from);
  let day = weekday ? first.add({ days: (weekday + 7 - first.dayOfWeek) % 7 }) : first;
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: weekday ? 7 : 1 })) {
    const begin = day.toPlainDateTime({ hour: hour ?? 0 });
    const end = begin.add(hour === undefined ? { days: 1 } : { hours: 1 });
    const span = {
      start: begin.toZonedDateTime(timezone).epochMilliseconds,
      end: end.toZonedDateTime(timezone).epochMilliseconds,
    };
    if (span.start < span.end) spans.push(span);
  }
  return spans;
}

export function mergeRanges(ranges: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) merged.push({ start, end });
  }
  return merged;
}

/** Days computed around the requested dates: a booking may start on the last one and take 24 hours. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 2;

/**
 * Open ranges that intersect these local dates (both included), sorted and merged. A range keeps its full length beyond
 * the dates; only an endless range is cut, a day before `from` and two days after `to`.
 * @throws RangeError for an invalid date, wall time or time zone
 */
export function openRangesBetween(from: string, to: string, hours: FieldHours): OpenRange[] {
  const { timezone, closed = false } = hours;
  if (closed || hours.hours === null) return [];
  const first = Temporal.PlainDate.from(from).subtract({ days: DAYS_BEFORE });
  const last = Temporal.PlainDate.from(to).add({ days: DAYS_AFTER });
  const days: Temporal.PlainDate[] = [];
  for (let day = first.subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push(day);
  const slots = days.flatMap((day) =>
    listSlotsOn(day, hours.hours ?? [], hours.exceptions).map((slot) => slotToSpan(day, slot, timezone)),
  );
  const midnights = [...days.slice(1), last.add({ days: 1 })].map((day) => startOfDay(day, timezone));
  const asked = { start: midnights.at(DAYS_BEFORE) ?? 0, end: midnights.at(-1 - DAYS_AFTER) ?? 0 };
  const known = { start: midnights[0] ?? 0, end: midnights.at(-1) ?? 0 };
  return mergeRanges(slots)
    .filter(({ start, end }) => start < asked.end && end > asked.start)
    .map((range) => {
      const { start, end } = intersectSpans(range, known);
      const anew = midnights.filter((one, index) => index > 0 && start <= (midnights[index - 1] ?? 0) && one < end);
      return { start, end, counts: [start, ...anew] };
    });
}

export const openRangesOn = (date: string, hours: FieldHours): OpenRange[] => openRangesBetween(date, date, hours);

/** The intersection of two ranges; empty if `end ≤ start`. */
export const intersectSpans = (one: TimeSpan, other: TimeSpan): TimeSpan => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});

export const clipSpans = (ranges: readonly TimeSpan[], within: TimeSpan): TimeSpan[] =>
  ranges.map((range) => intersectSpans(range, within)).filter(({ start, end }) => start < end);

export const isWithinOpenTime = (ranges: readonly TimeSpan[], { start, end }: TimeSpan): boolean =>
  ranges.some((range) => range.start <= start && end <= range.end);
