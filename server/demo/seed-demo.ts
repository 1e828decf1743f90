/** Seeds an empty database with the demo data: organizations, their people, hours, prices and events around today. */
import { sql, type Insertable } from "kysely";
import { insertObjects } from "#dev/stripe-emulator/store.ts";
import { currentTerms, termsKey } from "#server/accounts/accepted-terms.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { hashJoinCode } from "#server/joining/codes.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { invitationExpiry } from "#server/members/invitations.ts";
import { insertBuiltInRoles } from "#server/members/roles.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { generateDemoEventActivity } from "./activity.ts";
import { findDeskMember } from "./bookers.ts";
import { listingOf } from "./booking-rows.ts";
import { generateDemoProducts } from "./products.ts";
import { generateDemoBookings, type DemoField } from "./bookings.ts";
import { generateDemoDeskCustomers, generateDemoPeopleOfCustomers, memberRows } from "./customers.ts";
import { generateDemoHours } from "./hours.ts";
import { DEMO_JOIN_CODE, generateDemoJoinRequests } from "./joining.ts";
import { type DemoPlayers, generateDemoPlayers } from "./players.ts";
import { generateDemoWaitlist } from "./waitlist.ts";
import { generateDemoNotifications } from "./notifications.ts";
import { generateDemoInvoices } from "./invoices.ts";
import {
  createInvoicedReader,
  generateDemoCharges,
  generateDemoInvoiceLines,
  generateDemoPackSettlements,
  generateDemoSettlements,
} from "./charges.ts";
import { type DemoExtras, generateDemoExtras } from "./extras.ts";
import { generateDemoBalance } from "./balance.ts";
import { type DemoPacks, generateDemoPacks } from "./packs.ts";
import { generateDemoVouchers } from "./vouchers.ts";
import { generateDemoPromoCodes } from "./promo-codes.ts";
import { type DemoSubscriptions, generateDemoSubscriptions, saveDemoGrants } from "./subscriptions.ts";
import { pickDebts, generateDemoPayments, type DemoPayments } from "./payments.ts";
import { demoAccounts, demoPeople } from "./people.ts";
import { generateDemoOrganizations } from "./organizations.ts";
import type { OrganizationPlan } from "./plans.ts";
import { generateDemoPrices } from "./prices.ts";
import { seededRandom, demoId } from "./random.ts";
import {
  DAY_MS,
  facilityRow,
  fieldRow,
  organizationRow,
  listDemoFields,
  pageRows,
  PUBLIC_KEY,
  slugRows,
} from "./rows.ts";
import { demoTexts } from "./texts.ts";

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

/** A parameter of JSON for many rows costs a fifth of a parameter for each value. All rows have the same columns. */
const MAX_ROWS_PER_RECORDSET = 2500;

/** Columns whose rows hold JSON as text, as an `Insertable` wants it. */
const jsonColumns = ["price_lines", "content", "before", "after"];

async function insertManyRows<T extends keyof Tables>(
  db: Database,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const known = new Set<string>();
  for (const row of rows) for (const column in row) known.add(column);
  const columns = [...known];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(
    columns.map((column) =>
      jsonColumns.includes(column) ? sql`(${sql.ref(column)} #>> '{}')::jsonb` : sql.ref(column),
    ),
  );
  let writing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_RECORDSET) {
    // Builds the next text while the database works on the last one.
    const json = JSON.stringify(rows.slice(from, from + MAX_ROWS_PER_RECORDSET));
    await writing;
    writing = sql`insert into ${sql.table(table)} (${names})
      select ${values} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
  }
  await writing;
}

async function insertPeople(
  db: Database,
  organizations: readonly OrganizationPlan[],
  { passwordHash, config, now }: { passwordHash: string; config: AppContext["config"]; now: Date },
): Promise<void> {
  const joined = (id: string) => new Date(now.getTime() - seededRandom(`joined ${id}`).integer(450, 700) * DAY_MS);
  const terms = currentTerms(config);
  const inForce = Math.max(...[terms.terms, terms.privacy].map((version) => Date.parse(version)));
  const accepted = (id: string) =>
    new Date(
      Math.min(now.getTime(), Math.max(joined(id).getTime(), inForce + seededRandom(`accepted ${id}`).next() * DAY_MS)),
    );
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
    accepted_terms: termsKey(terms),
  }));
  await insertRows(db, "users", users);
  await insertRows(
    db,
    "accepted_terms",
    demoPeople.map(({ id, language }) => ({ ...terms, user_id: id, language, accepted_at: accepted(id) })),
  );
  const memberships = demoPeople.flatMap(({ id, roles }) =>
    roles.map(({ organization, roleId }) => {
      const plan = organizations.find(({ key }) => key === organization);
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

async function insertPayments(db: Database, takings: DemoPayments, now: Date): Promise<void> {
  const { payments, refunds, disputes, objects } = takings;
  await insertObjects(db, objects);
  await insertManyRows(db, "payments", payments);
  await insertRows(db, "refunds", refunds);
  await insertManyRows(db, "settlements", generateDemoSettlements(takings));
  await insertRows(db, "disputes", disputes);
  const { invoices, counters, activity, changes } = await generateDemoInvoices(db, takings, now);
  await insertManyRows(
    db,
    "invoices",
    invoices.map((row) => ({ ...row, content: JSON.stringify(row.content) })),
  );
  await insertManyRows(db, "invoice_lines", generateDemoInvoiceLines(invoices, takings));
  await insertRows(db, "invoice_counters", counters);
  await insertManyRows(db, "activity", activity);
  await insertRows(db, "changes", changes);
}

async function findProduct(
  db: Database,
  organizationId: string,
  kind: "pack" | "extra" | "subscription" | "voucher" | "court",
): Promise<string> {
  const { id } = await db
    .selectFrom("products")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .where("is_default", "=", true)
    .executeTakeFirstOrThrow();
  return id;
}

type ChargeRow = Insertable<Tables["charges"]>;

/** Writes them as their invoices leave them: to count them again afterwards would write each row a second time. */
async function insertCharges(db: Database, lists: readonly ChargeRow[][], takings: DemoPayments): Promise<void> {
  const invoicedOf = createInvoicedReader(takings);
  for (const charges of lists)
    await insertManyRows(
      db,
      "charges",
      charges.map((charge) => ({ ...charge, invoiced: invoicedOf(charge.id) })),
    );
}

/** After the bookings and their charges. */
async function insertPacks(
  db: Database,
  packs: DemoPacks,
  events: Parameters<typeof generateDemoPackSettlements>[1],
): Promise<void> {
  await insertRows(db, "pack_types", packs.types);
  await insertRows(db, "packs", packs.packs);
  await insertRows(db, "pack_uses", packs.uses);
  await insertRows(db, "settlements", generateDemoPackSettlements(packs, events));
}

/** After the bookings, whose bookers are the customers. */
async function insertSubscriptions(db: Database, demo: DemoSubscriptions, now: Date): Promise<void> {
  await insertRows(db, "subscription_types", demo.types);
  await insertRows(db, "subscriptions", demo.subscriptions);
  await insertRows(db, "subscription_terms", demo.terms);
  await insertRows(db, "subscription_freezes", demo.freezes);
  await saveDemoGrants(db, demo, now);
}

/** After the bookings, and before the payments of shares. */
async function insertPlayers(db: Database, demo: DemoPlayers, takings: DemoPayments): Promise<void> {
  await insertRows(db, "customers", demo.customers);
  await insertRows(db, "event_participants", demo.players);
  await insertRows(db, "event_splits", demo.splits);
  await insertCharges(db, [demo.charges], takings);
}

/** After the bookings. */
async function insertExtras(db: Database, demo: DemoExtras): Promise<void> {
  await insertRows(db, "time_windows", demo.windows);
  await insertRows(db, "extras", demo.extras);
  await insertRows(db, "extra_stocks", demo.stocks);
  await insertManyRows(db, "event_extras", demo.lines);
  await insertManyRows(db, "extra_uses", demo.uses);
}

/** @returns false if an account exists: then nothing is written */
export async function seedDemo(appContext: AppContext): Promise<boolean> {
  const now = appContext.clock.now();
  return appContext.db.transaction().execute(async (db) => {
    // If several servers start together, only one fills the database.
    await sql`select pg_advisory_xact_lock(hashtext('baseline demo'))`.execute(db);
    if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return false;
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const demoOrganizations = generateDemoOrganizations(appContext.config.demoLanguage);
    const organizationIds = demoOrganizations.map((plan) => demoId(plan.key));
    await insertRows(
      db,
      "organizations",
      demoOrganizations.map((plan) => organizationRow(plan, now)),
    );
    await insertBuiltInRoles(db, organizationIds, now);
    for (const plan of demoOrganizations)
      await insertDefaultProducts(db, { id: demoId(plan.key), countryId: plan.countryId }, now);
    await insertRows(
      db,
      "products",
      demoOrganizations.flatMap((plan) => generateDemoProducts(plan, now)),
    );
    await insertPeople(db, demoOrganizations, { passwordHash, config: appContext.config, now });
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
    await insertRows(
      db,
      "pages",
      demoOrganizations.flatMap((plan) => pageRows(plan, appContext.config.demoLanguage, now)),
    );
    await insertRows(db, "slugs", demoOrganizations.flatMap(slugRows));
    const hours = generateDemoHours(demoOrganizations, now);
    await insertRows(db, "opening_hour_patterns", hours.patterns);
    await insertRows(db, "field_opening_hours", hours.linksOf(fields));
    await insertRows(db, "closures", hours.closures);
    const prices = generateDemoPrices(demoOrganizations, now);
    await insertRows(db, "price_patterns", prices.patterns);
    await insertRows(db, "field_price_patterns", prices.linksOf(fields));
    const desk = generateDemoDeskCustomers(now);
    const context = { people: demoPeople, desk, now, hours, prices };
    const { events, occupancies, series, notes, customerNames } = generateDemoBookings(
      demoOrganizations,
      fields,
      context,
    );
    const place = { people: demoPeople, organizations: demoOrganizations, customerNames, now };
    const debts = pickDebts(events, place);
    const productId = await findProduct(db, demoId(PUBLIC_KEY), "pack");
    const packs = generateDemoPacks(events, { ...place, fields, productId, debts });
    const extraProductId = await findProduct(db, demoId(PUBLIC_KEY), "extra");
    const extras = generateDemoExtras(events, { ...place, fields, productId: extraProductId, debts });
    const membershipId = await findProduct(db, demoId(PUBLIC_KEY), "subscription");
    const memberships = generateDemoSubscriptions(events, { ...place, fields, productId: membershipId, debts });
    const { demoLanguage: language } = appContext.config;
    const courtId = await findProduct(db, demoId(PUBLIC_KEY), "court");
    const players = generateDemoPlayers(events, { ...place, fields, productId: courtId, debts, language });
    const acceptsCards = appContext.config.payments.isEmulated;
    const takings = generateDemoPayments(
      events,
      { ...place, acceptsCards },
      { debts, sold: [...packs.payments, ...extras.payments, ...memberships.payments, ...players.payments] },
    );
    const balance = generateDemoBalance(events, takings, place);
    const voucherId = await findProduct(db, demoId(PUBLIC_KEY), "voucher");
    const vouchers = generateDemoVouchers(events, takings, { ...place, productId: voucherId });
    const family = generateDemoPeopleOfCustomers(desk, now);
    await insertRows(db, "customers", [...desk.rows, ...family.rows]);
    await insertRows(db, "customer_relations", family.relations);
    // Each row of what follows refers to one, which is found by another index than its key's as long as no figures are known.
    await sql`analyze customers`.execute(db);
    await insertRows(db, "customer_notes", notes);
    await insertRows(db, "series", series);
    await insertManyRows(db, "events", events);
    await insertManyRows(db, "occupancies", occupancies);
    const sold = [packs.charges, extras.charges, memberships.charges, [balance.charge], vouchers.charges];
    await insertCharges(db, [generateDemoCharges(events), ...sold], takings);
    await insertPacks(db, packs, events);
    await insertRows(db, "promo_codes", generateDemoPromoCodes(demoOrganizations, now));
    await insertExtras(db, extras);
    await insertPlayers(db, players, takings);
    await insertSubscriptions(db, memberships, now);
    await insertPayments(db, takings, now);
    await insertRows(db, "wallets", [balance.wallet]);
    await insertRows(db, "wallet_entries", balance.entries);
    await insertRows(db, "vouchers", vouchers.vouchers);
    await insertRows(db, "voucher_uses", vouchers.uses);
    const deskOf = new Map(demoOrganizations.map(({ key }) => [demoId(key), findDeskMember(demoPeople, key).id]));
    await insertManyRows(db, "activity", generateDemoEventActivity(events, { deskOf, now }));
    const message = demoTexts(PUBLIC_KEY, appContext.config.demoLanguage).joinMessage;
    const joining = generateDemoJoinRequests(await hashJoinCode(db, DEMO_JOIN_CODE), {
      people: demoPeople,
      message,
      now,
    });
    await insertRows(db, "join_links", joining.links);
    await insertRows(db, "join_codes", joining.codes);
    await insertRows(db, "join_requests", joining.requests);
    const { timezone = "UTC" } = demoOrganizations.find(({ key }) => key === PUBLIC_KEY) ?? {};
    await insertRows(db, "waitlist_entries", generateDemoWaitlist(events, { people: demoPeople, now, timezone }));
    const notifications = [...generateDemoNotifications(events, { people: demoPeople, now }), ...joining.notifications];
    await insertRows(db, "notifications", notifications);
    // Without figures about its rows, PostgreSQL plans the first pages as if the tables were empty.
    await sql`analyze events, occupancies, customers, charges, payments, settlements, invoices, packs, pack_uses,
      event_extras, extra_uses`.execute(db);
    return true;
  });
}

export async function isDemoDatabase(db: Database): Promise<boolean> {
  return Boolean(await db.selectFrom("users").select("id").where("id", "=", demoId("user admin")).executeTakeFirst());
}
