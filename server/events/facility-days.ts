/** Conditions on the day of an event, by the clock of its facility. */
import { sql } from "kysely";
import { inScope, type Database } from "#server/kit/db/database.ts";

export const listTimezones = (db: Database, organizationId: string) =>
  db.selectFrom("facilities").select("timezone").distinct().where(inScope("organization_id", organizationId)).execute();
export const isInTimezone = (timezone: string) => sql<boolean>`exists (
  select from facilities where facilities.organization_id = events.organization_id
    and facilities.id = events.facility_id and facilities.timezone = ${timezone}
)`;
