/** Customers, fields, facilities and own invoices in SQL, as the search shows them. Events and payments have their own lists. */
import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import {
  MAX_SEARCH_HITS,
  type CustomerHit,
  type FacilityHit,
  type FieldHit,
  type InvoiceHit,
} from "#contract/search.ts";
import { matchesCustomer } from "#server/customers/queries.ts";
import { visibleFields } from "#server/fields/serialize.ts";
import { inScope, isAnyOf, isPlannedForValues, type Database } from "#server/kit/db/database.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import { matchesSearch, matchesText } from "#server/kit/db/text-search.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { isFacilityVisible } from "#server/members/visibility.ts";
import { amountDue } from "#server/payments/ledger.ts";

export interface Hits<T> {
  total: number | null;
  hits: T[];
}
export const noHits = { total: 0, hits: [] };

/** Words in any order: each occurs somewhere. */
export const splitWords = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, 6);
const matchesWords = (q: string, matches: (word: string) => Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(splitWords(q).map(matches), sql` and `)})`;

/** Total of rows of which one more than is shown was read, if they are few. */
const totalOf = (rows: readonly unknown[], count: number | undefined): number | null =>
  rows.length <= MAX_SEARCH_HITS ? rows.length : (count ?? null);

const presentCustomers = (db: Database, organizationId: string) =>
  db
    .selectFrom("customers")
    .where(inScope("customers.organization_id", organizationId))
    .where("customers.merged_into_id", "is", null)
    .where("customers.archived_at", "is", null);

/** Names that begin with the text come first, then those with a word that does. */
export async function listMatchingCustomers(
  db: Database,
  organizationId: string,
  q: string,
): Promise<{ total: number | null; rows: CustomerRow[] }> {
  const hasWords = matchesWords(q, (word) => matchesSearch("customers.search", word));
  const candidates = presentCustomers(db, organizationId);
  const ids = await findFewMatches(db, q, [
    candidates.where(hasWords).select("customers.id"),
    candidates.where(matchesCustomer(q)).select("customers.id"),
  ]);
  const startsWith = (text: RawBuilder<string>) => sql<boolean>`starts_with(${text}, fold(${q}))`;
  let found = candidates
    .innerJoin("organizations", "organizations.id", "customers.organization_id")
    .select(["customers.organization_id", "organizations.name as organization_name", "customers.id"])
    .select(["customers.kind", "customers.name", "customers.phone", "customers.email"])
    .limit(sql.lit(MAX_SEARCH_HITS + 1));
  found = ids
    ? found
        .where(isAnyOf("customers.id", ids))
        .orderBy(startsWith(sql`customers.search`), "desc")
        .orderBy(sql<boolean>`strpos(' ' || customers.search, ' ' || fold(${q})) > 0`, "desc")
        .orderBy("customers.sort_name")
        .orderBy("customers.id")
    : found
        .where(sql<SqlBool>`(${hasWords} or ${matchesCustomer(q)})`)
        .orderBy("customers.sort_name")
        .orderBy("customers.id");
  const rows = await found.execute();
  return { total: totalOf(rows, ids?.length), rows: rows.slice(0, MAX_SEARCH_HITS) };
}
interface CustomerRow {
  organization_id: string;
  organization_name: string;
  id: string;
  kind: string;
  name: string;
  phone: string | null;
  email: string | null;
}

/** Customers with the names of their categories, what they owe, and their next booking. */
export async function serializeCustomerHits(
  db: Database,
  rows: readonly CustomerRow[],
  { now, hasDebts }: { now: Date; hasDebts: boolean },
): Promise<CustomerHit[]> {
  const keys = {
    organizationIds: [...new Set(rows.map((row) => row.organization_id))],
    customerIds: rows.map((row) => row.id),
  };
  const [categories, next, debts] =
    rows.length === 0
      ? [new Map<string, string[]>(), new Map<string, NextBooking>(), new Map<string, Debt>()]
      : [
          await listCategories(db, keys),
          await listNextBookings(db, keys, now),
          hasDebts ? await listDebts(db, keys, now) : new Map<string, Debt>(),
        ];
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    kind: row.kind as CustomerHit["kind"],
    name: row.name,
    phone: row.phone,
    email: row.email,
    categories: categories.get(row.id) ?? [],
    debt: debts.get(row.id) ?? null,
    next: next.get(row.id) ?? null,
  }));
}

interface CustomerKeys {
  organizationIds: readonly string[];
  customerIds: readonly string[];
}
type NextBooking = NonNullable<CustomerHit["next"]>;
type Debt = NonNullable<CustomerHit["debt"]>;

async function listCategories(
  db: Database,
  { organizationIds, customerIds }: CustomerKeys,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ customer_id: string; name: string }>`
    select held.customer_id, roles.name from (
      select organization_id, customer_id, role_id from customer_roles
      where organization_id = any(${organizationIds}) and customer_id = any(${customerIds})
      union
      select customers.organization_id, customers.id, membership_roles.role_id
      from customers
      join membership_roles on membership_roles.organization_id = customers.organization_id
        and membership_roles.user_id = customers.user_id
      where customers.organization_id = any(${organizationIds}) and customers.id = any(${customerIds})
    ) as held
    join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
    order by roles.id`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.customer_id)].map(([id, roles]) => [id, roles.map(({ name }) => name)]),
  );
}

async function listNextBookings(
  db: Database,
  { organizationIds, customerIds }: CustomerKeys,
  now: Date,
): Promise<Map<string, NextBooking>> {
  const { rows } = await sql<{ customer_id: string; start_time: Date; timezone: string; field_name: string }>`
    select next.customer_id, next.start_time, facilities.timezone, fields.name as field_name
    from customers
    cross join lateral (
      select events.organization_id, events.customer_id, events.field_id, events.facility_id, events.start_time
      from events
      where events.organization_id = customers.organization_id and events.customer_id = customers.id
        and events.start_time > ${now} and events.status in ('pending', 'approved')
      order by events.start_time, events.id
      limit 1
    ) as next
    join fields on fields.organization_id = next.organization_id and fields.id = next.field_id
    join facilities on facilities.organization_id = next.organization_id and facilities.id = next.facility_id
    where customers.organization_id = any(${organizationIds}) and customers.id = any(${customerIds})`.execute(db);
  return new Map(
    rows.map((row) => [
      row.customer_id,
      { startTime: row.start_time.toISOString(), timezone: row.timezone, fieldName: row.field_name },
    ]),
  );
}

/** What is due today or was due before: an event is overdue when its day, by the facility's clock, has gone by. */
async function listDebts(
  db: Database,
  { organizationIds, customerIds }: CustomerKeys,
  now: Date,
): Promise<Map<string, Debt>> {
  const rows = await db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.customer_id", "events.start_time", "events.status", "events.price", "events.paid"])
    .select(["events.refunded", "events.currency", "facilities.timezone"])
    .where(isAnyOf("events.organization_id", organizationIds))
    .where(isAnyOf("events.customer_id", customerIds))
    .where(sql<boolean>`events.payment_status in ('due', 'partially_paid')`)
    .where(sql<boolean>`events.status in ('pending', 'approved', 'completed')`)
    .where(sql<boolean>`events.pending_reason is distinct from 'payment'`)
    .execute();
  const due = rows.flatMap((row) => {
    const [date, today] = [localDateOf(row.timezone, row.start_time), localDateOf(row.timezone, now)];
    const amount = amountDue(row);
    return amount > 0 && date <= today
      ? [{ customerId: row.customer_id ?? "", amount, currency: row.currency, isOverdue: date < today }]
      : [];
  });
  return new Map(
    [...Map.groupBy(due, ({ customerId }) => customerId)].map(([customerId, debts]) => [
      customerId,
      {
        amount: debts.reduce((sum, { amount }) => sum + amount, 0),
        currency: debts[0]?.currency ?? "",
        isOverdue: debts.some(({ isOverdue }) => isOverdue),
      },
    ]),
  );
}

export interface SearchViewer {
  organizationId: string;
  access: MemberPermissions;
}

export async function listMatchingFields(db: Database, view: SearchViewer, q: string): Promise<Hits<FieldHit>> {
  const rows = await visibleFields(db, view)
    .where(matchesWords(q, (word) => matchesText(sql`fields.name`, word)))
    .where(isPlannedForValues)
    .select(["fields.organization_id", "organizations.name as organization_name", "fields.id", "fields.name"])
    .select("facilities.name as facility_name")
    .orderBy("fields.name")
    .orderBy("fields.id")
    .limit(sql.lit(MAX_SEARCH_HITS + 1))
    .execute();
  return {
    total: totalOf(rows, undefined),
    hits: rows.slice(0, MAX_SEARCH_HITS).map((row) => ({
      id: row.id,
      organization: { id: row.organization_id, name: row.organization_name },
      name: row.name,
      facilityName: row.facility_name,
    })),
  };
}

export async function listMatchingFacilities(db: Database, view: SearchViewer, q: string): Promise<Hits<FacilityHit>> {
  const rows = await db
    .selectFrom("facilities")
    .innerJoin("organizations", "organizations.id", "facilities.organization_id")
    .where(inScope("facilities.organization_id", view.organizationId))
    .where(isFacilityVisible(view.access))
    .where("facilities.archived_at", "is", null)
    .where("organizations.archived_at", "is", null)
    .where(
      matchesWords(q, (word) =>
        matchesText(sql`facilities.name || ' ' || coalesce(facilities.complete_address, '')`, word),
      ),
    )
    .select(["facilities.organization_id", "organizations.name as organization_name", "facilities.id"])
    .select(["facilities.name", "facilities.complete_address"])
    .orderBy("facilities.name")
    .orderBy("facilities.id")
    .limit(sql.lit(MAX_SEARCH_HITS + 1))
    .execute();
  return {
    total: totalOf(rows, undefined),
    hits: rows.slice(0, MAX_SEARCH_HITS).map((row) => ({
      id: row.id,
      organization: { id: row.organization_id, name: row.organization_name },
      name: row.name,
      address: row.complete_address,
    })),
  };
}

/** Invoices of a person, by number. */
export async function listOwnInvoices(
  db: Database,
  organizationId: string,
  userId: string,
  q: string,
): Promise<Hits<InvoiceHit>> {
  const rows = await db
    .selectFrom("invoices")
    .innerJoin("organizations", "organizations.id", "invoices.organization_id")
    .where(inScope("invoices.organization_id", organizationId))
    .where("invoices.user_id", "=", userId)
    .where(matchesWords(q, (word) => matchesSearch("invoices.search", word)))
    .select(["invoices.organization_id", "organizations.name as organization_name", "invoices.id", "invoices.kind"])
    .select(["invoices.number", "invoices.buyer_name", "invoices.issued_on", "invoices.total_amount"])
    .select("invoices.currency")
    .orderBy("invoices.created_at", "desc")
    .limit(sql.lit(MAX_SEARCH_HITS + 1))
    .execute();
  return {
    total: totalOf(rows, undefined),
    hits: rows.slice(0, MAX_SEARCH_HITS).map((row) => ({
      id: row.id,
      organization: { id: row.organization_id, name: row.organization_name },
      kind: row.kind as InvoiceHit["kind"],
      number: row.number,
      buyerName: row.buyer_name,
      issuedOn: row.issued_on,
      totalAmount: row.total_amount,
      currency: row.currency,
    })),
  };
}
