/** Report of customers won and lost (churn), by when their bookings start. */
import { sql } from "kysely";
import { type CustomerCounts, type CustomersReport, LOST_AFTER_DAYS } from "#contract/reports.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { type DateRange, isReportedField, type ReportCall, resolveReport, type ReportScope } from "./period.ts";

const occupies = sql<boolean>`events.kind = 'event' and events.status in ('pending', 'approved', 'completed')`;

async function countCustomers(db: Database, scope: ReportScope, { from, to }: DateRange): Promise<CustomerCounts> {
  const { organizationId, timezone } = scope;
  const midnight = (date: Temporal.PlainDate) => new Date(dayBounds(date.toString(), timezone).start).toISOString();
  const [first, end] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to).add({ days: 1 })];
  const lostSince = end.subtract({ days: LOST_AFTER_DAYS });
  const knownSince = lostSince.subtract({ years: 1 });
  const longAgo = first.subtract({ days: LOST_AFTER_DAYS });
  // Bookings before this date prove only that the customer is not new, and was gone for long enough.
  const since = midnight(Temporal.PlainDate.compare(knownSince, longAgo) < 0 ? knownSince : longAgo);
  const isReported = isReportedField(scope, {
    field: "events.field_id",
    facility: "events.facility_id",
  });
  const { rows } = await sql<CustomerCounts>`
    with known as (
      select customer_id, min(start_time) filter (where start_time >= ${midnight(first)}) as first,
        max(start_time) filter (where start_time < ${midnight(first)}) as earlier, max(start_time) as last
      from events
      where organization_id = ${organizationId} and customer_id is not null
        and start_time >= ${since} and start_time < ${midnight(end)} and ${occupies} and ${isReported}
      group by customer_id
    ), counted as (
      select first, earlier, last, first is not null and earlier is null and exists (
        select from events
        where organization_id = ${organizationId} and events.customer_id = known.customer_id
          and start_time < ${since} and ${occupies} and ${isReported}
      ) as is_back
      from known
    )
    select
      (count(*) filter (where first is not null and earlier is null and not is_back))::integer as fresh,
      (count(*) filter (where first is not null))::integer as active,
      (count(*) filter (where last < ${midnight(lostSince)} and last >= ${midnight(knownSince)}))::integer as lost,
      (count(*) filter (where is_back or first - earlier > make_interval(days => ${LOST_AFTER_DAYS})))::integer as returned
    from counted`.execute(db);
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
