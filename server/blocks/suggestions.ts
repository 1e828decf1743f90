/** Suggests another place for each booking inside a block. Pure. */
import type { SuggestionReason } from "#contract/blocks.ts";
import { isWithinOpenTime, type OpenRange, type TimeSpan } from "#contract/hours-rules.ts";
import type { BlockedSpan, OfferedField, UnitUse } from "./queries.ts";

/** Epoch milliseconds. */
export interface DisplacedEvent extends TimeSpan {
  id: string;
  fieldId: string;
  facilityId: string;
  sportId: number | null;
  space: string | null;
  timezone: string;
}

export interface Suggestion extends TimeSpan {
  fieldId: string;
  fieldName: string;
  reason: SuggestionReason;
  minutes: number;
}

interface Offer {
  fields: readonly OfferedField[];
  open: (fieldId: string) => readonly OpenRange[];
  uses: readonly UnitUse[];
  blocked: readonly BlockedSpan[];
  /** Other outdoor fields are as wet as the blocked one. */
  isWeather: boolean;
  now: number;
}

const MINUTE_MS = 60_000;
/** The nearest first; later rather than earlier. */
const SHIFTS_MINUTES = [30, -30, 60, -60, 90, -90, 120, -120, 180, -180] as const;
const MAX_DAYS_AHEAD = 7;
/** Nobody is asked to come earlier within this time. */
const MIN_NOTICE_MS = 120 * MINUTE_MS;

const overlaps = (one: TimeSpan, other: TimeSpan) => one.start < other.end && other.start < one.end;

const shiftedBy = ({ start, end }: TimeSpan, ms: number): TimeSpan => ({ start: start + ms, end: end + ms });

/** At the same time of the clock. */
function daysLater(event: DisplacedEvent, days: number): TimeSpan {
  const start = Temporal.Instant.fromEpochMilliseconds(event.start)
    .toZonedDateTimeISO(event.timezone)
    .add({ days }).epochMilliseconds;
  return { start, end: start + event.end - event.start };
}

interface Candidate {
  span: TimeSpan;
  fields: readonly OfferedField[];
  reason: (field: OfferedField) => SuggestionReason;
}

function* listCandidates(
  event: DisplacedEvent,
  fields: readonly OfferedField[],
  isWeather: boolean,
): Generator<Candidate> {
  const others = fields.filter(({ id }) => id !== event.fieldId);
  const own = fields.filter(({ id }) => id === event.fieldId);
  const isIndoor = ({ space }: OfferedField) => space === "indoor";
  const getsRoof = (field: OfferedField) => event.space === "outdoor" && isIndoor(field);
  const ofTheDay = isWeather ? others.filter(isIndoor) : others;
  const roofFirst = [...ofTheDay.filter(getsRoof), ...ofTheDay.filter((field) => !getsRoof(field))];
  yield {
    span: event,
    fields: roofFirst,
    reason: (field) => (getsRoof(field) ? "same_time_indoor" : "same_time"),
  };
  for (const minutes of SHIFTS_MINUTES)
    yield {
      span: shiftedBy(event, minutes * MINUTE_MS),
      fields: [...own, ...ofTheDay],
      reason: () => (minutes > 0 ? "later" : "earlier"),
    };
  for (let days = 1; days <= MAX_DAYS_AHEAD; days += 1)
    yield {
      span: daysLater(event, days),
      fields: [...own, ...others],
      reason: ({ id }) => (id === event.fieldId ? "same_field" : "other_day"),
    };
}

/**
 * The nearest free place of the same sport in the facility: at the same time, under a roof first; then within three hours
 * of the day; then at the same time within a week. No two events get the same place. In bad weather nobody goes to
 * another outdoor field on the same day.
 * @returns by event; events without a free place are left out
 */
export function suggestPlaces(
  events: readonly DisplacedEvent[],
  { fields, open, uses, blocked, isWeather, now }: Offer,
): Map<string, Suggestion> {
  const usesByUnit = Map.groupBy(uses, ({ unitId }) => unitId);
  const unitsOf = new Map(fields.map(({ id, unit_ids }) => [id, unit_ids ?? []]));
  const closedUnits = new Map<string, TimeSpan[]>();
  for (const { fieldId, ...span } of blocked)
    for (const unit of unitsOf.get(fieldId) ?? []) closedUnits.set(unit, [...(closedUnits.get(unit) ?? []), span]);
  const given = new Map<string, Suggestion>();
  const isFree = (event: DisplacedEvent, field: OfferedField, span: TimeSpan) => {
    const occupied = { start: span.start, end: span.end + field.turnaround * MINUTE_MS };
    return (field.unit_ids ?? []).every(
      (unit) =>
        !(closedUnits.get(unit) ?? []).some((closed) => overlaps(closed, occupied)) &&
        !(usesByUnit.get(unit) ?? []).some((use) => use.eventId !== event.id && overlaps(use, occupied)),
    );
  };
  for (const event of events) {
    const ofSport = fields.filter(
      ({ facility_id, sport_ids }) =>
        facility_id === event.facilityId && (event.sportId === null || sport_ids?.includes(event.sportId)),
    );
    for (const { span, fields: offered, reason } of listCandidates(event, ofSport, isWeather)) {
      if (span.start <= now || (span.start < event.start && span.start < now + MIN_NOTICE_MS)) continue;
      const field = offered.find((one) => isWithinOpenTime(open(one.id), span) && isFree(event, one, span));
      if (!field) continue;
      const minutes = Math.round((span.start - event.start) / MINUTE_MS);
      given.set(event.id, {
        ...{ start: span.start, end: span.end },
        fieldId: field.id,
        fieldName: field.name,
        reason: reason(field),
        minutes,
      });
      // The next events find this place taken.
      const occupied = { start: span.start, end: span.end + field.turnaround * MINUTE_MS };
      for (const unitId of field.unit_ids ?? [])
        usesByUnit.set(unitId, [...(usesByUnit.get(unitId) ?? []), { unitId, eventId: `to ${event.id}`, ...occupied }]);
      break;
    }
  }
  return given;
}
