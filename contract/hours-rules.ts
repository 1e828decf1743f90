/**
 * Opening hours: from a week and its exceptions to the ranges in which a field is open. Pure, for both sides.
 * Instants are epoch milliseconds, local dates `YYYY-MM-DD`, wall times `HH:MM`, all ranges half-open.
 */
import { normalizeWallTime, minutesSinceMidnight, type Slot, type WeeklySlot } from "./hours-week-rules.ts";

/** Level of an exception: the most particular wins. */
export const exceptionLevels = ["pattern", "facility", "field"] as const;

/** Replaces the weekly hours on some dates: a holiday, a closure, special hours. */
export interface HoursException {
  name: string;
  /** Local dates, both included. */
  from: string;
  to: string;
  /** Closed all these days, whatever `hours` says. */
  closed: boolean;
  hours: readonly Slot[];
  place: (typeof exceptionLevels)[number];
  /** ISO 8601 instant; without it, what stands later in the list counts as newer. */
  createdAt?: string;
}

/** Instants, in epoch milliseconds. */
export interface TimeSpan {
  start: number;
  end: number;
}
export interface OpenRange extends TimeSpan {
  /** Instants from which bookable starts are counted: the opening, and each midnight after a day open as a whole. */
  counts: readonly number[];
}

export interface FieldHours {
  /** IANA name. */
  timezone: string;
  /** The pattern's; null where the field has none, and then it is never open. */
  hours: readonly WeeklySlot[] | null;
  /** The pattern's, the facility's and the field's together. */
  exceptions: readonly HoursException[];
  /** The field takes no events at all. */
  closed?: boolean;
}

/** Days between the two dates: the shorter period is the more particular. */
const exceptionLength = ({ from, to }: HoursException) => Date.parse(to) - Date.parse(from);
const exceptionCreatedAt = ({ createdAt }: HoursException) => (createdAt ? Date.parse(createdAt) : 0);

/** The exception that holds on a date: the most specific place, then the shortest period, then the newest. */
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

/** A start that exists twice is the first, an end the second; both move forward where they do not exist. */
function slotToSpan(date: Temporal.PlainDate, slot: Slot, timezone: string): TimeSpan {
  const endDate = minutesSinceMidnight(slot.end) > minutesSinceMidnight(slot.start) ? date : date.add({ days: 1 });
  const at = (day: Temporal.PlainDate, time: string, disambiguation: "compatible" | "later") =>
    day.toPlainDateTime(normalizeWallTime(time)).toZonedDateTime(timezone, { disambiguation }).epochMilliseconds;
  return { start: at(date, slot.start, "compatible"), end: at(endDate, slot.end, "later") };
}

const startOfDay = (date: Temporal.PlainDate, timezone: string) => date.toZonedDateTime(timezone).epochMilliseconds;

/** The local day as it is: 23, 24 or 25 hours. */
export function dayBounds(date: string, timezone: string): TimeSpan {
  const day = Temporal.PlainDate.from(date);
  return { start: startOfDay(day, timezone), end: startOfDay(day.add({ days: 1 }), timezone) };
}

export interface WeekHoursFilter {
  /** Monday is 1; every day where it is left out. */
  weekday?: number | undefined;
  /** As the clock shows it, 0 to 23; all of the day where it is left out. */
  hour?: number | undefined;
}

/**
 * The hours of the week between dates, both included, in order. One that is left out in spring is none, one that comes twice
 * in autumn is two long.
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

/** Ranges in order, those that touch or overlap made one. */
export function mergeRanges(ranges: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) merged.push({ start, end });
  }
  return merged;
}

/** Ranges are followed this far past the requested dates: a booking may start on the last one and take 24 hours. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 2;

/**
 * The ranges that are open at some time of these local dates, in order, none touching another, each as a whole: also what
 * lies on the dates around them. Only a range without an end is cut, a day before `from` and two days after `to`.
 * For each date: exceptions that cover it replace the weekly hours, then comes what the day before runs past midnight.
 * @param from local date, included
 * @param to local date, included
 * @throws RangeError for a date, wall time or zone that is none
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

/** The ranges that are open at some time of a local date; see `openRangesBetween`. */
export const openRangesOn = (date: string, hours: FieldHours): OpenRange[] => openRangesBetween(date, date, hours);

/** The intersection of two ranges; empty when `end ≤ start`. */
export const intersectSpans = (one: TimeSpan, other: TimeSpan): TimeSpan => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});

/** The parts of ranges that lie within another: what a day shows of them. */
export const clipSpans = (ranges: readonly TimeSpan[], within: TimeSpan): TimeSpan[] =>
  ranges.map((range) => intersectSpans(range, within)).filter(({ start, end }) => start < end);

/** Whether an event lies in open time: inside one range, not across two. */
export const isWithinOpenTime = (ranges: readonly TimeSpan[], { start, end }: TimeSpan): boolean =>
  ranges.some((range) => range.start <= start && end <= range.end);
