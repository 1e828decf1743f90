/** Fills an empty database with the demo: three organizations, their people, hours, prices and four weeks of events around today. */
import { sql, type Insertable } from "kysely";
import { hashPassword } from "#server/accounts/passwords.ts";
import { announce, type Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import type { Tables } from "#server/kit/tables.ts";
import { expiryOf } from "#server/members/invitations.ts";
import { insertBuiltInRoles } from "#server/members/roles.ts";
import { planBookings, type Place } from "./bookings.ts";
import { planHours } from "./hours.ts";
import { planPayments, type Takings } from "./payments.ts";
import { accounts, people } from "./people.ts";
import { places } from "./places.ts";
import { planPrices } from "./prices.ts";
import { chanceOf, demoId } from "./random.ts";
import { day, facilityRow, fieldRow, organizationRow, placesOf } from "./rows.ts";

export const demoPassword = "demo-password-1";
export const demoEmails = accounts.map((person) => person.email);

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

/** Money with its invoices and credit notes, in the order of time: their numbers and dates rise together. */
async function insertTakings({ db, house }: Pick<Scene, "db" | "house">, takings: Takings): Promise<void> {
  const { payments, refunds, disputes, objects } = takings;
  await insert(db, "sandbox_objects", objects);
  await insert(db, "payments", payments);
  await insert(db, "refunds", refunds);
  await insert(db, "disputes", disputes);
  const paid = payments.flatMap(({ id, organization_id, paid_at }) =>
    paid_at ? [{ now: paid_at, organizationId: organization_id, paymentId: id }] : [],
  );
  const given = refunds.map((row) => ({ now: row.created_at, organizationId: row.organization_id, refundId: row.id }));
  for (const { now, organizationId, ...news } of [...paid, ...given].toSorted((one, other) => +one.now - +other.now)) {
    const scene = { db, house, now, organizationId };
    if ("paymentId" in news) await announce(scene, "payments.succeeded", news);
    else await announce(scene, "payments.refunded", news);
  }
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
    const hours = planHours(places, now);
    await insert(db, "opening_hour_patterns", hours.patterns);
    await insert(db, "field_opening_hours", hours.linksOf(fields));
    await insert(db, "closures", hours.closures);
    const prices = planPrices(places, now);
    await insert(db, "price_patterns", prices.patterns);
    await insert(db, "field_price_patterns", prices.linksOf(fields));
    const { events, occupancies } = planBookings(fields, people, now, { hours, prices });
    const { mode, secretKey } = house.config.payments;
    const takings = planPayments(events, { people, now, byCard: mode === "test" && !secretKey });
    await insert(db, "events", events);
    await insert(db, "occupancies", occupancies);
    await insertTakings({ db, house }, takings);
    return true;
  });
}

/** Whether a database holds the demo, and not something of its owner's. */
export async function isDemo(db: Database): Promise<boolean> {
  return Boolean(await db.selectFrom("users").select("id").where("id", "=", demoId("user admin")).executeTakeFirst());
}
