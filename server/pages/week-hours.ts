/** The hours of a week, as a visitor reads them: fields of the same hours together, days of the same hours in one line. */
import {
  findException,
  type HoursException,
  intersectSpans,
  mergeRanges,
  openRangesBetween,
  type TimeSpan,
} from "#contract/hours-rules.ts";
import { mergeHours, type Slot, type WeeklySlot } from "#contract/hours-week-rules.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import type { PublicClub } from "./public-club.ts";
import type { PublicField } from "./queries.ts";

export interface WeekLine {
  /** Monday is 1. */
  weekdays: number[];
  /** Empty: closed. */
  slots: Slot[];
}
/** Days with other hours than usual. */
export interface SpecialDays {
  fields: PublicField[];
  name: string;
  from: string;
  to: string;
  slots: Slot[];
}
export interface HoursGroup {
  fields: PublicField[];
  week: WeekLine[];
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** Days that follow one another and have the same hours are one line. */
function toLines(hours: readonly WeeklySlot[]): WeekLine[] {
  const lines: WeekLine[] = [];
  for (const weekday of weekdays) {
    const own = mergeHours(hours.filter((slot) => slot.weekday === weekday));
    const slots = own.map(({ start, end }) => ({ start, end }));
    const last = lines.at(-1);
    if (last && JSON.stringify(last.slots) === JSON.stringify(slots)) last.weekdays.push(weekday);
    else lines.push({ weekdays: [weekday], slots });
  }
  return lines;
}

/** Each run of days on which an exception holds, the strongest where there are several. */
function listExceptions(exceptions: readonly HoursException[], from: string, to: string) {
  const found: Omit<SpecialDays, "fields">[] = [];
  let running: HoursException | undefined;
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const exception = findException(date, exceptions);
    const last = found.at(-1);
    if (exception && exception === running && last) last.to = date;
    else if (exception)
      found.push({
        ...{ name: exception.name, from: date, to: date },
        slots: exception.closed ? [] : mergeHours(exception.hours),
      });
    running = exception;
  }
  return found;
}

interface ClubHours {
  terms: Pick<PublicClub["terms"], "hours">;
}

const openFields = ({ terms }: ClubHours, fields: readonly PublicField[]) =>
  fields.flatMap((field) => {
    const { hours, exceptions } = terms.hours.get(field.id) ?? {};
    return hours && exceptions && field.status === "open" ? [{ field, hours, exceptions }] : [];
  });

export function groupHours(club: ClubHours, fields: readonly PublicField[]): HoursGroup[] {
  const read = openFields(club, fields).map(({ field, hours }) => ({ field, week: toLines(hours) }));
  return [...Map.groupBy(read, ({ week }) => JSON.stringify(week)).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ fields: same.map(({ field }) => field), week: first.week }] : [];
  });
}

/** The days ahead on which some fields have other hours, the first ones first. */
export function listSpecialDays(
  club: ClubHours & Pick<PublicClub, "today">,
  fields: readonly PublicField[],
  daysAhead: number,
): SpecialDays[] {
  const read = openFields(club, fields).flatMap(({ field, exceptions }) =>
    listExceptions(exceptions, club.today, addDays(club.today, daysAhead)).map((days) => ({ field, days })),
  );
  return [...Map.groupBy(read, ({ days }) => JSON.stringify(days)).values()]
    .flatMap((same) => same.slice(0, 1).map(({ days }) => ({ ...days, fields: same.map(({ field }) => field) })))
    .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
}

/** When some field is open, from today on. */
function listOpenRanges(
  club: Pick<PublicClub, "terms" | "today">,
  fields: readonly PublicField[],
  days: number,
): TimeSpan[] {
  const until = addDays(club.today, days);
  return mergeRanges(
    openFields(club, fields).flatMap(({ field, hours, exceptions }) =>
      openRangesBetween(club.today, until, { timezone: field.timezone, hours, exceptions }),
    ),
  );
}

export interface OpenState {
  isOpen: boolean;
  /** When it closes, or opens next; undefined if it is not known. */
  until: number | undefined;
  /** When it opens after it has closed. */
  next: number | undefined;
}

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;
export function readOpenState(club: PublicClub, fields: readonly PublicField[]): OpenState {
  const now = club.now.getTime();
  const ahead = { start: now, end: now + WEEK_DAYS * DAY_MS };
  const ranges = listOpenRanges(club, fields, WEEK_DAYS).filter((range) => {
    const within = intersectSpans(range, ahead);
    return within.start < within.end;
  });
  const [first, second] = ranges;
  const isOpen = first !== undefined && first.start <= now;
  // Fields that never close have no hour at which they do.
  const until = isOpen ? (first.end < ahead.end ? first.end : undefined) : first?.start;
  return { isOpen, until, next: isOpen && until !== undefined ? second?.start : undefined };
}
