/** Availability of a day: bookable starts with durations and prices, on each field that the caller may book. */
import type { Availability, availability } from "#contract/availability.ts";
import { findObstacles, isPriced } from "#contract/fields-obstacles-rules.ts";
import { clipSpans, toIsoSpan, type TimeSpan } from "#contract/hours-rules.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import {
  computeFieldDay,
  listOccupiedAround,
  listRememberedFields,
  loadFieldTerms,
  type FieldTerms,
} from "./free-starts.ts";
import type { OfferedField } from "./queries.ts";

type AvailabilityCall = Call<typeof availability.read>;

function serializeFieldAvailability(
  field: OfferedField,
  date: string,
  terms: FieldTerms,
  occupied: ReadonlyMap<string, TimeSpan[]>,
) {
  const { within, ranges, starts } = computeFieldDay(field, date, terms, occupied.get(field.id) ?? []);
  const obstacles = findObstacles({
    ...{ status: field.status, bookable: field.bookable, isPriced: isPriced(terms.prices.get(field.id) ?? []) },
    ...{ hasHours: (terms.hours.get(field.id)?.hours ?? null) !== null, isOpenThen: ranges.length > 0 },
  });
  return {
    field: { id: field.id, name: field.name },
    facility: { id: field.facility_id, name: field.facility_name },
    timezone: field.timezone,
    status: field.status as "open" | "closed",
    open: clipSpans(ranges, within).map(toIsoSpan),
    ...(obstacles.length > 0 && { obstacles }),
    starts: starts.map(({ start, options }) => ({
      startTime: new Date(start).toISOString(),
      options: options.map(({ duration, plan, timeslot, priceType, price }) => ({
        duration,
        plan,
        timeslot,
        priceType,
        price,
      })),
    })),
  };
}

/** The time zone of the place that is asked for, else of the organization. */
export async function findTimezone(
  call: Pick<Call, "db" | "organizationId" | "memory">,
  [first]: readonly OfferedField[],
  isOfOnePlace: boolean,
): Promise<string> {
  if (first && isOfOnePlace) return first.timezone;
  return call.organizationId === ALL_ORGANIZATIONS ? "UTC" : (await findSettings(call)).timezone;
}

export async function readAvailability(call: AvailabilityCall): Promise<Availability> {
  const { now, query } = call;
  const { facilityId, fieldId, sportId, people } = query;
  const fields = await listRememberedFields(call, { facilityId, fieldId, sportId, people });
  const timezone = await findTimezone(call, fields, (facilityId ?? fieldId) !== undefined);
  const date = query.date ?? localDateOf(timezone, now);
  const terms = await loadFieldTerms(call, fields, { from: date, to: date }, query);
  const occupied = await listOccupiedAround(call, fields, date, query.eventId);
  return {
    date,
    timezone,
    fields: fields.map((field) => serializeFieldAvailability(field, date, terms, occupied)),
  };
}
