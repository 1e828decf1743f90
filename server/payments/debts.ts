/** Debts (outstanding, unpaid, amounts due): what is not paid of events that stand, overdue or due later. */
import { type RawBuilder, sql } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { Debt, DebtFilter, DebtSum, payments } from "#contract/payments.ts";
import { filterEvents, type EventViewer } from "#server/events/queries.ts";
import { joinPlaces, type EventsQuery } from "#server/events/serialize.ts";
import { listTimezones } from "#server/events/facility-days.ts";
import { dueStateOf, isBeforeToday, owedAmount } from "#server/events/unpaid.ts";
import { ALL_ORGANIZATIONS, paginateWith, type Database } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { amountDue } from "./ledger.ts";

type DebtFilters = Partial<Pick<Query<typeof payments.debts>, "q" | "customerId" | "seriesId">>;

const filterDebts = (db: Database, view: EventViewer, { q = "", customerId, seriesId }: DebtFilters) =>
  filterEvents(db, view, {
    q,
    unpaid: true,
    ...(customerId && { customerId }),
    ...(seriesId && { seriesId }),
  });

const sortOldestFirst = (events: EventsQuery): EventsQuery => events.orderBy("events.start_time").orderBy("events.id");

const selectDebts = (events: EventsQuery) =>
  joinPlaces(events)
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .leftJoin("customers as guardian", (join) =>
      join
        .onRef("guardian.organization_id", "=", "customers.organization_id")
        .onRef("guardian.id", "=", "customers.guardian_id"),
    )
    .leftJoin("charges", (join) =>
      join.onRef("charges.organization_id", "=", "events.organization_id").onRef("charges.event_id", "=", "events.id"),
    )
    .select(["charges.id as charge_id", "charges.written_off_at"])
    .select(["events.id", "events.name", "events.start_time", "events.end_time", "events.series_id", "events.status"])
    .select([
      "events.price",
      "events.paid",
      "events.refunded",
      "events.covered",
      "events.currency",
      "events.debt_reminded_at",
    ])
    .select(["events.organization_id", "organizations.name as organization_name"])
    .select(["organizations.timezone as organization_timezone", "fields.name as field_name"])
    .select(["facilities.id as facility_id", "facilities.name as facility_name", "facilities.timezone"])
    .select(["customers.id as customer_id", "customers.name as customer_name", "customers.guardian_id"])
    .select(
      sql<boolean>`coalesce(customers.email, guardian.email) is not null or events.user_id is not null`.as(
        "has_address",
      ),
    );
type DebtRow = Awaited<ReturnType<ReturnType<typeof selectDebts>["executeTakeFirstOrThrow"]>>;

/** Whether a customer was reminded of a debt on the organization's present day. */
export const isRemindedToday = (remindedAt: Date | null, timezone: string, now: Date): boolean =>
  remindedAt !== null && localDateOf(timezone, remindedAt) === localDateOf(timezone, now);

function serializeDebt(row: DebtRow, now: Date): Debt {
  const state = dueStateOf(row.start_time, row.timezone, now);
  return {
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    name: row.name,
    fieldName: row.field_name,
    facilityId: row.facility_id,
    facilityName: row.facility_name,
    startTime: row.start_time.toISOString(),
    endTime: row.end_time.toISOString(),
    timezone: row.timezone,
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? "" },
    payerId: row.guardian_id ?? row.customer_id,
    seriesId: row.series_id,
    chargeId: row.charge_id,
    price: row.price,
    due: amountDue(row),
    currency: row.currency,
    isOverdue: state === "overdue",
    state,
    remindedAt: row.debt_reminded_at?.toISOString() ?? null,
    isWrittenOff: row.written_off_at !== null,
    isRemindable:
      row.written_off_at === null &&
      row.has_address &&
      !isRemindedToday(row.debt_reminded_at, row.organization_timezone, now),
  };
}

const DAYS_OF_WEEK = 7;

function isDue(zones: readonly { timezone: string }[], now: Date, due: DebtFilter): RawBuilder<boolean> {
  const [isOverdue, isBeforeTomorrow] = [isBeforeToday(zones, now), isBeforeToday(zones, now, 1)];
  return {
    overdue: isOverdue,
    week: isBeforeToday(zones, now, -DAYS_OF_WEEK),
    today: sql<boolean>`(${isBeforeTomorrow} and not (${isOverdue}))`,
    later: sql<boolean>`not (${isBeforeTomorrow})`,
  }[due];
}

export async function listDebts(
  db: Database,
  view: EventViewer,
  query: Query<typeof payments.debts>,
): Promise<Page<Debt>> {
  const all = await filterDebts(db, view, query);
  const found = query.due ? all.where(isDue(await listTimezones(db, view.organizationId), view.now, query.due)) : all;
  const { data, meta } = await paginateWith(db, sortOldestFirst(found), query, (page) =>
    selectDebts(sortOldestFirst(page)),
  );
  return { data: data.map((row) => serializeDebt(row, view.now)), meta };
}

/** The most frequent currency first. @returns nothing for all organizations together, whose debts are too many to add up */
export async function sumDebts(db: Database, view: EventViewer, filters: DebtFilters = {}): Promise<DebtSum[]> {
  if (view.organizationId === ALL_ORGANIZATIONS) return [];
  const zones = await listTimezones(db, view.organizationId);
  const [isOverdue, isBeforeTomorrow] = [isBeforeToday(zones, view.now), isBeforeToday(zones, view.now, 1)];
  const state = sql<
    Debt["state"]
  >`case when ${isOverdue} then 'overdue' when ${isBeforeTomorrow} then 'today' else 'later' end`;
  const rows = await (
    await filterDebts(db, view, filters)
  )
    .select("events.currency")
    .select(state.as("due_state"))
    .select(sql<number>`count(*)::integer`.as("count"))
    .select(sql<string>`sum(${owedAmount})`.as("amount"))
    .groupBy(["events.currency", "due_state"])
    .execute();
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const sums = currencies.map((currency) => {
    const sumOf = (wanted: Debt["state"]) => {
      const found = rows.find((row) => row.currency === currency && row.due_state === wanted);
      return { count: found?.count ?? 0, amount: Number(found?.amount ?? 0) };
    };
    return { currency, overdue: sumOf("overdue"), today: sumOf("today"), later: sumOf("later") };
  });
  const countOf = ({ overdue, today, later }: DebtSum) => overdue.count + today.count + later.count;
  return sums.toSorted((one, other) => countOf(other) - countOf(one));
}
