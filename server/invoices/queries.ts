import { type TaxName, taxNameOf } from "#contract/general-countries-rules.ts";
import { sql, type Selectable } from "kysely";
import type { Invoice } from "#contract/invoice-shape.ts";
import type { invoices, InvoiceListItem, InvoiceSums } from "#contract/invoices.ts";
import type { Page, Query } from "#contract/kit.ts";
import {
  isAnyOf,
  equalsLiteral,
  ALL_ORGANIZATIONS,
  inScope,
  organizationOf,
  paginateWith,
  type Database,
  type TableQuery,
} from "#server/kit/db/database.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { InvoicesTable } from "#server/kit/db/tables.ts";
import { paymentsWithPlaces } from "#server/payments/ledger.ts";
import type * as z from "zod/mini";
import type { InvoiceContent } from "./content.ts";

type Filters = Query<typeof invoices.sums>;

type InvoicesQuery = TableQuery<"invoices">;

/** By number or buyer. */
async function filterBySearch(db: Database, found: InvoicesQuery, q: string): Promise<InvoicesQuery> {
  const matching = found.where(matchesSearch("invoices.search", q));
  const ids = await findFewMatches(db, q, [matching.select("invoices.id")]);
  return ids ? found.where(isAnyOf("invoices.id", ids)) : matching;
}

async function filterInvoices(db: Database, organizationId: string, query: Filters): Promise<InvoicesQuery> {
  let found: InvoicesQuery = db.selectFrom("invoices").where(inScope("invoices.organization_id", organizationId));
  if (query.kind) found = found.where(equalsLiteral("invoices.kind", query.kind));
  if (query.paymentId) found = found.where("invoices.payment_id", "=", query.paymentId);
  if (query.from) found = found.where("invoices.issued_on", ">=", query.from);
  if (query.to) found = found.where("invoices.issued_on", "<=", query.to);
  return query.q ? filterBySearch(db, found, query.q) : found;
}

/** Joins by key only, so that they stay cheap. Sorts latest first. */
const sellerCountryId = sql<number>`(invoices.content #>> '{seller,countryId}')::int`;

const selectListedInvoices = (db: Database, organizationId: string, invoices: InvoicesQuery) =>
  db
    .selectFrom(invoices.selectAll("invoices").as("invoices"))
    .innerJoin("organizations", "organizations.id", "invoices.organization_id")
    .innerJoin("payments", (join) =>
      join.onRef("payments.organization_id", "=", "organizations.id").onRef("payments.id", "=", "invoices.payment_id"),
    )
    .innerJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "organizations.id").onRef("events.id", "=", "invoices.event_id"),
    )
    .leftJoin("invoices as corrected", (join) =>
      join
        .on("corrected.organization_id", "=", organizationOf("organizations.id", organizationId))
        .onRef("corrected.id", "=", "invoices.corrects_id"),
    )
    .select(["invoices.id", "invoices.number", "invoices.kind", "invoices.organization_id", "invoices.total_amount"])
    .select(["invoices.tax_amount", "invoices.currency", "invoices.issued_on", "invoices.supplied_on"])
    .select(["invoices.buyer_name", "invoices.payment_id", "invoices.event_id", "invoices.corrects_id"])
    .select(["invoices.created_at", "organizations.name as organization_name", "payments.method"])
    .select(["events.name as event_name", "events.customer_id", "corrected.number as corrects_name"])
    .select(sql<InvoiceContent["rates"]>`invoices.content -> 'rates'`.as("rates"))
    .select(sellerCountryId.as("seller_country_id"))
    .where(inScope("organizations.id", organizationId))
    .orderBy("invoices.issued_on", "desc")
    .orderBy("invoices.number", "desc")
    .orderBy("invoices.id");

const sortLatestFirst = (invoices: InvoicesQuery) =>
  invoices.orderBy("invoices.issued_on", "desc").orderBy("invoices.number", "desc").orderBy("invoices.id");
type Row = Awaited<ReturnType<ReturnType<typeof selectListedInvoices>["executeTakeFirstOrThrow"]>>;

const serializeInvoice = (
  row: Omit<Selectable<InvoicesTable>, "content" | "refund_id" | "user_id" | "supplied_on" | "language" | "search"> & {
    seller_country_id: number;
  },
): Invoice => ({
  id: row.id,
  name: row.number,
  kind: row.kind as Invoice["kind"],
  organizationId: row.organization_id,
  totalAmount: row.total_amount,
  taxAmount: row.tax_amount,
  taxName: taxNameOf(row.seller_country_id),
  currency: row.currency,
  issuedOn: row.issued_on,
  buyerName: row.buyer_name,
  paymentId: row.payment_id,
  eventId: row.event_id,
  correctsId: row.corrects_id,
  created_at: row.created_at.toISOString(),
});

const serializeListedInvoice = (row: Row): InvoiceListItem => ({
  ...serializeInvoice(row),
  organization: { id: row.organization_id, name: row.organization_name },
  suppliedOn: row.supplied_on,
  eventName: row.event_name,
  customerId: row.customer_id,
  method: row.method as InvoiceListItem["method"],
  correctsName: row.corrects_name,
  rates: row.rates,
});

export async function listInvoices(
  db: Database,
  organizationId: string,
  query: Query<typeof invoices.list>,
): Promise<Page<InvoiceListItem>> {
  const { data, meta } = await paginateWith(
    db,
    sortLatestFirst(await filterInvoices(db, organizationId, query)),
    query,
    (page) => selectListedInvoices(db, organizationId, page),
  );
  return { data: data.map(serializeListedInvoice), meta };
}

export async function listInvoicesOfPayments(
  db: Database,
  payments: readonly { organizationId: string; id: string }[],
): Promise<Invoice[]> {
  const rows = await db
    .selectFrom("invoices")
    .select(["id", "number", "kind", "organization_id", "total_amount", "tax_amount", "currency", "issued_on"])
    .select(["buyer_name", "payment_id", "event_id", "corrects_id", "created_at"])
    .select(sellerCountryId.as("seller_country_id"))
    .where(isAnyOf("organization_id", [...new Set(payments.map(({ organizationId }) => organizationId))]))
    .where(
      isAnyOf(
        "payment_id",
        payments.map(({ id }) => id),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(serializeInvoice);
}

export async function findListedInvoice(db: Database, organizationId: string, id: string): Promise<InvoiceListItem> {
  const invoice = db
    .selectFrom("invoices")
    .where("invoices.organization_id", "=", organizationId)
    .where("invoices.id", "=", id);
  return serializeListedInvoice(
    await selectListedInvoices(db, organizationId, invoice).executeTakeFirstOrThrow(notFound),
  );
}

/** Oldest first. @param to included */
export async function listInvoicesBetween(
  db: Database,
  organizationId: string,
  from: string,
  to: string,
): Promise<InvoiceListItem[]> {
  const found = await filterInvoices(db, organizationId, { q: "", from, to });
  const rows = await selectListedInvoices(db, organizationId, found).execute();
  return rows.map(serializeListedInvoice).toReversed();
}

export async function listInvoiceSums(
  db: Database,
  organizationId: string,
  query: Filters,
): Promise<z.infer<typeof InvoiceSums>> {
  const found = await filterInvoices(db, organizationId, query);
  const rows = await found
    .select("currency")
    .select((e) => e.fn.countAll<string>().as("count"))
    .select((e) => [e.fn.sum<string>("total_amount").as("total"), e.fn.sum<string>("tax_amount").as("tax")])
    .select(sql<number[]>`array_agg(distinct ${sellerCountryId})`.as("country_ids"))
    .groupBy("currency")
    .orderBy("currency")
    .execute();
  return rows.map(({ currency, count, total, tax, country_ids }) => ({
    currency,
    taxName: findCommonTaxName(country_ids),
    count: Number(count),
    totalAmount: Number(total),
    taxAmount: Number(tax),
  }));
}

function findCommonTaxName(countryIds: readonly number[]): TaxName | null {
  const [first = null, ...others] = new Set(countryIds.map(taxNameOf));
  return others.length === 0 ? first : null;
}

/** @throws HttpError 404 */
export async function findInvoice(db: Database, organizationId: string, id: string) {
  const row = await db
    .selectFrom("invoices")
    .select(["organization_id", "user_id", "number"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  if (organizationId !== ALL_ORGANIZATIONS && row.organization_id !== organizationId.toLowerCase()) throw notFound();
  return row;
}

/** The invoice with its event's customer, as a mail needs it. @throws HttpError 404 */
export const findMailedInvoice = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("invoices")
    .innerJoin("organizations", "organizations.id", "invoices.organization_id")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "invoices.organization_id")
        .onRef("events.id", "=", "invoices.event_id"),
    )
    .select(["invoices.number", "invoices.kind", "invoices.total_amount", "invoices.currency"])
    .select(["organizations.name as organization_name", "events.user_id", "events.customer_id", "events.field_id"])
    .where("invoices.organization_id", "=", organizationId)
    .where("invoices.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

const invoicedPayments = (db: Database) =>
  paymentsWithPlaces(db)
    .leftJoin("users", "users.id", "payments.user_id")
    .leftJoin("tax_rates", (join) =>
      join
        .onRef("tax_rates.organization_id", "=", "events.organization_id")
        .onRef("tax_rates.id", "=", "events.tax_rate_id"),
    )
    .select(["tax_rates.rate as tax_rate", "tax_rates.is_exempt"])
    .select(["payments.event_id", "payments.user_id", "payments.payer_name", "payments.method"])
    .select(["payments.amount", "payments.currency", "payments.paid_at", "users.language"])
    .select(["events.name as event_name", "events.start_time", "events.end_time", "events.price", "events.price_lines"])
    .select(["events.vat_rate as event_vat_rate", "fields.name as field_name"])
    .select(["facilities.name as facility_name", "facilities.timezone as place_timezone"])
    .select(["organizations.name", "organizations.legal_name", "organizations.address_line"])
    .select(["organizations.postal_code", "organizations.city", "organizations.country_id", "organizations.email"])
    .select(["organizations.region", "organizations.legal_form", "organizations.share_capital"])
    .select("organizations.registration_city")
    .select(["organizations.phone", "organizations.identification_number", "organizations.vat_number"])
    .select(["organizations.timezone", "organizations.vat_profile", "organizations.vat_rate"]);

export const findInvoicedPayment = (db: Database, organizationId: string, paymentId: string) =>
  invoicedPayments(db)
    .where("payments.organization_id", "=", organizationId)
    .where("payments.id", "=", paymentId)
    .executeTakeFirstOrThrow();

/** All that succeeded, with their ids. */
export const listInvoicedPayments = (db: Database, organizationIds: readonly string[]) =>
  invoicedPayments(db)
    .select(["payments.id", "payments.organization_id"])
    .where("payments.organization_id", "in", organizationIds)
    .where("payments.status", "=", "succeeded")
    .execute();
