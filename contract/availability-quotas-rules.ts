/** Quotas: how many bookings or minutes a person may have in a day, a week or a month. Pure. */
import type { MessageKey } from "#messages/keys.ts";
import type { TimeSpan } from "./hours-rules.ts";
import type { Quota } from "./organization-options.ts";
import { countMinutesInWindow, type WindowHours } from "./time-windows-minutes-rules.ts";

/** Instants are epoch milliseconds. */
export interface QuotaBooking extends TimeSpan {
  sportId: number | null;
  /** The facility's. */
  timezone: string;
}

/** The hours of windows by their ids. Nothing is in a window that is not known. */
export type QuotaWindows = ReadonlyMap<string, WindowHours & { name: string }>;

const MINUTE_MS = 60_000;

/** The number that a booking takes of a quota: 1 or its minutes, in the window where there is one; 0 if it is not meant. */
export function measureBooking(
  { measure, windowId, sportIds }: Quota,
  { start, end, sportId, timezone }: QuotaBooking,
  windows: QuotaWindows,
): number {
  if (sportIds.length > 0 && (sportId === null || !sportIds.includes(sportId))) return 0;
  const window = windowId === null ? undefined : windows.get(windowId);
  if (windowId !== null && !window) return 0;
  const minutes = window ? countMinutesInWindow(window, { start, end }, timezone) : (end - start) / MINUTE_MS;
  return measure === "minutes" ? minutes : Math.min(minutes, 1);
}

/** The first date of the period of a start: the day, its Monday, or the first of its month. */
export function firstDateOfPeriod(per: Quota["per"], start: number, timezone: string): Temporal.PlainDate {
  const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).toPlainDate();
  if (per === "day") return date;
  return per === "week" ? date.subtract({ days: date.dayOfWeek - 1 }) : date.with({ day: 1 });
}

const nextPeriod = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

export const quotaLimitLabels = {
  bookings: {
    day: "availability.bookingsADay",
    week: "availability.bookingsAWeek",
    month: "availability.bookingsAMonth",
  },
  minutes: { day: "availability.minutesADay", week: "availability.minutesAWeek", month: "availability.minutesAMonth" },
} as const satisfies Record<Quota["measure"], Record<Quota["per"], MessageKey>>;

export interface QuotaRefusal {
  quota: Quota;
  /** Bookings or minutes of the period without the refused one. */
  used: number;
  /** First local date of the next period that has room for it; null where the quota is too small for it at any time. */
  againFrom: string | null;
}

/** Bookings or minutes by the first date of their period. */
function countByPeriod(quota: Quota, bookings: readonly QuotaBooking[], windows: QuotaWindows) {
  const used = new Map<string, number>();
  for (const booking of bookings) {
    const period = firstDateOfPeriod(quota.per, booking.start, booking.timezone).toString();
    used.set(period, (used.get(period) ?? 0) + measureBooking(quota, booking, windows));
  }
  return (period: Temporal.PlainDate): number => used.get(period.toString()) ?? 0;
}

/**
 * Counts the bookings of a person once, since a list of free times asks about each.
 * @param others bookings that count, from the beginning of the month of what is asked about on at least
 * @returns finds the first quota that one more booking would exceed
 */
export function createQuotaReader(
  quotas: readonly Quota[],
  others: readonly QuotaBooking[],
  windows: QuotaWindows,
): (booking: QuotaBooking) => QuotaRefusal | undefined {
  const counted = quotas.map((quota) => ({ quota, usedIn: countByPeriod(quota, others, windows) }));
  return (booking) => {
    for (const { quota, usedIn } of counted) {
      const needed = measureBooking(quota, booking, windows);
      if (needed === 0) continue;
      const period = firstDateOfPeriod(quota.per, booking.start, booking.timezone);
      if (usedIn(period) + needed <= quota.amount) continue;
      let again = period.add(nextPeriod[quota.per]);
      while (needed <= quota.amount && usedIn(again) + needed > quota.amount) again = again.add(nextPeriod[quota.per]);
      return { quota, used: usedIn(period), againFrom: needed <= quota.amount ? again.toString() : null };
    }
    return undefined;
  };
}
