/** Recurrence rules of series (recurring bookings): expands a weekly rule to dates. Pure. Local dates are `YYYY-MM-DD`. */

export interface WeeklyRecurrence {
  /** Every `interval` weeks from the week of the first date. Weeks start on Monday. */
  interval: number;
  weekdays: readonly number[];
  until?: string | null | undefined;
  count?: number | null | undefined;
}

/**
 * The dates of a rule, in order.
 * @param first local date to start from; included if its weekday matches
 * @param maxDates limit on the number of dates
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
