/** Serializes fields with their parents, parts and sports, limited to what the viewer may see. */
import type { Field } from "#contract/fields.ts";
import type { Image } from "#contract/files.ts";
import type { EntityRef } from "#contract/organizations.ts";
import type { Sport } from "#contract/sports.ts";
import type { FacilityViewer } from "#server/facilities/queries.ts";
import { listDefaultImages } from "#server/files/queries.ts";
import { isAnyOf, inScope, type Database } from "#server/kit/db/database.ts";
import { isFieldVisible } from "#server/members/visibility.ts";
import { sportName } from "#server/sports/queries.ts";
import { fieldColumnMap } from "./column-map.ts";
import { ancestorIds } from "./parts.ts";
import { listFieldPatterns } from "./linked-patterns.ts";

export type FieldViewer = Omit<FacilityViewer, "language">;

export const fieldsWithPlaces = (db: Database) =>
  db
    .selectFrom("fields")
    .innerJoin("organizations", "organizations.id", "fields.organization_id")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    );

/** Includes archived fields. */
export const permittedFields = (db: Database, { organizationId, access }: FieldViewer) =>
  fieldsWithPlaces(db)
    .where(inScope("fields.organization_id", organizationId))
    .where(isFieldVisible(access, organizationId));

/** Fields of an archived facility or organization are hidden, although they are not archived themselves. */
export const visibleFields = (db: Database, reader: FieldViewer) =>
  permittedFields(db, reader)
    .where("fields.archived_at", "is", null)
    .where("facilities.archived_at", "is", null)
    .where("organizations.archived_at", "is", null);

export const selectVisibleFields = (db: Database, reader: FieldViewer) =>
  visibleFields(db, reader)
    .selectAll("fields")
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "facilities.timezone"]);
export type FieldRow = Awaited<ReturnType<ReturnType<typeof selectVisibleFields>["executeTakeFirstOrThrow"]>>;

interface FieldRelations {
  ancestors: Map<string, EntityRef>;
  parts: EntityRef[];
  sports: Sport[];
  image: Image | null;
}

const serializeField = (row: FieldRow, { ancestors, parts, sports, image }: FieldRelations): Field => {
  const parent = ancestors.get(row.parent_id ?? "") ?? null;
  return {
    id: row.id,
    ...fieldColumnMap.fromRow(row),
    parentId: parent?.id ?? null,
    parent,
    depth: ancestorIds(row.above).filter((id) => ancestors.has(id)).length,
    parts,
    timezone: row.timezone,
    facility: { id: row.facility_id, name: row.facility_name },
    organization: { id: row.organization_id, name: row.organization_name },
    sports,
    image,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

async function listAncestors(
  db: Database,
  rows: FieldRow[],
  reader: FieldViewer,
): Promise<FieldRelations["ancestors"]> {
  const ids = [...new Set(rows.flatMap((row) => ancestorIds(row.above)))];
  if (ids.length === 0) return new Map();
  const ancestors = await visibleFields(db, reader)
    .select(["fields.id", "fields.name"])
    .where(isAnyOf("fields.id", ids))
    .execute();
  return new Map(ancestors.map((whole) => [whole.id, whole]));
}

async function listParts(db: Database, ids: string[], reader: FieldViewer): Promise<Map<string | null, EntityRef[]>> {
  const parts = await visibleFields(db, reader)
    .select(["fields.parent_id", "fields.id", "fields.name"])
    .where(isAnyOf("fields.parent_id", ids))
    .orderBy("fields.trail")
    .execute();
  return Map.groupBy(parts, (part) => part.parent_id);
}

async function listSports(db: Database, ids: string[], { organizationId, language }: FacilityViewer) {
  const sports = await db
    .selectFrom("field_sports")
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .select(["field_sports.field_id", "sports.id", sportName(language).as("name")])
    .where(inScope("field_sports.organization_id", organizationId))
    .where(isAnyOf("field_sports.field_id", ids))
    .orderBy("field_sports.position")
    .execute();
  return Map.groupBy(sports, (sport) => sport.field_id);
}

const toNamed = ({ id, name }: EntityRef): EntityRef => ({ id, name });

export async function serializeFields(db: Database, rows: FieldRow[], view: FacilityViewer): Promise<Field[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const ancestors = await listAncestors(db, rows, view);
  const parts = await listParts(db, ids, view);
  const sports = await listSports(db, ids, view);
  const images = await listDefaultImages(db, view.organizationId, "field", ids);
  const patternsOf = await listFieldPatterns(db, view.organizationId, ids);
  return rows.map((row) => ({
    ...serializeField(row, {
      ancestors,
      parts: (parts.get(row.id) ?? []).map(toNamed),
      sports: (sports.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      image: images.get(row.id) ?? null,
    }),
    ...patternsOf(row.id),
  }));
}
