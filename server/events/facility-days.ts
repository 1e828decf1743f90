/** Conditions on the day of an event, by the clock of its facility. */
import { sql, type RawBuilder } from "kysely";
import { dayBounds } from "#contract/hours-rules.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";

export const listTimezones = (db: Database, organizationId: string) =>
  db.selectFrom("facilities").select("timezone").distinct().where(inScope("organization_id", organizationId)).execute();
export const isInTimezone = (timezone: string) => sql<boolean>`exists (
  select from facilities where facilities.organization_id = events.organization_id
    and facilities.id = events.facility_id and facilities.timezone = ${timezone}
)`;

interface DueRows {
  /** The local date on which a row is due; null: on the day of `at`. */
  on: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  /** Rows by the clock of a time zone. */
  isOf: (timezone: string) => RawBuilder<boolean>;
}

/**
 * Rows that are due before a day.
 * @param zones those of all rows that the query finds
 * @param dayIn the local date in a time zone
 */
export function isDueBefore(
  zones: readonly string[],
  dayIn: (timezone: string) => string,
  { on, at, isOf }: DueRows,
): RawBuilder<boolean> {
  const bounds = zones.map((timezone) => {
    const day = dayIn(timezone);
    const start = new Date(dayBounds(day, timezone).start);
    return { timezone, isBefore: sql<boolean>`case when ${on} is null then ${at} < ${start} else ${on} < ${day} end` };
  });
  const [first, ...others] = bounds;
  if (!first) return sql<boolean>`false`;
  if (others.length === 0) return first.isBefore;
  return sql<boolean>`(${sql.join(
    bounds.map(({ timezone, isBefore }) => sql`(${isBefore} and ${isOf(timezone)})`),
    sql` or `,
  )})`;
}
