/** Units that events occupy. A field has its own unit and those of its parts, so that a booking of a part blocks the parent. */
import { isAnyOf, type Database } from "#server/kit/db/database.ts";

/** The fixed order prevents deadlocks between bookings. */
export async function listUnitIds(db: Database, organizationId: string, fieldId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("field_units")
    .select("unit_id")
    .where("organization_id", "=", organizationId)
    .where("field_id", "=", fieldId)
    .orderBy("unit_id")
    .execute();
  return rows.map((row) => row.unit_id);
}

/** Bookings wait for the lock: earlier ones are visible to this transaction, later ones see the new units. */
export async function lockFields(
  db: Database,
  organizationId: string,
  { unitIds, fieldIds }: { unitIds: string[]; fieldIds: string[] },
): Promise<void> {
  const sharing = db
    .selectFrom("field_units")
    .select("field_id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("unit_id", unitIds));
  await db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where((e) => e.or([isAnyOf("id", fieldIds), e("id", "in", sharing)]))
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function insertUnits(
  db: Database,
  units: { organizationId: string; unitId: string; fieldIds: string[] }[],
): Promise<void> {
  await db
    .insertInto("units")
    .values(units.map(({ organizationId, unitId }) => ({ organization_id: organizationId, id: unitId })))
    .execute();
  const shares = units.flatMap(({ organizationId, unitId, fieldIds }) =>
    fieldIds.map((fieldId) => ({ organization_id: organizationId, field_id: fieldId, unit_id: unitId })),
  );
  await db.insertInto("field_units").values(shares).execute();
}

export async function insertUnitShares(
  db: Database,
  organizationId: string,
  { fieldIds, unitIds }: { fieldIds: string[]; unitIds: string[] },
): Promise<void> {
  const shares = fieldIds.flatMap((field_id) =>
    unitIds.map((unit_id) => ({ organization_id: organizationId, field_id, unit_id })),
  );
  await db.insertInto("field_units").values(shares).execute();
}

export async function deleteUnitShares(
  db: Database,
  organizationId: string,
  { fieldIds, unitIds }: { fieldIds: string[]; unitIds: string[] },
): Promise<void> {
  await db
    .deleteFrom("field_units")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("field_id", fieldIds))
    .where(isAnyOf("unit_id", unitIds))
    .execute();
}
