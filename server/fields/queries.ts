/** Fields in SQL. */
import { sql, type Insertable } from "kysely";
import type { Field } from "#contract/fields.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { Named } from "#contract/organizations.ts";
import type { Sport } from "#contract/sports.ts";
import { listFacilityNames, type View } from "#server/facilities/queries.ts";
import { among, inScope, matches, paginate, type Database } from "#server/kit/database.ts";
import { notFound, type Problem } from "#server/kit/problem.ts";
import type { FieldSportsTable, FieldsTable } from "#server/kit/tables.ts";
import { seesField } from "#server/members/visibility.ts";
import { sportName } from "#server/sports/queries.ts";

const visible = (db: Database, { organizationId, standing }: Omit<View, "language">) =>
  db
    .selectFrom("fields")
    .innerJoin("organizations", "organizations.id", "fields.organization_id")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .where(inScope("fields.organization_id", organizationId))
    .where("fields.archived_at", "is", null)
    .where("organizations.archived_at", "is", null)
    .where(seesField(standing));

const whole = (db: Database, view: Omit<View, "language">) =>
  visible(db, view)
    .selectAll("fields")
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "facilities.timezone"]);
type Row = Awaited<ReturnType<ReturnType<typeof whole>["executeTakeFirstOrThrow"]>>;

const shape = (row: Row, sports: Sport[]): Field => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status as Field["status"],
  confidentiality: row.confidentiality as Field["confidentiality"],
  bookable: row.bookable,
  space: row.space as Field["space"],
  lights: row.lights,
  handicapAccess: row.handicap_access,
  airConditioning: row.air_conditioning,
  heating: row.heating,
  minPeopleByEvent: row.min_people_by_event,
  maxPeopleByEvent: row.max_people_by_event,
  seatsStands: row.seats_stands,
  startStep: row.start_step,
  turnaround: row.turnaround,
  approval: row.approval as Field["approval"],
  cancellationDeadline: row.cancellation_deadline,
  parentId: row.parent_id,
  timezone: row.timezone,
  facility: { id: row.facility_id, name: row.facility_name },
  organization: { id: row.organization_id, name: row.organization_name },
  sports,
  image: null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

async function shapeAll(db: Database, rows: Row[], { organizationId, language }: View): Promise<Field[]> {
  if (rows.length === 0) return [];
  const sports = await db
    .selectFrom("field_sports")
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .select(["field_sports.field_id", "sports.id", sportName(language).as("name")])
    .where(inScope("field_sports.organization_id", organizationId))
    .where(
      among(
        "field_sports.field_id",
        rows.map((row) => row.id),
      ),
    )
    .orderBy("field_sports.position")
    .execute();
  const byField = Map.groupBy(sports, (sport) => sport.field_id);
  return rows.map((row) =>
    shape(
      row,
      (byField.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    ),
  );
}

export async function listFields(
  db: Database,
  view: View,
  query: ListQuery & { facilityId?: string | undefined },
): Promise<Page<Field>> {
  let found = whole(db, view);
  if (query.facilityId) found = found.where("fields.facility_id", "=", query.facilityId);
  if (query.q) found = found.where(matches(sql`fields.name`, query.q));
  const { data, meta } = await paginate(db, found.orderBy("fields.name").orderBy("fields.id"), query);
  return { data: await shapeAll(db, data, view), meta };
}

/** @param most rows at most */
export function listFieldNames(
  db: Database,
  view: Omit<View, "language">,
  { q, facilityId }: { q: string; facilityId?: string | undefined },
  most: number,
): Promise<Named[]> {
  let found = visible(db, view);
  if (facilityId) found = found.where("fields.facility_id", "=", facilityId);
  if (q) found = found.where(matches(sql`fields.name`, q));
  return found.select(["fields.id", "fields.name"]).orderBy("fields.name").orderBy("fields.id").limit(most).execute();
}

/** Facilities with the fields that the reader sees: 1,000 facilities at most, for choosing one field among them. */
export async function listFieldsByFacility(
  db: Database,
  view: Omit<View, "language">,
): Promise<(Named & { fields: Named[] })[]> {
  const facilities = await listFacilityNames(db, view, "", 1000);
  const fields = await visible(db, view)
    .select(["fields.facility_id", "fields.id", "fields.name"])
    .where(
      among(
        "fields.facility_id",
        facilities.map((facility) => facility.id),
      ),
    )
    .orderBy("fields.name")
    .orderBy("fields.id")
    .execute();
  const byFacility = Map.groupBy(fields, (field) => field.facility_id);
  return facilities.map((facility) => ({
    ...facility,
    fields: (byFacility.get(facility.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
}

export async function findField(db: Database, view: View, id: string): Promise<Field> {
  const row = await whole(db, view).where("fields.id", "=", id).executeTakeFirstOrThrow(notFound);
  const [field] = await shapeAll(db, [row], view);
  if (!field) throw notFound();
  return field;
}

/** Those of these fields that a person sees. */
export async function listVisibleFieldIds(
  db: Database,
  view: Omit<View, "language">,
  ids: string[],
): Promise<Set<string>> {
  const rows = await visible(db, view).select("fields.id").where(among("fields.id", ids)).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * A field that somebody is about to book. Its row is held until the transaction ends, so that nobody divides it meanwhile:
 * its units can be read after this, and not before. Nor does its organization go meanwhile.
 * @param orElse what is thrown where the person sees no such field
 */
export const findFieldToBook = (db: Database, view: Omit<View, "language">, id: string, orElse: () => Problem) =>
  visible(db, view)
    .selectAll("fields")
    .select(["facilities.timezone", "organizations.currency"])
    .where("fields.id", "=", id)
    .forKeyShare(["fields", "organizations"])
    .executeTakeFirstOrThrow(orElse);

/** The sports of a field, its first one first. */
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

export async function insertFields(db: Database, rows: Insertable<FieldsTable>[]): Promise<void> {
  await db.insertInto("fields").values(rows).execute();
}

export async function insertFieldSports(db: Database, rows: Insertable<FieldSportsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("field_sports").values(rows).execute();
}
