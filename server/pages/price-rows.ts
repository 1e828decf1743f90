/** When which price of a field holds: an older pattern sells where the newer ones do not. Pure. */
import { minutesSinceMidnight, slotLength, type Slot } from "#contract/hours-week-rules.ts";
import { createCellPriceReader, type Timeslot } from "#contract/prices-grid-rules.ts";
import { sortByPrecedence, type PricePattern, type PriceType } from "#contract/prices-rules.ts";

export interface SoldTime {
  weekdays: number[];
  /** Undefined: the whole day. */
  hours: Slot | undefined;
}
export interface PriceRow {
  type: PriceType;
  times: SoldTime[];
  /** By minutes, the shortest first. */
  prices: { duration: number; price: number }[];
}

const MINUTES_PER_DAY = 1440;
const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;

/** Minutes of a week from Monday's midnight on; what runs past Sunday goes on beyond the week. */
interface Span {
  from: number;
  until: number;
}

const spansOf = (slot: Timeslot): Span[] =>
  slot.weekdays.map((weekday) => {
    const from = (weekday - 1) * MINUTES_PER_DAY + minutesSinceMidnight(slot.start);
    return { from, until: from + slotLength(slot) };
  });

/** Takes off what is covered, also by spans that run from one week into the next. */
function subtractSpans(span: Span, covered: readonly Span[]): Span[] {
  let left = [span];
  for (const { from, until } of covered)
    for (const shift of [-MINUTES_PER_WEEK, 0, MINUTES_PER_WEEK])
      left = left.flatMap((one) =>
        [
          { from: one.from, until: Math.min(one.until, from + shift) },
          { from: Math.max(one.from, until + shift), until: one.until },
        ].filter((piece) => piece.from < piece.until),
      );
  return left;
}

const twoDigits = (count: number) => String(count).padStart(2, "0");
const wallTime = (minutes: number): string => {
  const minute = minutes % MINUTES_PER_DAY;
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
};
const hoursOf = (slot: Slot): Slot | undefined =>
  slotLength(slot) === MINUTES_PER_DAY && minutesSinceMidnight(slot.start) === 0
    ? undefined
    : { start: slot.start, end: slot.end };

/** Days with the same hours together, the earliest hour first. */
function groupDays(spans: readonly Span[]): SoldTime[] {
  const times = spans.map(({ from, until }) => ({
    weekday: (Math.floor(from / MINUTES_PER_DAY) % 7) + 1,
    hours: hoursOf({ start: wallTime(from), end: wallTime(until) }),
  }));
  return [...Map.groupBy(times, ({ hours }) => JSON.stringify(hours ?? null)).values()]
    .map((same) => ({
      weekdays: same.map(({ weekday }) => weekday).toSorted((one, other) => one - other),
      hours: same[0]?.hours,
    }))
    .toSorted((one, other) => (one.hours?.start ?? "").localeCompare(other.hours?.start ?? ""));
}

/** A timeslot as it was written where nothing newer covers a part of it. */
function listTimes(slot: Timeslot, covered: readonly Span[]): SoldTime[] {
  const spans = spansOf(slot);
  const left = spans.flatMap((span) => subtractSpans(span, covered));
  const length = (all: readonly Span[]) => all.reduce((sum, { from, until }) => sum + until - from, 0);
  if (left.length === 0) return [];
  return length(left) === length(spans) ? [{ weekdays: [...slot.weekdays], hours: hoursOf(slot) }] : groupDays(left);
}

/**
 * Prices of people of these roles, each with the times at which a booking of a field gets it, as `createPriceReader` finds it
 * start by start.
 * @param isOneType prices by person are left out where the field is sold as a whole at the same time
 */
export function listPriceRows(
  patterns: readonly PricePattern[],
  roleIds: readonly number[],
  { isOneType = false }: { isOneType?: boolean } = {},
): PriceRow[] {
  const covered: (Span & { type: PriceType })[] = [];
  return sortByPrecedence(patterns).flatMap(({ type, timeslots, plans, details }) => {
    const priceOf = createCellPriceReader(details, roleIds);
    const sold = timeslots.flatMap((slot) => {
      const prices = plans
        .toSorted((one, other) => one.duration - other.duration)
        .flatMap(({ name, duration }) =>
          priceOf(slot.name, name)
            .slice(0, 1)
            .map(({ price }) => ({ duration, price })),
        );
      return prices.length > 0 ? [{ slot, prices }] : [];
    });
    const before = covered.filter((span) => isOneType || span.type === type);
    covered.push(...sold.flatMap(({ slot }) => spansOf(slot)).map((span) => ({ ...span, type })));
    return sold.flatMap(({ slot, prices }) => {
      const times = listTimes(slot, before);
      return times.length > 0 ? [{ type, times, prices }] : [];
    });
  });
}
