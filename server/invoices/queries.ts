import { type TaxName, taxNameOf } from "#contract/general-countries-rules.ts";
import { sql, type Selectable } from "kysely";
import type { Invoice } from "#contract/invoice-shape.ts";
import type { invoices, InvoiceListItem, InvoiceSums } from "#contract/invoices.ts";
import type { Page, Query } from "#contract/kit.ts";
import {
  isAnyOf,
  equalsLiteral,
  findScope,
  ALL_ORGANIZATIONS,
  inScope,
  isOfAnyOrganization,
  organizationOf,
  paginateWith,
  type Database,
  type TableQuery,
} from "#server/kit/db/database.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { InvoicesTable } from "#server/kit/db/tables.ts";
import { chargesWithPlaces } from "#server/charges/with-places.ts";
import { paymentCustomerId, paymentsWithPlaces } from "#server/payments/ledger.ts";
import type * as z from "zod/mini";
import type { InvoiceOfPayment } from "#server/payments/invoice-port.ts";
import type { InvoiceContent } from "./content.ts";
import { listOpenAmounts } from "./lines.ts";

type Filters = Query<typeof invoices.sums>;

type InvoicesQuery = TableQuery<"invoices">;

/** By number or buyer. */
async function filterBySearch(db: Database, found: InvoicesQuery, q: string): Promise<InvoicesQuery> {
  const matching = found.where(matchesSearch("invoices.search", q));
  const ids = await findFewMatches(db, q, [matching.select("invoices.id")]);
  return ids ? found.where(isAnyOf("invoices.id", ids)) : matching;
}

/** Documents keep the customer whom they were issued to, also after a merge; those from before have the one of their booking. */
async function listIdsOfCustomer(db: Database, organizationId: string, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      select id from customers
      where ${inScope("organization_id", organizationId)} and (id = ${customerId} or merged_into_id = ${customerId})
    )
    select id from invoices where ${inScope("organization_id", organizationId)} and customer_id in (select id from own)
    union all
    select invoices.id from events
    join payments on payments.organization_id = events.organization_id and payments.event_id = events.id
    join invoices on invoices.organization_id = payments.organization_id and invoices.payment_id = payments.id
    where ${inScope("events.organization_id", organizationId)} and events.customer_id = ${customerId}
      and invoices.customer_id is null`.execute(db);
  return rows.map(({ id }) => id);
}

async function filterInvoices(db: Database, organizationId: string, query: Filters): Promise<InvoicesQuery> {
  let found: InvoicesQuery = db.selectFrom("invoices").where(inScope("invoices.organization_id", organizationId));
  if (query.kind) found = found.where(equalsLiteral("invoices.kind", query.kind));
  if (query.customerId)
    found = found.where(isAnyOf("invoices.id", await listIdsOfCustomer(db, organizationId, query.customerId)));
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
    .leftJoin("events", (join) =>
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
    .select(["invoices.created_at", "invoices.due_on", "organizations.name as organization_name"])
    .select(["events.name as event_name", "corrected.number as corrects_name"])
    .select(sql<InvoiceContent["method"]>`invoices.content ->> 'method'`.as("method"))
    .select(sql<string | null>`coalesce(invoices.customer_id, events.customer_id)`.as("customer_id"))
    .select(sql<InvoiceContent["rates"]>`invoices.content -> 'rates'`.as("rates"))
    .select(sql<string | null>`invoices.content #>> '{lines,0,description}'`.as("first_line"))
    .select(sql<number>`jsonb_array_length(invoices.content -> 'lines')`.as("line_count"))
    .select(sellerCountryId.as("seller_country_id"))
    .where(inScope("organizations.id", organizationId))
    .orderBy("invoices.issued_on", "desc")
    .orderBy("invoices.number", "desc")
    .orderBy("invoices.id");

const sortLatestFirst = (invoices: InvoicesQuery) =>
  invoices.orderBy("invoices.issued_on", "desc").orderBy("invoices.number", "desc").orderBy("invoices.id");
type Row = Awaited<ReturnType<ReturnType<typeof selectListedInvoices>["executeTakeFirstOrThrow"]>>;

type InvoiceRow = Omit<
  Selectable<InvoicesTable>,
  "content" | "refund_id" | "user_id" | "customer_id" | "supplied_on" | "language" | "search"
> & { seller_country_id: number };

const serializeInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  name: row.number,
  kind: row.kind as Invoice["kind"],
  organizationId: row.organization_id,
  totalAmount: row.total_amount,
  taxAmount: row.tax_amount,
  taxName: taxNameOf(row.seller_country_id),
  currency: row.currency,
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  buyerName: row.buyer_name,
  paymentId: row.payment_id,
  eventId: row.event_id,
  correctsId: row.corrects_id,
  created_at: row.created_at.toISOString(),
});

const serializeListedInvoice = (row: Row, open: ReadonlyMap<string, number>): InvoiceListItem => ({
  ...serializeInvoice(row),
  toPay: open.get(row.id) ?? 0,
  organization: { id: row.organization_id, name: row.organization_name },
  suppliedOn: row.supplied_on,
  eventName: row.event_name,
  firstLine: row.first_line,
  lineCount: row.line_count,
  customerId: row.customer_id,
  method: row.method,
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
  return { data: await serializeListedInvoices(db, data), meta };
}

async function serializeListedInvoices(db: Database, rows: readonly Row[]): Promise<InvoiceListItem[]> {
  const open = await listOpenAmounts(
    db,
    rows.filter(({ kind, due_on }) => kind === "invoice" && due_on !== null),
  );
  return rows.map((row) => serializeListedInvoice(row, open));
}

/** @returns each document with the payment that it is asked for by: one over several payments comes once for each */
export async function listInvoicesOfPayments(
  db: Database,
  payments: readonly { organizationId: string; id: string }[],
): Promise<InvoiceOfPayment[]> {
  const organizationIds = [...new Set(payments.map(({ organizationId }) => organizationId))];
  const scope = findScope(organizationIds);
  const isTheirs = (column: string) => isOfAnyOrganization(column, organizationIds);
  const ids = payments.map(({ id }) => id);
  const found = sql<{ organization_id: string; id: string; asked_id: string }>`(
    select organization_id, id, payment_id as asked_id from invoices
    where ${isTheirs("organization_id")} and ${isAnyOf("payment_id", ids)}
    union
    select invoices.organization_id, invoices.id, settlements.payment_id
    from settlements
    join invoice_lines on invoice_lines.organization_id = settlements.organization_id
      and invoice_lines.charge_id = settlements.charge_id
    join invoices on invoices.organization_id = invoice_lines.organization_id and invoices.id = invoice_lines.invoice_id
    join charges on charges.organization_id = settlements.organization_id and charges.id = settlements.charge_id
    join payments on payments.organization_id = settlements.organization_id and payments.id = settlements.payment_id
    left join customers on customers.organization_id = invoices.organization_id and customers.id = invoices.customer_id
    where ${isTheirs("settlements.organization_id")} and ${isAnyOf("settlements.payment_id", ids)}
      and invoices.payment_id is null
      -- Documents of a former customer of the booking are not its present customer's.
      and (coalesce(customers.merged_into_id, customers.id) = charges.customer_id
        or invoices.buyer_name = payments.payer_name)
  )`;
  const rows = await db
    .selectFrom(found.as("found"))
    .innerJoin("invoices", (join) =>
      join
        .on("invoices.organization_id", "=", organizationOf("found.organization_id", scope))
        .onRef("invoices.id", "=", "found.id"),
    )
    .select(["invoices.id", "number", "kind", "invoices.organization_id", "total_amount", "tax_amount", "currency"])
    .select(["issued_on", "due_on", "buyer_name", "payment_id", "event_id", "corrects_id", "invoices.created_at"])
    .select(["found.asked_id", sellerCountryId.as("seller_country_id")])
    .orderBy("invoices.created_at")
    .orderBy("invoices.id")
    .execute();
  return rows.map(({ asked_id, ...row }) => ({ askedPaymentId: asked_id, invoice: serializeInvoice(row) }));
}

export const listCreditNotesOfRefund = (db: Database, organizationId: string, refundId: string) =>
  db
    .selectFrom("invoices")
    .select(["id", "number as name", "kind"])
    .where("organization_id", "=", organizationId)
    .where("refund_id", "=", refundId)
    .orderBy("number")
    .execute();

export async function findListedInvoice(db: Database, organizationId: string, id: string): Promise<InvoiceListItem> {
  const invoice = db
    .selectFrom("invoices")
    .where("invoices.organization_id", "=", organizationId)
    .where("invoices.id", "=", id);
  const row = await selectListedInvoices(db, organizationId, invoice).executeTakeFirstOrThrow(notFound);
  const [found] = await serializeListedInvoices(db, [row]);
  if (!found) throw notFound();
  return found;
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
  return (await serializeListedInvoices(db, rows)).toReversed();
}

export async function listInvoiceSums(
  db: Database,
  organizationId: string,
  query: Filters,
): Promise<z.infer<typeof InvoiceSums>> {
  const found = await filterInvoices(db, organizationId, query);
  const rows = await found
    // They are no sales.
    .where("kind", "<>", "receipt")
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
    .leftJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "invoices.organization_id")
        .onRef("events.id", "=", "invoices.event_id"),
    )
    .select(["invoices.id", "invoices.organization_id", "invoices.number", "invoices.kind", "invoices.total_amount"])
    .select(["invoices.currency", "invoices.due_on", "organizations.name as organization_name", "events.field_id"])
    .select(sql<string | null>`coalesce(events.user_id, invoices.user_id)`.as("user_id"))
    .select(sql<string | null>`coalesce(invoices.customer_id, events.customer_id)`.as("customer_id"))
    .where("invoices.organization_id", "=", organizationId)
    .where("invoices.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

/** A booking or a line of a sale, its place, its tax and the seller. */
const soldColumns = [
  ...(["tax_rates.rate as tax_rate", "tax_rates.is_exempt", "users.language"] as const),
  sql<string>`coalesce(events.name, charges.label)`.as("sold_name"),
  sql<Date>`coalesce(events.start_time, charges.due_at)`.as("start_time"),
  sql<Date>`coalesce(events.end_time, charges.due_at)`.as("end_time"),
  sql<number>`coalesce(events.price, charges.amount)`.as("price"),
  sql<unknown>`coalesce(events.price_lines, jsonb_build_array(jsonb_build_object(
    'label', charges.label, 'quantity', charges.quantity, 'unitPrice', charges.unit_price,
    'total', charges.amount + charges.discount
  )) || case when charges.discount > 0 then jsonb_build_array(jsonb_build_object(
    'label', charges.discount_label, 'quantity', 1, 'unitPrice', -charges.discount, 'total', -charges.discount
  )) else '[]' end)`.as("price_lines"),
  sql<number>`coalesce(events.vat_rate, charges.vat_rate)`.as("sold_vat_rate"),
  // Put on a balance, or for a gift voucher that is taxed when it is used.
  sql<boolean>`coalesce(charges.kind = 'top_up' or charges.is_prepaid, false)`.as("is_prepaid"),
  paymentCustomerId.as("customer_id"),
  ...(["fields.name as field_name", "facilities.name as facility_name"] as const),
  ...(["sports.name_en as sport_en", "sports.name_fr as sport_fr"] as const),
  sql<string>`coalesce(facilities.timezone, organizations.timezone)`.as("place_timezone"),
  ...(["organizations.name", "organizations.legal_name"] as const),
  ...(["organizations.address_line", "organizations.postal_code", "organizations.city"] as const),
  ...(["organizations.country_id", "organizations.email", "organizations.region"] as const),
  ...(["organizations.legal_form", "organizations.share_capital", "organizations.registration_city"] as const),
  ...(["organizations.phone", "organizations.identification_number", "organizations.vat_number"] as const),
  ...(["organizations.timezone", "organizations.vat_profile", "organizations.vat_rate"] as const),
  "organizations.vat_on_debits",
  ...(["charges.served_from", "charges.served_to"] as const),
  sql<boolean>`coalesce(charges.kind = 'goods', false)`.as("is_goods"),
] as const;

const invoicedPayments = (db: Database) =>
  paymentsWithPlaces(db)
    .leftJoin("users", "users.id", "payments.user_id")
    .leftJoin("sports", "sports.id", "events.sport_id")
    .leftJoin("tax_rates", (join) =>
      join
        .onRef("tax_rates.organization_id", "=", "organizations.id")
        .on("tax_rates.id", "=", sql<string>`coalesce(events.tax_rate_id, charges.tax_rate_id)`),
    )
    .select(soldColumns)
    .select(["payments.event_id", "payments.charge_id", "payments.user_id", "payments.payer_name", "payments.method"])
    .select(["payments.amount", "payments.currency", "payments.paid_at", "payments.group_id"]);

/** The charge of the booking, or the line of the sale; none where a server of the release before has just booked it. */
export const findChargeOfPayment = (
  db: Database,
  organizationId: string,
  { event_id, charge_id }: { event_id: string | null; charge_id: string | null },
) =>
  db
    .selectFrom("charges")
    .select(["id", "invoiced"])
    .where("organization_id", "=", organizationId)
    .where((charge) => (event_id === null ? charge("id", "=", charge_id) : charge("event_id", "=", event_id)))
    .executeTakeFirst();

/** The account of the booking, or of whom it was sold to. */
const soldUserId = sql<string>`case when events.id is null then customers.user_id else events.user_id end`;

/** Charges with what an invoice says of them, by the time of their bookings and sales. */
export const listInvoicedCharges = (db: Database, organizationId: string, chargeIds: readonly string[]) =>
  chargesWithPlaces(db, organizationId)
    .leftJoin("users", (join) => join.on("users.id", "=", soldUserId))
    .leftJoin("sports", "sports.id", "events.sport_id")
    .leftJoin("tax_rates", (join) =>
      join
        .onRef("tax_rates.organization_id", "=", "organizations.id")
        .on("tax_rates.id", "=", sql<string>`coalesce(events.tax_rate_id, charges.tax_rate_id)`),
    )
    .select(soldColumns)
    .select(["charges.id as charge_id", "charges.event_id", "charges.amount as charged", "charges.credited"])
    .select(["charges.settled", "charges.invoiced", "charges.voided_at", "charges.pending_reason", "charges.currency"])
    .select([sql<string | null>`${soldUserId}`.as("user_id"), "customers.name as customer_name"])
    .select(["events.canceled_reason", "events.rejected_reason", "charges.void_reason"])
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.id", chargeIds))
    .orderBy("charges.due_at")
    .orderBy("charges.id")
    .execute();
export type InvoicedCharge = Awaited<ReturnType<typeof listInvoicedCharges>>[number];

/** @returns undefined for people */
export const findBuyerCompany = (db: Database, organizationId: string, customerId: string) =>
  db
    .selectFrom("customers")
    .select(["legal_name", "address_line", "postal_code", "city", "region", "country_id"])
    .select(["identification_number", "vat_number"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", customerId)
    .where("kind", "=", "company")
    .executeTakeFirst();

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
