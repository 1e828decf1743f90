/**
 * Opening hours: from a week and its exceptions to the ranges in which a field is open. Pure, for both sides.
 * Instants are epoch milliseconds, local dates `YYYY-MM-DD`, wall times `HH:MM`, all ranges half-open.
 */
import { bare, minutesOf, type Slot, type WeeklySlot } from "./hours-week-rules.ts";

/** Where an exception sits: what is more particular wins. */
export const exceptionPlaces = ["pattern", "facility", "field"] as const;

/** What replaces the weekly hours on some dates: a holiday, a closure, special hours. */
export interface HoursException {
  name: string;
  /** Local dates, both included. */
  from: string;
  to: string;
  /** Closed all these days, whatever `hours` says. */
  closed: boolean;
  hours: readonly Slot[];
  place: (typeof exceptionPlaces)[number];
  /** ISO 8601 instant; without it, what stands later in the list counts as newer. */
  createdAt?: string;
}

/** Instants, in epoch milliseconds. */
export interface Span {
  start: number;
  end: number;
}
export interface OpenRange extends Span {
  /** Instants from which bookable starts are counted: the opening, and each midnight after a day open as a whole. */
  counts: readonly number[];
}

export interface Hours {
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
const daysOf = ({ from, to }: HoursException) => Date.parse(to) - Date.parse(from);
const ageOf = ({ createdAt }: HoursException) => (createdAt ? Date.parse(createdAt) : 0);

/** The exception that holds on a date: the most specific place, then the shortest period, then the newest. */
export function exceptionOn<E extends HoursException>(date: string, exceptions: readonly E[]): E | undefined {
  const outranks = (one: E, other: E) =>
    (exceptionPlaces.indexOf(one.place) - exceptionPlaces.indexOf(other.place) ||
      daysOf(other) - daysOf(one) ||
      ageOf(one) - ageOf(other)) >= 0;
  let found: E | undefined;
  for (const one of exceptions) if (one.from <= date && date <= one.to && (!found || outranks(one, found))) found = one;
  return found;
}

function slotsOn(date: Temporal.PlainDate, hours: readonly WeeklySlot[], exceptions: readonly HoursException[]) {
  const exception = exceptions.length > 0 ? exceptionOn(date.toString(), exceptions) : undefined;
  if (exception) return exception.closed ? [] : exception.hours;
  return hours.filter(({ weekday }) => weekday === date.dayOfWeek);
}

/** A start that exists twice is the first, an end the second; both move forward where they do not exist. */
function rangeOf(date: Temporal.PlainDate, slot: Slot, timezone: string): Span {
  const endDate = minutesOf(slot.end) > minutesOf(slot.start) ? date : date.add({ days: 1 });
  const at = (day: Temporal.PlainDate, time: string, disambiguation: "compatible" | "later") =>
    day.toPlainDateTime(bare(time)).toZonedDateTime(timezone, { disambiguation }).epochMilliseconds;
  return { start: at(date, slot.start, "compatible"), end: at(endDate, slot.end, "later") };
}

const midnight = (date: Temporal.PlainDate, timezone: string) => date.toZonedDateTime(timezone).epochMilliseconds;

/** The local day as it is: 23, 24 or 25 hours. */
export function dayBounds(date: string, timezone: string): Span {
  const day = Temporal.PlainDate.from(date);
  return { start: midnight(day, timezone), end: midnight(day.add({ days: 1 }), timezone) };
}

export interface HoursOfWeek {
  /** Monday is 1; every day where it is left out. */
  weekday?: number | undefined;
  /** As the clock shows it, 0 to 23; all of the day where it is left out. */
  hour?: number | undefined;
}

/**
 * The hours of the week between dates, both included, in order. One that is left out in spring is none, one that comes twice
 * in autumn is two long.
 */
export function hoursOfWeek(
  { from, to }: { from: string; to: string },
  timezone: string,
  { weekday, hour }: HoursOfWeek,
): Span[] {
  const spans: Span[] = [];
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
export function mergeRanges(ranges: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (start < end) merged.push({ start, end });
  }
  return merged;
}

/** How far a range is followed past the dates asked for: whoever begins on the last one may stay for 24 hours. */
const daysBefore = 1;
const daysAfter = 2;

/**
 * The ranges that are open at some time of these local dates, in order, none touching another, each as a whole: also what
 * lies on the dates around them. Only a range without an end is cut, a day before `from` and two days after `to`.
 * For each date: exceptions that cover it replace the weekly hours, then comes what the day before runs past midnight.
 * @param from local date, included
 * @param to local date, included
 * @throws RangeError for a date, wall time or zone that is none
 */
export function openRangesBetween(from: string, to: string, hours: Hours): OpenRange[] {
  const { timezone, closed = false } = hours;
  if (closed || hours.hours === null) return [];
  const first = Temporal.PlainDate.from(from).subtract({ days: daysBefore });
  const last = Temporal.PlainDate.from(to).add({ days: daysAfter });
  const days: Temporal.PlainDate[] = [];
  for (let day = first.subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push(day);
  const slots = days.flatMap((day) =>
    slotsOn(day, hours.hours ?? [], hours.exceptions).map((slot) => rangeOf(day, slot, timezone)),
  );
  const midnights = [...days.slice(1), last.add({ days: 1 })].map((day) => midnight(day, timezone));
  const asked = { start: midnights.at(daysBefore) ?? 0, end: midnights.at(-1 - daysAfter) ?? 0 };
  const known = { start: midnights[0] ?? 0, end: midnights.at(-1) ?? 0 };
  return mergeRanges(slots)
    .filter(({ start, end }) => start < asked.end && end > asked.start)
    .map((range) => {
      const { start, end } = intersect(range, known);
      const anew = midnights.filter((one, index) => index > 0 && start <= (midnights[index - 1] ?? 0) && one < end);
      return { start, end, counts: [start, ...anew] };
    });
}

/** The ranges that are open at some time of a local date; see `openRangesBetween`. */
export const openRanges = (date: string, hours: Hours): OpenRange[] => openRangesBetween(date, date, hours);

/** What two ranges have in common; where that is nothing, `end ≤ start`. */
export const intersect = (one: Span, other: Span): Span => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});

/** The parts of ranges that lie within another: what a day shows of them. */
export const clip = (ranges: readonly Span[], within: Span): Span[] =>
  ranges.map((range) => intersect(range, within)).filter(({ start, end }) => start < end);

/** Whether an event lies in open time: inside one range, not across two. */
export const isInside = (ranges: readonly Span[], { start, end }: Span): boolean =>
  ranges.some((range) => range.start <= start && end <= range.end);
