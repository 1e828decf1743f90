/** What can be offered, in SQL: fields with what bounds their bookings, and what already occupies them. */
import { isFor } from "#server/fields/queries.ts";
import { visible } from "#server/fields/shape.ts";
import type { Database } from "#server/kit/database.ts";
import type { Standing } from "#server/kit/house.ts";

/** Fields of one answer at most. */
const mostFields = 500;

interface Wanted {
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  sportId?: number | undefined;
  people?: number | undefined;
}

/** The fields that a person may book, by facility and name, each followed by its parts; the team's own too. */
export function listOfferedFields(
  db: Database,
  { organizationId, standing }: { organizationId: string; standing: Standing },
  { facilityId, fieldId, sportId, people }: Wanted,
) {
  let found = visible(db, { organizationId, standing })
    .select(["fields.organization_id", "fields.id", "fields.name", "fields.facility_id", "fields.parent_id"])
    .select(["fields.status", "fields.bookable", "fields.start_step", "fields.turnaround"])
    .select(["facilities.name as facility_name", "facilities.timezone"]);
  if (!standing.isTeam) found = found.where("fields.bookable", "=", true);
  if (facilityId) found = found.where("fields.facility_id", "=", facilityId);
  if (fieldId) found = found.where("fields.id", "=", fieldId);
  if (people !== undefined)
    found = found.where("fields.min_people_by_event", "<=", people).where("fields.max_people_by_event", ">=", people);
  if (sportId !== undefined) found = found.where(isFor(sportId));
  return found
    .orderBy("facilities.name")
    .orderBy("fields.facility_id")
    .orderBy("fields.trail")
    .limit(mostFields)
    .execute();
}
export type OfferedField = Awaited<ReturnType<typeof listOfferedFields>>[number];
