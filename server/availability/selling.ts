/** Whether a time can be booked on a field, and for how much: hours and prices together, for one booking. */
import { openRangesBetween, isInside, type Hours, type OpenRange } from "#contract/hours-rules.ts";
import { bookableStarts, isBookableStart } from "#contract/hours-starts-rules.ts";
import { quote } from "#contract/prices-quote-rules.ts";
import type { PriceType } from "#contract/fields.ts";
import { listHoursOf } from "#server/hours/queries.ts";
import type { Database } from "#server/kit/database.ts";
import { invalid, say, type Saying } from "#server/kit/problem.ts";
import { listPricesOf } from "#server/prices/queries.ts";
import { refusePrice } from "#server/prices/refusal.ts";

/** A field as far as its bookings are bound. */
export interface Bookable {
  id: string;
  organization_id: string;
  timezone: string;
  status: string;
  start_step: number;
}
/** Epoch milliseconds. */
interface Time {
  start: number;
  end: number;
}

export const localDate = (instant: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate();
const localTime = (instant: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timezone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });

/** Where a field has no hours at all, there is nothing for the team to be outside of but closures. */
const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "00:00" }));

async function findHours(db: Database, field: Bookable, { start, end }: Time): Promise<Hours> {
  const dates = { from: localDate(start, field.timezone).toString(), to: localDate(end, field.timezone).toString() };
  const found = await listHoursOf(db, field.organization_id, [field.id], dates);
  return { timezone: field.timezone, ...(found.get(field.id) ?? { hours: null, exceptions: [] }) };
}

const rangesAround = (hours: Hours, { start, end }: Time): OpenRange[] =>
  openRangesBetween(localDate(start, hours.timezone).toString(), localDate(end, hours.timezone).toString(), hours);

/** The next start of the same day, for whoever asked for a time at which nothing starts. */
function sayNextStart(ranges: readonly OpenRange[], { start }: Time, { start_step, timezone }: Bookable): Saying {
  const endOfDay = localDate(start, timezone).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
  const later = ranges.flatMap((range) => bookableStarts(range, start_step, { start, end: endOfDay }));
  const [next] = later.toSorted((one, other) => one - other);
  return next === undefined ? say("events.noStartLeft") : say("events.noStart", { time: localTime(next, timezone) });
}

/**
 * Members book within open time, at its starts. The team may book outside with `override`.
 * @throws Problem 422 beside `startTime`
 */
export async function refuseClosed(
  db: Database,
  field: Bookable,
  time: Time,
  { isTeam, override }: { isTeam: boolean; override: boolean },
): Promise<void> {
  if (isTeam && override) return;
  const found = await findHours(db, field, time);
  const hours = isTeam ? { ...found, hours: found.hours ?? always } : found;
  const refuse = (saying: Saying) => invalid({ startTime: [saying] });
  const ranges = rangesAround(hours, time);
  if (ranges.length === 0) throw refuse(say(isTeam ? "events.outsideHours" : "events.noSlots"));
  if (!isInside(ranges, time)) throw refuse(say("events.outsideHours"));
  if (!isTeam && !isBookableStart(ranges, field.start_step, time.start))
    throw refuse(sayNextStart(ranges, time, field));
}

export interface Asked {
  start: number;
  /** Minutes. */
  duration: number;
  people: number;
  priceType: PriceType | null;
  /** Of whom it is for; none for a guest. */
  roleIds: readonly number[];
  currency: string;
}

/** What an event is charged, as its row keeps it: editing a pattern never prices it anew. */
export interface Charge {
  /** Minor units. */
  price: number;
  price_type: PriceType | null;
  price_lines: string;
  price_pattern_id: string | null;
  price_plan: string | null;
  price_timeslot: string | null;
  /** The team set a price of its own. */
  isCustom: boolean;
}

const free: Charge = {
  price: 0,
  price_type: null,
  price_lines: "[]",
  price_pattern_id: null,
  price_plan: null,
  price_timeslot: null,
  isCustom: false,
};

/**
 * What a booking costs by the field's patterns, or the team's own price instead.
 * @param own minor units; null: by the patterns
 * @param label of the one line of an own price
 * @throws Problem 422 beside the member that keeps it from being sold
 */
export async function findCharge(
  db: Database,
  field: Bookable,
  asked: Asked,
  { own, label, language, isTeam }: { own: number | null; label: string; language: string; isTeam: boolean },
): Promise<Charge> {
  const patterns = (await listPricesOf(db, field.organization_id, [field.id])).get(field.id) ?? [];
  const { timezone, start_step: startStep } = field;
  // What has no prices is free, and the team is not bound to its durations.
  if (patterns.length === 0 && isTeam && !own) return free;
  const answer = quote({ ...asked, patterns, timezone, startStep });
  if (own !== null && !(answer.isSold && answer.total === own))
    return {
      price: own,
      price_type: own > 0 ? (asked.priceType ?? "field") : null,
      price_lines: JSON.stringify(own > 0 ? [{ label, quantity: 1, unitPrice: own, total: own }] : []),
      price_pattern_id: null,
      price_plan: null,
      price_timeslot: null,
      isCustom: true,
    };
  if (!answer.isSold) throw refusePrice(answer.refused, language);
  return {
    price: answer.total,
    price_type: answer.priceType,
    price_lines: JSON.stringify(answer.lines),
    price_pattern_id: answer.patternId,
    price_plan: answer.plan,
    price_timeslot: answer.timeslot,
    isCustom: false,
  };
}
