/** Time windows: named hours of the week, such as prime time. Pure. */
import { localTimeToInstant } from "./general-localtime-rules.ts";
import type { TimeSpan } from "./hours-rules.ts";
import { minutesSinceMidnight, normalizeWallTime, type Slot } from "./hours-week-rules.ts";

/** `start` and `end` are wall times, as of a slot; the dates are local and both included. */
export interface WindowHours extends Slot {
  weekdays: readonly number[];
  fromDate: string | null;
  toDate: string | null;
}

const MINUTE_MS = 60_000;

/**
 * Spans of the window that touch a span of time, in order. Each belongs to the weekday and the date on which it begins.
 * @param span epoch milliseconds
 */
export function listWindowSpans(
  { weekdays, start, end, fromDate, toDate }: WindowHours,
  span: TimeSpan,
  timezone: string,
): TimeSpan[] {
  const dateOf = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate();
  const endsNextDay = minutesSinceMidnight(end) <= minutesSinceMidnight(start);
  const last = dateOf(span.end);
  const spans: TimeSpan[] = [];
  // A window may have begun on the day before.
  let date = dateOf(span.start).subtract({ days: 1 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const day = date.toString();
    if (!weekdays.includes(date.dayOfWeek)) continue;
    if ((fromDate !== null && day < fromDate) || (toDate !== null && day > toDate)) continue;
    const endDay = endsNextDay ? date.add({ days: 1 }).toString() : day;
    const found = {
      start: localTimeToInstant(day, start, timezone),
      end: localTimeToInstant(endDay, normalizeWallTime(end), timezone),
    };
    if (found.start < span.end && found.end > span.start) spans.push(found);
  }
  return spans;
}

/** Minutes of a span of time that lie in the window. @param span epoch milliseconds */
export const countMinutesInWindow = (window: WindowHours, span: TimeSpan, timezone: string): number =>
  listWindowSpans(window, span, timezone).reduce(
    (sum, { start, end }) => sum + (Math.min(end, span.end) - Math.max(start, span.start)) / MINUTE_MS,
    0,
  );
