/** Loads the fields that a caller may book, and computes their free starts on a day. */
import { dayBounds, openRangesOn, type OpenRange, type TimeSpan } from "#contract/hours-rules.ts";
import { computeBookingWindow, listFreeStarts, type StartOffer } from "#contract/hours-starts-rules.ts";
import { createPriceReader, type PriceOption } from "#contract/prices-rules.ts";
import type { Privileges } from "#contract/permissions-grants-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { listMainSports } from "#server/fields/queries.ts";
import { listOccupiedSpans } from "#server/fields/occupied-spans.ts";
import { remember } from "#server/kit/db/revision-cache.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findRulesOfCaller } from "#server/members/roles.ts";
import { visibilityKey } from "#server/members/visibility.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { findPrivileges } from "#server/prices/pricing-roles.ts";
import { readQuotas, type QuotaReader } from "./quotas.ts";
import { listOfferedFields, type OfferedField, type OfferedFieldFilters } from "./queries.ts";

type Context = Pick<Call, "db" | "organizationId" | "access" | "user" | "now" | "memory">;

/** Hours, prices and rules that decide the free starts of fields for some days, without the events there. */
export interface FieldTerms {
  hours: Awaited<ReturnType<typeof listFieldHours>>;
  prices: Awaited<ReturnType<typeof listFieldPricePatterns>>;
  /** Categories and memberships of the customer. */
  privileges: Privileges;
  /** Undefined if no rules bind the caller. */
  bookingWindowIn: (timezone: string) => TimeSpan | undefined;
  /** Undefined if no quota bounds the caller. */
  quotas?: QuotaReader | undefined;
  /** By field: the sport asked for, else the main one, as far as quotas ask. */
  sportIds?: ReadonlyMap<string, number>;
}

export const listRememberedFields = (context: Context, filters: OfferedFieldFilters): Promise<OfferedField[]> =>
  remember(context, ["availability.fields", filters, visibilityKey(context.access)], () =>
    listOfferedFields(context.db, context, filters),
  );

export async function loadFieldTerms(
  context: Context,
  fields: readonly OfferedField[],
  dates: { from: string; to: string },
  customer: Parameters<typeof findPrivileges>[1] & { eventId?: string | undefined; sportId?: number | undefined },
): Promise<FieldTerms> {
  const { db, organizationId, access, user, now } = context;
  const ids = fields.map(({ id }) => id);
  const privileges = await findPrivileges(context, customer);
  const rules = access.isTeam ? undefined : await findRulesOfCaller(context, dates.from);
  const terms = await remember(context, ["availability.terms", ids, dates], async () => ({
    hours: await listFieldHours(db, organizationId, ids, dates),
    prices: await listFieldPricePatterns(db, organizationId, ids),
  }));
  const quotas =
    rules &&
    (await readQuotas(context, {
      ...{ userId: user.id, quotas: rules.quotas, exceptEventId: customer.eventId },
      from: Date.parse(`${dates.from}T00:00:00Z`),
    }));
  return {
    ...terms,
    ...(quotas && { quotas, sportIds: await listSportsToBook(context, ids, customer.sportId) }),
    privileges,
    bookingWindowIn: (timezone) => rules && computeBookingWindow(rules, { now: now.getTime(), timezone }),
  };
}

async function listSportsToBook(
  { db, organizationId }: Context,
  fieldIds: readonly string[],
  sportId: number | undefined,
): Promise<ReadonlyMap<string, number>> {
  if (sportId !== undefined) return new Map(fieldIds.map((id) => [id, sportId]));
  return listMainSports(db, organizationId, fieldIds);
}

const dayMs = 86_400_000;
/** Covers the day in every time zone, and then the longest event with its turnaround. */
const searchSpan = (date: string): TimeSpan => {
  const start = Date.parse(`${date}T00:00:00Z`);
  return { start: start - dayMs, end: start + 4 * dayMs };
};

/** When the fields are taken around a day. */
export const listOccupiedAround = (
  { db, organizationId }: Context,
  fields: readonly OfferedField[],
  date: string,
  exceptEventId?: string,
): Promise<Map<string, TimeSpan[]>> =>
  listOccupiedSpans(
    db,
    organizationId,
    fields.map(({ id }) => id),
    searchSpan(date),
    exceptEventId,
  );

export interface FieldDay {
  within: TimeSpan;
  ranges: OpenRange[];
  starts: StartOffer<PriceOption>[];
}

/** @param busy empty to list the starts that there would be */
export function computeFieldDay(
  field: Pick<OfferedField, "id" | "status" | "timezone" | "start_step" | "turnaround">,
  date: string,
  { hours, prices, privileges, bookingWindowIn, quotas, sportIds }: FieldTerms,
  busy: readonly TimeSpan[],
): FieldDay {
  const { timezone } = field;
  const within = dayBounds(date, timezone);
  const bound = { hours: null, exceptions: [], ...hours.get(field.id), timezone, closed: field.status === "closed" };
  const ranges = openRangesOn(date, bound);
  const window = bookingWindowIn(timezone);
  const read = createPriceReader({
    patterns: prices.get(field.id) ?? [],
    timezone,
    roleIds: privileges.roleIds,
    granted: { fieldId: field.id, grants: privileges.grants },
    startStep: field.start_step,
  });
  const isWithinQuotas = (start: number, duration: number) =>
    !quotas?.find({ start, end: start + duration * 60_000, sportId: sportIds?.get(field.id) ?? null, timezone });
  const starts = listFreeStarts<PriceOption>({
    ranges,
    within,
    ...(window && { window }),
    step: field.start_step,
    turnaround: field.turnaround,
    busy,
    options: quotas ? (start) => read(start).filter(({ duration }) => isWithinQuotas(start, duration)) : read,
  });
  return { within, ranges, starts };
}
