/** Free times of a day on some fields: how many can be booked at each start, and from which price. */
import type { Sport } from "#contract/sports.ts";
import { mergeOffers, type SlotOffer, type SlotStart } from "#server/availability/slots-rules.ts";
import { computeFieldDay } from "#server/availability/free-starts.ts";
import { listOccupiedSpans } from "#server/fields/occupied-spans.ts";
import type { Database } from "#server/kit/db/database.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import type { PageQuery } from "#contract/pages.ts";
import { listSports, type PublicClub } from "./public-club.ts";
import type { PublicField } from "./queries.ts";

export const DAYS_IN_STRIP = 6;
const USUAL_DURATION = 90;
const DAY_MS = 86_400_000;

/** Undefined offers: everything is taken then. */
export interface FreeStart {
  start: number;
  free: SlotStart | undefined;
}

export interface FreeTimes {
  sports: Sport[];
  sport: Sport | undefined;
  fields: PublicField[];
  timezone: string;
  today: string;
  date: string;
  days: string[];
  /** First days of the strips before and after; undefined beyond what can be booked. */
  earlier: string | undefined;
  later: string | undefined;
  /** Minutes. */
  durations: number[];
  duration: number;
  starts: FreeStart[];
}

const daysBetween = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days;

/** The price of the field is told, also where it is sold by person as well. */
function listOffers(club: PublicClub, field: PublicField, date: string, busy: Parameters<typeof computeFieldDay>[3]) {
  const { starts } = computeFieldDay(field, date, club.terms, busy);
  return starts
    .filter(({ start }) => start > club.now.getTime())
    .flatMap(({ start, options }): SlotOffer[] => {
      const ofField = options.filter(({ priceType }) => priceType !== "user");
      return (ofField.length > 0 ? ofField : options).map(({ duration, priceType, price }) => ({
        ...{ fieldId: field.id, start, duration, priceType, price, unsellable: 0 },
      }));
    });
}

function pickDuration(asked: number | undefined, durations: readonly number[]): number {
  if (asked !== undefined && durations.includes(asked)) return asked;
  if (durations.includes(USUAL_DURATION)) return USUAL_DURATION;
  return durations[Math.floor((durations.length - 1) / 2)] ?? USUAL_DURATION;
}

/** Strips of days follow one another from today on. */
function listDays(today: string, date: string, horizonDays: number) {
  const first = addDays(today, daysBetween(today, date) - (daysBetween(today, date) % DAYS_IN_STRIP));
  const last = addDays(today, horizonDays);
  const days = Array.from({ length: DAYS_IN_STRIP }, (_, index) => addDays(first, index)).filter((day) => day <= last);
  const next = addDays(first, DAYS_IN_STRIP);
  return {
    days,
    earlier: first > today ? addDays(first, -DAYS_IN_STRIP) : undefined,
    later: next <= last ? next : undefined,
  };
}

/** @param among fields of the club, of a facility, or one */
export async function readFreeTimes(
  db: Database,
  club: PublicClub,
  among: readonly PublicField[],
  query: PageQuery,
): Promise<FreeTimes> {
  const bookable = among.filter((field) => field.bookable && field.status === "open");
  const sports = listSports(bookable.length > 0 ? bookable : among);
  const sport = sports.find(({ id }) => id === query.sport) ?? sports[0];
  const fields = bookable.filter((field) => !sport || field.sports.some(({ id }) => id === sport.id));
  const timezone = fields[0]?.timezone ?? club.organization.timezone;
  const today = localDateOf(timezone, club.now);
  const isWithin = query.date !== undefined && query.date >= today && query.date <= addDays(today, club.horizonDays);
  const date = isWithin && query.date ? query.date : today;
  const start = Date.parse(`${date}T00:00:00Z`);
  const around = { start: start - DAY_MS, end: start + 4 * DAY_MS };
  const ids = fields.map(({ id }) => id);
  const occupied = await listOccupiedSpans(db, club.organization.id, ids, around);
  const possible = fields.flatMap((field) => listOffers(club, field, date, []));
  const durations = [...new Set(possible.map(({ duration }) => duration))].toSorted((one, other) => one - other);
  const duration = pickDuration(query.duration, durations);
  const named = fields.map(({ id, parent_id: parentId, name }) => ({ id, parentId, name }));
  const offers = fields.flatMap((field) => listOffers(club, field, date, occupied.get(field.id) ?? []));
  const isAsked = (offer: SlotOffer) => offer.duration === duration;
  const free = new Map(mergeOffers(offers.filter(isAsked), named, 1).map((merged) => [merged.start, merged]));
  const starts = [...new Set([...possible.filter(isAsked).map((offer) => offer.start), ...free.keys()])]
    .toSorted((one, other) => one - other)
    .map((at) => ({ start: at, free: free.get(at) }));
  return {
    ...{ sports, sport, fields, timezone, today, date, durations, duration, starts },
    ...listDays(today, date, club.horizonDays),
  };
}
