/** What a field costs along a day: stretches of starts at which the same is sold for the same price. */
import type { Span } from "#contract/hours-rules.ts";
import type { PriceBand } from "#contract/planning.ts";
import { priceReader, type PriceOption, type PricePattern } from "#contract/prices-rules.ts";

const minute = 60_000;
/** Bookings of about this length are compared, in minutes. */
const usual = 60;

const nearest = (options: readonly PriceOption[]): PriceOption | undefined =>
  options.toSorted((one, other) => Math.abs(one.duration - usual) - Math.abs(other.duration - usual))[0];

interface Sold {
  patterns: readonly PricePattern[];
  timezone: string;
  /** Minutes. */
  startStep: number;
  /** Of who looks; none for a guest. */
  roleIds: readonly number[];
}

/** @param open in epoch milliseconds, in their order */
export function bandsOf(open: readonly Span[], sold: Sold): PriceBand[] {
  if (sold.patterns.length === 0) return [];
  const read = priceReader(sold);
  const bands: (Omit<PriceBand, "start" | "end"> & Span)[] = [];
  for (const { start, end } of open)
    for (let at = start; at < end; at += sold.startStep * minute) {
      const option = nearest(read(at));
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
