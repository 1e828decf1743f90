/** Days on which charges are due: by the clock of the facility, of a sale by the organization's, or as an invoice says. */
import { sql, type RawBuilder } from "kysely";
import { isDueBefore, isInTimezone, listTimezones } from "#server/events/facility-days.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";

/** Zones of facilities, by whose clocks bookings are due, and of organizations, by whose clocks sales are. */
export async function listDueTimezones(db: Database, organizationId: string): Promise<string[]> {
  const ofFacilities = await listTimezones(db, organizationId);
  const ofOrganizations = await db
    .selectFrom("organizations")
    .select("timezone")
    .distinct()
    .where(inScope("id", organizationId))
    .execute();
  return [...new Set([...ofFacilities, ...ofOrganizations].map(({ timezone }) => timezone))];
}

const isByClockOf = (timezone: string) => sql<boolean>`(exists (
  select from events where events.organization_id = charges.organization_id and events.id = charges.event_id
    and ${isInTimezone(timezone)}
) or charges.event_id is null and exists (
  select from organizations where organizations.id = charges.organization_id and organizations.timezone = ${timezone}
))`;

/**
 * Charges that are due before a day.
 * @param dayIn the local date in a time zone
 */
export const isChargeDueBefore = (zones: readonly string[], dayIn: (timezone: string) => string): RawBuilder<boolean> =>
  isDueBefore(zones, dayIn, { on: sql.ref("charges.due_on"), at: sql.ref("charges.due_at"), isOf: isByClockOf });

export const dueDateOf = ({ due_at, due_on }: { due_at: Date; due_on: string | null }, timezone: string): string =>
  due_on ?? localDateOf(timezone, due_at);
