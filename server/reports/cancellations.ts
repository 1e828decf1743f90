/** Report of bookings and cancellations, dated by their start at the clock of their facility. */
import { sql } from "kysely";
import {
  type BookingCounts,
  cancelers,
  type CancellationLead,
  cancellationLeads,
  type CancellationsReport,
  type Canceler,
} from "#contract/reports.ts";
import { listFacilityTimezones } from "#server/facilities/queries.ts";
import { isNoOffer } from "#server/events/unpaid.ts";
import type { Database } from "#server/kit/db/database.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import {
  type DateRange,
  findCurrency,
  isReportedField,
  type ReportCall,
  resolveReport,
  type ReportScope,
} from "./period.ts";

interface CountedRow {
  is_canceled: boolean;
  lead: CancellationLead | null;
  canceler: Canceler | null;
  count: number;
  no_shows: number;
  refunded: number;
  kept: number;
}

async function listCounts(db: Database, scope: ReportScope, { from, to }: DateRange): Promise<CountedRow[]> {
  const zones = await listFacilityTimezones(db, scope.organizationId);
  const starts = zones.map((zone) => new Date(dayBounds(from, zone).start).toISOString());
  const ends = zones.map((zone) => new Date(dayBounds(to, zone).end).toISOString());
  const { rows } = await sql<CountedRow>`
    select events.status = 'canceled' as is_canceled,
      case when events.status <> 'canceled' then null
        when events.start_time - events.ended_at < interval '2 hours' then 'under_2_hours'
        when events.start_time - events.ended_at < interval '24 hours' then 'under_24_hours'
        when events.start_time - events.ended_at < interval '7 days' then 'under_7_days'
        else 'earlier' end as lead,
      case when events.status <> 'canceled' then null
        when events.ended_by is null then 'nobody'
        when events.ended_by = coalesce(customers.user_id, events.user_id) then 'customer'
        else 'team' end as canceler,
      count(*)::integer as count, (count(*) filter (where events.attendance = 'no_show'))::integer as no_shows,
      coalesce(sum(events.refunded), 0)::float8 as refunded,
      coalesce(sum(events.paid - events.refunded), 0)::float8 as kept
    from events
    join facilities on facilities.organization_id = events.organization_id and facilities.id = events.facility_id
    join unnest(${zones}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as bounds (zone, start, "end")
      on bounds.zone = facilities.timezone
    left join customers on customers.organization_id = events.organization_id and customers.id = events.customer_id
    where events.organization_id = ${scope.organizationId} and events.kind = 'event' and events.status <> 'rejected'
      and ${isNoOffer}
      and events.start_time >= bounds.start and events.start_time < bounds."end"
      and ${isReportedField(scope, {
        field: "events.field_id",
        facility: "events.facility_id",
      })}
    group by 1, 2, 3`.execute(db);
  return rows;
}

function sumCounts(rows: readonly CountedRow[], hasRevenue: boolean): BookingCounts {
  const sum = { bookings: 0, canceled: 0, noShows: 0, refunded: 0, kept: 0 };
  for (const { is_canceled, count, no_shows, refunded, kept } of rows) {
    if (!is_canceled) {
      sum.bookings += count;
      sum.noShows += no_shows;
      continue;
    }
    sum.canceled += count;
    if (!hasRevenue) continue;
    sum.refunded += refunded;
    sum.kept += kept;
  }
  return sum;
}

export async function readCancellations(call: ReportCall): Promise<CancellationsReport> {
  const { db, access } = call;
  const scope = await resolveReport(call);
  const hasRevenue = access.permissions.has("payments.show");
  const current = await listCounts(db, scope, scope.current);
  const before = await listCounts(db, scope, scope.before);
  return {
    period: scope.period,
    currency: await findCurrency(db, scope),
    hasRevenue,
    sum: sumCounts(current, hasRevenue),
    sumBefore: sumCounts(before, hasRevenue),
    leads: cancellationLeads.map((lead) => ({
      lead,
      ...sumCounts(
        current.filter((row) => row.lead === lead),
        hasRevenue,
      ),
    })),
    cancelers: cancelers.map((canceler) => ({
      canceler,
      ...sumCounts(
        current.filter((row) => row.canceler === canceler),
        hasRevenue,
      ),
    })),
  };
}
