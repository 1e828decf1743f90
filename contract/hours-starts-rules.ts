/** Bookable starts: what of the open time can still be offered. Pure, for both sides; instants are epoch milliseconds. */
import { intersectSpans, mergeRanges, type OpenRange, type TimeSpan } from "./hours-rules.ts";

const MINUTE_MS = 60_000;

/**
 * The starts of a range: `opening + k × step`. Where a range is open for whole days, the count begins anew at the midnight
 * after each: a place that never closes has starts that do not depend on which day is asked for.
 * @param step minutes between two starts, above 0
 * @param within only starts of this time, say of a local day
 */
export function listBookableStarts({ end, counts }: OpenRange, step: number, within: TimeSpan): number[] {
  const stepMs = step * MINUTE_MS;
  const starts: number[] = [];
  counts.forEach((count, index) => {
    const until = Math.min(counts[index + 1] ?? end, within.end);
    const skipped = Math.max(0, Math.ceil((within.start - count) / stepMs));
    for (let start = count + skipped * stepMs; start < until; start += stepMs) starts.push(start);
  });
  return starts;
}

/** Whether `bookableStarts` of these ranges hold an instant. */
export const isBookableStart = (ranges: readonly OpenRange[], step: number, start: number): boolean =>
  ranges.some((range) => listBookableStarts(range, step, { start, end: start + 1 }).length > 0);

/**
 * When the bookings of a member may start: never in the past, after the notice, and up to the end of the last day of the
 * horizon in the facility's zone. The team is not bound by it.
 * @param now epoch milliseconds
 */
export function computeBookingWindow(
  { noticeMinutes, horizonDays }: { noticeMinutes: number | null; horizonDays: number | null },
  { now, timezone }: { now: number; timezone: string },
): TimeSpan {
  const start = Math.max(now + 1, now + (noticeMinutes ?? 0) * MINUTE_MS);
  if (horizonDays === null) return { start, end: Infinity };
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  return { start, end: today.add({ days: horizonDays + 1 }).toZonedDateTime(timezone).epochMilliseconds };
}

export interface StartOffer<Option> {
  start: number;
  options: Option[];
}

interface FreeStartsInput<Option extends { duration: number }> {
  /** Open ranges of the date, from `openRanges`. */
  ranges: readonly OpenRange[];
  /** The local day, from `dayBounds`. */
  within: TimeSpan;
  /** From `bookingWindow`; without it, any time. */
  window?: TimeSpan;
  /** The field's, in minutes. */
  step: number;
  /** The field's, in minutes: must be free after an offer, though it may run past closing. */
  turnaround: number;
  /** Busy times of the field's units, other events' turnarounds included, in any order. */
  busy: readonly TimeSpan[];
  /** Options sold at a start, durations in minutes. */
  options: (start: number) => readonly Option[];
}

/**
 * The starts of a day with all that fits there: every offer lies in open time, and together with the turnaround after it
 * overlaps nothing. Starts at which nothing fits are left out.
 */
export function listFreeStarts<Option extends { duration: number }>({
  ranges,
  within,
  window = within,
  step,
  turnaround,
  busy,
  options,
}: FreeStartsInput<Option>): StartOffer<Option>[] {
  const taken = mergeRanges(busy);
  const starts = intersectSpans(within, window);
  const offers: StartOffer<Option>[] = [];
  let next = 0;
  for (const range of ranges) {
    for (const start of listBookableStarts(range, step, starts)) {
      while ((taken[next]?.end ?? Infinity) <= start) next += 1;
      const freeUntil = taken[next]?.start ?? Infinity;
      if (freeUntil <= start) continue;
      const latestEnd = Math.min(range.end, freeUntil - turnaround * MINUTE_MS);
      const fitting = options(start).filter(({ duration }) => start + duration * MINUTE_MS <= latestEnd);
      if (fitting.length > 0) offers.push({ start, options: fitting });
    }
  }
  return offers;
}
