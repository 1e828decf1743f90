/** Facilities in SQL. */
import { sql, type Insertable, type Updateable } from "kysely";
import type { Facility, FacilityName } from "#contract/facilities.ts";
import type { Image } from "#contract/files.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { Named } from "#contract/organizations.ts";
import type { Sport } from "#contract/sports.ts";
import { listDefaultImages } from "#server/files/queries.ts";
import { among, inScope, matches, paginate, type Database } from "#server/kit/database.ts";
import type { Standing } from "#server/kit/house.ts";
import { notFound, type Problem } from "#server/kit/problem.ts";
import type { FacilitiesTable } from "#server/kit/tables.ts";
import { seesFacility, seesField } from "#server/members/visibility.ts";
import { sorted, sportName } from "#server/sports/queries.ts";
import type { Language } from "#words/words.ts";

/** Whose facilities, for whom, in which language. */
export interface View {
  organizationId: string;
  standing: Standing;
  language: Language;
}

/** Those that a person may see, archived ones too. */
const known = (db: Database, { organizationId, standing }: Omit<View, "language">) =>
  db
    .selectFrom("facilities")
    .innerJoin("organizations", "organizations.id", "facilities.organization_id")
    .where(inScope("facilities.organization_id", organizationId))
    .where(seesFacility(standing));

const visible = (db: Database, view: Omit<View, "language">) =>
  known(db, view).where("facilities.archived_at", "is", null).where("organizations.archived_at", "is", null);

const whole = (db: Database, view: View) =>
  visible(db, view).selectAll("facilities").select("organizations.name as organization_name");
type Row = Awaited<ReturnType<ReturnType<typeof whole>["executeTakeFirstOrThrow"]>>;

const searched = sql<string>`facilities.name || ' ' || coalesce(facilities.complete_address, '')`;

const shape = (row: Row, sports: Sport[], image: Image | null): Facility => ({
  id: row.id,
  name: row.name,
  description: row.description,
  changingRoom: row.changing_room,
  parkingPlace: row.parking_place,
  bicycleParkingPlace: row.bicycle_parking_place,
  restroom: row.restroom,
  shower: row.shower,
  restaurant: row.restaurant,
  shop: row.shop,
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

/** The sports of the fields that the reader sees, by facility. */
async function listSportsOf(
  db: Database,
  facilityIds: string[],
  { standing, language, organizationId }: View,
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
    .where(among("fields.facility_id", facilityIds))
    .where("fields.archived_at", "is", null)
    .where(seesField(standing))
    .execute();
  const byFacility = Map.groupBy(rows, (row) => row.facility_id);
  return new Map(
    [...byFacility].map(([id, sports]) => [
      id,
      sorted(
        sports.map(({ id, name }) => ({ id, name })),
        language,
      ),
    ]),
  );
}

/** Two look-ups, however many rows there are. */
async function shapeAll(db: Database, rows: Row[], view: View): Promise<Facility[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const sports = await listSportsOf(db, ids, view);
  const images = await listDefaultImages(db, view.organizationId, "facility", ids);
  return rows.map((row) => shape(row, sports.get(row.id) ?? [], images.get(row.id) ?? null));
}

export async function listFacilities(db: Database, view: View, query: ListQuery): Promise<Page<Facility>> {
  let found = whole(db, view);
  if (query.q) found = found.where(matches(searched, query.q));
  const { data, meta } = await paginate(db, found.orderBy("facilities.name").orderBy("facilities.id"), query);
  return { data: await shapeAll(db, data, view), meta };
}

/** @param most rows at most */
export function listFacilityNames(
  db: Database,
  view: Omit<View, "language">,
  q: string,
  most: number,
): Promise<FacilityName[]> {
  const found = visible(db, view);
  return (q ? found.where(matches(searched, q)) : found)
    .select(["facilities.id", "facilities.name", "facilities.complete_address as address"])
    .orderBy("facilities.name")
    .orderBy("facilities.id")
    .limit(most)
    .execute();
}

export async function findFacility(db: Database, view: View, id: string): Promise<Facility> {
  const row = await whole(db, view).where("facilities.id", "=", id).executeTakeFirstOrThrow(notFound);
  const [facility] = await shapeAll(db, [row], view);
  if (!facility) throw notFound();
  return facility;
}

/** Those of these facilities that a person sees, or saw: archived ones too, so that whoever has them on the screen hears that they went. */
export async function listVisibleFacilityIds(
  db: Database,
  view: Omit<View, "language">,
  ids: string[],
): Promise<Set<string>> {
  const rows = await known(db, view).select("facilities.id").where(among("facilities.id", ids)).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Holds a facility while something in it changes that only one may change at a time. Bookings do not wait for it.
 * @param orElse what is thrown where the organization has no such facility
 */
export const findFacilityToFill = (
  db: Database,
  organizationId: string,
  id: string,
  orElse: () => Problem,
): Promise<{ timezone: string }> =>
  present(db, organizationId, id).select("timezone").forNoKeyUpdate().executeTakeFirstOrThrow(orElse);

/**
 * Holds a facility that shall go: whoever books or changes something in it waits, and then finds it gone.
 * @param archived one that has gone, and shall come back
 */
export const findFacilityToDelete = (
  db: Database,
  organizationId: string,
  id: string,
  { archived = false } = {},
): Promise<Named> =>
  present(db, organizationId, id, archived).select(["id", "name"]).forUpdate().executeTakeFirstOrThrow(notFound);

const present = (db: Database, organizationId: string, id: string, archived = false) =>
  db
    .selectFrom("facilities")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", archived ? "is not" : "is", null);

export async function insertFacilities(db: Database, rows: Insertable<FacilitiesTable>[]): Promise<void> {
  await db.insertInto("facilities").values(rows).execute();
}

export async function updateFacility(
  db: Database,
  organizationId: string,
  id: string,
  changes: Updateable<FacilitiesTable>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db
    .updateTable("facilities")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
