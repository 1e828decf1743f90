/** Links price patterns with fields. */
import type { Database } from "#server/kit/db/database.ts";

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
