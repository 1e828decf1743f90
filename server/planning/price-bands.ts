/** Price bands of a field along a day: stretches of starts with the same plans and prices. */
import type { TimeSpan } from "#contract/hours-rules.ts";
import type { PriceBand } from "#contract/planning.ts";
import { createPriceReader, type PriceOption, type PricePattern } from "#contract/prices-rules.ts";

const minute = 60_000;
/** Bookings of about this length are compared, in minutes. */
const COMPARED_DURATION = 60;

const findNearestDuration = (options: readonly PriceOption[]): PriceOption | undefined =>
  options.toSorted((a, b) => Math.abs(a.duration - COMPARED_DURATION) - Math.abs(b.duration - COMPARED_DURATION))[0];

interface FieldPrices {
  patterns: readonly PricePattern[];
  timezone: string;
  /** Minutes. */
  startStep: number;
  /** Roles of the reader; none for a guest. */
  roleIds: readonly number[];
}

/** @param open in epoch milliseconds, in their order */
export function computePriceBands(open: readonly TimeSpan[], sold: FieldPrices): PriceBand[] {
  if (sold.patterns.length === 0) return [];
  const read = createPriceReader(sold);
  const bands: (Omit<PriceBand, "start" | "end"> & TimeSpan)[] = [];
  for (const { start, end } of open)
    for (let at = start; at < end; at += sold.startStep * minute) {
      const option = findNearestDuration(read(at));
      if (!option) continue;
      const { price, duration, priceType } = option;
      const until = Math.min(end, at + sold.startStep * minute);
      const last = bands.at(-1);
      const isEach = priceType === "user";
      if (last?.end === at && last.price === price && last.duration === duration && (last.isEach ?? false) === isEach)
        last.end = until;
      else bands.push({ start: at, end: until, price, duration, ...(isEach && { isEach }) });
    }
  return bands.map(({ start, end, ...band }) => ({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    ...band,
  }));
}
