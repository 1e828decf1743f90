/** Fills an empty database with the demo: three organizations, their people and four weeks of events around today. */
import { sql, type Insertable } from "kysely";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import type { Tables } from "#server/kit/tables.ts";
import { expiryOf } from "#server/members/invitations.ts";
import { insertBuiltInRoles } from "#server/members/roles.ts";
import { planBookings, type Place } from "./bookings.ts";
import { accounts, people } from "./people.ts";
import { places } from "./places.ts";
import type { FacilityPlan, FieldPlan, OrganizationPlan } from "./plans.ts";
import { chanceOf, demoId } from "./random.ts";

export const demoPassword = "demo-password-1";
export const demoEmails = accounts.map((person) => person.email);

const day = 86_400_000;
/** PostgreSQL takes 65,535 parameters a statement. */
const mostRows = 1000;

/** The demo is the one writer of many tables: it writes whole rows in bulk, only ever into an empty database. */
async function insert<T extends keyof Tables>(db: Database, table: T, rows: Insertable<Tables[T]>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += mostRows) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + mostRows) as never)
      .execute();
  }
}

async function insertPeople(db: Database, passwordHash: string, now: Date): Promise<void> {
  const joined = (id: string) => new Date(now.getTime() - chanceOf(`joined ${id}`).whole(30, 700) * day);
  const users = people.map((person) => ({
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone,
    password_hash: passwordHash,
    email_verified_at: joined(person.id),
    platform_admin: person.isPlatformAdmin,
    // The five accounts read what their browser prefers.
    language: accounts.includes(person) ? null : person.language,
    created_at: joined(person.id),
    updated_at: joined(person.id),
  }));
  await insert(db, "users", users);
  const held = people.flatMap(({ id, roles }) =>
    roles.map(({ organization, roleId }) => ({ id, roleId, organization_id: demoId(organization) })),
  );
  await insert(
    db,
    "memberships",
    held.map(({ id, organization_id }) => ({ organization_id, user_id: id, joined_at: joined(id) })),
  );
  await insert(
    db,
    "membership_roles",
    held.map(({ id, roleId, organization_id }) => ({ organization_id, user_id: id, role_id: roleId })),
  );
}

const organizationRow = (plan: OrganizationPlan, now: Date): Insertable<Tables["organizations"]> => ({
  id: demoId(plan.key),
  name: plan.name,
  type: plan.type,
  country_id: plan.countryId,
  email: plan.email,
  phone: plan.phone,
  vat_number: plan.vatNumber,
  identification_number: plan.identificationNumber,
  timezone: plan.timezone,
  currency: plan.currency,
  created_at: new Date(now.getTime() - 720 * day),
  updated_at: new Date(now.getTime() - chanceOf(plan.key).whole(1, 60) * day),
});

function facilityRow(organization: OrganizationPlan, plan: FacilityPlan, now: Date): Insertable<Tables["facilities"]> {
  const [changing_room, restroom, shower, restaurant, shop] = plan.amenities;
  const chance = chanceOf(plan.name);
  return {
    organization_id: demoId(organization.key),
    id: demoId(`${organization.key} ${plan.name}`),
    name: plan.name,
    description: plan.description,
    place_id: "manual:",
    complete_address: plan.address,
    timezone: organization.timezone,
    parking_place: plan.parking,
    bicycle_parking_place: plan.bicycles,
    changing_room,
    restroom,
    shower,
    restaurant,
    shop,
    created_at: new Date(now.getTime() - chance.whole(200, 700) * day),
    updated_at: new Date(now.getTime() - chance.whole(0, 40 * 24) * 3_600_000),
  };
}

/** All fields, each part right behind its whole. */
function placesOf(organization: OrganizationPlan, facility: FacilityPlan): Place[] {
  const place = (plan: FieldPlan, unitIds: string[], parent?: string): Place => ({
    organization,
    organizationId: demoId(organization.key),
    facility: facility.name,
    facilityId: demoId(`${organization.key} ${facility.name}`),
    fieldId: demoId(`${organization.key} ${facility.name} ${plan.name}`),
    plan,
    unitIds,
    ...(parent && { parent }),
  });
  return facility.fields.flatMap((plan) => {
    const unit = (name: string) => demoId(`unit ${organization.key} ${facility.name} ${name}`);
    const { parts = [], ...own } = plan;
    const whole = place(plan, [unit(plan.name), ...parts.map(unit)].sort());
    const [least, most] = own.people;
    const ofPart: [number, number] = [Math.ceil(least / 2), Math.ceil(most / parts.length)];
    return [
      whole,
      ...parts.map((name) => place({ ...own, name, people: ofPart, demand: 0.55 }, [unit(name)], whole.fieldId)),
    ];
  });
}

const fieldRow = ({ plan, ...place }: Place, now: Date): Insertable<Tables["fields"]> => ({
  organization_id: place.organizationId,
  id: place.fieldId,
  facility_id: place.facilityId,
  parent_id: place.parent ?? null,
  name: plan.name,
  status: plan.isClosed ? "closed" : "open",
  confidentiality: plan.isPrivate ? "private" : "public",
  bookable: !plan.isClosed,
  space: plan.space,
  lights: plan.space === "indoor" || plan.demand >= 0.5,
  handicap_access: chanceOf(place.fieldId).is(0.7),
  air_conditioning: plan.space === "indoor" ? chanceOf(`air ${place.fieldId}`).is(0.3) : null,
  heating: plan.space === "indoor" ? true : null,
  min_people_by_event: plan.people[0],
  max_people_by_event: plan.people[1],
  seats_stands: plan.seats ?? null,
  approval: plan.isManual ? "manual" : "automatic",
  created_at: new Date(now.getTime() - 200 * day),
  updated_at: new Date(now.getTime() - chanceOf(`updated ${place.fieldId}`).whole(0, 30 * 24) * 3_600_000),
});

async function insertFields(db: Database, fields: Place[], now: Date): Promise<void> {
  await insert(
    db,
    "fields",
    fields.map((place) => fieldRow(place, now)),
  );
  const sports = fields.flatMap((place) =>
    place.plan.sports.map((sport_id, position) => ({
      organization_id: place.organizationId,
      field_id: place.fieldId,
      sport_id,
      position,
    })),
  );
  await insert(db, "field_sports", sports);
  const units = [...new Map(fields.flatMap((place) => place.unitIds.map((id) => [id, place.organizationId] as const)))];
  await insert(
    db,
    "units",
    units.map(([id, organization_id]) => ({ organization_id, id })),
  );
  const shares = fields.flatMap((place) =>
    place.unitIds.map((unit_id) => ({ organization_id: place.organizationId, field_id: place.fieldId, unit_id })),
  );
  await insert(db, "field_units", shares);
  const privateOnes = fields.filter((place) => place.plan.isPrivate);
  await insert(
    db,
    "role_fields",
    privateOnes.map((place) => ({ organization_id: place.organizationId, role_id: 4, field_id: place.fieldId })),
  );
}

/**
 * Fills the demo, in one transaction, if nobody has an account yet.
 * @returns whether it did
 */
export async function fillDemo(house: House): Promise<boolean> {
  const now = house.clock.now();
  return house.db.transaction().execute(async (db) => {
    // Of several servers that start at once, one fills.
    await sql`select pg_advisory_xact_lock(hashtext('baseline demo'))`.execute(db);
    if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return false;
    const passwordHash = await hashPassword(demoPassword);
    const organizationIds = places.map((plan) => demoId(plan.key));
    await insert(
      db,
      "organizations",
      places.map((plan) => organizationRow(plan, now)),
    );
    await insertBuiltInRoles(db, organizationIds, now);
    await insertPeople(db, passwordHash, now);
    const invitation = {
      organization_id: demoId("university"),
      id: demoId("invitation"),
      email: "member@demo.test",
      role_id: 4,
      invited_by: demoId("user manager"),
      invited_at: new Date(now.getTime() - 2 * day),
    };
    await insert(db, "invitations", [{ ...invitation, expires_at: expiryOf(invitation.invited_at) }]);
    await insert(
      db,
      "facilities",
      places.flatMap((plan) => plan.facilities.map((facility) => facilityRow(plan, facility, now))),
    );
    const fields = places.flatMap((plan) => plan.facilities.flatMap((facility) => placesOf(plan, facility)));
    await insertFields(db, fields, now);
    const { events, occupancies } = planBookings(fields, people, now);
    await insert(db, "events", events);
    await insert(db, "occupancies", occupancies);
    return true;
  });
}

/** Whether a database holds the demo, and not something of its owner's. */
export async function isDemo(db: Database): Promise<boolean> {
  return Boolean(await db.selectFrom("users").select("id").where("id", "=", demoId("user admin")).executeTakeFirst());
}
