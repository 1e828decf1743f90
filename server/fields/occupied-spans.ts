/**
 * Lists when fields are busy, for availability and alternatives: events of the field, its parts and parents, with
 * turnarounds (buffer).
 */
import { sql } from "kysely";
import type { TimeSpan } from "#contract/hours-rules.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";

/** Includes events on the fields' parts and parents, and turnarounds. */
export async function listOccupiedSpans(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
  within: TimeSpan,
  exceptEventId?: string,
): Promise<Map<string, TimeSpan[]>> {
  const { rows } = await sql<{ field_id: string; from: Date; until: Date }>`
    select field_units.field_id, lower(occupancies.during) as from, upper(occupancies.during) as until
    from field_units
    join occupancies
      on occupancies.organization_id = field_units.organization_id and occupancies.unit_id = field_units.unit_id
    where ${inScope("field_units.organization_id", organizationId)}
      and field_units.field_id = any(${fieldIds})
      and occupancies.active
      and occupancies.during && tstzrange(${new Date(within.start)}, ${new Date(within.end)})
      and occupancies.event_id is distinct from ${exceptEventId ?? null}::uuid`.execute(db);
  const byField = Map.groupBy(rows, (row) => row.field_id);
  return new Map(
    [...byField].map(([id, taken]) => [
      id,
      taken.map(({ from, until }) => ({ start: from.getTime(), end: until.getTime() })),
    ]),
  );
}
