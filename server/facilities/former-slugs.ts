/** Former public addresses (slugs) of facilities and fields: they lead to the current ones for a year. */
import type { Database } from "#server/kit/db/database.ts";
import { addMonths } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";

/** A former address leads to the current one so long, and is nobody else's. */
export const FORMER_SLUG_MONTHS = 12;

/** Address of a facility, or of a field that was in it. */
export interface FormerSlug {
  facilityId: string;
  fieldId: string | null;
  slug: string;
}

/** @param facilityId of all facilities without it, else of the fields that were in this one */
export async function listFormerSlugs(
  db: Database,
  organizationId: string,
  { facilityId, now }: { facilityId?: string; now: Date },
): Promise<FormerSlug[]> {
  const found = db
    .selectFrom("former_slugs")
    .select(["facility_id as facilityId", "field_id as fieldId", "slug"])
    .where("organization_id", "=", organizationId)
    .where("ends_at", ">", now);
  return facilityId === undefined
    ? found.where("field_id", "is", null).execute()
    : found.where("facility_id", "=", facilityId).where("field_id", "is not", null).execute();
}

/** Keeps the address that a place leaves, and gives back the one that it takes. */
export async function changeFormerSlugs(
  db: Database,
  organizationId: string,
  { left, taken, now }: { left: FormerSlug | undefined; taken: FormerSlug; now: Date },
): Promise<void> {
  const former = db.deleteFrom("former_slugs").where("organization_id", "=", organizationId);
  await former.where("ends_at", "<=", now).execute();
  const ofFacility = former.where("facility_id", "=", taken.facilityId).where("slug", "=", taken.slug);
  await (
    taken.fieldId === null ? ofFacility.where("field_id", "is", null) : ofFacility.where("field_id", "=", taken.fieldId)
  ).execute();
  if (!left) return;
  const { facilityId: facility_id, fieldId: field_id, slug } = left;
  await db
    .insertInto("former_slugs")
    .values({
      ...{ organization_id: organizationId, id: uuidv7(now), facility_id, field_id, slug },
      ends_at: addMonths(now, FORMER_SLUG_MONTHS),
    })
    .execute();
}
