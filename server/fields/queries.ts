/** Fields (courts, pitches) in SQL: lists with filters, single fields, locks. */
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { Field, FieldName, fields } from "#contract/fields.ts";
import type { Page, Query } from "#contract/kit.ts";
import type { EntityRef } from "#contract/organizations.ts";
import { lockFacility, listFacilityNames, type FacilityViewer } from "#server/facilities/queries.ts";
import { isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { noteStaleFromToday } from "#server/kit/notify/overview-stale.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { FieldSportsTable, FieldsTable } from "#server/kit/db/tables.ts";
import { addSlugs } from "#server/organizations/slugs.ts";
import { listFormerSlugs } from "#server/facilities/former-slugs.ts";
import { permittedFields, serializeFields, visibleFields, selectVisibleFields, type FieldViewer } from "./serialize.ts";
import { updateDescendantTrails } from "./parts.ts";

/** Each field is followed by its parts; a search returns only matches. */
export async function listFields(
  db: Database,
  view: FacilityViewer,
  query: Query<typeof fields.list>,
): Promise<Page<Field>> {
  let found = selectVisibleFields(db, view);
  if (query.facilityId) found = found.where("fields.facility_id", "=", query.facilityId);
  if (query.status) found = found.where("fields.status", "=", query.status);
  if (query.q) found = found.where(matchesText(sql`fields.name`, query.q));
  const { data, meta } = await paginate(db, found.orderBy("fields.trail"), query);
  return { data: await serializeFields(db, data, view), meta };
}

export async function listFieldNames(
  db: Database,
  reader: FieldViewer,
  { q, facilityId }: { q: string; facilityId?: string | undefined },
  most: number,
): Promise<FieldName[]> {
  let found = visibleFields(db, reader);
  if (facilityId) found = found.where("fields.facility_id", "=", facilityId);
  if (q) found = found.where(matchesText(sql`fields.name || ' ' || facilities.name`, q));
  const rows = await found
    .select(["fields.id", "fields.name", "facilities.id as facility_id", "facilities.name as facility_name"])
    .orderBy("fields.name")
    .orderBy("fields.id")
    .limit(most)
    .execute();
  return rows.map(({ id, name, facility_id, facility_name }) => ({
    id,
    name,
    facility: { id: facility_id, name: facility_name },
  }));
}

export async function listFieldsByFacility(
  db: Database,
  reader: FieldViewer,
): Promise<(EntityRef & { fields: (EntityRef & { parentId: string | null })[] })[]> {
  const facilities = await listFacilityNames(db, reader, "", 1000);
  const fields = await visibleFields(db, reader)
    .select(["fields.facility_id", "fields.id", "fields.name", "fields.parent_id"])
    // `in (select unnest())` lets the planner join; `= any()` would compare each row with all ids.
    .where(sql<SqlBool>`fields.facility_id in (select unnest(${facilities.map((facility) => facility.id)}::uuid[]))`)
    .orderBy("fields.trail")
    .execute();
  const seen = new Set(fields.map((field) => field.id));
  const byFacility = Map.groupBy(fields, (field) => field.facility_id);
  return facilities.map((facility) => ({
    id: facility.id,
    name: facility.name,
    fields: (byFacility.get(facility.id) ?? []).map(({ id, name, parent_id }) => ({
      id,
      name,
      // The id of a parent that the viewer cannot see must not leak.
      parentId: parent_id !== null && seen.has(parent_id) ? parent_id : null,
    })),
  }));
}

export async function findField(db: Database, view: FacilityViewer, id: string): Promise<Field> {
  const row = await selectVisibleFields(db, view).where("fields.id", "=", id).executeTakeFirstOrThrow(notFound);
  const [field] = await serializeFields(db, [row], view);
  if (!field) throw notFound();
  return field;
}

/** Includes archived fields, so that open screens learn about the archiving. */
export async function listVisibleFieldIds(db: Database, reader: FieldViewer, ids: string[]): Promise<Set<string>> {
  const rows = await permittedFields(db, reader).select("fields.id").where(isAnyOf("fields.id", ids)).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Locks the row until the transaction ends, so that nobody divides the field: read its units only after this call. Its
 * facility and organization cannot be archived meanwhile either.
 */
export const findFieldToBook = (db: Database, reader: FieldViewer, id: string, orElse: () => HttpError) =>
  visibleFields(db, reader)
    .selectAll("fields")
    .select(["facilities.timezone", "organizations.currency"])
    .where("fields.id", "=", id)
    .forKeyShare(["fields", "facilities", "organizations"])
    .executeTakeFirstOrThrow(orElse);

/** Also locks the facility: one transaction at a time changes the tree of fields there. Bookings of the field wait. */
export async function findFieldToChange(
  db: Database,
  reader: FieldViewer,
  id: string,
): Promise<Selectable<FieldsTable>> {
  const found = await visibleFields(db, reader)
    .select("fields.facility_id")
    .where("fields.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  await lockFacility(db, reader.organizationId, found.facility_id, notFound);
  const field = await visibleFields(db, reader)
    .selectAll("fields")
    .where("fields.id", "=", id)
    .where("fields.facility_id", "=", found.facility_id)
    .forUpdate("fields")
    .executeTakeFirst();
  // The field moved to another facility before the lock was taken, or it was archived.
  return field ?? findFieldToChange(db, reader, id);
}

const archivedField = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("fields")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", "is not", null);

/** @throws HttpError 409 if its facility is archived too */
export async function findFieldToRestore(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Selectable<FieldsTable>> {
  const { facility_id } = await archivedField(db, organizationId, id)
    .select("facility_id")
    .executeTakeFirstOrThrow(notFound);
  const gone = () => new HttpError(409, message("fields.facilityGone"));
  await lockFacility(db, organizationId, facility_id, gone);
  return archivedField(db, organizationId, id).selectAll().forUpdate().executeTakeFirstOrThrow(notFound);
}

export async function listSportIds(db: Database, organizationId: string, fieldId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("field_sports")
    .select("sport_id")
    .where("organization_id", "=", organizationId)
    .where("field_id", "=", fieldId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.sport_id);
}

export async function listMainSports(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("field_sports")
    .select(["field_id", "sport_id"])
    .distinctOn("field_id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("field_id", fieldIds))
    .orderBy("field_id")
    .orderBy("position")
    .execute();
  return new Map(rows.map((row) => [row.field_id, row.sport_id]));
}

export const isForSport = (sportId: number) => sql<boolean>`exists (
  select from field_sports
  where field_sports.organization_id = fields.organization_id and field_sports.field_id = fields.id
    and field_sports.sport_id = ${sportId}
)`;

/** The caller has locked the facilities. @param except the field that the row is of */
export async function addFieldSlugs<
  R extends { organization_id: string; facility_id: string; name: string; slug?: string | null | undefined },
>(
  db: Database,
  rows: readonly R[],
  { now, except, isLenient }: { now: Date; except?: string; isLenient?: boolean },
): Promise<(R & { slug: string })[]> {
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))];
  const facilities = new Map(rows.map((row) => [row.facility_id, row.organization_id]));
  const current = await db
    .selectFrom("fields")
    .select(["facility_id", "id", "slug"])
    .where(isAnyOf("organization_id", organizationIds))
    .where(isAnyOf("facility_id", [...facilities.keys()]))
    .execute();
  const former = await Promise.all(
    [...facilities].map(async ([facility_id, organizationId]) =>
      (await listFormerSlugs(db, organizationId, { facilityId: facility_id, now })).map(({ fieldId: id, slug }) => ({
        ...{ facility_id, id, slug },
      })),
    ),
  );
  const known = [...current, ...former.flat()].filter(({ id }) => id !== except);
  return addSlugs<R, (typeof known)[number]>(rows, known, {
    ...{ keyOf: (row) => row.facility_id, isReserved: () => false, fallback: "field", isLenient },
  });
}

/** Rows of parts contain `above`, the trail of their parent. Those without a slug get one from their name. */
export async function insertFields(db: Database, rows: Insertable<FieldsTable>[], now: Date): Promise<void> {
  await db
    .insertInto("fields")
    .values(await addFieldSlugs(db, rows, { now }))
    .execute();
  for (const organizationId of new Set(rows.map((row) => row.organization_id)))
    await noteStaleFromToday(db, organizationId);
}

/** A new name is also written into the trails of all parts below. A new parent needs `above`, as in `insertFields`. */
export async function updateField(
  db: Database,
  organizationId: string,
  id: string,
  changes: Updateable<FieldsTable>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db
    .updateTable("fields")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  const { status, archived_at, parent_id } = changes;
  if (status !== undefined || archived_at !== undefined || parent_id !== undefined)
    await noteStaleFromToday(db, organizationId);
  if (changes.name !== undefined || changes.above !== undefined) await updateDescendantTrails(db, organizationId, id);
}

export async function insertFieldSports(db: Database, rows: Insertable<FieldSportsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("field_sports").values(rows).execute();
}

export async function deleteFieldSports(db: Database, organizationId: string, fieldId: string): Promise<void> {
  await db
    .deleteFrom("field_sports")
    .where("organization_id", "=", organizationId)
    .where("field_id", "=", fieldId)
    .execute();
}

export async function updateFieldSports(
  db: Database,
  organizationId: string,
  fieldId: string,
  sportIds: readonly number[],
): Promise<void> {
  await deleteFieldSports(db, organizationId, fieldId);
  const mine = { organization_id: organizationId, field_id: fieldId };
  await insertFieldSports(
    db,
    sportIds.map((sport_id, position) => ({ ...mine, sport_id, position })),
  );
}

/** Fields of an organization that stand, also those that nobody books by themselves. */
export async function listAllFieldIds(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}
