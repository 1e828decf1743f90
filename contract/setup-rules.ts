/** Computes what the answers about a new club make: courts with names, a week of opening hours, grids of prices. Pure. */
import { listWeekOverlaps, minutesSinceMidnight, type Slot, slotLength, type WeeklySlot } from "./hours-week-rules.ts";

export interface SetupCourts {
  sportId: number;
  count: number;
}

/** Days that open and close at the same times. Days that stand in none are closed. */
export interface SetupHours extends Slot {
  weekdays: readonly number[];
}

/** A part of the week with prices of its own. Where two hold at once, the later one counts. */
export interface SetupPeak {
  weekdays: readonly number[];
  /** Null: from the opening on. */
  start?: string | null | undefined;
  /** Null: until the closing. */
  end?: string | null | undefined;
  /** Minor units for one hour; null: the normal price. */
  price?: number | null | undefined;
}

/** Minor units for one hour. */
export interface SetupPrices {
  normal: number;
  peaks: readonly SetupPeak[];
  /** Sports whose courts have prices of their own. */
  sports: readonly SetupSportPrices[];
}

export interface SetupSportPrices {
  sportId: number;
  normal: number;
  /** In the order of the peaks of all courts; null, or missing: the normal price of the sport. */
  peaks: readonly (number | null | undefined)[];
}

/** Deprecated: hours as they were answered before each day had its own. */
export interface FormerSetupHours {
  week: Slot;
  weekend: Slot;
  isWeekendOpen: boolean;
}

/** Deprecated: prices as they were answered before there were several times. */
export interface FormerSetupPrices {
  peak?: number | null | undefined;
  peakFrom?: string | undefined;
  weekend?: number | null | undefined;
}

const [WORKDAYS, WEEKEND] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];
const FORMER_PEAK_FROM = "17:00";

const readHours = (hours: readonly SetupHours[] | FormerSetupHours): readonly SetupHours[] =>
  "week" in hours
    ? [{ weekdays: WORKDAYS, ...hours.week }, ...(hours.isWeekendOpen ? [{ weekdays: WEEKEND, ...hours.weekend }] : [])]
    : hours;

function readPrices(prices: SetupPrices & FormerSetupPrices): SetupPrices {
  const { normal, peaks, sports, peak, peakFrom = FORMER_PEAK_FROM, weekend } = prices;
  const former = [
    ...(typeof peak === "number" ? [{ weekdays: WORKDAYS, start: peakFrom, price: peak }] : []),
    ...(typeof weekend === "number" ? [{ weekdays: WEEKEND, price: weekend }] : []),
  ];
  return { normal, peaks: [...peaks, ...former], sports };
}

/** @returns the answers as they are asked for now */
export const readSetupAnswers = <
  D extends { hours: readonly SetupHours[] | FormerSetupHours; prices: SetupPrices & FormerSetupPrices },
>(
  draft: D,
) => ({ ...draft, hours: readHours(draft.hours), prices: readPrices(draft.prices) });

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

export const listSetupWeek = (hours: readonly SetupHours[]): WeeklySlot[] =>
  hours.flatMap(({ weekdays, start, end }) => weekdays.map((weekday) => ({ weekday, start, end })));

/** Index of the first of these whose days stand in an earlier one, too. */
export function findRepeatedDay(parts: readonly { weekdays: readonly number[] }[]): number | undefined {
  const seen = new Set<number>();
  const index = parts.findIndex(({ weekdays }) =>
    weekdays.some((weekday) => {
      const isRepeated = seen.has(weekday);
      seen.add(weekday);
      return isRepeated;
    }),
  );
  return index === -1 ? undefined : index;
}

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** Index of hours whose end past midnight comes after the next day has opened. */
export function findLateEnd(hours: readonly SetupHours[]): number | undefined {
  const days = hours.flatMap(({ weekdays, start, end }, owner) =>
    weekdays.map((weekday) => ({ weekday, start, end, owner })),
  );
  const [overlap] = listWeekOverlaps(days);
  const [one, other] = (overlap ?? []).map((index) => days[index]);
  if (!one || !other) return undefined;
  const opening = ({ weekday, start }: WeeklySlot) => weekday * DAY + minutesSinceMidnight(start);
  const after = (opening(other) - opening(one) + WEEK) % WEEK;
  return after < slotLength(one) ? one.owner : other.owner;
}

export const countOpenMinutes = (week: readonly WeeklySlot[]): number =>
  week.reduce((sum, slot) => sum + slotLength(slot), 0);

/** Minutes since midnight of the day that opens; up to two days. */
interface Span {
  from: number;
  until: number;
}

const spanOf = (slot: Slot, days = 0): Span => {
  const from = minutesSinceMidnight(slot.start) + days * DAY;
  return { from, until: from + slotLength(slot) };
};

const isWeekday = (weekdays: readonly number[], weekday: number) => weekdays.includes(((weekday + 6) % 7) + 1);

/** When a peak holds while a day is open. With both its times given, it belongs to the weekday on which it starts. */
function listPeakSpans({ weekdays, start, end }: SetupPeak, day: WeeklySlot): Span[] {
  const open = spanOf(day);
  const given = start && end ? { start, end } : undefined;
  const spans = given
    ? [-1, 0, 1].flatMap((days) => (isWeekday(weekdays, day.weekday + days) ? [spanOf(given, days)] : []))
    : isWeekday(weekdays, day.weekday)
      ? [spanOfOpenEnded(start ?? day.start, end, open)]
      : [];
  return spans
    .map(({ from, until }) => ({ from: Math.max(from, open.from), until: Math.min(until, open.until) }))
    .filter(({ from, until }) => from < until);
}

function spanOfOpenEnded(start: string, end: string | null | undefined, open: Span): Span {
  const minute = minutesSinceMidnight(start);
  const from = minute < open.from ? minute + DAY : minute;
  return { from, until: end ? from + slotLength({ start, end }) : open.until };
}

const isTimeOrEmpty = (time: string | null | undefined) => !time || !Number.isNaN(minutesSinceMidnight(time));

/** Index of a peak that never holds while the club is open. Times that are none, and a club that never opens, have an error of their own. */
export function findIdlePeak({ peaks }: Pick<SetupPrices, "peaks">, hours: readonly SetupHours[]): number | undefined {
  const week = listSetupWeek(hours);
  if (week.length === 0 || !week.every(({ start, end }) => isTimeOrEmpty(start) && isTimeOrEmpty(end)))
    return undefined;
  const index = peaks.findIndex(
    (peak) =>
      isTimeOrEmpty(peak.start) &&
      isTimeOrEmpty(peak.end) &&
      week.every((day) => listPeakSpans(peak, day).length === 0),
  );
  return index === -1 ? undefined : index;
}

interface PricedSpan extends Span {
  /** Index; undefined: the normal price. */
  peak: number | undefined;
}

function splitDay(day: WeeklySlot, peaks: readonly SetupPeak[]): PricedSpan[] {
  const normal: PricedSpan[] = [{ ...spanOf(day), peak: undefined }];
  const spans = peaks.flatMap((one, peak) => listPeakSpans(one, day).map((span) => ({ ...span, peak })));
  return spans
    .reduce(
      (parts, span) => [
        ...parts.flatMap((part) => [
          { ...part, until: Math.min(part.until, span.from) },
          { ...part, from: Math.max(part.from, span.until) },
        ]),
        span,
      ],
      normal,
    )
    .filter(({ from, until }) => from < until)
    .toSorted((one, other) => one.from - other.from);
}

const toWallTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export interface SetupTimeslot extends Slot {
  name: string;
  weekdays: number[];
  /** Index of what sets its price; undefined: the normal price. */
  peak: number | undefined;
}

export interface SetupTexts {
  weekdays: (weekdays: readonly number[]) => string;
  from: (weekdays: string, time: string) => string;
}

/** Timeslots that cover the opening hours, and overlap nowhere. Of several on the same days, the later ones name their start. */
export function listSetupTimeslots(
  peaks: readonly SetupPeak[],
  hours: readonly SetupHours[],
  texts: SetupTexts,
): SetupTimeslot[] {
  const slots = new Map<string, Omit<SetupTimeslot, "name">>();
  const week = listSetupWeek(hours).toSorted((one, other) => one.weekday - other.weekday);
  for (const day of week)
    for (const { from, until, peak } of splitDay(day, peaks)) {
      const [start, end] = [toWallTime(from), toWallTime(until)];
      const weekday = ((day.weekday - 1 + Math.floor(from / DAY)) % 7) + 1;
      const key = JSON.stringify([start, end, peak]);
      const known = slots.get(key);
      slots.set(key, { start, end, peak, weekdays: [...(known?.weekdays ?? []), weekday] });
    }
  const named = new Set<string>();
  return [...slots.values()].map((slot) => {
    const weekdays = slot.weekdays.toSorted((one, other) => one - other);
    const days = texts.weekdays(weekdays);
    const name = named.has(days) ? texts.from(days, slot.start) : days;
    named.add(days);
    return { name, ...slot, weekdays };
  });
}

/** Minor units for one hour of a sport. @param peak index; undefined: the normal price */
export function priceOfSport(prices: SetupPrices, sportId: number, peak: number | undefined): number {
  const own = prices.sports.find((one) => one.sportId === sportId);
  if (peak === undefined) return (own ?? prices).normal;
  return own ? (own.peaks[peak] ?? own.normal) : (prices.peaks[peak]?.price ?? prices.normal);
}

export const priceOfDuration = (price: number, duration: number): number => Math.round((price * duration) / 60);
