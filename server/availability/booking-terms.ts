/** Booking terms: checks a time against the field's opening hours, and computes the price of a booking. */
import { openRangesBetween, isWithinOpenTime, type FieldHours, type OpenRange } from "#contract/hours-rules.ts";
import { listBookableStarts, isBookableStart } from "#contract/hours-starts-rules.ts";
import { computeQuote } from "#contract/prices-quote-rules.ts";
import type { PriceType } from "#contract/fields.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { priceError } from "#server/prices/errors.ts";

export interface BookableField {
  id: string;
  organization_id: string;
  timezone: string;
  status: string;
  start_step: number;
}
/** Epoch milliseconds. */
interface TimeSpan {
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

/** Closures alone bind the team on a field without hours. */
const ALWAYS_OPEN = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "00:00" }));

async function findHoursAt(db: Database, field: BookableField, { start, end }: TimeSpan): Promise<FieldHours> {
  const dates = { from: localDate(start, field.timezone).toString(), to: localDate(end, field.timezone).toString() };
  const fieldHours = await listFieldHours(db, field.organization_id, [field.id], dates);
  return { timezone: field.timezone, ...(fieldHours.get(field.id) ?? { hours: null, exceptions: [] }) };
}

const openRangesAround = (hours: FieldHours, { start, end }: TimeSpan): OpenRange[] =>
  openRangesBetween(localDate(start, hours.timezone).toString(), localDate(end, hours.timezone).toString(), hours);

function nextStartMessage(
  ranges: readonly OpenRange[],
  { start }: TimeSpan,
  { start_step, timezone }: BookableField,
): LocalizedMessage {
  const endOfDay = localDate(start, timezone).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
  const later = ranges.flatMap((range) => listBookableStarts(range, start_step, { start, end: endOfDay }));
  const [next] = later.toSorted((a, b) => a - b);
  return next === undefined
    ? message("events.noStartLeft")
    : message("events.noStart", { time: localTime(next, timezone) });
}

/** Members book at starts within open time; the team may book outside with `override`. @throws HttpError 422 on `startTime` */
export async function assertWithinHours(
  db: Database,
  field: BookableField,
  time: TimeSpan,
  { isTeam, override }: { isTeam: boolean; override: boolean },
): Promise<void> {
  if (isTeam && override) return;
  const fieldHours = await findHoursAt(db, field, time);
  const hours = isTeam ? { ...fieldHours, hours: fieldHours.hours ?? ALWAYS_OPEN } : fieldHours;
  const refuse = (refusal: LocalizedMessage) => invalidFields({ startTime: [refusal] });
  const ranges = openRangesAround(hours, time);
  if (ranges.length === 0) throw refuse(message(isTeam ? "events.outsideHours" : "events.noSlots"));
  if (!isWithinOpenTime(ranges, time)) throw refuse(message("events.outsideHours"));
  if (!isTeam && !isBookableStart(ranges, field.start_step, time.start))
    throw refuse(nextStartMessage(ranges, time, field));
}

export interface PriceRequest {
  start: number;
  /** Minutes. */
  duration: number;
  people: number;
  priceType: PriceType | null;
  /** Roles of the customer; empty for a guest. */
  roleIds: readonly number[];
  currency: string;
}

/** The price as the event's row keeps it: later changes of a pattern do not change it. */
export interface EventPrice {
  /** Minor units. */
  price: number;
  price_type: PriceType | null;
  price_lines: string;
  price_pattern_id: string | null;
  price_plan: string | null;
  price_timeslot: string | null;
  /** The team set the price instead of the patterns. */
  isCustom: boolean;
}

const freePrice: EventPrice = {
  price: 0,
  price_type: null,
  price_lines: "[]",
  price_pattern_id: null,
  price_plan: null,
  price_timeslot: null,
  isCustom: false,
};

/**
 * @param own the team's price, in minor units; null to use the field's patterns
 * @param label of the single price line for an own price
 * @throws HttpError 422 on the member that prevents the sale
 */
export async function findEventPrice(
  db: Database,
  field: BookableField,
  request: PriceRequest,
  { own, label, language, isTeam }: { own: number | null; label: string; language: string; isTeam: boolean },
): Promise<EventPrice> {
  const patterns = (await listFieldPricePatterns(db, field.organization_id, [field.id])).get(field.id) ?? [];
  const { timezone, start_step: startStep } = field;
  // A field without prices is free, and the team is not bound to its durations.
  if (patterns.length === 0 && isTeam && !own) return freePrice;
  const answer = computeQuote({ ...request, patterns, timezone, startStep });
  if (own !== null && !(answer.isSold && answer.total === own))
    return {
      price: own,
      price_type: own > 0 ? (request.priceType ?? "field") : null,
      price_lines: JSON.stringify(own > 0 ? [{ label, quantity: 1, unitPrice: own, total: own }] : []),
      price_pattern_id: null,
      price_plan: null,
      price_timeslot: null,
      isCustom: true,
    };
  if (!answer.isSold) throw priceError(answer.reason, language);
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
