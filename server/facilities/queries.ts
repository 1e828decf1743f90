/** Facilities (venues) in SQL: lists with filters, single facilities, locks. */
import { sql, type Insertable, type Updateable } from "kysely";
import type { FacilityName } from "#contract/facilities.ts";
import type { Facility } from "#contract/facility-shape.ts";
import type { Image } from "#contract/files.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { EntityRef } from "#contract/organizations.ts";
import { isReservedFacilitySlug } from "#contract/organizations-slugs-rules.ts";
import type { Sport } from "#contract/sports.ts";
import { listDefaultImages } from "#server/files/queries.ts";
import { isAnyOf, inScope, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { noteAllStale } from "#server/kit/notify/overview-stale.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { notFound, type HttpError } from "#server/kit/http/http-error.ts";
import type { FacilitiesTable } from "#server/kit/db/tables.ts";
import { isFacilityVisible, isFieldVisible } from "#server/members/visibility.ts";
import { addSlugs } from "#server/organizations/slugs.ts";
import { sortSports, sportName } from "#server/sports/queries.ts";
import type { Language } from "#messages/translator.ts";
import { facilityColumnMap } from "./column-map.ts";
import { listFormerSlugs } from "./former-slugs.ts";

export interface FacilityViewer {
  organizationId: string;
  access: MemberPermissions;
  language: Language;
}

/** Includes archived facilities. */
const permittedFacilities = (db: Database, { organizationId, access }: Omit<FacilityViewer, "language">) =>
  db
    .selectFrom("facilities")
    .innerJoin("organizations", "organizations.id", "facilities.organization_id")
    .where(inScope("facilities.organization_id", organizationId))
    .where(isFacilityVisible(access));

const visibleFacilities = (db: Database, view: Omit<FacilityViewer, "language">) =>
  permittedFacilities(db, view)
    .where("facilities.archived_at", "is", null)
    .where("organizations.archived_at", "is", null);

const selectVisibleFacilities = (db: Database, view: FacilityViewer) =>
  visibleFacilities(db, view).selectAll("facilities").select("organizations.name as organization_name");
type Row = Awaited<ReturnType<ReturnType<typeof selectVisibleFacilities>["executeTakeFirstOrThrow"]>>;

const searchText = sql<string>`facilities.name || ' ' || coalesce(facilities.complete_address, '')`;

const serializeFacility = (row: Row, sports: Sport[], image: Image | null): Facility => ({
  id: row.id,
  ...facilityColumnMap.fromRow(row),
  timezone: row.timezone,
  organization: { id: row.organization_id, name: row.organization_name },
  localization: {
    completeAddress: row.complete_address,
    placeId: row.place_id,
    latitude: row.latitude,
    longitude: row.longitude,
    address:
      row.country_code === null
        ? null
        : { line1: row.line1, postalCode: row.postal_code, city: row.city, countryCode: row.country_code },
  },
  image,
  sports,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

async function listSportsByFacility(
  db: Database,
  facilityIds: string[],
  { access, language, organizationId }: FacilityViewer,
): Promise<Map<string, Sport[]>> {
  const rows = await db
    .selectFrom("fields")
    .innerJoin("field_sports", (join) =>
      join
        .onRef("field_sports.organization_id", "=", "fields.organization_id")
        .onRef("field_sports.field_id", "=", "fields.id"),
    )
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .distinct()
    .select(["fields.facility_id", "sports.id", sportName(language).as("name")])
    .where(inScope("fields.organization_id", organizationId))
    .where(isAnyOf("fields.facility_id", facilityIds))
    .where("fields.archived_at", "is", null)
    .where(isFieldVisible(access, organizationId))
    .execute();
  const byFacility = Map.groupBy(rows, (row) => row.facility_id);
  return new Map(
    [...byFacility].map(([id, sports]) => [
      id,
      sortSports(
        sports.map(({ id, name }) => ({ id, name })),
        language,
      ),
    ]),
  );
}

async function serializeFacilities(db: Database, rows: Row[], view: FacilityViewer): Promise<Facility[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const sports = await listSportsByFacility(db, ids, view);
  const images = await listDefaultImages(db, view.organizationId, "facility", ids);
  return rows.map((row) => serializeFacility(row, sports.get(row.id) ?? [], images.get(row.id) ?? null));
}

export async function listFacilities(db: Database, view: FacilityViewer, query: ListQuery): Promise<Page<Facility>> {
  let found = selectVisibleFacilities(db, view);
  if (query.q) found = found.where(matchesText(searchText, query.q));
  const { data, meta } = await paginate(db, found.orderBy("facilities.name").orderBy("facilities.id"), query);
  return { data: await serializeFacilities(db, data, view), meta };
}

export function listFacilityNames(
  db: Database,
  view: Omit<FacilityViewer, "language">,
  q: string,
  most: number,
): Promise<FacilityName[]> {
  const found = visibleFacilities(db, view);
  return (q ? found.where(matchesText(searchText, q)) : found)
    .select(["facilities.id", "facilities.name", "facilities.complete_address as address"])
    .orderBy("facilities.name")
    .orderBy("facilities.id")
    .limit(most)
    .execute();
}

export async function findFacility(db: Database, view: FacilityViewer, id: string): Promise<Facility> {
  const row = await selectVisibleFacilities(db, view).where("facilities.id", "=", id).executeTakeFirstOrThrow(notFound);
  const [facility] = await serializeFacilities(db, [row], view);
  if (!facility) throw notFound();
  return facility;
}

/** Includes archived facilities, so that open screens learn about the archiving. */
export async function listVisibleFacilityIds(
  db: Database,
  view: Omit<FacilityViewer, "language">,
  ids: string[],
): Promise<Set<string>> {
  const rows = await permittedFacilities(db, view)
    .select("facilities.id")
    .where(isAnyOf("facilities.id", ids))
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Serializes changes within a facility. Bookings do not wait for this lock. */
/** Archived ones included, whose bookings stay. */
export async function listFacilityTimezones(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("facilities")
    .select("timezone")
    .distinct()
    .where("organization_id", "=", organizationId)
    .execute();
  return rows.map(({ timezone }) => timezone);
}

export const lockFacility = (
  db: Database,
  organizationId: string,
  id: string,
  orElse: () => HttpError,
): Promise<{ timezone: string }> =>
  facilityById(db, organizationId, id).select("timezone").forNoKeyUpdate().executeTakeFirstOrThrow(orElse);

/** Bookings and changes wait for this lock, and then do not find the facility. */
export const findFacilityToDelete = (
  db: Database,
  organizationId: string,
  id: string,
  { archived = false } = {},
): Promise<EntityRef> =>
  facilityById(db, organizationId, id, archived).select(["id", "name"]).forUpdate().executeTakeFirstOrThrow(notFound);

const facilityById = (db: Database, organizationId: string, id: string, archived = false) =>
  db
    .selectFrom("facilities")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", archived ? "is not" : "is", null);

/** Two facilities of one name, made at once, get two slugs. Bookings do not wait for this lock. */
export async function lockFacilitySlugs(db: Database, organizationIds: readonly string[]): Promise<void> {
  for (const organizationId of organizationIds.toSorted())
    await db.selectFrom("organizations").select("id").where("id", "=", organizationId).forNoKeyUpdate().execute();
}

/** The caller has locked the slugs. @param except the facility that the row is of */
export async function addFacilitySlugs<
  R extends { organization_id: string; name: string; slug?: string | null | undefined },
>(
  db: Database,
  rows: readonly R[],
  { now, except }: { now: Date; except?: string },
): Promise<(R & { slug: string })[]> {
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))];
  const current = await db
    .selectFrom("facilities")
    .select(["organization_id", "id", "slug"])
    .where(isAnyOf("organization_id", organizationIds))
    .execute();
  const former = await Promise.all(
    organizationIds.map(async (organization_id) =>
      (await listFormerSlugs(db, organization_id, { now })).map(({ facilityId: id, slug }) => ({
        ...{ organization_id, id, slug },
      })),
    ),
  );
  const known = [...current, ...former.flat()].filter(({ id }) => id !== except);
  return addSlugs<R, (typeof known)[number]>(rows, known, {
    ...{ keyOf: (row) => row.organization_id, isReserved: isReservedFacilitySlug, fallback: "place" },
  });
}

/** Those without a slug get one from their name. */
export async function insertFacilities(db: Database, rows: Insertable<FacilitiesTable>[], now: Date): Promise<void> {
  await lockFacilitySlugs(db, [...new Set(rows.map((row) => row.organization_id))]);
  await db
    .insertInto("facilities")
    .values(await addFacilitySlugs(db, rows, { now }))
    .execute();
}

export async function updateFacility(
  db: Database,
  organizationId: string,
  id: string,
  changes: Updateable<FacilitiesTable>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  const { timezone } = changes;
  const isElsewhere = timezone !== undefined && timezone !== (await findTimezone(db, organizationId, id));
  await db
    .updateTable("facilities")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  if (isElsewhere) await noteAllStale(db, organizationId);
}

async function findTimezone(db: Database, organizationId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("facilities")
    .select("timezone")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.timezone;
}
