/** Seeds an empty database with the demo data: organizations, their people, hours, prices and events around today. */
import { sql, type Insertable } from "kysely";
import { insertObjects } from "#dev/stripe-emulator/store.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { invitationExpiry } from "#server/members/invitations.ts";
import { insertBuiltInRoles } from "#server/members/roles.ts";
import { listingOf, planBookings, type DemoField } from "./bookings.ts";
import { memberRows } from "./customers.ts";
import { planHours } from "./hours.ts";
import { planPayments, type DemoPayments } from "./payments.ts";
import { demoAccounts, demoPeople } from "./people.ts";
import { demoOrganizations } from "./organizations.ts";
import { planPrices } from "./prices.ts";
import { seededRandom, demoId } from "./random.ts";
import { DAY_MS, facilityRow, fieldRow, organizationRow, listDemoFields } from "./rows.ts";

export const demoEmails = demoAccounts.map((person) => person.email);

/** PostgreSQL allows 65,535 parameters per statement. */
const MAX_ROWS_PER_STATEMENT = 1000;

/** The demo may write tables of all modules, in bulk, because the database is empty. */
async function insertRows<T extends keyof Tables>(
  db: Database,
  table: T,
  rows: Insertable<Tables[T]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_STATEMENT) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + MAX_ROWS_PER_STATEMENT) as never)
      .execute();
  }
}

async function insertPeople(db: Database, passwordHash: string, now: Date): Promise<void> {
  const joined = (id: string) => new Date(now.getTime() - seededRandom(`joined ${id}`).integer(30, 700) * DAY_MS);
  const users = demoPeople.map((person) => ({
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    phone: person.phone,
    password_hash: passwordHash,
    email_verified_at: joined(person.id),
    platform_admin: person.isPlatformAdmin,
    // Without a language, demo accounts use the language of the browser.
    language: demoAccounts.includes(person) ? null : person.language,
    created_at: joined(person.id),
    updated_at: joined(person.id),
  }));
  await insertRows(db, "users", users);
  const memberships = demoPeople.flatMap(({ id, roles }) =>
    roles.map(({ organization, roleId }) => {
      const plan = demoOrganizations.find(({ key }) => key === organization);
      return { id, roleId, organization_id: demoId(organization), listed: plan ? listingOf(plan, id) : "no" };
    }),
  );
  await insertRows(
    db,
    "memberships",
    memberships.map(({ id, organization_id, listed }) => ({
      organization_id,
      user_id: id,
      joined_at: joined(id),
      listed,
    })),
  );
  await insertRows(
    db,
    "membership_roles",
    memberships.map(({ id, roleId, organization_id }) => ({ organization_id, user_id: id, role_id: roleId })),
  );
  await insertRows(db, "customers", memberRows(demoPeople, joined));
}

async function insertFields(db: Database, fields: DemoField[], now: Date): Promise<void> {
  await insertRows(
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
  await insertRows(db, "field_sports", sports);
  const units = [...new Map(fields.flatMap((place) => place.unitIds.map((id) => [id, place.organizationId] as const)))];
  await insertRows(
    db,
    "units",
    units.map(([id, organization_id]) => ({ organization_id, id })),
  );
  const shares = fields.flatMap((place) =>
    place.unitIds.map((unit_id) => ({ organization_id: place.organizationId, field_id: place.fieldId, unit_id })),
  );
  await insertRows(db, "field_units", shares);
  const privateOnes = fields.filter((place) => place.plan.isPrivate);
  await insertRows(
    db,
    "role_fields",
    privateOnes.map((place) => ({ organization_id: place.organizationId, role_id: 4, field_id: place.fieldId })),
  );
}

/** In chronological order, because invoice numbers and dates must increase together. */
async function insertPayments(
  { db, appContext }: Pick<TenantContext, "db" | "appContext">,
  takings: DemoPayments,
): Promise<void> {
  const { payments, refunds, disputes, objects } = takings;
  await insertObjects(db, objects);
  await insertRows(db, "payments", payments);
  await insertRows(db, "refunds", refunds);
  await insertRows(db, "disputes", disputes);
  const paid = payments.flatMap(({ id, organization_id, paid_at }) =>
    paid_at ? [{ now: paid_at, organizationId: organization_id, paymentId: id }] : [],
  );
  const refundNotices = refunds.map((row) => ({
    now: row.created_at,
    organizationId: row.organization_id,
    refundId: row.id,
  }));
  for (const { now, organizationId, ...news } of [...paid, ...refundNotices].toSorted((a, b) => +a.now - +b.now)) {
    const context = { db, appContext, now, organizationId };
    if ("paymentId" in news) await publish(context, "payments.succeeded", news);
    else await publish(context, "payments.refunded", news);
  }
}

/** @returns false if an account exists: then nothing is written */
export async function seedDemo(appContext: AppContext): Promise<boolean> {
  const now = appContext.clock.now();
  return appContext.db.transaction().execute(async (db) => {
    // If several servers start together, only one fills the database.
    await sql`select pg_advisory_xact_lock(hashtext('baseline demo'))`.execute(db);
    if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return false;
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const organizationIds = demoOrganizations.map((plan) => demoId(plan.key));
    await insertRows(
      db,
      "organizations",
      demoOrganizations.map((plan) => organizationRow(plan, now)),
    );
    await insertBuiltInRoles(db, organizationIds, now);
    await insertPeople(db, passwordHash, now);
    const invitation = {
      organization_id: demoId("university"),
      id: demoId("invitation"),
      email: "member@demo.test",
      role_id: 4,
      invited_by: demoId("user manager"),
      invited_at: new Date(now.getTime() - 2 * DAY_MS),
    };
    await insertRows(db, "invitations", [{ ...invitation, expires_at: invitationExpiry(invitation.invited_at) }]);
    await insertRows(
      db,
      "facilities",
      demoOrganizations.flatMap((plan) => plan.facilities.map((facility) => facilityRow(plan, facility, now))),
    );
    const fields = demoOrganizations.flatMap((plan) =>
      plan.facilities.flatMap((facility) => listDemoFields(plan, facility)),
    );
    await insertFields(db, fields, now);
    const hours = planHours(demoOrganizations, now);
    await insertRows(db, "opening_hour_patterns", hours.patterns);
    await insertRows(db, "field_opening_hours", hours.linksOf(fields));
    await insertRows(db, "closures", hours.closures);
    const prices = planPrices(demoOrganizations, now);
    await insertRows(db, "price_patterns", prices.patterns);
    await insertRows(db, "field_price_patterns", prices.linksOf(fields));
    const { events, walkIns, occupancies } = planBookings(fields, demoPeople, now, { hours, prices });
    const takings = planPayments(events, {
      people: demoPeople,
      walkInNames: new Map(walkIns.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`])),
      now,
      acceptsCards: appContext.config.payments.isEmulated,
    });
    await insertRows(db, "customers", walkIns);
    await insertRows(db, "events", events);
    await insertRows(db, "occupancies", occupancies);
    await insertPayments({ db, appContext }, takings);
    return true;
  });
}

export async function isDemoDatabase(db: Database): Promise<boolean> {
  return Boolean(await db.selectFrom("users").select("id").where("id", "=", demoId("user admin")).executeTakeFirst());
}
