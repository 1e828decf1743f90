/** Resolves the period of the overview and the one before it, for comparison. */
import { MAX_OVERVIEW_DAYS, type overview } from "#contract/overview.ts";
import { countRangeDays } from "#server/kit/http/date-range.ts";
import type { Query } from "#contract/kit.ts";
import type { Period } from "./refresh.ts";

const DEFAULT_DAYS = 30;

/** @throws HttpError 422 on `to` if the range is too long or ends before it starts */
export function resolvePeriods(
  { from, to }: Query<typeof overview.read>,
  today: string,
): { now: Period; before: Period } {
  const day = (text: string) => Temporal.PlainDate.from(text);
  const last = to ?? (from && from > today ? from : today);
  const first =
    from ??
    day(last)
      .subtract({ days: DEFAULT_DAYS - 1 })
      .toString();
  const days = countRangeDays(first, last, MAX_OVERVIEW_DAYS);
  const before = {
    from: day(first).subtract({ days }).toString(),
    to: day(first).subtract({ days: 1 }).toString(),
  };
  return { now: { from: first, to: last }, before };
}
