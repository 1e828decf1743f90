/** Units that events occupy. A field has a unit of its own, and shares in those of its parts: a taken part takes the whole. */
import { isAnyOf, type Database } from "#server/kit/db/database.ts";

/** The units of a field, in the order in which everybody takes them: two bookings then never wait for each other. */
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

/**
 * Holds every field that shares these units, and some more, so that bookings of them wait: those before are seen by what
 * follows, those after see the units as they are then.
 */
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

/** Gives units to fields: `unitId` is new, `fieldIds` all share in it. */
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

/** Gives units that are there already to more fields. */
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

/** Takes units from fields. */
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
