/** Price bands of a field along a day: neighbouring starts with the same plan and price form one band. */
import type { TimeSpan } from "#contract/hours-rules.ts";
import type { PriceBand } from "#contract/planning.ts";
import type { FieldGrants } from "#contract/prices-grants-rules.ts";
import { createPriceReader, type PriceOption, type PricePattern } from "#contract/prices-rules.ts";

const minute = 60_000;
/** Minutes. Bands compare the price of the duration nearest to this one. */
const COMPARED_DURATION = 60;

const findNearestDuration = (options: readonly PriceOption[]): PriceOption | undefined =>
  options.toSorted((a, b) => Math.abs(a.duration - COMPARED_DURATION) - Math.abs(b.duration - COMPARED_DURATION))[0];

interface FieldPrices {
  patterns: readonly PricePattern[];
  timezone: string;
  /** Minutes. */
  startStep: number;
  /** Categories of the reader; empty for a guest. */
  roleIds: readonly number[];
  granted: FieldGrants;
}

/** @param open sorted, in epoch milliseconds */
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
