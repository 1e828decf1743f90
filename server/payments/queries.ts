/** Payments in SQL: lists with filters, rows for updates, the payer. */
import { sql, type Expression, type Selectable, type SelectQueryBuilder, type SqlBool } from "kysely";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { ListQuery, Page, Query } from "#contract/kit.ts";
import type {
  PaymentDifference,
  Dispute,
  Payment,
  PaymentDetail,
  payments,
  Refund,
  TransferDetails,
} from "#contract/payments.ts";
import { chargeLabel, chargeTimezone } from "#server/charges/with-places.ts";
import { findCustomer } from "#server/customers/queries.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import {
  ALL_ORGANIZATIONS,
  inScope,
  organizationOf,
  isAnyOf,
  equalsLiteral,
  findScope,
  paginateWith,
  type Database,
} from "#server/kit/db/database.ts";
import { matchesSearch, matchesText } from "#server/kit/db/text-search.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { DisputesTable, RefundsTable, Tables } from "#server/kit/db/tables.ts";
import type { Language } from "#messages/translator.ts";
import type * as z from "zod/mini";
import { paymentColumnMap } from "./column-map.ts";
import { invoicePort } from "./invoice-port.ts";
import { paymentCustomerId, refundedAmount, paymentsWithPlaces, type PaymentsQuery } from "./ledger.ts";
import { allProviders, isManual } from "./providers/registry.ts";

const isDisputed = (organizationId: Expression<string>) => sql<boolean>`exists (
  select from disputes where disputes.organization_id = ${organizationId} and disputes.payment_id = payments.id
)`;

/** @param organizationId of all payments, where it is known */
function selectWithNames(db: Database, organizationId: string, payments?: PaymentsQuery) {
  const organization = organizationOf("organizations.id", organizationId);
  return paymentsWithPlaces(db, payments, organizationId)
    .selectAll("payments")
    .select(["organizations.name as organization_name", "organizations.country_id"])
    .select(["events.name as event_name", "events.start_time", "fields.name as field_name"])
    .select(["facilities.id as facility_id", chargeTimezone.as("timezone")])
    .select([paymentCustomerId.as("customer_id"), chargeLabel.as("label"), "charges.kind as charge_kind"])
    .select(refundedAmount(organization).as("refunded_amount"))
    .select(isDisputed(organization).as("is_disputed"));
}
export type ListedPaymentRow = Awaited<ReturnType<ReturnType<typeof selectWithNames>["executeTakeFirstOrThrow"]>>;

/** A payment without a session has no transfer reference. */
const isReceivable = (row: ListedPaymentRow): boolean =>
  isManual(row.provider) && row.provider_session_id !== null && row.status !== "succeeded";

export interface PaymentReader {
  language: Language;
  isTeam: boolean;
}

const serializeLink = ({ link_sent_at, link_copied_at }: ListedPaymentRow): Payment["link"] =>
  link_sent_at || link_copied_at
    ? { sentAt: link_sent_at?.toISOString() ?? null, copiedAt: link_copied_at?.toISOString() ?? null }
    : null;

function serializePaidEvent(row: ListedPaymentRow): Payment["event"] {
  const { event_id: id, event_name: name, start_time, timezone, field_name: fieldName, facility_id: facilityId } = row;
  if (!id || name === null || !start_time || fieldName === null || facilityId === null) return null;
  return { id, name, startTime: start_time.toISOString(), timezone, fieldName, facilityId };
}

function serializePayment(row: ListedPaymentRow, { language, isTeam }: PaymentReader): Payment {
  const code = countryCodeOf(row.country_id) ?? "FR";
  const country = new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  return {
    id: row.id,
    user: { id: row.user_id, fullName: row.payer_name },
    customerId: isTeam ? row.customer_id : null,
    organization: { id: row.organization_id, name: row.organization_name },
    country: { id: row.country_id, name: country },
    event: serializePaidEvent(row),
    label: row.label,
    timezone: row.timezone,
    ...paymentColumnMap.fromRow(row),
    provider: row.provider as Payment["provider"],
    status: row.status as Payment["status"],
    providerFee: row.provider_fee,
    stripeFee: row.provider_fee,
    currency: row.currency,
    askedAmount: row.asked_amount,
    refunded: row.refunded_amount,
    // Money that was put on a balance is paid out of it, and a gift voucher is taken back.
    refundable:
      row.status === "succeeded" && row.charge_kind !== "top_up" && row.charge_kind !== "voucher"
        ? row.amount - row.refunded_amount
        : 0,
    reference: isManual(row.provider) ? row.provider_session_id : null,
    groupId: isTeam ? row.group_id : null,
    isReceivable: isTeam && isReceivable(row),
    failure: isTeam ? row.failure : null,
    note: isTeam ? row.note : null,
    isDisputed: row.is_disputed,
    link: isTeam ? serializeLink(row) : null,
    paid_at: row.paid_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A failed refund stays owed until it is paid otherwise, or other refunds have returned the amount. */
const isOwed = (refund: Selectable<RefundsTable>, { amount, refunded_amount }: ListedPaymentRow): boolean =>
  refund.failure !== null &&
  refund.paid_otherwise_at === null &&
  (refund.status === "succeeded" || amount - refunded_amount >= refund.amount);

const serializeRefund = (
  row: Selectable<RefundsTable>,
  payment: ListedPaymentRow,
  { isTeam }: PaymentReader,
): Refund => ({
  id: row.id,
  amount: row.amount,
  state: row.status as Refund["state"],
  method: row.method as Refund["method"],
  reason: row.reason,
  failure: isTeam ? row.failure : null,
  isManual: row.method === null && isManual(payment.provider),
  isOwed: isTeam && isOwed(row, payment),
  created_at: row.created_at.toISOString(),
});

const serializeDispute = (row: Selectable<DisputesTable>): z.infer<typeof Dispute> => ({
  id: row.id,
  amount: row.amount,
  state: row.status as z.infer<typeof Dispute>["state"],
  reason: row.reason,
  dueBy: row.due_by?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** By payer, name of the event or reference of a bank transfer, with or without its hyphen. */
async function filterBySearch(
  db: Database,
  payments: PaymentsQuery,
  organizationId: string,
  q: string,
): Promise<PaymentsQuery> {
  const matchesPayment = matchesSearch("payments.search", q);
  const isCandidate = matchesSearch("events.search", q);
  const matchesName = matchesText(sql`events.name`, q);
  const eventIds = await findFewMatches(db, q, [
    db
      .selectFrom("events")
      .select("events.id")
      .where(inScope("events.organization_id", organizationId))
      .where(isCandidate),
  ]);
  const ofEvents = payments
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "payments.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .where(isAnyOf("events.id", eventIds ?? []))
    .where(matchesName);
  const ids =
    eventIds &&
    (await findFewMatches(db, q, [
      payments.select("payments.id").where(matchesPayment),
      ofEvents.select("payments.id"),
    ]));
  if (ids) return payments.where(isAnyOf("payments.id", ids));
  // `offset 0` looks each event up, rather than to read all that match.
  return payments.where(sql<SqlBool>`(${matchesPayment} or exists (
    select from events
    where events.organization_id = ${organizationOf("payments.organization_id", organizationId)} and events.id = payments.event_id and ${isCandidate} and ${matchesName}
    offset 0
  ))`);
}

/** Whole days in the organization's time zone, or in UTC for all organizations. */
async function filterByDates(
  db: Database,
  found: PaymentsQuery,
  organizationId: string,
  { from, to }: { from?: string; to?: string },
) {
  const organization =
    organizationId === ALL_ORGANIZATIONS
      ? undefined
      : await db.selectFrom("organizations").select("timezone").where("id", "=", organizationId).executeTakeFirst();
  const bounds = (date: string) => dayBounds(date, organization?.timezone ?? "UTC");
  let within = found;
  if (from) within = within.where("payments.created_at", ">=", new Date(bounds(from).start));
  if (to) within = within.where("payments.created_at", "<", new Date(bounds(to).end));
  return within;
}

const sortLatestFirst = <DB extends Pick<Tables, "payments">, TB extends keyof DB & "payments", O>(
  found: SelectQueryBuilder<DB, TB, O>,
) => found.orderBy(sql.ref("payments.created_at"), "desc").orderBy(sql.ref("payments.id"));

/** Payments for bookings and for sales; each kind is found by its own index. */
/** Payments for bookings and sales of a customer. */
export const isOfCustomer = (organizationId: string, customerId: string) =>
  sql<SqlBool>`(payments.organization_id, payments.id) in (
    select own.organization_id, own.id
    from events join payments as own on own.organization_id = events.organization_id and own.event_id = events.id
    where ${inScope("events.organization_id", organizationId)} and events.customer_id = ${customerId}
    union all
    select own.organization_id, own.id
    from charges join payments as own on own.organization_id = charges.organization_id and own.charge_id = charges.id
    where ${inScope("charges.organization_id", organizationId)} and charges.customer_id = ${customerId}
  )`;

const paginatePayments = (db: Database, organizationId: string, found: PaymentsQuery, page: ListQuery) =>
  paginateWith(db, sortLatestFirst(found), page, (payments) =>
    sortLatestFirst(selectWithNames(db, organizationId, payments)),
  );

export async function listPayments(
  db: Database,
  organizationId: string,
  query: Query<typeof payments.list>,
  language: Language,
): Promise<Page<Payment>> {
  const { from, to, status, method, userId, eventId, customerId, groupId, disputed, q } = query;
  let found: PaymentsQuery = db.selectFrom("payments").where(inScope("payments.organization_id", organizationId));
  if (from || to) found = await filterByDates(db, found, organizationId, { ...(from && { from }), ...(to && { to }) });
  if (status) found = found.where(equalsLiteral("payments.status", status));
  if (method) found = found.where(equalsLiteral("payments.method", method));
  if (userId) found = found.where("payments.user_id", "=", userId);
  if (eventId) found = found.where("payments.event_id", "=", eventId);
  if (customerId) found = found.where(isOfCustomer(organizationId, customerId));
  if (groupId) found = found.where("payments.group_id", "=", groupId);
  if (disputed !== undefined) {
    const isInDispute = isDisputed(organizationOf("payments.organization_id", organizationId));
    found = found.where(disputed ? isInDispute : sql<SqlBool>`not ${isInDispute}`);
  }
  if (q) found = await filterBySearch(db, found, organizationId, q);
  const { data, meta } = await paginatePayments(db, organizationId, found, query);
  return { data: data.map((row) => serializePayment(row, { language, isTeam: true })), meta };
}

interface PaymentKey {
  organization_id: string;
  id: string;
  provider: string | null;
}

async function listTransferDetails(db: Database, rows: readonly PaymentKey[]): Promise<Map<string, TransferDetails>> {
  const found = new Map<string, TransferDetails>();
  for (const provider of allProviders) {
    if (provider.settledBy !== "team") continue;
    const own = rows.filter((row) => row.provider === provider.name);
    const keys = own.map(({ organization_id, id }) => ({ organizationId: organization_id, id }));
    for (const [id, details] of await provider.listDetails({ db }, keys)) found.set(id, details);
  }
  return found;
}

export const findTransferDetails = async (db: Database, payment: PaymentKey): Promise<TransferDetails | null> =>
  (await listTransferDetails(db, [payment])).get(payment.id) ?? null;

async function serializePaymentDetails(
  { db }: Pick<RequestContext, "db">,
  rows: ListedPaymentRow[],
  reader: PaymentReader,
): Promise<PaymentDetail[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const belongs = sql<SqlBool>`(organization_id, payment_id) in (
    select * from unnest(${rows.map(({ organization_id }) => organization_id)}::uuid[], ${ids}::uuid[])
  )`;
  const isInScope = inScope("organization_id", findScope(rows.map(({ organization_id }) => organization_id)));
  const refunds = await db
    .selectFrom("refunds")
    .selectAll()
    .where(belongs)
    .where(isInScope)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const disputes = await db
    .selectFrom("disputes")
    .selectAll()
    .where(belongs)
    .where(isInScope)
    .orderBy("created_at")
    .execute();
  const keys = rows.map(({ organization_id, id }) => ({ organizationId: organization_id, id }));
  const invoices = await invoicePort.listInvoicesOfPayments(db, keys);
  const transfers = await listTransferDetails(db, rows);
  const isOf = (row: ListedPaymentRow) => (one: { organization_id: string; payment_id: string }) =>
    one.payment_id === row.id && one.organization_id === row.organization_id;
  return rows.map((row) => ({
    ...serializePayment(row, reader),
    invoices: invoices
      .filter((one) => one.askedPaymentId === row.id && one.invoice.organizationId === row.organization_id)
      .map(({ invoice }) => invoice),
    refunds: refunds.filter(isOf(row)).map((refund) => serializeRefund(refund, row, reader)),
    disputes: reader.isTeam ? disputes.filter(isOf(row)).map(serializeDispute) : [],
    transfer: (row.status === "processing" && transfers.get(row.id)) || null,
  }));
}

export async function findPayment(
  context: Pick<RequestContext, "db" | "language">,
  organizationId: string,
  id: string,
): Promise<PaymentDetail> {
  const row = await selectWithNames(context.db, organizationId)
    .where(inScope("payments.organization_id", organizationId))
    .where("payments.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  const [found] = await serializePaymentDetails(context, [row], { language: context.language, isTeam: true });
  if (!found) throw notFound();
  return found;
}

export async function listOwnPayments(
  context: RequestContext,
  query: Query<typeof payments.mine>,
): Promise<Page<PaymentDetail>> {
  const { db, user, language } = context;
  let found: PaymentsQuery = db
    .selectFrom("payments")
    .where("payments.user_id", "=", user.id)
    .where("payments.status", "=", "succeeded");
  if (query.q) found = await filterBySearch(db, found, ALL_ORGANIZATIONS, query.q);
  const { data, meta } = await paginatePayments(db, ALL_ORGANIZATIONS, found, query);
  return { data: await serializePaymentDetails(context, data, { language, isTeam: false }), meta };
}

/** Payments for a customer's bookings and sales, whoever paid, and links to pay that were given. */
export async function listCustomerPayments(
  context: RequestContext,
  customerId: string,
  query: Query<typeof payments.ofCustomer>,
): Promise<Page<PaymentDetail>> {
  const { db, language } = context;
  const { id, organization } = await findCustomer(db, context.organizationId, customerId);
  const found = db
    .selectFrom("payments")
    .where("payments.organization_id", "=", organization.id)
    .where((e) =>
      e.or([
        e("payments.status", "=", "succeeded"),
        e("payments.link_sent_at", "is not", null),
        e("payments.link_copied_at", "is not", null),
      ]),
    )
    .where(isOfCustomer(organization.id, id));
  const { data, meta } = await paginatePayments(db, organization.id, found, query);
  return { data: await serializePaymentDetails(context, data, { language, isTeam: true }), meta };
}

/** Payments of an event, oldest first. A booker sees only their own, because an event can change its customer. */
export async function listPaymentsOfEvent(
  context: RequestContext,
  event: { organization_id: string; id: string },
  isTeam: boolean,
): Promise<PaymentDetail[]> {
  const found = selectWithNames(context.db, event.organization_id)
    .where("payments.organization_id", "=", event.organization_id)
    .where("payments.event_id", "=", event.id);
  const rows = await (isTeam ? found : found.where("payments.user_id", "=", context.user.id))
    .orderBy("payments.created_at")
    .orderBy("payments.id")
    .execute();
  return serializePaymentDetails(context, rows, { language: context.language, isTeam });
}

/** Payments that the team took together, by the time of their events. */
export async function listPaymentsOfGroup(
  context: RequestContext,
  organizationId: string,
  groupId: string,
): Promise<PaymentDetail[]> {
  const rows = await selectWithNames(context.db, organizationId)
    .where("payments.organization_id", "=", organizationId)
    .where("payments.group_id", "=", groupId)
    .orderBy("events.start_time")
    .orderBy("payments.id")
    .execute();
  return serializePaymentDetails(context, rows, { language: context.language, isTeam: true });
}

const MAX_DIFFERENCES = 500;

/** Open differences that the reconciliation found, latest first. */
export async function listDifferences(db: Database): Promise<z.infer<typeof PaymentDifference>[]> {
  const rows = await db
    .selectFrom("provider_differences as found")
    .leftJoin("organizations", "organizations.id", "found.organization_id")
    .leftJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "found.organization_id")
        .onRef("payments.id", "=", "found.payment_id"),
    )
    .select([
      "found.id",
      "found.payment_id",
      "found.provider",
      "found.subject",
      "found.ours",
      "found.theirs",
      "found.found_at",
    ])
    .leftJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "payments.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .select(["organizations.id as organization_id", "organizations.name as organization_name"])
    .select(({ fn }) => fn.coalesce("payments.currency", "organizations.currency").as("currency"))
    .where("found.settled_at", "is", null)
    // Another amount than asked for is settled when the rest is paid, or all is given back.
    .where((row) =>
      row.or([row("payments.asked_amount", "is", null), row("events.payment_status", "=", "partially_paid")]),
    )
    .orderBy("found.found_at", "desc")
    .orderBy("found.id", "desc")
    .limit(MAX_DIFFERENCES)
    .execute();
  const number = (amount: string | null) => (amount === null ? null : Number(amount));
  return rows.map((row) => ({
    id: row.id,
    organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? "" },
    paymentId: row.payment_id,
    provider: row.provider as z.infer<typeof PaymentDifference>["provider"],
    subject: row.subject,
    ours: number(row.ours),
    theirs: number(row.theirs),
    currency: row.currency,
    found_at: row.found_at.toISOString(),
  }));
}

/** For an organization that has moved here: its sessions are those of the account that the server before has connected. */
export async function updateSessionsToCanceled(db: Database, organizationId: string, now: Date): Promise<void> {
  await db
    .updateTable("payments")
    .set({ status: "canceled", updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("provider", "=", "stripe")
    .where("status", "in", ["created", "processing"])
    .execute();
}
