/** Series: from a weekly rule to its dates. Pure, for both sides; local dates are `YYYY-MM-DD`. */

export interface WeeklyRecurrence {
  /** Every so many weeks, from the week of the first date on; weeks begin on Monday. */
  interval: number;
  /** Monday = 1 … Sunday = 7. */
  weekdays: readonly number[];
  /** The last date that may be one, or how many there are at most. */
  until?: string | null | undefined;
  count?: number | null | undefined;
}

/**
 * The dates of a rule, in order.
 * @param first local date from which they count; one of them if its weekday is
 * @param maxDates limit on the dates, whatever the rule says
 */
export function expandWeeklyRecurrence(rule: WeeklyRecurrence, first: string, maxDates: number): string[] {
  const start = Temporal.PlainDate.from(first);
  const monday = start.subtract({ days: start.dayOfWeek - 1 });
  const weekdays = [...new Set(rule.weekdays)].toSorted((one, other) => one - other);
  const limit = Math.min(rule.count ?? maxDates, maxDates);
  const dates: string[] = [];
  if (weekdays.length === 0 || rule.interval < 1) return dates;
  for (let week = monday; dates.length < limit; week = week.add({ weeks: rule.interval })) {
    for (const weekday of weekdays) {
      const date = week.add({ days: weekday - 1 }).toString();
      if (rule.until && date > rule.until) return dates;
      if (date >= first && dates.length < limit) dates.push(date);
    }
  }
  return dates;
}

/**
 * The instant of a local time on a date: 18:00 stays 18:00 across a clock change. A time that the clock skips moves forward;
 * of one that comes twice, the first.
 * @returns epoch milliseconds
 */
export const localTimeToInstant = (date: string, time: string, timezone: string): number =>
  Temporal.PlainDate.from(date).toPlainDateTime(time).toZonedDateTime(timezone).epochMilliseconds;
