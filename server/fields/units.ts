/** What can be occupied. A field has a unit of its own, and shares in those of its parts: the whole is taken when any part is. */
import { sql } from "kysely";
import { among, type Database } from "#server/kit/database.ts";
import type { Problem } from "#server/kit/problem.ts";

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
 * The field that shall be divided and those it is itself a part of, held so that bookings of them wait: those before are
 * seen by what follows, those after see the new unit.
 * @param orElse what is thrown where the facility has no such field
 */
export async function findAncestorIds(
  db: Database,
  organizationId: string,
  { facilityId, parentId }: { facilityId: string; parentId: string },
  orElse: () => Problem,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ancestors as (
      select id, parent_id from fields
      where organization_id = ${organizationId} and id = ${parentId} and facility_id = ${facilityId} and archived_at is null
      union all
      select fields.id, fields.parent_id from fields
      join ancestors on fields.organization_id = ${organizationId} and fields.id = ancestors.parent_id
    )
    select id from ancestors`.execute(db);
  if (rows.length === 0) throw orElse();
  const ids = rows.map((row) => row.id);
  await db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(among("id", ids))
    .orderBy("id")
    .forUpdate()
    .execute();
  return ids;
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
