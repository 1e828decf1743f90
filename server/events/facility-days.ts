/** Conditions on the day of an event, by the clock of its facility. */
import { sql, type Expression, type SqlBool } from "kysely";
import { dayBounds } from "#contract/hours-rules.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";

export const listTimezones = (db: Database, organizationId: string) =>
  db.selectFrom("facilities").select("timezone").distinct().where(inScope("organization_id", organizationId)).execute();
export const isInTimezone = (timezone: string) => sql<boolean>`exists (
  select from facilities where facilities.organization_id = events.organization_id
    and facilities.id = events.facility_id and facilities.timezone = ${timezone}
)`;

/** An unpaid event is overdue when its day, by the facility's clock, has gone by. */
export async function isBeforeToday(db: Database, organizationId: string, now: Date): Promise<Expression<SqlBool>> {
  const days = (await listTimezones(db, organizationId)).map(({ timezone }) => ({
    timezone,
    start: new Date(dayBounds(localDateOf(timezone, now), timezone).start),
  }));
  const [first, ...others] = days;
  if (!first) return sql<SqlBool>`false`;
  if (others.length === 0) return sql<SqlBool>`events.start_time < ${first.start}`;
  const latest = new Date(Math.max(...days.map(({ start }) => start.getTime())));
  const inZone = days.map(
    ({ timezone, start }) => sql<SqlBool>`(events.start_time < ${start} and ${isInTimezone(timezone)})`,
  );
  // The outer bound lets the query use the index.
  return sql<SqlBool>`(events.start_time < ${latest} and (${sql.join(inZone, sql` or `)}))`;
}
