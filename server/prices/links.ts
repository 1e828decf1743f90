/** Which patterns hold for which field, in SQL. */
import type { Database } from "#server/kit/db/database.ts";

/** From now on the pattern holds for these fields, and for no others. */
export async function replacePatternFields(
  db: Database,
  organizationId: string,
  patternId: string,
  fieldIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("field_price_patterns")
    .where("organization_id", "=", organizationId)
    .where("pattern_id", "=", patternId)
    .execute();
  await insertLinks(
    db,
    fieldIds.map((field_id) => ({ organization_id: organizationId, field_id, pattern_id: patternId })),
  );
}

/** From now on these patterns hold for the field, and no others. */
export async function replaceFieldPatterns(
  db: Database,
  organizationId: string,
  fieldId: string,
  patternIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("field_price_patterns")
    .where("organization_id", "=", organizationId)
    .where("field_id", "=", fieldId)
    .execute();
  await insertLinks(
    db,
    patternIds.map((pattern_id) => ({ organization_id: organizationId, field_id: fieldId, pattern_id })),
  );
}

async function insertLinks(db: Database, rows: { organization_id: string; field_id: string; pattern_id: string }[]) {
  if (rows.length === 0) return;
  await db
    .insertInto("field_price_patterns")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
