/** Bookable start times within open ranges. Pure. Instants are epoch milliseconds; steps and durations are minutes. */
import { localTimeToInstant } from "./general-localtime-rules.ts";
import { intersectSpans, mergeRanges, type OpenRange, type TimeSpan } from "./hours-rules.ts";

const MINUTE_MS = 60_000;

/**
 * The starts of a range: `opening + k × step`. If the range is open for whole days, the count restarts at each
 * midnight, so that the starts of a field that never closes do not depend on the requested day.
 * @param step minutes between two starts, above 0
 * @param within limits the starts, for example to a local day
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

export const isBookableStart = (ranges: readonly OpenRange[], step: number, start: number): boolean =>
  ranges.some((range) => listBookableStarts(range, step, { start, end: start + 1 }).length > 0);

interface Horizon {
  horizonDays: number | null;
  opensAt: string | null;
}

/** The moment from which a local date can be booked. @returns epoch milliseconds */
export const dateOpensAt = (date: string, horizonDays: number, opensAt: string | null, timezone: string): number =>
  localTimeToInstant(
    Temporal.PlainDate.from(date).subtract({ days: horizonDays }).toString(),
    opensAt ?? "00:00",
    timezone,
  );

/**
 * Time span in which a member's booking may start: in the future, after the notice period, and up to the end of the
 * last day of the horizon that has opened in the facility's time zone. It does not apply to the team.
 * @param now epoch milliseconds
 */
export function computeBookingWindow(
  { noticeMinutes, horizonDays, opensAt }: Horizon & { noticeMinutes: number | null },
  { now, timezone }: { now: number; timezone: string },
): TimeSpan {
  const start = Math.max(now + 1, now + (noticeMinutes ?? 0) * MINUTE_MS);
  if (horizonDays === null) return { start, end: Infinity };
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  const last = today.add({ days: horizonDays });
  const hasOpened = dateOpensAt(last.toString(), horizonDays, opensAt, timezone) <= now;
  return { start, end: last.add({ days: hasOpened ? 1 : 0 }).toZonedDateTime(timezone).epochMilliseconds };
}

export interface StartOffer<Option> {
  start: number;
  options: Option[];
}

interface FreeStartsInput<Option extends { duration: number }> {
  ranges: readonly OpenRange[];
  within: TimeSpan;
  window?: TimeSpan;
  step: number;
  /** Must be free after an offer; may run past closing time. */
  turnaround: number;
  /** Busy times of the field's units, with the turnarounds of other events, in any order. */
  busy: readonly TimeSpan[];
  options: (start: number) => readonly Option[];
}

/**
 * The starts of a day with the options that fit. Each offer lies in open time and, with its turnaround, overlaps no
 * busy time. Starts without options are left out.
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
