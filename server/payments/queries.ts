/** Payments with their refunds and disputes, as lists and pages show them. */
import { sql, type Selectable, type SqlBool } from "kysely";
import { countryCodes, countryIds } from "#contract/general.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Invoice } from "#contract/invoice-shape.ts";
import type { Page, Query } from "#contract/kit.ts";
import type { Difference, Dispute, Payment, PaymentDetail, payments, Refund } from "#contract/payments.ts";
import { announce, type Place } from "#server/kit/announce.ts";
import { everyOrganization, inScope, matches, paginate, type Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { DisputesTable, RefundsTable } from "#server/kit/tables.ts";
import type { Language } from "#words/words.ts";
import type * as z from "zod/mini";
import { givenBack, paymentsAtPlaces } from "./ledger.ts";

const isDisputed = sql<boolean>`exists (
  select from disputes where disputes.organization_id = payments.organization_id and disputes.payment_id = payments.id
)`;

/** Payments with the names of what they are for. */
const withNames = (db: Database) =>
  paymentsAtPlaces(db)
    .selectAll("payments")
    .select(["organizations.name as organization_name", "organizations.country_id"])
    .select(["events.name as event_name", "events.start_time", "fields.name as field_name", "facilities.timezone"])
    .select(givenBack.as("given_back"))
    .select(isDisputed.as("is_disputed"));
type Rows = ReturnType<typeof withNames>;
export type Row = Awaited<ReturnType<Rows["executeTakeFirstOrThrow"]>>;

/** Who reads: the payer is not told what is between the team and the provider. */
export interface Reader {
  language: Language;
  isTeam: boolean;
}

function shape(row: Row, { language, isTeam }: Reader): Payment {
  const code = countryCodes[countryIds.find((id) => id === row.country_id) ?? countryIds[0]];
  const country = new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  return {
    id: row.id,
    user: { id: row.user_id, fullName: row.payer_name },
    organization: { id: row.organization_id, name: row.organization_name },
    country: { id: row.country_id, name: country },
    event: {
      id: row.event_id,
      name: row.event_name,
      startTime: row.start_time.toISOString(),
      timezone: row.timezone,
      fieldName: row.field_name,
    },
    method: row.method as Payment["method"],
    status: row.status as Payment["status"],
    amount: row.amount,
    stripeFee: row.stripe_fee,
    currency: row.currency,
    refunded: row.given_back,
    refundable: row.status === "succeeded" ? row.amount - row.given_back : 0,
    failure: isTeam ? row.failure : null,
    note: isTeam ? row.note : null,
    isDisputed: row.is_disputed,
    paid_at: row.paid_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const shapeRefund = (row: Selectable<RefundsTable>, { isTeam }: Reader): Refund => ({
  id: row.id,
  amount: row.amount,
  state: row.status as Refund["state"],
  reason: row.reason,
  failure: isTeam ? row.failure : null,
  created_at: row.created_at.toISOString(),
});

const shapeDispute = (row: Selectable<DisputesTable>): z.infer<typeof Dispute> => ({
  id: row.id,
  amount: row.amount,
  state: row.status as z.infer<typeof Dispute>["state"],
  reason: row.reason,
  dueBy: row.due_by?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const searched = sql<string>`payments.payer_name || ' ' || events.name`;

/** Whole days of the organization; for all of them together, of the world's clock. */
async function withinDates(
  db: Database,
  found: Rows,
  organizationId: string,
  { from, to }: { from?: string; to?: string },
) {
  const organization =
    organizationId === everyOrganization
      ? undefined
      : await db.selectFrom("organizations").select("timezone").where("id", "=", organizationId).executeTakeFirst();
  const bounds = (date: string) => dayBounds(date, organization?.timezone ?? "UTC");
  let within = found;
  if (from) within = within.where("payments.created_at", ">=", new Date(bounds(from).start));
  if (to) within = within.where("payments.created_at", "<", new Date(bounds(to).end));
  return within;
}

const latestFirst = (found: Rows) => found.orderBy("payments.created_at", "desc").orderBy("payments.id");

export async function listPayments(
  db: Database,
  organizationId: string,
  query: Query<typeof payments.list>,
  language: Language,
): Promise<Page<Payment>> {
  const { from, to, status, method, userId, eventId, disputed, q } = query;
  let found = withNames(db).where(inScope("payments.organization_id", organizationId));
  if (from || to) found = await withinDates(db, found, organizationId, { ...(from && { from }), ...(to && { to }) });
  if (status) found = found.where("payments.status", "=", status);
  if (method) found = found.where("payments.method", "=", method);
  if (userId) found = found.where("payments.user_id", "=", userId);
  if (eventId) found = found.where("payments.event_id", "=", eventId);
  if (disputed !== undefined) found = found.where(disputed ? isDisputed : sql<SqlBool>`not ${isDisputed}`);
  if (q) found = found.where(matches(searched, q));
  const { data, meta } = await paginate(db, latestFirst(found), query);
  return { data: data.map((row) => shape(row, { language, isTeam: true })), meta };
}

/** With everything that belongs to them; invoices are added by whoever has them. */
async function detail(place: Place, rows: Row[], reader: Reader): Promise<PaymentDetail[]> {
  const { db } = place;
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const belongs = sql<SqlBool>`(organization_id, payment_id) in (
    select * from unnest(${rows.map(({ organization_id }) => organization_id)}::uuid[], ${ids}::uuid[])
  )`;
  const refunds = await db
    .selectFrom("refunds")
    .selectAll()
    .where(belongs)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const disputes = await db.selectFrom("disputes").selectAll().where(belongs).orderBy("created_at").execute();
  const invoices: Invoice[] = [];
  const shown = rows.map(({ organization_id, id }) => ({ organizationId: organization_id, id }));
  await announce(place, "payments.shown", { payments: shown, invoices });
  const isOf = (row: Row) => (one: { organization_id: string; payment_id: string }) =>
    one.payment_id === row.id && one.organization_id === row.organization_id;
  return rows.map((row) => ({
    ...shape(row, reader),
    invoices: invoices.filter(
      ({ paymentId, organizationId }) => paymentId === row.id && organizationId === row.organization_id,
    ),
    refunds: refunds.filter(isOf(row)).map((refund) => shapeRefund(refund, reader)),
    disputes: reader.isTeam ? disputes.filter(isOf(row)).map(shapeDispute) : [],
  }));
}

/** @throws Problem 404 */
export async function findPayment(place: Place, organizationId: string, id: string): Promise<PaymentDetail> {
  const row = await withNames(place.db)
    .where(inScope("payments.organization_id", organizationId))
    .where("payments.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  const [found] = await detail(place, [row], { language: place.language, isTeam: true });
  if (!found) throw notFound();
  return found;
}

/** What a person paid, in all organizations; tries that came to nothing are left out. */
export async function listOwnPayments(place: Place, query: Query<typeof payments.mine>): Promise<Page<PaymentDetail>> {
  const { db, user, language } = place;
  let found = withNames(db).where("payments.user_id", "=", user.id).where("payments.status", "=", "succeeded");
  if (query.q) found = found.where(matches(searched, query.q));
  const { data, meta } = await paginate(db, latestFirst(found), query);
  return { data: await detail(place, data, { language, isTeam: false }), meta };
}

/** All of an event's, the first one first; a booker's own only, who may have taken it over from somebody else. */
export async function listPaymentsOfEvent(
  place: Place,
  event: { organization_id: string; id: string },
  isTeam: boolean,
): Promise<PaymentDetail[]> {
  const found = withNames(place.db)
    .where("payments.organization_id", "=", event.organization_id)
    .where("payments.event_id", "=", event.id);
  const rows = await (isTeam ? found : found.where("payments.user_id", "=", place.user.id))
    .orderBy("payments.created_at")
    .orderBy("payments.id")
    .execute();
  return detail(place, rows, { language: place.language, isTeam });
}

const mostDifferences = 500;

/** What the reconciler found to differ and did not see agree since, latest first. */
export async function listDifferences(db: Database): Promise<z.infer<typeof Difference>[]> {
  const rows = await db
    .selectFrom("provider_differences as found")
    .leftJoin("organizations", "organizations.id", "found.organization_id")
    .leftJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "found.organization_id")
        .onRef("payments.id", "=", "found.payment_id"),
    )
    .select(["found.id", "found.payment_id", "found.subject", "found.ours", "found.theirs", "found.found_at"])
    .select(["organizations.id as organization_id", "organizations.name as organization_name"])
    .select(({ fn }) => fn.coalesce("payments.currency", "organizations.currency").as("currency"))
    .where("found.settled_at", "is", null)
    .orderBy("found.found_at", "desc")
    .orderBy("found.id", "desc")
    .limit(mostDifferences)
    .execute();
  const number = (amount: string | null) => (amount === null ? null : Number(amount));
  return rows.map((row) => ({
    id: row.id,
    organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? "" },
    paymentId: row.payment_id,
    subject: row.subject,
    ours: number(row.ours),
    theirs: number(row.theirs),
    currency: row.currency,
    found_at: row.found_at.toISOString(),
  }));
}
