/** Photos in SQL. */
import { sql, type Insertable, type SqlBool } from "kysely";
import { mostPhotos, type FileType, type files, type Image, type Photo } from "#contract/files.ts";
import type { Query } from "#contract/kit.ts";
import { among, inScope, type Database } from "#server/kit/database.ts";
import { notFound, Problem, say } from "#server/kit/problem.ts";
import type { FilesTable } from "#server/kit/tables.ts";
import { imageOf, type Size } from "./pictures.ts";
import { fields, facilities, findSubject, one, type Subject, type View } from "./subject.ts";

/** Photos of a whole organization, or of all, at most. */
const mostListed = 1000;

const columnOf = (type: FileType) => (type === "facility" ? "files.facility_id" : "files.field_id");
const referenceTo = ({ type, id }: Subject) =>
  type === "facility" ? { facility_id: id, field_id: null } : { facility_id: null, field_id: id };

const isIt = (table: "facilities" | "fields", column: "facility_id" | "field_id") =>
  sql<SqlBool>`(${sql.ref(`${table}.organization_id`)}, ${sql.ref(`${table}.id`)})
    = (files.organization_id, ${sql.ref(`files.${column}`)})`;

/** A photo is seen by whoever sees what it is of. */
const visible = (db: Database, view: View) =>
  db
    .selectFrom("files")
    .selectAll("files")
    .where(inScope("files.organization_id", view.organizationId))
    .where((e) =>
      e.or([
        e.exists(facilities(db, view).select(one).where(isIt("facilities", "facility_id"))),
        e.exists(fields(db, view).select(one).where(isIt("fields", "field_id"))),
      ]),
    );
type Row = Awaited<ReturnType<ReturnType<typeof visible>["executeTakeFirstOrThrow"]>>;

export const sizesOf = (row: Pick<Row, "sizes">) => row.sizes as Size[];
/** What a photo is of, by its row. */
export const subjectOf = (row: Pick<Row, "facility_id" | "field_id">): Subject =>
  row.facility_id === null ? { type: "field", id: row.field_id ?? "" } : { type: "facility", id: row.facility_id };

const shape = (row: Row): Photo => ({
  ...imageOf(row.picture, sizesOf(row)),
  id: row.id,
  type: subjectOf(row).type,
  facilityId: row.facility_id,
  fieldId: row.field_id,
  default: row.position === 0,
  position: row.position,
  created_at: row.created_at.toISOString(),
});

/**
 * Photos of one facility or field, or all that a person sees (1,000 at most), each subject's in their order.
 * @throws Problem 404 where the person sees no such facility or field
 */
export async function listPhotos(db: Database, view: View, query: Query<typeof files.list>): Promise<Photo[]> {
  const { type, facilityId, fieldId } = query;
  if (facilityId) await findSubject(db, view, { type: "facility", id: facilityId }, notFound);
  if (fieldId) await findSubject(db, view, { type: "field", id: fieldId }, notFound);
  let found = visible(db, view);
  if (type) found = found.where(columnOf(type), "is not", null);
  if (facilityId) found = found.where("files.facility_id", "=", facilityId);
  if (fieldId) found = found.where("files.field_id", "=", fieldId);
  const sorted = found.orderBy("files.facility_id").orderBy("files.field_id").orderBy("files.position");
  return (await sorted.limit(mostListed).execute()).map(shape);
}

export const findPhotoRow = (db: Database, view: View, id: string): Promise<Row> =>
  visible(db, view).where("files.id", "=", id).executeTakeFirstOrThrow(notFound);
export const findPhoto = async (db: Database, view: View, id: string): Promise<Photo> =>
  shape(await findPhotoRow(db, view, id));

/**
 * The default photos of facilities or fields that somebody was already found to see, by the facility's or field's id.
 * One query for any number.
 */
export async function listDefaultImages(
  db: Database,
  organizationId: string,
  type: FileType,
  ids: readonly string[],
): Promise<Map<string, Image>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("files")
    .select([columnOf(type), "files.picture", "files.sizes"])
    .where(inScope("files.organization_id", organizationId))
    .where(among(columnOf(type), ids))
    .where("files.position", "=", 0)
    .execute();
  return new Map(rows.map((row) => [row.facility_id ?? row.field_id ?? "", imageOf(row.picture, sizesOf(row))]));
}

/** The photos of a facility or field, in their order. */
export async function listIds(db: Database, organizationId: string, { type, id }: Subject): Promise<string[]> {
  const rows = await db
    .selectFrom("files")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(columnOf(type), "=", id)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.id);
}

/**
 * The position of the next photo.
 * @throws Problem 409 where there are as many as there may be
 */
export async function findNextPosition(db: Database, organizationId: string, subject: Subject): Promise<number> {
  const { length } = await listIds(db, organizationId, subject);
  if (length >= mostPhotos) throw new Problem(409, say("files.full", { most: mostPhotos }));
  return length;
}

type Draft = Omit<Insertable<FilesTable>, "facility_id" | "field_id" | "sizes"> & { subject: Subject; sizes: Size[] };

export async function insertPhoto(db: Database, { subject, sizes, ...row }: Draft): Promise<void> {
  await db
    .insertInto("files")
    .values({ ...row, ...referenceTo(subject), sizes: JSON.stringify(sizes) })
    .execute();
}

/** Gives these photos, all of one facility or field, the order in which they are named. */
export async function updateOrder(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("files")
    .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1` })
    .where("organization_id", "=", organizationId)
    .where(among("id", ids))
    .execute();
}

export async function deletePhoto(db: Database, organizationId: string, id: string): Promise<void> {
  await db.deleteFrom("files").where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

/** Those of these pictures that a photo names. */
export async function listNamed(db: Database, pictures: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom("files").select("picture").where(among("picture", pictures)).execute();
  return new Set(rows.map((row) => row.picture));
}
