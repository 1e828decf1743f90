/**
 * Fills a migrated, empty database for benches: 500 organizations with events, occupancies, customers, prices, payments
 * and activity. The club that is asked has the same rows at each size, so that answers are comparable between sizes.
 */
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { hashPassword } from "#server/accounts/passwords.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { insertBuiltInRoles } from "#server/members/roles.ts";
import { activities, firstNames, lastNames, towns } from "./names.ts";

type Database = Kysely<Tables>;

export const ORGANIZATION_COUNT = 500;
/** Small enough for a data set of 10,000. */
const CLUB_EVENTS = 5600;
const CLUB_CUSTOMERS = 100;
const EVENTS_PER_DAY = 10;
const PAST_SHARE = 0.6;

/** Accounts with a session each. All have this password. */
export const password = "bench-password-1";
export const callers = ["admin", "manager", "staff", "member"] as const;
export type CallerName = (typeof callers)[number];
export const tokenOf = (caller: CallerName): string => `bench-session-of-${caller}`;
export const emailOf = (caller: CallerName): string => `${caller}@bench.test`;
/** Secret address of the feed of the club's first field. */
export const calendarSecret = "bench-calendar-feed";

export interface Fill {
  db: Database;
  events: number;
  now: Date;
}

const [allDay, weekdays] = [{ start: "06:00", end: "24:00" }, [1, 2, 3, 4, 5, 6, 7]];
const hours = JSON.stringify(weekdays.map((weekday) => ({ weekday, ...allDay })));
const timeslots = JSON.stringify([{ name: "Always", ...allDay, weekdays }]);
const plans = JSON.stringify([60, 90].map((duration) => ({ name: `${duration} minutes`, duration })));
const details = JSON.stringify(
  [60, 90].map((minutes) => ({ timeslot: "Always", plan: `${minutes} minutes`, roleId: null, price: minutes * 30 })),
);

/** Element of an array by a number, in SQL. */
const pick = (values: readonly string[], number: string) =>
  sql<string>`(${values}::text[])[1 + (${sql.raw(number)})::integer % ${sql.lit(values.length)}]`;

/** Number 0 is the club that is asked, number 1 has a tenth of all events, the others share the rest. */
function planOrganization(position: number, events: number): { name: string; fields: number; events: number } {
  if (position === 0) return { name: "Tennis Club des Berges", fields: 20, events: CLUB_EVENTS };
  const large = events / 10;
  if (position === 1) return { name: "Ville de Grandpré", fields: 40, events: large };
  const name = `${["Club", "Gymnase", "Association", "Complexe"][position % 4]} de ${towns[position % towns.length]} ${position}`;
  return { name, fields: 4, events: (events - large - CLUB_EVENTS) / (ORGANIZATION_COUNT - 2) };
}

async function insertOrganizations({ db, events, now }: Fill): Promise<void> {
  await sql`create temporary table bench_organizations (id uuid, position integer, name text, fields integer, per_field integer)`.execute(
    db,
  );
  const planned = Array.from({ length: ORGANIZATION_COUNT }, (_, position) => {
    const plan = planOrganization(position, events);
    return { position, ...plan, per_field: Math.ceil(plan.events / plan.fields) };
  });
  await sql`insert into bench_organizations
    select uuidv7(), position, name, fields, per_field
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as planned (position integer, name text, fields integer, per_field integer)`.execute(
    db,
  );
  await sql`insert into organizations (id, name, type, country_id, timezone, currency, legal_name, address_line, postal_code,
      city, is_unregistered, vat_profile, vat_number_pending, created_at, updated_at)
    select id, name, 'club', 250, 'Europe/Paris', 'EUR', name, '1 rue du Stade', '69007', 'Lyon', true, 'standard', true,
      ${now}, ${now} from bench_organizations`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from bench_organizations order by position`.execute(db);
  await insertBuiltInRoles(
    db,
    rows.map(({ id }) => id),
    now,
  );
}

async function insertFields({ db, now }: Fill): Promise<void> {
  await sql`insert into facilities (organization_id, id, name, timezone, city, complete_address, created_at, updated_at)
    select id, uuidv7(), 'Parc ' || name, 'Europe/Paris', 'Lyon', '1 rue du Stade, 69007 Lyon', ${now}, ${now}
    from bench_organizations`.execute(db);
  await sql`create temporary table bench_fields as
    select organizations.id as organization_id, facilities.id as facility_id, uuidv7() as field_id, uuidv7() as unit_id,
      n as position, organizations.position as organization, per_field
    from bench_organizations organizations join facilities on facilities.organization_id = organizations.id,
      generate_series(1, fields) n order by organizations.position, n`.execute(db);
  await sql`insert into fields (organization_id, id, facility_id, name, bookable, start_step, created_at, updated_at)
    select organization_id, field_id, facility_id, 'Court ' || position, true, 15, ${now}, ${now} from bench_fields`.execute(
    db,
  );
  await sql`insert into units (organization_id, id) select organization_id, unit_id from bench_fields`.execute(db);
  await sql`insert into field_units (organization_id, field_id, unit_id)
    select organization_id, field_id, unit_id from bench_fields`.execute(db);
  await sql`insert into field_sports (organization_id, field_id, sport_id, position)
    select organization_id, field_id, 1 + position % 4, 0 from bench_fields`.execute(db);
  await sql`insert into opening_hour_patterns (organization_id, id, name, hours, created_at, updated_at)
    select id, uuidv7(), 'Every day', ${hours}::jsonb, ${now}, ${now} from bench_organizations`.execute(db);
  await sql`insert into field_opening_hours (organization_id, field_id, pattern_id)
    select organization_id, field_id, id from bench_fields join opening_hour_patterns using (organization_id)`.execute(
    db,
  );
  await sql`insert into price_patterns (organization_id, id, name, type, timeslots, plans, details, created_at, updated_at)
    select id, uuidv7(), 'Courts', 'field', ${timeslots}::jsonb, ${plans}::jsonb, ${details}::jsonb, ${now}, ${now}
    from bench_organizations`.execute(db);
  await sql`insert into field_price_patterns (organization_id, field_id, pattern_id)
    select organization_id, field_id, id from bench_fields join price_patterns using (organization_id)`.execute(db);
}

/**
 * Customers: the same number in the club that is asked at each size; of 20 for each organization and one more for 50
 * events, the largest organization has a tenth. Each books at the organization of which it is a member.
 */
async function insertPeople({ db, events, now }: Fill): Promise<void> {
  const hash = await hashPassword(password);
  const count = ORGANIZATION_COUNT * 20 + Math.floor(events / 50);
  await sql`create temporary table bench_people as
    select uuidv7() as user_id, uuidv7() as customer_id, uuidv7() as walk_in_id, n, organization, row_number() over (partition by organization order by n) as position
    from generate_series(0, ${sql.lit(count - 1)}) n, lateral (select
      case when n < ${sql.lit(CLUB_CUSTOMERS)} then 0 when n % 10 = 0 then 1
        else 2 + n % ${sql.lit(ORGANIZATION_COUNT - 2)} end as organization) organizations`.execute(db);
  await sql`insert into users (id, email, first_name, last_name, phone, password_hash, email_verified_at, created_at, updated_at)
    select user_id, 'customer' || n || '@bench.test', ${pick(firstNames, "n / 7")}, ${pick(lastNames, "n / 3")}, '+33600000000', ${hash},
      ${now}, ${now}, ${now} from bench_people`.execute(db);
  await sql`insert into memberships (organization_id, user_id, joined_at)
    select organizations.id, user_id, ${now}
    from bench_people people join bench_organizations organizations on organizations.position = people.organization`.execute(
    db,
  );
  await sql`insert into membership_roles (organization_id, user_id, role_id)
    select organization_id, user_id, 4 from memberships`.execute(db);
  await insertCallers({ db, events, now }, hash);
  // The member books as each customer of the club does.
  await sql`insert into bench_people (user_id, customer_id, walk_in_id, n, organization, position)
    select id, uuidv7(), uuidv7(), ${sql.lit(count)}, 0, 0 from users where email = ${emailOf("member")}`.execute(db);
  await insertCustomers(db, now);
}

/** A customer for each person, and as many without an account. */
async function insertCustomers(db: Fill["db"], now: Date): Promise<void> {
  await sql`insert into customers (organization_id, id, kind, first_name, last_name, email, phone, user_id, created_at, updated_at)
    select organizations.id, customer_id, 'person', first_name, last_name, email, phone, user_id, ${now}, ${now}
    from bench_people people join users on users.id = user_id
      join bench_organizations organizations on organizations.position = people.organization`.execute(db);
  await sql`insert into customers (organization_id, id, kind, first_name, last_name, phone, created_at, updated_at)
    select organizations.id, walk_in_id, 'person', ${pick(firstNames, "n / 5")}, ${pick(lastNames, "n / 3")},
      '06' || (10000000 + n), ${now}, ${now}
    from bench_people people join bench_organizations organizations on organizations.position = people.organization`.execute(
    db,
  );
}

/** The manager, the member of staff and the member belong to the club that is asked and to the largest organization. */
async function insertCallers({ db, now }: Fill, hash: string): Promise<void> {
  for (const [position, caller] of callers.entries()) {
    const { rows } = await sql<{ id: string }>`
      insert into users (id, email, first_name, last_name, password_hash, email_verified_at, platform_admin, created_at, updated_at)
      values (uuidv7(), ${emailOf(caller)}, 'Alex', ${caller}, ${hash}, ${now}, ${caller === "admin"}, ${now}, ${now})
      returning id`.execute(db);
    const userId = rows[0]?.id ?? "";
    const expires = new Date(now.getTime() + 30 * 86_400_000);
    await sql`insert into sessions (id, user_id, token_hash, device, created_at, last_used_at, expires_at)
      values (uuidv7(), ${userId}, ${hashToken(tokenOf(caller))}, 'Bench', ${now}, ${now}, ${expires})`.execute(db);
    if (caller === "admin") continue;
    await sql`insert into memberships (organization_id, user_id, joined_at)
      select id, ${userId}, ${now} from bench_organizations where position < 2`.execute(db);
    await sql`insert into membership_roles (organization_id, user_id, role_id)
      select id, ${userId}, ${sql.lit(position + 1)} from bench_organizations where position < 2`.execute(db);
  }
}

/** Ten events of an hour on each field and day, 20 minutes apart, in the order of their starts. */
async function insertEvents({ db, now }: Fill): Promise<void> {
  const morning = new Date(`${now.toISOString().slice(0, 10)}T07:00:00Z`);
  // Counts people of each organization, from which the customers of its events are taken.
  await sql`create temporary table bench_customers as
    select organization, array_agg(user_id order by position) as users, array_agg(customer_id order by position) as known,
      array_agg(walk_in_id order by position) as walk_ins, array_agg(${pick(lastNames, "n / 3")} order by position) as last_names
    from bench_people group by organization`.execute(db);
  await sql`
    insert into events (organization_id, id, facility_id, field_id, kind, name, status, pending_reason, confidentiality, type,
      sport_id, user_id, customer_id, people, start_time, end_time, price, currency, price_type, payment_status, paid, payment,
      vat_rate, reminded_at, created_at, updated_at)
    select organization_id, uuidv7(), facility_id, field_id, case when is_block then 'block' else 'event' end, name, status,
      case when status = 'pending' then 'approval' end, case when k % 3 = 0 then 'private' else 'public' end,
      (array['training', 'game', 'free_play', 'other'])[1 + k % 4], case when not is_block then 1 + position % 4 end,
      case when not is_block and not is_guest then users[1 + k % cardinality(users)] end,
      case when not is_block then case when is_guest then walk_ins[1 + k % cardinality(walk_ins)] else known[1 + k % cardinality(known)] end end,
      case when not is_block then 2 + k % 3 end, start_time, start_time + interval '1 hour', price, 'EUR', 'field',
      case when price = 0 or status = 'canceled' then 'none' when is_paid then 'paid' else 'due' end,
      case when is_paid then price else 0 end, 'on_site', 2000, ${now}, made, made
    from (
      select fields.*, users, known, walk_ins, last_names, k, start_time, k % 20 = 0 as is_block, k % 13 = 0 as is_guest,
        case when k % 20 = 0 then 0 else 1800 end as price,
        k % 20 <> 0 and k % 3 <> 0 and k % 17 <> 0 and start_time < ${now} as is_paid,
        case when k % 17 = 0 then 'canceled' when start_time < ${now}::timestamptz - interval '1 hour' then 'completed'
          when k % 11 = 0 and k % 20 <> 0 then 'pending' else 'approved' end as status,
        case k % 4
          when 0 then ${pick(activities, "k / 4")}
          when 1 then ${pick(activities, "k / 4")} || ' · groupe ' || (1 + k % 12)
          when 2 then last_names[1 + k % cardinality(last_names)] || ' / ' || last_names[1 + (k / 2) % cardinality(last_names)]
          else ${pick(activities, "k / 4")} || ' ' || ${pick(towns, "k / 9")}
        end as name,
        least(start_time - interval '1 hour' * (12 + k % 200), ${now}::timestamptz - interval '1 minute' * (1 + k % 600)) as made
      from bench_fields fields
        join bench_customers customers using (organization),
        lateral generate_series(0, per_field - 1) slot,
        lateral (select
          (hashint4(slot * 509 + organization * 41 + position)::bigint & 2147483647) % 1000003 as k,
          ${morning}::timestamptz
            + interval '1 day' * (slot / ${sql.lit(EVENTS_PER_DAY)} - floor(per_field * ${sql.lit(PAST_SHARE)} / ${sql.lit(EVENTS_PER_DAY)}))
            + interval '80 minutes' * (slot % ${sql.lit(EVENTS_PER_DAY)}) + interval '15 minutes' * (position % 4) as start_time
        ) times
      order by slot
    ) planned`.execute(db);
}

async function insertOccupancies({ db }: Fill): Promise<void> {
  await sql`insert into occupancies (organization_id, unit_id, event_id, during, active)
    select events.organization_id, unit_id, id, tstzrange(start_time, end_time), status <> 'canceled'
    from events join bench_fields using (organization_id, field_id)`.execute(db);
}

async function insertPayments({ db }: Fill): Promise<void> {
  await sql`insert into payments (organization_id, id, event_id, user_id, payer_name, method, status, amount, currency,
      recorded_by, paid_at, created_at, updated_at)
    select events.organization_id, uuidv7(), events.id, events.user_id, coalesce(customers.name, events.name), 'cash', 'succeeded', paid, events.currency,
      coalesce(events.user_id, (select id from users where email = ${emailOf("manager")})), start_time, start_time, start_time
    from events left join customers on customers.organization_id = events.organization_id and customers.id = events.customer_id
    where paid > 0`.execute(db);
}

async function insertActivity({ db }: Fill): Promise<void> {
  await sql`insert into activity (organization_id, id, at, actor_id, act, subject_id, after)
    select organization_id, uuidv7(), created_at, user_id, 'events.create', id::text,
      jsonb_build_object('name', name, 'startTime', start_time, 'endTime', end_time, 'status', status)
    from events`.execute(db);
}

/** For every second payment. */
async function insertInvoices({ db }: Fill): Promise<void> {
  await sql`insert into invoices (organization_id, id, kind, number, payment_id, event_id, user_id, issued_on, supplied_on, language,
      currency, total_amount, tax_amount, buyer_name, content, created_at)
    select organization_id, uuidv7(), 'invoice', 'INV-' || lpad(position::text, 7, '0'), id, event_id, user_id, paid_at::date,
      paid_at::date, 'fr', currency, amount, amount / 6, payer_name, jsonb_build_object(
        'seller', jsonb_build_object('name', name, 'countryId', 250, 'addressLine', '1 rue du Stade', 'city', 'Lyon'),
        'buyer', jsonb_build_object('name', payer_name), 'paidOn', paid_at::date, 'vatProfile', 'standard', 'method', method,
        'lines', jsonb_build_array(jsonb_build_object('description', 'Court', 'quantity', 1, 'unitPrice', amount, 'total', amount)),
        'rates', jsonb_build_array(jsonb_build_object('rate', 2000, 'net', amount - amount / 6, 'vat', amount / 6, 'gross', amount))
      ), paid_at
    from (
      select payments.*, name, row_number() over (partition by organization_id order by paid_at, payments.id) as position
      from payments join organizations on organizations.id = organization_id
    ) paid where position % 2 = 0`.execute(db);
}

/** Things of which each organization has a few. */
async function insertFewOfEach({ db, now }: Fill): Promise<void> {
  await sql`insert into invitations (organization_id, id, email, role_id, invited_by, invited_at, expires_at)
    select organizations.id, uuidv7(), 'guest' || n || '@bench.test', 4, users.id, ${now}, ${now}::timestamptz + interval '7 days'
    from bench_organizations organizations, generate_series(1, 30) n, users where email = ${emailOf("manager")}`.execute(
    db,
  );
  await sql`insert into closures (organization_id, id, facility_id, name, from_date, to_date, closed, created_at)
    select organization_id, uuidv7(), id, 'Holiday ' || n, ${now}::date + 365 * n, ${now}::date + 365 * n, true, ${now}
    from facilities, generate_series(1, 3) n`.execute(db);
  await sql`insert into views (organization_id, id, name, state, created_at, updated_at)
    select id, uuidv7(), 'Courts ' || n, '{}', ${now}, ${now}
    from bench_organizations, generate_series(1, 3) n`.execute(db);
  await sql`insert into calendars (id, secret_hash, organization_id, field_id, created_at, created_by)
    select uuidv7(), ${createHash("sha256").update(calendarSecret).digest()}, organization_id, field_id, ${now}, users.id
    from bench_fields, users where organization = 0 and position = 1 and email = ${emailOf("manager")}`.execute(db);
}

const bulkTables = "events occupancies payments invoices activity users memberships membership_roles".split(" ");

/** Drops indexes and the exclusion constraint meanwhile: building them at the end takes a fraction of the time. */
async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  const { rows: constraints } = await sql<{ name: string; definition: string; owner: string }>`
    select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'x' and conrelid::regclass::text = any(${bulkTables})`.execute(db);
  for (const { name, owner } of constraints)
    await sql`alter table ${sql.ref(owner)} drop constraint ${sql.ref(name)}`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any(${bulkTables}) and indexname not in (select conname from pg_constraint)`.execute(
    db,
  );
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await work();
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  for (const { name, owner, definition } of constraints)
    await sql`alter table ${sql.ref(owner)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db);
}

/** @param fill.db one connection without a timeout, whose role may set `session_replication_role` */
export async function fillDatabase(fill: Fill, report: (line: string) => void): Promise<void> {
  const { db } = fill;
  const began = performance.now();
  const step = async (name: string, work: () => Promise<void>) => {
    const since = performance.now();
    await work();
    report(`  ${name}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
  };
  // Triggers and foreign keys would look at each row.
  await sql`set session_replication_role = replica`.execute(db);
  await sql`set synchronous_commit = off`.execute(db);
  await sql`set maintenance_work_mem = '512MB'`.execute(db);
  await sql`set work_mem = '256MB'`.execute(db);
  await withoutIndexes(db, async () => {
    await step("organizations", () => insertOrganizations(fill));
    await step("fields", () => insertFields(fill));
    await step("people", () => insertPeople(fill));
    await sql`analyze bench_fields, bench_people, bench_organizations`.execute(db);
    await step("events", () => insertEvents(fill));
    await step("occupancies", () => insertOccupancies(fill));
    await step("payments", () => insertPayments(fill));
    await step("invoices", () => insertInvoices(fill));
    await step("activity", () => insertActivity(fill));
    await step("few of each", () => insertFewOfEach(fill));
    report("  indexes …");
  });
  await sql`vacuum analyze`.execute(db);
  report(`  ${fill.events} events in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
