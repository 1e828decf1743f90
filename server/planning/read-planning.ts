/** Answers the planning (calendar) of some days: columns of fields, open hours, prices and events. */
import { clipSpans, dayBounds, openRangesBetween, type TimeSpan, toIsoSpan } from "#contract/hours-rules.ts";
import { findObstacles, isPriced } from "#contract/fields-obstacles-rules.ts";
import { computeBookingWindow } from "#contract/hours-starts-rules.ts";
import {
  MAX_PLANNING_DAYS,
  MAX_DETAILED_DAYS,
  type Planning,
  type planning,
  type PlanningField,
} from "#contract/planning.ts";
import { noPrivileges, type Privileges } from "#contract/permissions-grants-rules.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findBookingRules, findRulesOfMember } from "#server/members/roles.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { privilegesOfAccess } from "#server/prices/pricing-roles.ts";
import { computePriceBands } from "./price-bands.ts";
import { serializePlanningEvent, listDistinctMakers } from "./serialize-event.ts";
import {
  listColumns,
  listSportsByField,
  listPlannedEvents,
  type PlanningColumn,
  type PlanningViewer,
} from "./queries.ts";

type PlanningCall = Call<typeof planning.read>;
type OccupancyQuery = Call<typeof planning.occupancy>["query"];

/** @throws HttpError 422 on `to` for too many days */
export async function resolveDays(
  call: MemoryContext & Pick<PlanningCall, "now"> & { query: OccupancyQuery },
  columns: readonly PlanningColumn[],
) {
  const { organizationId, query, now } = call;
  const settings = organizationId === ALL_ORGANIZATIONS ? undefined : await findSettings(call);
  const timezone = (query.facilityId ?? query.fieldId) ? columns[0]?.timezone : undefined;
  const zone = timezone ?? settings?.timezone ?? "UTC";
  const today = localDateOf(zone, now);
  const from = query.from ?? query.to ?? today;
  const to = query.to ?? from;
  if (Temporal.PlainDate.from(from).until(to).days >= MAX_PLANNING_DAYS)
    throw invalidFields({ to: [message("planning.tooLong", { count: MAX_PLANNING_DAYS })] });
  return { zone, from, to, currency: settings?.currency ?? columns[0]?.currency ?? "EUR" };
}

export const spanInTimezone = (from: string, to: string, timezone: string): TimeSpan => ({
  start: dayBounds(from, timezone).start,
  end: dayBounds(to, timezone).end,
});

/** The earliest start and the latest end of the dates in any of the columns' time zones. */
export function spanAcrossTimezones(from: string, to: string, columns: readonly PlanningColumn[]): TimeSpan {
  const spans = [...new Set(columns.map(({ timezone }) => timezone))].map((timezone) =>
    spanInTimezone(from, to, timezone),
  );
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}

interface ColumnContext {
  from: string;
  to: string;
  hours: Awaited<ReturnType<typeof listFieldHours>>;
  sports: PlanningField["sports"];
  /** Undefined for many days. */
  prices: Awaited<ReturnType<typeof listFieldPricePatterns>> | undefined;
  /** Undefined: the answer shows no prices. */
  privileges: Privileges | undefined;
}

function serializeColumn(column: PlanningColumn, context: ColumnContext): PlanningField {
  const { from, to, hours, sports, prices, privileges } = context;
  const { timezone } = column;
  const bound = { hours: null, exceptions: [], ...hours.get(column.id), timezone, closed: column.status === "closed" };
  const open = clipSpans(openRangesBetween(from, to, bound), spanInTimezone(from, to, timezone));
  const patterns = prices?.get(column.id) ?? [];
  const obstacles = findObstacles({
    ...{ status: column.status, bookable: column.bookable, isPriced: isPriced(patterns) },
    ...{ hasHours: bound.hours !== null, isOpenThen: open.length > 0 },
  });
  return {
    id: column.id,
    name: column.name,
    facilityId: column.facility_id,
    facilityName: column.facility_name,
    timezone,
    parentId: column.parent_id,
    status: column.status as PlanningField["status"],
    bookable: column.bookable,
    confidentiality: column.confidentiality as PlanningField["confidentiality"],
    space: column.space as PlanningField["space"],
    lights: column.lights,
    startStep: column.start_step,
    turnaround: column.turnaround,
    sports,
    open: open.map(toIsoSpan),
    ...(obstacles.length > 0 && { obstacles }),
    ...(privileges && {
      prices: computePriceBands(open, {
        ...{ timezone, startStep: column.start_step, roleIds: privileges.roleIds },
        granted: { fieldId: column.id, grants: privileges.grants },
        patterns,
      }),
    }),
  };
}

async function findBookingWindow(call: PlanningCall, timezone: string): Promise<Planning["sold"]> {
  const { organizationId, access, now } = call;
  if (organizationId === ALL_ORGANIZATIONS) return null;
  const rules = await (access.isTeam ? findBookingRules(call, []) : findRulesOfMember(call, access));
  const { start, end } = computeBookingWindow(rules, { now: now.getTime(), timezone });
  return { start: new Date(start).toISOString(), end: end === Infinity ? null : new Date(end).toISOString() };
}

/** Grants of other dates are left out, so that those who have the same ones share what is remembered. */
function clipGrants({ roleIds, grants }: Privileges, { from, to }: LocalDates): Privileges {
  const within = grants.filter((grant) => grant.from <= to && grant.to >= from);
  return {
    roleIds,
    grants: within.map((grant) => ({
      ...grant,
      from: grant.from > from ? grant.from : from,
      to: grant.to < to ? grant.to : to,
      rules: null,
    })),
  };
}

async function findColumnPrices(call: PlanningCall, ids: readonly string[], privileges: Privileges) {
  const { db, organizationId, query } = call;
  if (organizationId === ALL_ORGANIZATIONS) return undefined;
  return {
    prices: await listFieldPricePatterns(db, organizationId, ids),
    privileges: query.prices ? privileges : undefined,
  };
}

interface LocalDates {
  from: string;
  to: string;
}

export const listHoursAndSports = (
  viewer: PlanningViewer,
  ids: readonly string[],
  dates: LocalDates,
): Promise<{
  hours: Awaited<ReturnType<typeof listFieldHours>>;
  sports: Awaited<ReturnType<typeof listSportsByField>>;
}> =>
  remember(viewer, ["planning.hours", ids, dates, viewer.language], async () => ({
    hours: await listFieldHours(viewer.db, viewer.organizationId, ids, dates),
    sports: await listSportsByField(viewer.db, viewer, ids),
  }));

const isNear = ({ from, to }: LocalDates) => Temporal.PlainDate.from(from).until(to).days < MAX_DETAILED_DAYS;

/** Fields with their open times and prices, as the answer has them. */
function listPlanningFields(
  call: PlanningCall,
  columns: readonly PlanningColumn[],
  dates: LocalDates,
): Promise<PlanningField[]> {
  const { access, language, now, query } = call;
  const ids = columns.map(({ id }) => id);
  const privileges = access.isTeam ? noPrivileges : clipGrants(privilegesOfAccess(access, now), dates);
  return remember(call, ["planning.fields", ids, dates, language, query.prices ?? false, privileges], async () => {
    const { hours, sports } = await listHoursAndSports(call, ids, dates);
    const { prices, privileges: priced } = (isNear(dates) && (await findColumnPrices(call, ids, privileges))) || {};
    return columns.map((column) =>
      serializeColumn(column, {
        ...dates,
        hours,
        prices,
        privileges: priced,
        sports: (sports.get(column.id) ?? []).map(({ id, name }) => ({ id, name })),
      }),
    );
  });
}

export async function readPlanning(call: PlanningCall): Promise<Planning> {
  const { db, access, user, query } = call;
  const columns = await listColumns(call, query);
  const { zone, currency, ...dates } = await resolveDays(call, columns);
  const { from, to } = dates;
  const ids = columns.map(({ id }) => id);
  const fields = await listPlanningFields(call, columns, dates);
  const within = spanAcrossTimezones(from, to, columns);
  const choice = { within, all: query.all ?? false, hasMakers: isNear(dates) };
  const rows = ids.length === 0 ? [] : await listPlannedEvents(db, call, ids, choice);
  const sportNames = new Map(fields.flatMap(({ sports }) => sports).map(({ id, name }) => [id, name]));
  const makers = listDistinctMakers(rows);
  const reader = { isTeam: access.isTeam, userId: user.id, language: call.language, sportNames, makers };
  return {
    timezone: zone,
    from,
    to,
    currency,
    fields,
    events: rows.map((row) => serializePlanningEvent(row, reader)),
    makers: [...makers.values()].map(({ id, name }) => ({ id, name })),
    sold: await findBookingWindow(call, zone),
    version: call.liveVersion,
  };
}
