/** Lists the fields that the caller may book, with what their availability depends on. */
import { isForSport } from "#server/fields/queries.ts";
import { visibleFields } from "#server/fields/serialize.ts";
import { sql } from "kysely";
import type { Sport } from "#contract/sports.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import { sportName } from "#server/sports/queries.ts";
import type { Language } from "#messages/translator.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";

const MAX_FIELDS = 500;

export interface OfferedFieldFilters {
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  sportId?: number | undefined;
  people?: number | undefined;
}

/** Sorted by facility and name; each field is followed by its parts. The team also gets fields that members cannot book. */
export function listOfferedFields(
  db: Database,
  { organizationId, access }: { organizationId: string; access: MemberPermissions },
  { facilityId, fieldId, sportId, people }: OfferedFieldFilters,
) {
  let found = visibleFields(db, { organizationId, access })
    .select(["fields.organization_id", "fields.id", "fields.name", "fields.facility_id", "fields.parent_id"])
    .select(["fields.status", "fields.bookable", "fields.start_step", "fields.turnaround"])
    .select(["fields.space", "fields.lights", "fields.handicap_access", "fields.approval"])
    .select(["fields.cancellation_deadline", "fields.min_people_by_event"])
    .select(["facilities.name as facility_name", "facilities.timezone"]);
  if (!access.isTeam) found = found.where("fields.bookable", "=", true);
  if (facilityId) found = found.where("fields.facility_id", "=", facilityId);
  if (fieldId) found = found.where("fields.id", "=", fieldId);
  if (people !== undefined)
    found = found.where("fields.min_people_by_event", "<=", people).where("fields.max_people_by_event", ">=", people);
  if (sportId !== undefined) found = found.where(isForSport(sportId));
  return found
    .orderBy("facilities.name")
    .orderBy("fields.facility_id")
    .orderBy("fields.trail")
    .limit(MAX_FIELDS)
    .execute();
}
export type OfferedField = Awaited<ReturnType<typeof listOfferedFields>>[number];

/** Most fields first. */
export async function listOfferedSports(
  db: Database,
  { organizationId, language }: { organizationId: string; language: Language },
  fieldIds: readonly string[],
): Promise<Sport[]> {
  return db
    .selectFrom("field_sports")
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .select(["sports.id", sportName(language).as("name")])
    .where(inScope("field_sports.organization_id", organizationId))
    .where(isAnyOf("field_sports.field_id", fieldIds))
    .groupBy(["sports.id", sportName(language)])
    .orderBy(sql`count(*)`, "desc")
    .orderBy("sports.id")
    .execute();
}
