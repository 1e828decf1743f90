/** Opening hour patterns and price patterns of fields: both are linked in the same way. */
import { sql } from "kysely";
import type { Field } from "#contract/fields.ts";
import type { EntityRef } from "#contract/organizations.ts";
import { ALL_ORGANIZATIONS, inScope, type Database } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { listKnownFieldIds } from "#server/members/roles.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** A field was saved with these patterns; their modules link them. Undefined keeps the links. */
    "fields.saved": {
      organizationId: string;
      fieldId: string;
      openingHourPatternId: string | null | undefined;
      pricePatternIds: string[] | undefined;
    };
  }
}

export type LinkedField = EntityRef & { facility: EntityRef };

export async function listLinkedFields(
  db: Database,
  organizationId: string,
  table: "field_opening_hours" | "field_price_patterns",
  patternIds: readonly string[],
): Promise<Map<string, LinkedField[]>> {
  const { rows } = await sql<EntityRef & { pattern_id: string; facility_id: string; facility_name: string }>`
    select linked.pattern_id, fields.id, fields.name, facilities.id as facility_id, facilities.name as facility_name
    from ${sql.table(table)} as linked
    join fields on fields.organization_id = linked.organization_id and fields.id = linked.field_id
    join facilities on facilities.organization_id = fields.organization_id and facilities.id = fields.facility_id
    where ${inScope("linked.organization_id", organizationId)} and linked.pattern_id = any(${patternIds})
      and fields.archived_at is null and facilities.archived_at is null
    order by facilities.name, facilities.id, fields.trail`.execute(db);
  const byPattern = Map.groupBy(rows, (row) => row.pattern_id);
  return new Map(
    [...byPattern].map(([id, linked]) => [
      id,
      linked.map((row) => ({
        id: row.id,
        name: row.name,
        facility: { id: row.facility_id, name: row.facility_name },
      })),
    ]),
  );
}

export async function assertKnownFields(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
): Promise<void> {
  const knownFieldIds = new Set(await listKnownFieldIds(db, organizationId, fieldIds));
  if (fieldIds.some((id) => !knownFieldIds.has(id))) throw invalidFields({ fieldIds: [message("fields.unknown")] });
}

export type FieldPatterns = Pick<Field, "openingHourPattern" | "pricePatterns">;

/** @returns members of a serialized field; none in the scope of the platform */
export async function listFieldPatterns(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
): Promise<(fieldId: string) => FieldPatterns> {
  if (organizationId === ALL_ORGANIZATIONS) return () => ({});
  const { rows } = await sql<EntityRef & { field_id: string; type: "user" | "field" | null }>`
    select linked.field_id, pattern.id, pattern.name, null as type
    from field_opening_hours as linked
    join opening_hour_patterns as pattern
      on pattern.organization_id = linked.organization_id and pattern.id = linked.pattern_id
    where linked.organization_id = ${organizationId} and linked.field_id = any(${fieldIds}) and pattern.archived_at is null
    union all
    select linked.field_id, pattern.id, pattern.name, pattern.type
    from field_price_patterns as linked
    join price_patterns as pattern
      on pattern.organization_id = linked.organization_id and pattern.id = linked.pattern_id
    where linked.organization_id = ${organizationId} and linked.field_id = any(${fieldIds}) and pattern.archived_at is null
    order by name, id`.execute(db);
  const byField = Map.groupBy(rows, (row) => row.field_id);
  return (fieldId) => {
    const own = byField.get(fieldId) ?? [];
    const [hours] = own.filter(({ type }) => type === null);
    return {
      openingHourPattern: hours ? { id: hours.id, name: hours.name } : null,
      pricePatterns: own.flatMap(({ id, name, type }) => (type === null ? [] : [{ id, name, type }])),
    };
  };
}
