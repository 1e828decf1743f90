import { sql, type Insertable, type SqlBool } from "kysely";
import { MAX_PHOTOS, type FileType, type files, type Image, type Logo, type Photo } from "#contract/files.ts";
import type { Query } from "#contract/kit.ts";
import { isAnyOf, inScope, type Database } from "#server/kit/db/database.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import { visitorAccess } from "#server/members/visibility.ts";
import type { FilesTable } from "#server/kit/db/tables.ts";
import { serializeImage, serializeLogo, storedPhotoNames, type PhotoSize } from "./photo-names.ts";
import {
  visibleFields,
  visibleFacilities,
  assertSubjectVisible,
  selectOne,
  type PhotoSubject,
  type PhotoViewer,
} from "./photo-subject.ts";

const MAX_LISTED_PHOTOS = 1000;

const subjectColumn = (type: FileType) => (type === "facility" ? "files.facility_id" : "files.field_id");
const subjectColumns = ({ type, id }: PhotoSubject) =>
  type === "facility" ? { facility_id: id, field_id: null } : { facility_id: null, field_id: id };

const isSubjectOfPhoto = (table: "facilities" | "fields", column: "facility_id" | "field_id") =>
  sql<SqlBool>`(${sql.ref(`${table}.organization_id`)}, ${sql.ref(`${table}.id`)})
    = (files.organization_id, ${sql.ref(`files.${column}`)})`;

const visiblePhotos = (db: Database, view: PhotoViewer) =>
  db
    .selectFrom("files")
    .selectAll("files")
    .where(inScope("files.organization_id", view.organizationId))
    .where((e) =>
      e.or([
        e.exists(visibleFacilities(db, view).select(selectOne).where(isSubjectOfPhoto("facilities", "facility_id"))),
        e.exists(visibleFields(db, view).select(selectOne).where(isSubjectOfPhoto("fields", "field_id"))),
      ]),
    );
type Row = Awaited<ReturnType<ReturnType<typeof visiblePhotos>["executeTakeFirstOrThrow"]>>;

export const photoSizes = (row: Pick<Row, "sizes">) => row.sizes as PhotoSize[];
export const photoSubject = (row: Pick<Row, "facility_id" | "field_id">): PhotoSubject =>
  row.facility_id === null ? { type: "field", id: row.field_id ?? "" } : { type: "facility", id: row.facility_id };

const serializePhoto = (row: Row): Photo => ({
  ...serializeImage(row.picture, photoSizes(row)),
  id: row.id,
  type: photoSubject(row).type,
  facilityId: row.facility_id,
  fieldId: row.field_id,
  default: row.position === 0,
  position: row.position,
  created_at: row.created_at.toISOString(),
});

/** @throws HttpError 404 if the viewer sees no such facility or field */
export async function listPhotos(db: Database, view: PhotoViewer, query: Query<typeof files.list>): Promise<Photo[]> {
  const { type, facilityId, fieldId } = query;
  if (facilityId) await assertSubjectVisible(db, view, { type: "facility", id: facilityId }, notFound);
  if (fieldId) await assertSubjectVisible(db, view, { type: "field", id: fieldId }, notFound);
  let found = visiblePhotos(db, view);
  if (type) found = found.where(subjectColumn(type), "is not", null);
  if (facilityId) found = found.where("files.facility_id", "=", facilityId);
  if (fieldId) found = found.where("files.field_id", "=", fieldId);
  const sorted = found.orderBy("files.facility_id").orderBy("files.field_id").orderBy("files.position");
  return (await sorted.limit(MAX_LISTED_PHOTOS).execute()).map(serializePhoto);
}

export const findPhotoRow = (db: Database, view: PhotoViewer, id: string): Promise<Row> =>
  visiblePhotos(db, view).where("files.id", "=", id).executeTakeFirstOrThrow(notFound);
export const findPhoto = async (db: Database, view: PhotoViewer, id: string): Promise<Photo> =>
  serializePhoto(await findPhotoRow(db, view, id));

/** The caller has checked that the viewer may see the facilities or fields. */
export async function listDefaultImages(
  db: Database,
  organizationId: string,
  type: FileType,
  ids: readonly string[],
): Promise<Map<string, Image>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("files")
    .select([subjectColumn(type), "files.picture", "files.sizes"])
    .where(inScope("files.organization_id", organizationId))
    .where(isAnyOf(subjectColumn(type), ids))
    .where("files.position", "=", 0)
    .execute();
  return new Map(
    rows.map((row) => [row.facility_id ?? row.field_id ?? "", serializeImage(row.picture, photoSizes(row))]),
  );
}

export async function listPhotoIds(
  db: Database,
  organizationId: string,
  { type, id }: PhotoSubject,
): Promise<string[]> {
  const rows = await db
    .selectFrom("files")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(subjectColumn(type), "=", id)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.id);
}

/** @throws HttpError 409 if the subject has the maximum of photos */
export async function findNextPhotoPosition(
  db: Database,
  organizationId: string,
  subject: PhotoSubject,
): Promise<number> {
  const { length } = await listPhotoIds(db, organizationId, subject);
  if (length >= MAX_PHOTOS) throw new HttpError(409, message("files.full", { most: MAX_PHOTOS }));
  return length;
}

type Draft = Omit<Insertable<FilesTable>, "facility_id" | "field_id" | "sizes"> & {
  subject: PhotoSubject;
  sizes: PhotoSize[];
};

export async function insertPhoto(db: Database, { subject, sizes, ...row }: Draft): Promise<void> {
  await db
    .insertInto("files")
    .values({ ...row, ...subjectColumns(subject), sizes: JSON.stringify(sizes) })
    .execute();
}

export async function updatePhotoOrder(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("files")
    .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1` })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
}

export async function deletePhoto(db: Database, organizationId: string, id: string): Promise<void> {
  await db.deleteFrom("files").where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

const organizationFiles = (db: Database, organizationId: string) =>
  db.selectFrom("files").where("organization_id", "=", organizationId);

const findLogoRow = (db: Database, organizationId: string) =>
  organizationFiles(db, organizationId).selectAll().where("purpose", "=", "logo").executeTakeFirst();

export async function findLogo(db: Database, organizationId: string): Promise<Logo | null> {
  const row = await findLogoRow(db, organizationId);
  return row ? serializeLogo(row.picture, photoSizes(row)) : null;
}

/** @returns names of its pictures in the file store */
export async function deleteLogo(db: Database, organizationId: string): Promise<string[]> {
  const row = await findLogoRow(db, organizationId);
  if (!row) return [];
  await deletePhoto(db, organizationId, row.id);
  return storedPhotoNames(row.picture, photoSizes(row), "logo");
}

export async function insertLogo(
  db: Database,
  {
    sizes,
    ...row
  }: Pick<Insertable<FilesTable>, "organization_id" | "id" | "picture" | "created_at"> & {
    sizes: PhotoSize[];
  },
): Promise<void> {
  await db
    .insertInto("files")
    .values({ ...row, purpose: "logo", position: 0, sizes: JSON.stringify(sizes) })
    .execute();
}

const MAX_PAGE_PHOTOS = 100;

/** Photos of the facilities and fields that stand on the public page. */
const pagePhotos = (db: Database, organizationId: string) => {
  const shown = visibleFields(db, { organizationId, access: visitorAccess })
    .where("fields.is_published", "=", true)
    .where("facilities.is_published", "=", true);
  return organizationFiles(db, organizationId).where((e) =>
    e.or([e("facility_id", "in", shown.select("fields.facility_id")), e("field_id", "in", shown.select("fields.id"))]),
  );
};

/** Those of facilities first. */
export async function listPagePhotos(db: Database, organizationId: string): Promise<(Image & { id: string })[]> {
  const rows = await pagePhotos(db, organizationId)
    .select(["id", "picture", "sizes"])
    .orderBy("facility_id")
    .orderBy("field_id")
    .orderBy("position")
    .limit(MAX_PAGE_PHOTOS)
    .execute();
  return rows.map((row) => ({ ...serializeImage(row.picture, photoSizes(row)), id: row.id }));
}

/** The chosen cover, as long as visitors of the public page may see it. */
export async function findCoverPhoto(db: Database, organizationId: string): Promise<(Image & { id: string }) | null> {
  const row = await pagePhotos(db, organizationId)
    .select(["id", "picture", "sizes"])
    .where("purpose", "=", "cover")
    .executeTakeFirst();
  return row ? { ...serializeImage(row.picture, photoSizes(row)), id: row.id } : null;
}

/** @returns whether it is a photo of the public page */
export async function updateCover(db: Database, organizationId: string, photoId: string | null): Promise<boolean> {
  await db
    .updateTable("files")
    .set({ purpose: null })
    .where("organization_id", "=", organizationId)
    .where("purpose", "=", "cover")
    .execute();
  if (photoId === null) return true;
  const found = await pagePhotos(db, organizationId).select("id").where("id", "=", photoId).executeTakeFirst();
  if (!found) return false;
  await db
    .updateTable("files")
    .set({ purpose: "cover" })
    .where("organization_id", "=", organizationId)
    .where("id", "=", photoId)
    .execute();
  return true;
}

export async function listReferencedPhotos(db: Database, pictures: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom("files").select("picture").where(isAnyOf("picture", pictures)).execute();
  return new Set(rows.map((row) => row.picture));
}
