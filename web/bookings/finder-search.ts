/** Search of the finder: its wishes stand in the address, so that going back keeps them, and on the device for the next time. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import type { QueryDraft } from "#contract/kit.ts";
import type { availability } from "#contract/availability.ts";
import { readLastChoice, saveLastChoice } from "#web/availability/last-choice.ts";
import { localToday } from "#web/availability/slots.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { parseSearchDate, parseSearchId, parseSearchText } from "#web/kit/list/list-search.ts";

export interface FinderSearch {
  /** Local date of the organization. */
  date?: string | undefined;
  /** `19:00` */
  time?: string | undefined;
  /** Minutes. */
  duration?: string | undefined;
  sport?: string | undefined;
  /** `any`, here and of people, takes back what the device remembers. */
  space?: "indoor" | "outdoor" | "any" | undefined;
  people?: string | undefined;
  /** The chosen start, and its duration and field. */
  start?: string | undefined;
  length?: string | undefined;
  field?: string | undefined;
  /** A booking to be moved. */
  move?: string | undefined;
}

const parseWhole = (value: unknown, most: number): string | undefined => {
  const text = typeof value === "number" ? String(value) : parseSearchText(value);
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? String(Number(text)) : undefined;
};
const matching = (value: unknown, pattern: RegExp) => {
  const text = parseSearchText(value);
  return pattern.test(text) ? text : undefined;
};

/** Leaves out what is not valid. */
export const parseFinderSearch = (search: Record<string, unknown>): FinderSearch => ({
  date: parseSearchDate(search["date"]),
  time: matching(search["time"], /^([01]\d|2[0-3]):[0-5]\d$/),
  duration: parseWhole(search["duration"], 1440),
  sport: parseWhole(search["sport"], 2_147_483_647),
  space: (["indoor", "outdoor", "any"] as const).find((space) => space === search["space"]),
  people: search["people"] === "any" ? "any" : parseWhole(search["people"], 10_000),
  start: matching(search["start"], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  length: parseWhole(search["length"], 1440),
  field: parseSearchId(search["field"]),
  move: parseSearchId(search["move"]),
});

const USUAL_TIME = "18:00";
const HALF_HOUR = 30;

/** The evening, or in an hour when that is later. @param now local time of today; undefined on another day */
function defaultTime(now: Temporal.PlainDateTime | undefined): string {
  const soon = now?.add({ hours: 1 }).round({
    ...{ smallestUnit: "minute", roundingIncrement: HALF_HOUR, roundingMode: "ceil" },
  });
  const time = soon?.toPlainTime().toString({ smallestUnit: "minute" }) ?? USUAL_TIME;
  // Past midnight nothing of today is left.
  return soon?.toPlainDate().equals(now?.toPlainDate() ?? "") && time > USUAL_TIME ? time : USUAL_TIME;
}

const toNumber = (text: string | undefined) => (text === undefined || text === "any" ? undefined : Number(text));
const weekdayOf = (date: string) => Temporal.PlainDate.from(date).dayOfWeek;

export interface Wishes {
  date: string;
  time: string;
  duration: number | undefined;
  sportId: number | undefined;
  space: "indoor" | "outdoor" | undefined;
  people: number | undefined;
}

interface WishContext {
  timezone: string;
  /** Epoch milliseconds. */
  now: number;
  /** Most bookable first. */
  sports: readonly { id: number }[];
  durations: readonly number[];
}

/** The address first, then the device, then what most ask for. */
export function resolveWishes(
  search: FinderSearch,
  organizationId: string,
  { timezone, now, sports, durations }: WishContext,
): Wishes {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDateTime();
  const today = local.toPlainDate().toString();
  const last = readLastChoice(organizationId);
  const date = search.date !== undefined && search.date >= today ? search.date : today;
  const known = [toNumber(search.sport), last.sportId].find((id) => sports.some((sport) => sport.id === id));
  return {
    date,
    time: search.time ?? last.times?.[weekdayOf(date)] ?? defaultTime(date === today ? local : undefined),
    duration: toNumber(search.duration) ?? durations.find((minutes) => minutes === last.duration),
    sportId: known ?? sports[0]?.id,
    space: search.space === "any" ? undefined : (search.space ?? last.space),
    people: search.people === "any" ? undefined : (toNumber(search.people) ?? last.people),
  };
}

export const toSlotsQuery = (
  { sportId, ...wishes }: Wishes,
  eventId: string | undefined,
): QueryDraft<typeof availability.slots> => ({ ...wishes, sportId, eventId });

export function useFinderSearch() {
  const { organizationId } = useScope();
  const search = useSearch({ strict: false, select: (all) => parseFinderSearch(all) });
  const navigate = useNavigate();
  const { history } = useRouter();
  const go = (changes: FinderSearch, replace: boolean) =>
    void navigate({ to: ".", search: { ...search, ...changes } as never, replace, resetScroll: false });
  return {
    search,
    /** Changes a wish, and remembers it. */
    change: (changes: FinderSearch) => {
      const { time, duration, sport, space, people } = changes;
      const date = search.date ?? localToday();
      const { times } = readLastChoice(organizationId);
      saveLastChoice(organizationId, {
        ...(duration !== undefined && { duration: Number(duration) }),
        ...(sport !== undefined && { sportId: Number(sport) }),
        ...(space !== undefined && { space: space === "any" ? undefined : space }),
        ...(people !== undefined && { people: toNumber(people) }),
        ...(time !== undefined && { times: { ...times, [weekdayOf(date)]: time } }),
      });
      go({ ...changes, start: undefined, length: undefined, field: undefined }, true);
    },
    chooseField: (field: string) => go({ field }, true),
    /** Closes the sheet of a start: where this page has opened it, by going back. */
    close: () => {
      if ("isSheet" in history.location.state) history.back();
      else go({ start: undefined, length: undefined, field: undefined }, true);
    },
  };
}
