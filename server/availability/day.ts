/** A day of bookable starts on every field that a person may book. */
import type { Availability, availability } from "#contract/availability.ts";
import { clip, dayBounds, openRanges, type Span } from "#contract/hours-rules.ts";
import { bookingWindow, freeStarts } from "#contract/hours-starts-rules.ts";
import { priceReader, type PriceOption } from "#contract/prices-rules.ts";
import { listHoursOf } from "#server/hours/queries.ts";
import { listOccupied } from "#server/fields/occupied.ts";
import { everyOrganization } from "#server/kit/database.ts";
import type { Call } from "#server/kit/serve.ts";
import { dateIn } from "#server/kit/timezone.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { listPricesOf } from "#server/prices/queries.ts";
import { findRoleIdsFor } from "#server/prices/whose.ts";
import { listOfferedFields, type OfferedField } from "./queries.ts";

type Ask = Call<typeof availability.read>;
type Hours = Awaited<ReturnType<typeof listHoursOf>>;
type Prices = Awaited<ReturnType<typeof listPricesOf>>;

const dayMs = 86_400_000;
/** The day in every zone, and after it as long as the longest event with its turnaround. */
const around = (date: string): Span => {
  const start = Date.parse(`${date}T00:00:00Z`);
  return { start: start - dayMs, end: start + 4 * dayMs };
};

const iso = ({ start, end }: Span) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() });

interface Day {
  date: string;
  hours: Hours;
  prices: Prices;
  occupied: Map<string, Span[]>;
  roleIds: number[];
  windowIn: (timezone: string) => Span | undefined;
}

function offer(field: OfferedField, { date, hours, prices, occupied, roleIds, windowIn }: Day) {
  const { timezone } = field;
  const within = dayBounds(date, timezone);
  const bound = { hours: null, exceptions: [], ...hours.get(field.id), timezone, closed: field.status === "closed" };
  const ranges = openRanges(date, bound);
  const window = windowIn(timezone);
  const read = priceReader({ patterns: prices.get(field.id) ?? [], timezone, roleIds, startStep: field.start_step });
  const starts = freeStarts<PriceOption>({
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
    open: clip(ranges, within).map(iso),
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

/** Of the one place that was asked for; else the organization's own. */
async function zoneOf({ db, organizationId, query }: Ask, [first]: readonly OfferedField[]): Promise<string> {
  if (first && (query.facilityId || query.fieldId)) return first.timezone;
  return organizationId === everyOrganization ? "UTC" : (await findOrganization(db, organizationId)).timezone;
}

export async function readDay(call: Ask): Promise<Availability> {
  const { db, now, organizationId, standing, query } = call;
  const fields = await listOfferedFields(db, call, query);
  const timezone = await zoneOf(call, fields);
  const date = query.date ?? dateIn(timezone, now);
  const ids = fields.map(({ id }) => id);
  const roleIds = await findRoleIdsFor(call, query.userId);
  const rules = standing.isTeam ? undefined : await findBookingRules(db, organizationId, standing.roles);
  const day: Day = {
    date,
    hours: await listHoursOf(db, organizationId, ids, { from: date, to: date }),
    prices: await listPricesOf(db, organizationId, ids),
    occupied: await listOccupied(db, organizationId, ids, around(date), query.eventId),
    roleIds,
    windowIn: (zone) => rules && bookingWindow(rules, { now: now.getTime(), timezone: zone }),
  };
  return { date, timezone, fields: fields.map((field) => offer(field, day)) };
}
