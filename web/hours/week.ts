/** A week of timeslots as its editor treats it: half-typed times included. Pure. */
import type { WeeklySlot } from "#contract/hours.ts";
import {
  bare,
  findExceptionOverlaps,
  findOverlaps,
  lengthOf,
  mergeHours,
  minutesOf,
  type Slot,
} from "#contract/hours-week-rules.ts";
import type { Stretch } from "#web/kit/day-bar.tsx";
import { isComplete, isPastMidnight, weekdays } from "#web/kit/weekdays.ts";

type Pairs = readonly (readonly [number, number])[];

/** For each slot that overlaps another, that other one; both by their place in the list. */
function overlapsAmong<S extends Slot>(slots: readonly S[], find: (complete: S[]) => Pairs): ReadonlyMap<number, S> {
  const places = slots.flatMap((slot, index) => (isComplete(slot) ? [index] : []));
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

export const overlapsOfWeek = (hours: readonly WeeklySlot[]): ReadonlyMap<number, WeeklySlot> =>
  overlapsAmong(hours, findOverlaps);

/** @param period local dates, both included; whatever is no date yet is one day */
export const overlapsOfDays = (hours: readonly Slot[], { from, to }: { from: string; to: string }) =>
  overlapsAmong(hours, (complete) => findExceptionOverlaps({ from, to: to || from, hours: complete }));

/** The complete ones among slots, in order, touching ones made one. */
export const tidy = <S extends Slot>(hours: readonly S[]): S[] => mergeHours(hours.filter(isComplete));

/** What slots that touch become. */
export function joined(slots: readonly Slot[]): Slot[] {
  const before = slots.filter(isComplete);
  return tidy(slots).filter(
    (slot) => !before.some(({ start, end }) => start === slot.start && bare(end) === bare(slot.end)),
  );
}

const minutesOfDay = 1440;
const wallTime = (minutes: number) =>
  `${String(Math.floor((minutes % minutesOfDay) / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** What another timeslot of a day begins with: an hour after the last one, where there is room. */
export function nextSlot(slots: readonly Slot[]): Slot {
  const last = slots
    .filter(isComplete)
    .toSorted((one, other) => minutesOf(one.start) - minutesOf(other.start))
    .at(-1);
  if (!last) return slots.length === 0 ? { start: "08:00", end: "22:00" } : { start: "", end: "" };
  const start = minutesOf(last.start) + lengthOf(last) + 60;
  return start + 60 > minutesOfDay
    ? { start: "", end: "" }
    : { start: wallTime(start), end: wallTime(Math.min(start + 180, minutesOfDay)) };
}

/** The week with the slots of one day on others, in place of theirs. */
export const withCopies = (hours: readonly WeeklySlot[], from: number, to: readonly number[]): WeeklySlot[] => [
  ...hours.filter(({ weekday }) => !to.includes(weekday)),
  ...to.flatMap((weekday) => hours.filter((slot) => slot.weekday === from).map((slot) => ({ ...slot, weekday }))),
];

const day = (days: readonly number[], start: string, end: string): WeeklySlot[] =>
  days.map((weekday) => ({ weekday, start, end }));

/** Weeks to begin with. */
export const presets = {
  everyDay: day(weekdays, "08:00", "22:00"),
  shortWeekend: [...day([1, 2, 3, 4, 5], "08:00", "22:00"), ...day([6, 7], "09:00", "20:00")],
  aroundTheClock: day(weekdays, "00:00", "00:00"),
} as const;

const part = (minutes: number) => minutes / minutesOfDay;

/** A day's slots as parts of it; what runs past midnight ends with it. */
export const stretchesOf = (slots: readonly Slot[], tone: Stretch["tone"] = "plain"): Stretch[] =>
  tidy(slots).map((slot) => {
    const start = minutesOf(slot.start);
    return { from: part(start), to: part(Math.min(start + lengthOf(slot), minutesOfDay)), tone };
  });

/** What a weekday shows: its own slots, those that overlap another, and what the day before runs into it. */
export function stretchesOfDay(hours: readonly WeeklySlot[], weekday: number): Stretch[] {
  const wrong = overlapsOfWeek(hours);
  const own = hours.flatMap((slot, index) => (slot.weekday === weekday ? [{ slot, wrong: wrong.has(index) }] : []));
  const before = tidy(hours.filter((slot) => slot.weekday === ((weekday + 5) % 7) + 1));
  const tails = before
    .filter(isPastMidnight)
    .map(({ end }) => ({ from: 0, to: part(minutesOf(end)), tone: "faint" as const }));
  return [
    ...tails,
    ...stretchesOf(own.filter((one) => !one.wrong).map(({ slot }) => slot)),
    ...own.filter((one) => one.wrong).flatMap(({ slot }) => stretchesOf([slot], "wrong")),
  ];
}

/** Weekdays that follow each other with the same slots, for telling a week in short; the closed ones are left out. */
export function alikeDays(hours: readonly WeeklySlot[]): { first: number; last: number; slots: Slot[] }[] {
  const groups: { first: number; last: number; slots: Slot[]; key: string }[] = [];
  for (const weekday of weekdays) {
    const slots = tidy(hours.filter((slot) => slot.weekday === weekday)).map(({ start, end }) => ({ start, end }));
    const key = JSON.stringify(slots);
    const before = groups.at(-1);
    if (before?.key === key && before.last === weekday - 1) before.last = weekday;
    else if (slots.length > 0) groups.push({ first: weekday, last: weekday, slots, key });
  }
  return groups.map(({ first, last, slots }) => ({ first, last, slots }));
}
