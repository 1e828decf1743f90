/** Links opening-hour patterns with fields. */
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { noteStaleFromToday } from "#server/kit/notify/overview-stale.ts";

async function insertLinks(db: Database, organizationId: string, patternId: string, fieldIds: readonly string[]) {
  if (fieldIds.length === 0) return;
  // Sort, so that two concurrent inserts do not deadlock.
  const rows = fieldIds
    .toSorted()
    .map((field_id) => ({ organization_id: organizationId, field_id, pattern_id: patternId }));
  await db
    .insertInto("field_opening_hours")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["organization_id", "field_id"]).doUpdateSet({ pattern_id: patternId }))
    .execute();
  await noteStaleFromToday(db, organizationId);
}

/** Links the pattern with exactly these fields, which lose their former pattern. */
export async function replacePatternFields(
  db: Database,
  organizationId: string,
  patternId: string,
  fieldIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("field_opening_hours")
    .where("organization_id", "=", organizationId)
    .where("pattern_id", "=", patternId)
    .where((e) => e.not(isAnyOf("field_id", fieldIds)))
    .execute();
  await noteStaleFromToday(db, organizationId);
  await insertLinks(db, organizationId, patternId, fieldIds);
}

/** @param patternId null: the field has no hours */
export async function replaceFieldPattern(
  db: Database,
  organizationId: string,
  fieldId: string,
  patternId: string | null,
): Promise<void> {
  if (patternId) return insertLinks(db, organizationId, patternId, [fieldId]);
  await db
    .deleteFrom("field_opening_hours")
    .where("organization_id", "=", organizationId)
    .where("field_id", "=", fieldId)
    .execute();
  await noteStaleFromToday(db, organizationId);
}
