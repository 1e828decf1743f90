/** The parts of a span that a block can take: between the bookings that stay, day by day. Pure. */
import { dayBounds, type TimeSpan } from "#contract/hours-rules.ts";

const MINUTE_MS = 60_000;
/** Shorter gaps cannot be booked either. */
const MIN_BLOCK_MS = 5 * MINUTE_MS;

/** Events start and end on whole minutes. */
const toWholeMinutes = ({ start, end }: TimeSpan): TimeSpan => ({
  start: Math.ceil(start / MINUTE_MS) * MINUTE_MS,
  end: Math.floor(end / MINUTE_MS) * MINUTE_MS,
});

/** @param taken sorted by start */
function findGaps({ start, end }: TimeSpan, taken: readonly TimeSpan[]): TimeSpan[] {
  const gaps: TimeSpan[] = [];
  let from = start;
  for (const one of taken) {
    if (one.start > from) gaps.push({ start: from, end: Math.min(one.start, end) });
    from = Math.max(from, one.end);
  }
  if (from < end) gaps.push({ start: from, end });
  return gaps.filter((gap) => gap.start < gap.end);
}

function splitByDay({ start, end }: TimeSpan, timezone: string): TimeSpan[] {
  const parts: TimeSpan[] = [];
  let from = start;
  while (from < end) {
    const date = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone).toPlainDate().toString();
    const until = Math.min(end, dayBounds(date, timezone).end, from + 1440 * MINUTE_MS);
    parts.push({ start: from, end: until });
    from = until;
  }
  return parts;
}

/**
 * @param taken when the field is occupied, turnarounds included
 * @param turnaround minutes that the block keeps its field afterwards
 */
export function listFreeParts(
  span: TimeSpan,
  taken: readonly TimeSpan[],
  { turnaround, timezone }: { turnaround: number; timezone: string },
): TimeSpan[] {
  const kept = turnaround * MINUTE_MS;
  const occupied = taken.toSorted((one, other) => one.start - other.start);
  return findGaps({ start: span.start, end: span.end + kept }, occupied)
    .map((gap) => ({ start: gap.start, end: Math.min(gap.end - kept, span.end) }))
    .map(toWholeMinutes)
    .filter((gap) => gap.end - gap.start >= MIN_BLOCK_MS)
    .flatMap((gap) => splitByDay(gap, timezone))
    .filter((part) => part.end - part.start >= MIN_BLOCK_MS);
}
