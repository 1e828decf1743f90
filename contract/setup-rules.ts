/** Computes what the answers about a new club make: courts with names, a week of opening hours, a grid of prices. Pure. */
import { listWeekOverlaps, minutesSinceMidnight, type Slot, slotLength, type WeeklySlot } from "./hours-week-rules.ts";

export const weekdaysOf = { week: [1, 2, 3, 4, 5], weekend: [6, 7] } as const;

export interface SetupCourts {
  sportId: number;
  count: number;
}

export interface SetupHours {
  week: Slot;
  weekend: Slot;
  isWeekendOpen: boolean;
}

/** Minor units for one hour. */
export interface SetupPrices {
  normal: number;
  /** From Monday to Friday, from `peakFrom` on; null: the normal price. */
  peak?: number | null | undefined;
  peakFrom: string;
  /** Null: the normal price. */
  weekend?: number | null | undefined;
}

/** Names are counted on by sport, so that indoor and outdoor courts of one sport never share one. */
export function listCourtNames<C extends SetupCourts>(courts: readonly C[], sportName: (sportId: number) => string) {
  const counts = new Map<number, number>();
  return courts.flatMap((courtsOfSport) =>
    Array.from({ length: courtsOfSport.count }, () => {
      const number = (counts.get(courtsOfSport.sportId) ?? 0) + 1;
      counts.set(courtsOfSport.sportId, number);
      return { ...courtsOfSport, name: `${sportName(courtsOfSport.sportId)} ${number}` };
    }),
  );
}

export const listSetupWeek = ({ week, weekend, isWeekendOpen }: SetupHours): WeeklySlot[] => [
  ...weekdaysOf.week.map((weekday) => ({ weekday, start: week.start, end: week.end })),
  ...(isWeekendOpen ? weekdaysOf.weekend.map((weekday) => ({ weekday, start: weekend.start, end: weekend.end })) : []),
];

/** Days whose end past midnight comes after the next part of the week has opened. */
export function findLateEnd(hours: SetupHours): keyof typeof weekdaysOf | undefined {
  const [overlap] = listWeekOverlaps(listSetupWeek(hours));
  if (!overlap) return undefined;
  const [friday, saturday] = [4, 5];
  return overlap[0] === friday && overlap[1] === saturday ? "week" : "weekend";
}

export const countOpenMinutes = (week: readonly WeeklySlot[]): number =>
  week.reduce((sum, slot) => sum + slotLength(slot), 0);

const hasPeak = ({ peak }: SetupPrices) => peak !== null && peak !== undefined;

/**
 * Whether the peak price begins while the club is open from Monday to Friday, and not at once. True as well of times
 * that are none: they have an error of their own.
 */
export function isPeakWithin(prices: SetupPrices, { week }: SetupHours): boolean {
  if (!hasPeak(prices)) return true;
  const day = 24 * 60;
  const after = (minutesSinceMidnight(prices.peakFrom) - minutesSinceMidnight(week.start) + day) % day;
  return Number.isNaN(after) || Number.isNaN(slotLength(week)) || (after > 0 && after < slotLength(week));
}

export interface SetupTimeslot extends Slot {
  name: string;
  weekdays: number[];
  /** Minor units for one hour. */
  price: number;
}

export interface SetupTexts {
  week: string;
  weekend: string;
  peak: string;
}

/** Timeslots with the price of an hour. They cover the opening hours, and overlap nowhere. */
export function listSetupTimeslots(prices: SetupPrices, hours: SetupHours, texts: SetupTexts): SetupTimeslot[] {
  const { week, weekend, isWeekendOpen } = hours;
  const weekdays = [...weekdaysOf.week];
  const peak = hasPeak(prices) && isPeakWithin(prices, hours) ? (prices.peak ?? undefined) : undefined;
  const normal = { name: texts.week, weekdays, price: prices.normal };
  return [
    { ...normal, start: week.start, end: peak === undefined ? week.end : prices.peakFrom },
    ...(peak === undefined ? [] : [{ name: texts.peak, weekdays, start: prices.peakFrom, end: week.end, price: peak }]),
    ...(isWeekendOpen
      ? [
          {
            ...{ name: texts.weekend, weekdays: [...weekdaysOf.weekend], price: prices.weekend ?? prices.normal },
            ...{ start: weekend.start, end: weekend.end },
          },
        ]
      : []),
  ];
}

export const priceOfDuration = (price: number, duration: number): number => Math.round((price * duration) / 60);
