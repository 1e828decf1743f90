/** Sums of the overview (statistics, reports): by day, by field, distribution by hour, status and type. */
import { sql } from "kysely";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import type { Overview } from "#contract/overview.ts";
import { ALL_ORGANIZATIONS, inScope, type Database } from "#server/kit/db/database.ts";
import { datesBetween } from "./split-by-hour.ts";
import { splitIntoSpans, sumArrayColumn } from "./platform-sums.ts";
import type { Period } from "./refresh.ts";

interface OverviewScope {
  organizationId: string;
  /** Money in other currencies is ignored. */
  currency: string;
  /** False hides money. */
  hasRevenue: boolean;
}

const selectDates = ({ organizationId, currency, hasRevenue }: OverviewScope, { from, to }: Period) => {
  const isEverywhere = organizationId === ALL_ORGANIZATIONS;
  const revenue = isEverywhere ? sql`sum(revenue) filter (where currency = ${currency})` : sql`sum(revenue)`;
  return {
    rows: sql`${sql.table(isEverywhere ? "overview_everywhere" : "overview_dates")}
      where ${inScope("organization_id", organizationId)} and date between ${from} and ${to}`,
    revenue: hasRevenue ? sql`coalesce(${revenue}, 0)` : sql`0`,
  };
};

export type OverviewDay = Overview["days"][number];

/** Includes dates without any data. */
export async function listDays(db: Database, scope: OverviewScope, period: Period): Promise<OverviewDay[]> {
  const { rows: found, revenue } = selectDates(scope, period);
  const { rows } = await sql<OverviewDay>`
    select date::text as date, sum(open_minutes)::float8 as "openMinutes", sum(taken_minutes)::float8 as "takenMinutes",
      sum(events)::integer as events, ${revenue}::float8 as revenue
    from ${found}
    group by date`.execute(db);
  const rowsByDate = new Map(rows.map((row) => [row.date, row]));
  return datesBetween(period.from, period.to).map(
    (date) => rowsByDate.get(date) ?? { date, openMinutes: 0, takenMinutes: 0, events: 0, revenue: 0 },
  );
}

export const sumDays = (days: readonly OverviewDay[]): Overview["sum"] => {
  const sum = { takenMinutes: 0, openMinutes: 0, events: 0, revenue: 0 };
  for (const day of days) {
    sum.takenMinutes += day.takenMinutes;
    sum.openMinutes += day.openMinutes;
    sum.events += day.events;
    sum.revenue += day.revenue;
  }
  return sum;
};

export async function findDistributions(db: Database, scope: OverviewScope, period: Period) {
  const { rows } = await sql<{ weekday: number; hours: number[]; statuses: number[]; types: number[] }>`
    select extract(isodow from date)::integer as weekday, ${sumArrayColumn("by_hour", 24)} as hours,
      ${sumArrayColumn("by_status", eventStatuses.length)} as statuses, ${sumArrayColumn("by_type", eventTypes.length)} as types
    from ${selectDates(scope, period).rows}
    group by weekday
    order by weekday`.execute(db);
  const total = (list: "statuses" | "types", index: number) =>
    rows.reduce((sum, row) => sum + (row[list][index] ?? 0), 0);
  return {
    hours: rows.flatMap(({ weekday, hours }) => hours.map((takenMinutes, hour) => ({ weekday, hour, takenMinutes }))),
    byStatus: eventStatuses.map((status, index) => ({ status, events: total("statuses", index) })),
    byType: eventTypes.map((type, index) => ({ type, events: total("types", index) })),
  };
}

/** The platform has no hours that are its own. */
export async function listOpenHours(
  db: Database,
  { organizationId }: OverviewScope,
  period: Period,
): Promise<number[]> {
  if (organizationId === ALL_ORGANIZATIONS) return [];
  const { rows } = await sql<{ open: (number | null)[] }>`
    select ${sumArrayColumn("open_by_hour", 24)} as open
    from overview_fields
    where organization_id = ${organizationId} and date between ${period.from} and ${period.to}`.execute(db);
  return (rows[0]?.open ?? []).flatMap((minutes, hour) => ((minutes ?? 0) > 0 ? [hour] : []));
}

/** Counted rows of fields; those of the platform come from spans, to read as few rows as possible. */
function selectFieldRows({ organizationId }: OverviewScope, period: Period) {
  if (organizationId !== ALL_ORGANIZATIONS)
    return sql`select * from overview_fields
      where organization_id = ${organizationId} and date between ${period.from} and ${period.to}`;
  const columns = sql.raw("organization_id, field_id, open_minutes, taken_minutes, events, revenue");
  const byLength = Map.groupBy(splitIntoSpans(period), ({ days }) => days);
  const parts = [...byLength].map(([days, spans]) => {
    const firsts = sql`any(${spans.map(({ first }) => first)}::date[])`;
    return days === 1
      ? sql`select ${columns} from overview_fields where date = ${firsts}`
      : sql`select ${columns} from overview_spans where days = ${sql.lit(days)} and first_date = ${firsts}`;
  });
  return sql.join(parts, sql` union all `);
}

const MAX_TOP_FIELDS = 10;

export async function listTopFields(
  db: Database,
  scope: OverviewScope,
  period: Period,
): Promise<Overview["topFields"]> {
  const { organizationId, currency, hasRevenue } = scope;
  const isOfPresentOrganization = sql`organization_id = any(array(select id from organizations where archived_at is null))`;
  const { rows } = await sql<Overview["topFields"][number]>`
    with counted as materialized (
      select organization_id, field_id, sum(events)::integer as events, sum(taken_minutes)::integer as taken,
        sum(open_minutes)::integer as open, sum(revenue)::float8 as revenue
      from (${selectFieldRows(scope, period)}) as found
      group by organization_id, field_id
    ), busiest as materialized (
      select * from counted
      where taken > 0 and ${organizationId === ALL_ORGANIZATIONS ? isOfPresentOrganization : sql`true`}
      order by taken desc, field_id limit ${MAX_TOP_FIELDS}
    )
    select fields.id, fields.name, facilities.name as "facilityName", fields.organization_id as "organizationId",
      busiest.events, busiest.taken as "takenMinutes", busiest.open as "openMinutes",
      case when ${sql.lit(hasRevenue)} and organizations.currency = ${currency} then busiest.revenue else 0 end as revenue
    from busiest
    join organizations on organizations.id = busiest.organization_id
    join fields on fields.organization_id = busiest.organization_id and fields.id = busiest.field_id
    join facilities on facilities.organization_id = fields.organization_id and facilities.id = fields.facility_id
    where ${inScope("organizations.id", organizationId)} and ${inScope("fields.organization_id", organizationId)}
    order by busiest.taken desc, fields.id`.execute(db);
  return rows;
}
