/** Lists the fields that the caller may book, with what their availability depends on. */
import { isForSport } from "#server/fields/queries.ts";
import { visibleFields } from "#server/fields/serialize.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";

const MAX_FIELDS = 500;

interface OfferedFieldFilters {
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
