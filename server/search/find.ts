/** Finds everything that the caller may see: the lists of the modules, each with its first hits. */
import { MAX_SEARCH_HITS, MIN_SEARCH_LENGTH, type search, type SearchResults } from "#contract/search.ts";
import { readSlotSentence } from "#contract/availability-sentence-rules.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import { filterEvents, toReaderContext } from "#server/events/queries.ts";
import { paginateEvents } from "#server/events/serialize.ts";
import { listInvoices } from "#server/invoices/queries.ts";
import { ALL_ORGANIZATIONS, type PageQuery } from "#server/kit/db/database.ts";
import type { Permission } from "#contract/permissions.ts";
import { isIndexed } from "#server/kit/db/few-matches.ts";
import { removeAccents } from "#messages/remove-accents.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listPayments } from "#server/payments/queries.ts";
import { serializeCustomerHits } from "./customer-hits.ts";
import {
  listMatchingCustomers,
  listMatchingFacilities,
  listMatchingFields,
  listOwnInvoices,
  noHits,
  type Hits,
} from "./queries.ts";

type SearchCall = Call<typeof search.find>;

/** While one types, the first hits matter, and not how many rows have a common text. */
const firstPage = (q: string): ListQuery & PageQuery => ({
  q,
  page: 1,
  per_page: MAX_SEARCH_HITS,
  countsMatches: false,
});
function toHits<Row, Hit>({ data, meta }: Page<Row>, toHit: (row: Row) => Hit): Hits<Hit> {
  return { total: meta.total_is_estimate ? null : meta.total, hits: data.map(toHit) };
}

/** Nearly everything has a text of one letter, and no index finds two over all organizations. */
const isLongEnough = (q: string, organizationId: string) =>
  removeAccents(q).replace(/[^\p{L}\p{N}]/gu, "").length >=
  MIN_SEARCH_LENGTH + (organizationId === ALL_ORGANIZATIONS ? 1 : 0);

export async function findEverything(call: SearchCall): Promise<SearchResults> {
  const { db, organizationId, query } = call;
  const { q } = query;
  if (!isLongEnough(q, organizationId))
    return {
      customers: noHits,
      events: noHits,
      fields: noHits,
      facilities: noHits,
      invoices: noHits,
      payments: noHits,
    };
  const { permissions } = call.access;
  const ifPermitted = <Found>(permission: Permission, find: () => Promise<Hits<Found>>): Promise<Hits<Found>> =>
    permissions.has(permission) ? find() : Promise.resolve(noHits);
  // Outside of a transaction each statement has a connection of its own, so that none waits for another kind.
  const [customers, events, fields, facilities, invoices, payments] = await Promise.all([
    findCustomers(call, q),
    ifPermitted("events.show", () => findEvents(call, q)),
    ifPermitted("fields.show", () => listMatchingFields(db, call, q)),
    ifPermitted("facilities.show", () => listMatchingFacilities(db, call, q)),
    findInvoices(call, q),
    findPayments(call, q),
  ]);
  return { customers, events, fields, facilities, invoices, payments };
}

async function findCustomers(
  { db, organizationId, access, now }: SearchCall,
  q: string,
): Promise<SearchResults["customers"]> {
  if (!access.isTeam || !access.permissions.has("members.show")) return noHits;
  const { total, rows } = await listMatchingCustomers(db, organizationId, q);
  const hasDebts = access.permissions.has("payments.show");
  return { total, hits: await serializeCustomerHits(db, rows, { now, hasDebts }) };
}

/** Words for a day stand apart from the text: `padel 2 demain`. */
async function readDay(call: SearchCall, q: string): Promise<{ q: string; date?: string }> {
  if (call.organizationId === ALL_ORGANIZATIONS) return { q };
  const today = localDateOf((await findSettings(call)).timezone, call.now);
  const { date, rest } = readSlotSentence(q, { today, language: call.language, sports: [] });
  return date === undefined ? { q } : { q: rest, date };
}

async function findEvents(call: SearchCall, text: string): Promise<SearchResults["events"]> {
  const { q, date } = await readDay(call, text);
  // A text without an index would be looked for in every booking.
  if (date === undefined && !isIndexed(q)) return noHits;
  const query = { ...firstPage(q), ...(date !== undefined && { date }), ...(!call.access.isTeam && { mine: true }) };
  const found = await filterEvents(call.db, call, query);
  const page = await paginateEvents(call.db, call.organizationId, found, query, toReaderContext(call));
  return toHits(page, (event) => ({
    id: event.id,
    organization: event.organization,
    kind: event.kind,
    name: event.name,
    customerName: event.customer?.name ?? null,
    fieldName: event.field.name,
    status: event.status,
    paymentStatus: event.paymentStatus,
    startTime: event.startTime,
    endTime: event.endTime,
    timezone: event.timezone,
  }));
}

async function findInvoices(
  { db, organizationId, access, user }: SearchCall,
  q: string,
): Promise<SearchResults["invoices"]> {
  if (!access.isTeam) return listOwnInvoices(db, organizationId, user.id, q);
  if (!access.permissions.has("invoices.show") || !isIndexed(q)) return noHits;
  return toHits(await listInvoices(db, organizationId, firstPage(q)), (invoice) => ({
    id: invoice.id,
    organization: invoice.organization,
    kind: invoice.kind,
    number: invoice.name,
    buyerName: invoice.buyerName,
    issuedOn: invoice.issuedOn,
    totalAmount: invoice.totalAmount,
    currency: invoice.currency,
  }));
}

async function findPayments(call: SearchCall, q: string): Promise<SearchResults["payments"]> {
  const { db, organizationId, access, user, language } = call;
  if (access.isTeam && !access.permissions.has("payments.show")) return noHits;
  if (!isIndexed(q)) return noHits;
  const query = { ...firstPage(q), ...(!access.isTeam && { userId: user.id }) };
  return toHits(await listPayments(db, organizationId, query, language), (payment) => ({
    id: payment.id,
    organization: payment.organization,
    payerName: payment.user.fullName,
    label: payment.label,
    fieldName: payment.event?.fieldName ?? null,
    method: payment.method,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    date: payment.paid_at ?? payment.created_at,
  }));
}
