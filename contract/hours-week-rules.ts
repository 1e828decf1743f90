/** Weekly slots, wall times (`HH:MM`), and the conversion of instants to wall times of a time zone (timezone), with daylight saving time (DST, summer time). Pure. Weekdays are Monday = 1 … Sunday = 7. */

/**
 * A range of wall time. If `end ≤ start` it runs past midnight: `18:00`–`02:00`; `00:00`–`00:00` is the whole day.
 * `24:00` equals `00:00`.
 */
export interface Slot {
  start: string;
  end: string;
}
export interface WeeklySlot extends Slot {
  weekday: number;
}

const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;
const DAY_MS = MINUTES_PER_DAY * MINUTE_MS;

/** Minutes since midnight, 0 to 1439; NaN for text that is not a wall time. */
export function minutesSinceMidnight(time: string): number {
  const colon = time.indexOf(":");
  return colon < 1 ? NaN : (Number(time.slice(0, colon)) * 60 + Number(time.slice(colon + 1))) % MINUTES_PER_DAY;
}
export const normalizeWallTime = (time: string) => (time === "24:00" ? "00:00" : time);

/** @returns minutes of wall time, 1 to 1440 */
export function slotLength({ start, end }: Slot): number {
  const length = minutesSinceMidnight(end) - minutesSinceMidnight(start);
  return length > 0 ? length : length + MINUTES_PER_DAY;
}

/**
 * Sorts slots and joins those that touch: 08:00–12:00 and 12:00–18:00 become 08:00–18:00. Slots of different weekdays
 * stay separate, because an exception may replace only one of the days; open ranges merge at midnight anyway.
 * @param hours of a week or of an exception, without overlaps
 */
export function mergeHours<S extends Slot & { weekday?: number }>(hours: readonly S[]): S[] {
  const order = (one: S, other: S) =>
    (one.weekday ?? 0) - (other.weekday ?? 0) || minutesSinceMidnight(one.start) - minutesSinceMidnight(other.start);
  const merged: S[] = [];
  const written = hours.map((slot) => ({ ...slot, end: normalizeWallTime(slot.end) }));
  for (const slot of written.toSorted(order)) {
    const last = merged.at(-1);
    const touches =
      last?.weekday === slot.weekday &&
      last?.end === slot.start &&
      // A slot cannot hold more than a day.
      slotLength(last) + slotLength(slot) <= MINUTES_PER_DAY;
    if (last && touches) merged[merged.length - 1] = { ...last, end: slot.end };
    else merged.push(slot);
  }
  return merged;
}

function findOverlapsOnCircle(circle: number, slots: readonly (Slot & { weekday?: number })[]): [number, number][] {
  const arcs = slots.map((slot) => ({
    from: ((slot.weekday ?? 1) - 1) * MINUTES_PER_DAY + minutesSinceMidnight(slot.start),
    length: slotLength(slot),
  }));
  return arcs.flatMap((one, index) =>
    arcs.slice(index + 1).flatMap((other, next): [number, number][] => {
      const ahead = (((other.from - one.from) % circle) + circle) % circle;
      const meet = ahead < one.length || circle - ahead < other.length;
      return meet ? [[index, index + 1 + next]] : [];
    }),
  );
}

/**
 * Finds slots of a week that overlap, also past midnight and from Sunday into Monday. Touching slots do not overlap.
 * @returns index pairs, smaller first
 */
export const listWeekOverlaps = (hours: readonly WeeklySlot[]): [number, number][] =>
  findOverlapsOnCircle(7 * MINUTES_PER_DAY, hours);

/** Finds slots of an exception that overlap; if it lasts several days, also past midnight into the next one. */
export const findExceptionOverlaps = ({
  from,
  to,
  hours,
}: {
  from: string;
  to: string;
  hours: readonly Slot[];
}): [number, number][] =>
  // A circle of two days is long enough that no slot of a single day wraps around.
  findOverlapsOnCircle(from < to ? MINUTES_PER_DAY : 2 * MINUTES_PER_DAY, hours);

export interface WallTime {
  weekday: number;
  minute: number;
}

/** Converts instants to wall times of a zone. Fast for ascending instants: it looks the zone up once per clock change. */
export function wallClock(timezone: string): (instant: number) => WallTime {
  const known = { start: 0, end: 0, offset: 0 };
  return (instant) => {
    if (instant < known.start || instant >= known.end) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
      known.start = instant;
      known.end = zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
      known.offset = zoned.offsetNanoseconds / 1_000_000;
    }
    const local = instant + known.offset;
    const day = Math.floor(local / DAY_MS);
    // 1 January 1970 was a Thursday.
    return { weekday: ((((day + 3) % 7) + 7) % 7) + 1, minute: Math.floor((local - day * DAY_MS) / MINUTE_MS) };
  };
}
