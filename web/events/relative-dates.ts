/** Dates counted from today, such as this week. */
import type { RelativeDates } from "#contract/events.ts";

const DAY_MS = 86_400_000;
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * First and last date, both included.
 * @param today local date, as `2026-11-24`
 */
export function resolveDates(dates: RelativeDates, today: string): { from: string; to: string } {
  if (dates === "today") return { from: today, to: today };
  if (dates === "tomorrow") return { from: addDays(today, 1), to: addDays(today, 1) };
  if (dates === "week") {
    const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
    return { from: addDays(today, -sinceMonday), to: addDays(today, 6 - sinceMonday) };
  }
  const [year = 0, month = 0] = today.split("-").map(Number);
  return { from: `${today.slice(0, 8)}01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}
