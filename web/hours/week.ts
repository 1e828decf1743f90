/** Pure functions on a week of time slots for its editor. Slots may be incomplete. */
import type { WeeklySlot } from "#contract/hours.ts";
import {
  normalizeWallTime,
  findExceptionOverlaps,
  listWeekOverlaps,
  slotLength,
  mergeHours,
  minutesSinceMidnight,
  type Slot,
} from "#contract/hours-week-rules.ts";
import type { DaySegment } from "./day-bar.tsx";
import { hasBothTimes, endsNextDay, weekdays } from "#web/kit/format/weekday-formats.ts";

type IndexPairs = readonly (readonly [number, number])[];

/** Maps the index of each overlapping slot to a slot that it overlaps. */
function findOverlapsAmong<S extends Slot>(
  slots: readonly S[],
  find: (complete: S[]) => IndexPairs,
): ReadonlyMap<number, S> {
  const places = slots.flatMap((slot, index) => (hasBothTimes(slot) ? [index] : []));
  const complete = places.flatMap((index) => slots[index] ?? []);
  const found = new Map<number, S>();
  for (const [one, other] of find(complete)) {
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const [place, slot] = [places[mine], complete[theirs]];
      if (place !== undefined && slot && !found.has(place)) found.set(place, slot);
    }
  }
  return found;
}

export const findOverlappingRows = (hours: readonly WeeklySlot[]): ReadonlyMap<number, WeeklySlot> =>
  findOverlapsAmong(hours, listWeekOverlaps);

/** @param period local dates, both included; an empty `to` means one day */
export const findPeriodOverlaps = (hours: readonly Slot[], { from, to }: { from: string; to: string }) =>
  findOverlapsAmong(hours, (complete) => findExceptionOverlaps({ from, to: to || from, hours: complete }));

/** The complete slots, sorted, with touching ones merged. */
export const mergeCompleteSlots = <S extends Slot>(hours: readonly S[]): S[] => mergeHours(hours.filter(hasBothTimes));

/** The slots that result from merging others. */
export function listMergedSlots(slots: readonly Slot[]): Slot[] {
  const before = slots.filter(hasBothTimes);
  return mergeCompleteSlots(slots).filter(
    (slot) =>
      !before.some(({ start, end }) => start === slot.start && normalizeWallTime(end) === normalizeWallTime(slot.end)),
  );
}

const minutesOfDay = 1440;
const toWallTime = (minutes: number) =>
  `${String(Math.floor((minutes % minutesOfDay) / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Suggests another time slot: an hour after the last one, if the day has time left. */
export function suggestNextSlot(slots: readonly Slot[]): Slot {
  const last = slots
    .filter(hasBothTimes)
    .toSorted((a, b) => minutesSinceMidnight(a.start) - minutesSinceMidnight(b.start))
    .at(-1);
  if (!last) return slots.length === 0 ? { start: "08:00", end: "22:00" } : { start: "", end: "" };
  const start = minutesSinceMidnight(last.start) + slotLength(last) + 60;
  return start + 60 > minutesOfDay
    ? { start: "", end: "" }
    : { start: toWallTime(start), end: toWallTime(Math.min(start + 180, minutesOfDay)) };
}

export const copyDaySlots = (hours: readonly WeeklySlot[], from: number, to: readonly number[]): WeeklySlot[] => [
  ...hours.filter(({ weekday }) => !to.includes(weekday)),
  ...to.flatMap((weekday) => hours.filter((slot) => slot.weekday === from).map((slot) => ({ ...slot, weekday }))),
];

const slotsOnDays = (days: readonly number[], start: string, end: string): WeeklySlot[] =>
  days.map((weekday) => ({ weekday, start, end }));

export const weekPresets = {
  everyDay: slotsOnDays(weekdays, "08:00", "22:00"),
  shortWeekend: [...slotsOnDays([1, 2, 3, 4, 5], "08:00", "22:00"), ...slotsOnDays([6, 7], "09:00", "20:00")],
  aroundTheClock: slotsOnDays(weekdays, "00:00", "00:00"),
} as const;

const dayFraction = (minutes: number) => minutes / minutesOfDay;

/** Converts slots to segments of the day, cut off at midnight. */
export const toDaySegments = (slots: readonly Slot[], tone: DaySegment["tone"] = "plain"): DaySegment[] =>
  mergeCompleteSlots(slots).map((slot) => {
    const start = minutesSinceMidnight(slot.start);
    return { from: dayFraction(start), to: dayFraction(Math.min(start + slotLength(slot), minutesOfDay)), tone };
  });

export function toWeekdaySegments(hours: readonly WeeklySlot[], weekday: number): DaySegment[] {
  const wrong = findOverlappingRows(hours);
  const own = hours.flatMap((slot, index) => (slot.weekday === weekday ? [{ slot, wrong: wrong.has(index) }] : []));
  const before = mergeCompleteSlots(hours.filter((slot) => slot.weekday === ((weekday + 5) % 7) + 1));
  const tails = before
    .filter(endsNextDay)
    .map(({ end }) => ({ from: 0, to: dayFraction(minutesSinceMidnight(end)), tone: "faint" as const }));
  return [
    ...tails,
    ...toDaySegments(own.filter((one) => !one.wrong).map(({ slot }) => slot)),
    ...own.filter((one) => one.wrong).flatMap(({ slot }) => toDaySegments([slot], "wrong")),
  ];
}

/** Groups consecutive weekdays with the same slots, for a summary. Leaves out closed days. */
export function groupAlikeDays(hours: readonly WeeklySlot[]): { first: number; last: number; slots: Slot[] }[] {
  const groups: { first: number; last: number; slots: Slot[]; key: string }[] = [];
  for (const weekday of weekdays) {
    const slots = mergeCompleteSlots(hours.filter((slot) => slot.weekday === weekday)).map(({ start, end }) => ({
      start,
      end,
    }));
    const key = JSON.stringify(slots);
    const before = groups.at(-1);
    if (before?.key === key && before.last === weekday - 1) before.last = weekday;
    else if (slots.length > 0) groups.push({ first: weekday, last: weekday, slots, key });
  }
  return groups.map(({ first, last, slots }) => ({ first, last, slots }));
}
