/** Which pattern holds for which field, in SQL: one at most. */
import { isAnyOf, type Database } from "#server/kit/db/database.ts";

/** Whatever pattern a field had, it has this one now. */
async function insertLinks(db: Database, organizationId: string, patternId: string, fieldIds: readonly string[]) {
  if (fieldIds.length === 0) return;
  // In one order, so that two people who link at once do not wait for each other.
  const rows = fieldIds
    .toSorted()
    .map((field_id) => ({ organization_id: organizationId, field_id, pattern_id: patternId }));
  await db
    .insertInto("field_opening_hours")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["organization_id", "field_id"]).doUpdateSet({ pattern_id: patternId }))
    .execute();
}

/** From now on the pattern holds for these fields, which leave their former one, and for no others. */
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
  await insertLinks(db, organizationId, patternId, fieldIds);
}

/** @param patternId null: the field has no hours any more */
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
}
