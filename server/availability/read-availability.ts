/** Availability of a day: bookable starts with durations and prices, on each field that the caller may book. */
import type { Availability, availability } from "#contract/availability.ts";
import { clipSpans, dayBounds, openRangesOn, type TimeSpan, toIsoSpan } from "#contract/hours-rules.ts";
import { computeBookingWindow, listFreeStarts } from "#contract/hours-starts-rules.ts";
import { createPriceReader, type PriceOption } from "#contract/prices-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { listOccupiedSpans } from "#server/fields/occupied-spans.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { remember } from "#server/kit/db/revision-cache.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { visibilityKey } from "#server/members/visibility.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { findPricingRoleIds } from "#server/prices/pricing-roles.ts";
import { listOfferedFields, type OfferedField } from "./queries.ts";

type AvailabilityCall = Call<typeof availability.read>;
type Hours = Awaited<ReturnType<typeof listFieldHours>>;
type Prices = Awaited<ReturnType<typeof listFieldPricePatterns>>;

const dayMs = 86_400_000;
/** Covers the day in every time zone, and then the longest event with its turnaround. */
const searchSpan = (date: string): TimeSpan => {
  const start = Date.parse(`${date}T00:00:00Z`);
  return { start: start - dayMs, end: start + 4 * dayMs };
};

interface Day {
  date: string;
  hours: Hours;
  prices: Prices;
  occupied: Map<string, TimeSpan[]>;
  roleIds: number[];
  bookingWindowIn: (timezone: string) => TimeSpan | undefined;
}

function serializeFieldAvailability(
  field: OfferedField,
  { date, hours, prices, occupied, roleIds, bookingWindowIn: windowIn }: Day,
) {
  const { timezone } = field;
  const within = dayBounds(date, timezone);
  const bound = { hours: null, exceptions: [], ...hours.get(field.id), timezone, closed: field.status === "closed" };
  const ranges = openRangesOn(date, bound);
  const window = windowIn(timezone);
  const read = createPriceReader({
    patterns: prices.get(field.id) ?? [],
    timezone,
    roleIds,
    startStep: field.start_step,
  });
  const starts = listFreeStarts<PriceOption>({
    ranges,
    within,
    ...(window && { window }),
    step: field.start_step,
    turnaround: field.turnaround,
    busy: occupied.get(field.id) ?? [],
    options: read,
  });
  return {
    field: { id: field.id, name: field.name },
    facility: { id: field.facility_id, name: field.facility_name },
    timezone,
    status: field.status as "open" | "closed",
    open: clipSpans(ranges, within).map(toIsoSpan),
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

async function findTimezone(call: AvailabilityCall, [first]: readonly OfferedField[]): Promise<string> {
  const { organizationId, query } = call;
  if (first && (query.facilityId || query.fieldId)) return first.timezone;
  return organizationId === ALL_ORGANIZATIONS ? "UTC" : (await findSettings(call)).timezone;
}

/** Fields with their hours and prices; without the events there. */
async function listFieldTerms(call: AvailabilityCall, fields: readonly OfferedField[], date: string) {
  const { db, organizationId } = call;
  const ids = fields.map(({ id }) => id);
  return remember(call, ["availability.terms", ids, date], async () => ({
    hours: await listFieldHours(db, organizationId, ids, { from: date, to: date }),
    prices: await listFieldPricePatterns(db, organizationId, ids),
  }));
}

export async function readAvailability(call: AvailabilityCall): Promise<Availability> {
  const { db, now, organizationId, access, query } = call;
  const { facilityId, fieldId, sportId, people } = query;
  const filters = { facilityId, fieldId, sportId, people };
  const fields = await remember(call, ["availability.fields", filters, visibilityKey(access)], () =>
    listOfferedFields(db, call, filters),
  );
  const timezone = await findTimezone(call, fields);
  const date = query.date ?? localDateOf(timezone, now);
  const ids = fields.map(({ id }) => id);
  const roleIds = await findPricingRoleIds(call, query);
  const rules = access.isTeam ? undefined : await findBookingRules(call, access.roles);
  const day: Day = {
    date,
    ...(await listFieldTerms(call, fields, date)),
    occupied: await listOccupiedSpans(db, organizationId, ids, searchSpan(date), query.eventId),
    roleIds,
    bookingWindowIn: (zone) => rules && computeBookingWindow(rules, { now: now.getTime(), timezone: zone }),
  };
  return { date, timezone, fields: fields.map((field) => serializeFieldAvailability(field, day)) };
}
