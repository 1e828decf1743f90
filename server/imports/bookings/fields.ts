/** Fields of the organization, and which of them a file means. */
import { sql } from "kysely";
import type { FieldMapping } from "#contract/imports.ts";
import { listMainSports } from "#server/fields/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { normalizeText } from "#server/places/address-text.ts";

const listFields = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.name", "fields.facility_id", "fields.turnaround", "fields.status"])
    .select(["fields.min_people_by_event", "fields.max_people_by_event"])
    .select(["facilities.name as facility_name", "facilities.timezone"])
    .select((e) =>
      e
        .selectFrom("field_units")
        .whereRef("field_units.organization_id", "=", "fields.organization_id")
        .whereRef("field_units.field_id", "=", "fields.id")
        .select(sql<string[]>`coalesce(array_agg(field_units.unit_id), '{}')`.as("ids"))
        .as("unit_ids"),
    )
    .where("fields.organization_id", "=", organizationId)
    .where("fields.archived_at", "is", null)
    .where("facilities.archived_at", "is", null)
    .orderBy("fields.trail")
    .execute();

export type ImportField = Awaited<ReturnType<typeof listFields>>[number] & { sportId: number | null };

export async function listImportFields(db: Database, organizationId: string): Promise<ImportField[]> {
  const fields = await listFields(db, organizationId);
  const sports = await listMainSports(
    db,
    organizationId,
    fields.map(({ id }) => id),
  );
  return fields.map((field) => ({ ...field, sportId: sports.get(field.id) ?? null }));
}

const MAX_VALUE_LENGTH = 300;

/** As the contract keeps it: in one line, and not too long. */
export const toFieldValue = (facility: string, field: string): string =>
  [facility, field]
    .filter((part) => part !== "")
    .join(" · ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, MAX_VALUE_LENGTH)
    .toWellFormed()
    .trim();

/**
 * Finds the field that a value of the file stands for: one that the person chose, or the only one of that name, alone or
 * beside the name of its facility.
 */
export function createFieldFinder(
  fields: readonly ImportField[],
  chosen: FieldMapping,
): (value: string) => ImportField | undefined {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const byName = new Map<string, Set<ImportField>>();
  for (const field of fields) {
    const { name, facility_name: facility } = field;
    for (const called of [name, `${facility} ${name}`, `${name} ${facility}`]) {
      const key = normalizeText(called);
      byName.set(key, (byName.get(key) ?? new Set()).add(field));
    }
  }
  const byValue = new Map(chosen.map(({ value, fieldId }) => [normalizeText(value), byId.get(fieldId)]));
  return (value) => {
    const key = normalizeText(value);
    if (byValue.has(key)) return byValue.get(key);
    const [only, another] = byName.get(key) ?? [];
    return another ? undefined : only;
  };
}
