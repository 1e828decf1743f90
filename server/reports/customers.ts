/** Report of customers won and lost (churn), by when their bookings start. */
import { sql } from "kysely";
import { type CustomerCounts, type CustomersReport, LOST_AFTER_DAYS } from "#contract/reports.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { type DateRange, isReportedField, type ReportCall, resolveReport, type ReportScope } from "./period.ts";

async function countCustomers(db: Database, scope: ReportScope, { from, to }: DateRange): Promise<CustomerCounts> {
  const { organizationId, timezone } = scope;
  const start = new Date(dayBounds(from, timezone).start);
  const end = new Date(dayBounds(to, timezone).end);
  const { rows } = await sql<CustomerCounts>`
    with booked as (
      select events.customer_id, events.start_time as at
      from events
      where events.organization_id = ${organizationId} and events.kind = 'event' and events.customer_id is not null
        and events.status in ('pending', 'approved', 'completed') and events.start_time < ${end}
        and ${isReportedField(scope, {
          organization: "events.organization_id",
          field: "events.field_id",
          facility: "events.facility_id",
        })}
    ), known as (
      select customer_id, min(at) filter (where at >= ${start}) as first, max(at) filter (where at < ${start}) as earlier,
        max(at) as last
      from booked
      group by customer_id
    )
    select
      (count(*) filter (where first is not null and earlier is null))::integer as fresh,
      (count(*) filter (where first is not null))::integer as active,
      (count(*) filter (
        where last < ${end}::timestamptz - make_interval(days => ${LOST_AFTER_DAYS})
          and last >= ${end}::timestamptz - make_interval(days => ${LOST_AFTER_DAYS}, years => 1)
      ))::integer as lost,
      (count(*) filter (where first - earlier > make_interval(days => ${LOST_AFTER_DAYS})))::integer as returned
    from known`.execute(db);
  return rows[0] ?? { fresh: 0, active: 0, lost: 0, returned: 0 };
}

export async function readCustomers(call: ReportCall): Promise<CustomersReport> {
  const scope = await resolveReport(call);
  return {
    period: scope.period,
    sum: await countCustomers(call.db, scope, scope.current),
    sumBefore: await countCustomers(call.db, scope, scope.before),
  };
}
