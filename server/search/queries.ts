/** Customers, fields, facilities and own invoices in SQL, as the search shows them. Events and payments have their own lists. */
import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";
import { MAX_SEARCH_HITS, type FacilityHit, type FieldHit, type InvoiceHit } from "#contract/search.ts";
import { matchesCustomer } from "#server/customers/queries.ts";
import { visibleFields } from "#server/fields/serialize.ts";
import { inScope, isAnyOf, isPlannedForValues, type Database } from "#server/kit/db/database.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import { matchesSearch, matchesText } from "#server/kit/db/text-search.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { isFacilityVisible } from "#server/members/visibility.ts";

export interface Hits<T> {
  total: number | null;
  hits: T[];
}
export const noHits = { total: 0, hits: [] };

/** How people are addressed; no customer has it in the name. */
const courtesyTitle = /^(?:m|mr|mrs|ms|mme|mlle|monsieur|madame|mademoiselle)\.?$/i;

/** Words in any order: each occurs somewhere. */
export function splitWords(q: string): string[] {
  const words = q.split(/\s+/).filter(Boolean);
  const [first = "", ...rest] = words;
  return (rest.length > 0 && courtesyTitle.test(first) ? rest : words).slice(0, 6);
}
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
export interface CustomerRow {
  organization_id: string;
  organization_name: string;
  id: string;
  kind: string;
  name: string;
  phone: string | null;
  email: string | null;
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
