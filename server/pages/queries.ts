/** Public pages in SQL: their settings, and what they show of an organization. */
import type { Insertable, Selectable } from "kysely";
import type { Image } from "#contract/files.ts";
import type { Sport } from "#contract/sports.ts";
import type { Language } from "#messages/translator.ts";
import { type FieldViewer, fieldsWithPlaces, visibleFields } from "#server/fields/serialize.ts";
import { listDefaultImages } from "#server/files/queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { OrganizationsTable, PagesTable } from "#server/kit/db/tables.ts";
import { visitorAccess } from "#server/members/visibility.ts";
import { sportName } from "#server/sports/queries.ts";

export type PageRow = Selectable<PagesTable>;

export const findPageRow = (db: Database, organizationId: string): Promise<PageRow | undefined> =>
  db.selectFrom("pages").selectAll().where("organization_id", "=", organizationId).executeTakeFirst();

/** Writes the whole row. */
export async function updatePageRow(db: Database, row: Insertable<PagesTable>): Promise<void> {
  const { organization_id: _key, ...changes } = row;
  await db
    .insertInto("pages")
    .values(row)
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(changes))
    .execute();
}

export async function updatePageToOff(db: Database, organizationId: string): Promise<void> {
  await db.updateTable("pages").set({ state: "off" }).where("organization_id", "=", organizationId).execute();
}

/** @returns undefined for an organization that is disabled or archived */
export const findOpenOrganization = (
  db: Database,
  organizationId: string,
): Promise<Selectable<OrganizationsTable> | undefined> =>
  db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", organizationId)
    .where("enabled", "=", true)
    .where("archived_at", "is", null)
    .executeTakeFirst();

const publishedFields = (db: Database, organizationId: string) =>
  visibleFields(db, { organizationId, access: visitorAccess })
    .where("fields.is_published", "=", true)
    .where("facilities.is_published", "=", true);

export async function findPublishedFieldId(db: Database, organizationId: string): Promise<string | undefined> {
  const found = await publishedFields(db, organizationId).select("fields.id").limit(1).executeTakeFirst();
  return found?.id;
}

const MAX_FIELDS = 500;

/** Each facility, followed by its fields. */
export async function listPublishedPlaces(
  db: Database,
  organizationId: string,
): Promise<{ facilityId: string; fieldId: string | null; name: string }[]> {
  const rows = await publishedFields(db, organizationId)
    .select(["fields.id", "fields.name", "fields.facility_id", "facilities.name as facility_name"])
    .orderBy("facilities.name")
    .orderBy("fields.facility_id")
    .orderBy("fields.trail")
    .limit(MAX_FIELDS)
    .execute();
  return [...Map.groupBy(rows, (row) => row.facility_id)].flatMap(([facilityId, fields]) => [
    { facilityId, fieldId: null, name: fields[0]?.facility_name ?? "" },
    ...fields.map(({ id: fieldId, name }) => ({ facilityId, fieldId, name })),
  ]);
}

/** Sorted by facility and name; each field is followed by its parts. */
const listFieldRows = (fields: ReturnType<typeof publishedFields>) =>
  fields
    .select(["fields.organization_id", "fields.id", "fields.name", "fields.facility_id", "fields.parent_id"])
    .select(["fields.status", "fields.bookable", "fields.start_step", "fields.turnaround", "fields.slug"])
    .select(["fields.space", "fields.lights", "fields.handicap_access", "fields.air_conditioning", "fields.heating"])
    .select(["fields.description", "fields.seats_stands", "fields.max_people_by_event"])
    .select(["facilities.name as facility_name", "facilities.timezone"])
    .orderBy("facilities.name")
    .orderBy("fields.facility_id")
    .orderBy("fields.trail")
    .limit(MAX_FIELDS)
    .execute();
type FieldRow = Awaited<ReturnType<typeof listFieldRows>>[number];

export type PublicField = FieldRow & { address: string; sports: Sport[]; image: Image | null };

async function listSportsByField(db: Database, organizationId: string, ids: readonly string[], language: Language) {
  const rows = await db
    .selectFrom("field_sports")
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .select(["field_sports.field_id", "sports.id", sportName(language).as("name")])
    .where("field_sports.organization_id", "=", organizationId)
    .where(isAnyOf("field_sports.field_id", ids))
    .orderBy("field_sports.position")
    .execute();
  return Map.groupBy(rows, (row) => row.field_id);
}

export const listPublicFields = (db: Database, organizationId: string, language: Language): Promise<PublicField[]> =>
  listFields(db, organizationId, publishedFields(db, organizationId), language);

/** Those that a member sees, published or not. */
export const listFieldsOfMember = (db: Database, reader: FieldViewer, language: Language): Promise<PublicField[]> =>
  listFields(db, reader.organizationId, visibleFields(db, reader), language);

async function listFields(
  db: Database,
  organizationId: string,
  fields: ReturnType<typeof publishedFields>,
  language: Language,
): Promise<PublicField[]> {
  const rows = await listFieldRows(fields);
  const ids = rows.map(({ id }) => id);
  const sports = await listSportsByField(db, organizationId, ids, language);
  const images = await listDefaultImages(db, organizationId, "field", ids);
  return rows.map((row) => ({
    ...row,
    address: row.slug ?? row.id,
    sports: (sports.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    image: images.get(row.id) ?? null,
  }));
}

const listFacilityRows = (db: Database, organizationId: string, ids: readonly string[]) =>
  db
    .selectFrom("facilities")
    .select(["id", "slug", "name", "description", "timezone", "complete_address", "line1", "postal_code", "city"])
    .select(["country_code", "latitude", "longitude", "parking_place", "bicycle_parking_place", "changing_room"])
    .select(["restroom", "shower", "restaurant", "shop"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .orderBy("name")
    .orderBy("id")
    .execute();
type FacilityRow = Awaited<ReturnType<typeof listFacilityRows>>[number];

export type PublicFacility = FacilityRow & { address: string; image: Image | null };

export async function listPublicFacilities(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<PublicFacility[]> {
  const rows = await listFacilityRows(db, organizationId, ids);
  const images = await listDefaultImages(db, organizationId, "facility", ids);
  return rows.map((row) => ({ ...row, address: row.slug ?? row.id, image: images.get(row.id) ?? null }));
}

/** Organizations whose page search engines may list. */
const listedOrganizations = (db: Database) =>
  db
    .selectFrom("pages")
    .innerJoin("organizations", "organizations.id", "pages.organization_id")
    .where("pages.state", "=", "public")
    .where("organizations.enabled", "=", true)
    .where("organizations.archived_at", "is", null);

export async function countListedOrganizations(db: Database): Promise<number> {
  const { count } = await listedOrganizations(db)
    .select((e) => e.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Paths of their pages: each organization, its facilities, and their fields. */
export async function listListedAddresses(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const listed = await listedOrganizations(db)
    .select("pages.organization_id as id")
    .orderBy("pages.organization_id")
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = listed.map(({ id }) => id);
  const slugs = await db
    .selectFrom("slugs")
    .select(["organization_id", "slug"])
    .where(isAnyOf("organization_id", ids))
    .where("is_current", "=", true)
    .execute();
  const fields = await fieldsWithPlaces(db)
    .where("fields.confidentiality", "=", "public")
    .where("fields.archived_at", "is", null)
    .where("facilities.archived_at", "is", null)
    .select(["fields.organization_id", "fields.slug", "fields.id", "facilities.slug as facility_slug"])
    .select("facilities.id as facility_id")
    .where(isAnyOf("fields.organization_id", ids))
    .where("fields.is_published", "=", true)
    .where("facilities.is_published", "=", true)
    .orderBy("fields.organization_id")
    .orderBy("fields.facility_id")
    .orderBy("fields.trail")
    .execute();
  const byOrganization = Map.groupBy(fields, (field) => field.organization_id);
  return slugs.flatMap(({ organization_id: organizationId, slug }) => {
    const own = (byOrganization.get(organizationId) ?? []).slice(0, MAX_FIELDS);
    const facilities = Map.groupBy(own, (field) => field.facility_slug ?? field.facility_id);
    return [
      `/c/${slug}`,
      ...[...facilities].flatMap(([facility, places]) => [
        `/c/${slug}/${facility}`,
        ...places.map((field) => `/c/${slug}/${facility}/${field.slug ?? field.id}`),
      ]),
    ];
  });
}
