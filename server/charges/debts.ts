/**
 * Debts (outstanding, unpaid, amounts due): open charges of bookings and of sales. Everything that lists or sums what is owed
 * reads them here, so that no place shows a debt that another one hides.
 */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import { filterEvents, type EventViewer } from "#server/events/queries.ts";
import { dueStateOf } from "#server/events/unpaid.ts";
import { matchesCustomer } from "#server/customers/queries.ts";
import { selectRelatives } from "#server/customers/relation-queries.ts";
import { inScope, type Database, type TableQuery } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { dueDateOf, isChargeDueBefore, listDueTimezones } from "./due-days.ts";
import { chargeLabel, chargesWithPlaces, chargeTimezone } from "./with-places.ts";

export type DebtsQuery = TableQuery<"charges">;

/** The condition of the index `charges_open`. */
export const isOpen = sql<SqlBool>`(charges.voided_at is null and charges.pending_reason is null
  and charges.settled < charges.amount - charges.credited)`;
export const isWrittenOff = sql<SqlBool>`charges.written_off_at is not null`;
/** Nobody asks for what is written off. */
export const isAskedFor = sql<SqlBool>`charges.written_off_at is null`;
export const dueAmount = sql<number>`(charges.amount - charges.credited - charges.settled)`;

export const selectDebts = (db: Database, organizationId: string): DebtsQuery =>
  db.selectFrom("charges").where(inScope("charges.organization_id", organizationId)).where(isOpen);

export interface DebtFilters {
  q?: string | undefined;
  customerId?: string | undefined;
  seriesId?: string | undefined;
}

/** By the booking's title, field and facility, what was sold, and the customer. */
async function matchesDebt(db: Database, view: EventViewer, q: string): Promise<RawBuilder<SqlBool>> {
  const bookings = await filterEvents(db, view, { q });
  const isItsBooking = sql<SqlBool>`events.organization_id = charges.organization_id and events.id = charges.event_id`;
  // `offset 0` looks the booking of each debt up, rather than to read all that match.
  const booking = bookings.where(isItsBooking).select("events.id").offset(sql.lit(0));
  const people = db
    .selectFrom("customers")
    .select(["customers.organization_id", "customers.id"])
    .where(inScope("customers.organization_id", view.organizationId))
    .where(matchesCustomer(q));
  return sql<SqlBool>`(exists ${booking} or charges.event_id is null
    and (${matchesText(sql`charges.label`, q)} or (charges.organization_id, charges.customer_id) in ${people}))`;
}

export async function filterDebts(
  db: Database,
  view: EventViewer,
  { q, customerId, seriesId }: DebtFilters,
): Promise<DebtsQuery> {
  let found = selectDebts(db, view.organizationId);
  if (customerId) found = found.where("charges.customer_id", "=", customerId);
  if (seriesId) {
    const dates = db
      .selectFrom("events")
      .select(["events.organization_id", "events.id"])
      .where(inScope("events.organization_id", view.organizationId))
      .where("events.series_id", "=", seriesId);
    found = found.where(sql<SqlBool>`(charges.organization_id, charges.event_id) in ${dates}`);
  }
  return q ? found.where(await matchesDebt(db, view, q)) : found;
}

/** Conditions on the day on which a debt is due, beside today. */
export async function selectDueDays(db: Database, organizationId: string, now: Date) {
  const zones = await listDueTimezones(db, organizationId);
  const isBefore = (days: number) => isChargeDueBefore(zones, (timezone) => addDays(localDateOf(timezone, now), days));
  return { isOverdue: isBefore(0), isBeforeTomorrow: isBefore(1), isBefore };
}

export const sortOldestFirst = <DB extends Pick<Tables, "charges">, TB extends keyof DB & "charges", O>(
  found: SelectQueryBuilder<DB, TB, O>,
) => found.orderBy(sql.ref("charges.due_at")).orderBy(sql.ref("charges.id"));

/** @param debts all, or those of a page */
export const selectDebtRows = (db: Database, organizationId: string, debts: DebtsQuery) =>
  chargesWithPlaces(db, organizationId, debts)
    .leftJoin(selectRelatives(db, organizationId, "pays").as("payer"), (join) =>
      join.onRef("payer.organization_id", "=", "customers.organization_id").onRef("payer.to_id", "=", "customers.id"),
    )
    .leftJoin(selectRelatives(db, organizationId, "receives").as("receiver"), (join) =>
      join
        .onRef("receiver.organization_id", "=", "customers.organization_id")
        .onRef("receiver.to_id", "=", "customers.id"),
    )
    .select(["charges.organization_id", "charges.id", "charges.kind", "charges.event_id", "charges.currency"])
    .select(["charges.due_at", "charges.due_on", "charges.amount", "charges.written_off_at"])
    // A customer who pays by the month owes nothing that is on no invoice.
    .select(sql<boolean>`customers.billing = 'monthly' and charges.invoiced <= charges.settled`.as("awaits_invoice"))
    .select(["organizations.name as organization_name", "organizations.timezone as organization_timezone"])
    .select(["events.end_time", "events.series_id", "events.user_id", "fields.name as field_name"])
    .select(["facilities.id as facility_id", "facilities.name as facility_name"])
    .select(["customers.id as customer_id", "customers.name as customer_name"])
    .select(sql<string | null>`coalesce(payer.id, customers.id)`.as("payer_id"))
    .select(["charges.reminders_paused_at", "charges.reminder_days", "charges.reminder_sent_on"])
    .select(["organizations.debt_reminder_steps", "organizations.debt_reminders_from"])
    .select(
      sql<string | null>`greatest(customers.reminders_paused_until, payer.reminders_paused_until)`.as("paused_until"),
    )
    .select([chargeLabel.as("label"), chargeTimezone.as("timezone"), dueAmount.as("due")])
    .select(sql<Date>`coalesce(events.start_time, charges.due_at)`.as("start_time"))
    .select(sql<Date | null>`coalesce(events.debt_reminded_at, charges.reminded_at)`.as("reminded_at"))
    .select(
      sql<boolean>`coalesce(customers.email, receiver.email, payer.email) is not null or coalesce(events.user_id,
        customers.user_id, receiver.user_id, payer.user_id) is not null`.as("has_address"),
    );
export type DebtRow = Awaited<ReturnType<ReturnType<typeof selectDebtRows>["executeTakeFirstOrThrow"]>>;

/** The day on which it is due, and whether that has gone by. */
export function dueDayOf(row: Pick<DebtRow, "due_at" | "due_on" | "timezone">, now: Date) {
  const dueOn = dueDateOf(row, row.timezone);
  return { dueOn, state: dueStateOf(dueOn, row.timezone, now) };
}
