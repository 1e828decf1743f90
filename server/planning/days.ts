/** Some days of a facility, or of an organization, for whoever looks. */
import { clip, dayBounds, openRangesBetween, type Span } from "#contract/hours-rules.ts";
import { bookingWindow } from "#contract/hours-starts-rules.ts";
import { mostDays, closestDays, type Planning, type planning, type PlanningField } from "#contract/planning.ts";
import { listHoursOf } from "#server/hours/queries.ts";
import { everyOrganization } from "#server/kit/database.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { dateIn } from "#server/kit/timezone.ts";
import { findBookingRules } from "#server/members/roles.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { listPricesOf } from "#server/prices/queries.ts";
import { findRoleIdsFor } from "#server/prices/whose.ts";
import { bandsOf } from "./bands.ts";
import { blockOf, makersOf } from "./block.ts";
import { listColumns, listMakers, listSportsOf, listStanding, type Column } from "./queries.ts";

type Ask = Call<typeof planning.read>;
type Wanted = Call<typeof planning.occupancy>["query"];

/** Which dates are asked for, on whose clock, and what is paid with there. @throws 422 for too many */
export async function daysOf(
  { db, organizationId, query, now }: Pick<Ask, "db" | "organizationId" | "now"> & { query: Wanted },
  columns: readonly Column[],
) {
  const settings = organizationId === everyOrganization ? undefined : await findOrganization(db, organizationId);
  const timezone = (query.facilityId ?? query.fieldId) ? columns[0]?.timezone : undefined;
  const zone = timezone ?? settings?.timezone ?? "UTC";
  const today = dateIn(zone, now);
  const from = query.from ?? query.to ?? today;
  const to = query.to ?? from;
  if (Temporal.PlainDate.from(from).until(to).days >= mostDays)
    throw invalid({ to: [say("planning.tooLong", { count: mostDays })] });
  return { zone, from, to, currency: settings?.currency ?? columns[0]?.currency ?? "EUR" };
}

/** The days as they are in one zone. */
export const spanIn = (from: string, to: string, timezone: string): Span => ({
  start: dayBounds(from, timezone).start,
  end: dayBounds(to, timezone).end,
});

/** The days as they are in all zones together. */
export function spanOfAll(from: string, to: string, columns: readonly Column[]): Span {
  const spans = [...new Set(columns.map(({ timezone }) => timezone))].map((timezone) => spanIn(from, to, timezone));
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}

const iso = ({ start, end }: Span) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() });

interface Days {
  from: string;
  to: string;
  hours: Awaited<ReturnType<typeof listHoursOf>>;
  sports: PlanningField["sports"];
  /** What it costs is not told without. */
  prices: { of: Awaited<ReturnType<typeof listPricesOf>>; roleIds: number[] } | undefined;
}

function columnOf(column: Column, { from, to, hours, sports, prices }: Days): PlanningField {
  const { timezone } = column;
  const bound = { hours: null, exceptions: [], ...hours.get(column.id), timezone, closed: column.status === "closed" };
  const open = clip(openRangesBetween(from, to, bound), spanIn(from, to, timezone));
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
    open: open.map(iso),
    ...(prices && {
      prices: bandsOf(open, {
        ...{ timezone, startStep: column.start_step, roleIds: prices.roleIds },
        patterns: prices.of.get(column.id) ?? [],
      }),
    }),
  };
}

/** When members may book from now on. */
async function soldBy({ db, organizationId, standing, now }: Ask, timezone: string): Promise<Planning["sold"]> {
  if (organizationId === everyOrganization) return null;
  const rules = await findBookingRules(db, organizationId, standing.isTeam ? [] : standing.roles);
  const { start, end } = bookingWindow(rules, { now: now.getTime(), timezone });
  return { start: new Date(start).toISOString(), end: end === Infinity ? null : new Date(end).toISOString() };
}

async function pricesFor(call: Ask, ids: readonly string[]) {
  const { db, organizationId, query } = call;
  if (!query.prices || organizationId === everyOrganization) return undefined;
  return { of: await listPricesOf(db, organizationId, ids), roleIds: await findRoleIdsFor(call, undefined) };
}

export async function readPlanning(call: Ask): Promise<Planning> {
  const { db, house, organizationId, standing, user, query } = call;
  // Asked first: what changes meanwhile is told again, rather than missed.
  const version = await house.live.version();
  const columns = await listColumns(db, call, query);
  const { zone, from, to, currency } = await daysOf(call, columns);
  const ids = columns.map(({ id }) => id);
  const hours = await listHoursOf(db, organizationId, ids, { from, to });
  const sports = await listSportsOf(db, call, ids);
  const within = spanOfAll(from, to, columns);
  const rows = ids.length === 0 ? [] : await listStanding(db, call, ids, { within, all: query.all ?? false });
  const isNear = Temporal.PlainDate.from(from).until(to).days < closestDays;
  const made = standing.isTeam && isNear ? await listMakers(db, organizationId, rows) : new Map();
  const reader = { isTeam: standing.isTeam, userId: user.id, made, makers: makersOf(made) };
  const prices = isNear ? await pricesFor(call, ids) : undefined;
  return {
    timezone: zone,
    from,
    to,
    currency,
    fields: columns.map((column) =>
      columnOf(column, {
        from,
        to,
        hours,
        prices,
        sports: (sports.get(column.id) ?? []).map(({ id, name }) => ({ id, name })),
      }),
    ),
    events: rows.map((row) => blockOf(row, reader)),
    makers: reader.makers,
    sold: await soldBy(call, zone),
    version,
  };
}
