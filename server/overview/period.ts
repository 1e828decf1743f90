/** The asked period, and the one before it of the same length. */
import { mostOverviewDays, type overview } from "#contract/overview.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Query } from "#contract/kit.ts";
import type { Period } from "./refresh.ts";

const usualDays = 30;

/**
 * @param today local date of the scope
 * @throws Problem 422 beside `to` for a period that ends before it begins, or is too long
 */
export function periodsOf({ from, to }: Query<typeof overview.read>, today: string): { now: Period; before: Period } {
  const day = (text: string) => Temporal.PlainDate.from(text);
  const last = to ?? (from && from > today ? from : today);
  const first =
    from ??
    day(last)
      .subtract({ days: usualDays - 1 })
      .toString();
  const days = day(first).until(day(last)).days + 1;
  if (days < 1) throw invalid({ to: [say("overview.endsBefore")] });
  if (days > mostOverviewDays) throw invalid({ to: [say("overview.tooLong", { count: mostOverviewDays })] });
  const before = {
    from: day(first).subtract({ days }).toString(),
    to: day(first).subtract({ days: 1 }).toString(),
  };
  return { now: { from: first, to: last }, before };
}
