/** Debts (outstanding, unpaid, amounts due): what is not paid of bookings and sales, overdue or due later. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { MAX_COUNTED } from "#contract/overview.ts";
import type { Page, Query } from "#contract/kit.ts";
import type { Debt, DebtFilter, DebtSum, OwnDebt, payments, PrepaidMeans } from "#contract/payments.ts";
import {
  dueAmount,
  dueDayOf,
  filterDebts,
  isAskedFor,
  isWrittenOff,
  selectDebtRows,
  selectDebts,
  selectDueDays,
  sortOldestFirst,
  type DebtFilters,
  type DebtRow,
} from "#server/charges/debts.ts";
import { listPaidCustomers } from "#server/customers/relation-queries.ts";
import type { EventViewer } from "#server/events/queries.ts";
import { ALL_ORGANIZATIONS, isAmong, paginateWith, type Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { listReadyProviders } from "./accounts.ts";
import { serializeSteps } from "./debt-steps.ts";
import { findPrepaidMeans } from "./pay-prepaid.ts";

/** Whether a customer was reminded of a debt on the organization's present day. */
export const isRemindedToday = (remindedAt: Date | null, timezone: string, now: Date): boolean =>
  remindedAt !== null && localDateOf(timezone, remindedAt) === localDateOf(timezone, now);

function serializeDebt(row: DebtRow, now: Date): Debt {
  const { dueOn, state } = dueDayOf(row, now);
  return {
    id: row.event_id ?? row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    kind: row.kind as Debt["kind"],
    name: row.label,
    eventId: row.event_id,
    fieldName: row.field_name,
    facilityId: row.facility_id,
    facilityName: row.facility_name,
    startTime: row.start_time.toISOString(),
    endTime: (row.end_time ?? row.start_time).toISOString(),
    timezone: row.timezone,
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? "" },
    payerId: row.payer_id,
    seriesId: row.series_id,
    chargeId: row.id,
    price: row.amount,
    due: row.due,
    currency: row.currency,
    dueOn,
    isOverdue: state === "overdue" && row.written_off_at === null,
    state,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    steps: serializeSteps(row, now),
    isWrittenOff: row.written_off_at !== null,
    isRemindable:
      row.written_off_at === null &&
      row.has_address &&
      !isRemindedToday(row.reminded_at, row.organization_timezone, now),
  };
}

const DAYS_OF_WEEK = 7;

async function isDue(
  db: Database,
  { organizationId, now }: EventViewer,
  due: DebtFilter,
): Promise<RawBuilder<SqlBool>> {
  if (due === "writtenOff") return isWrittenOff;
  const { isOverdue, isBeforeTomorrow, isBefore } = await selectDueDays(db, organizationId, now);
  const inTime = {
    overdue: isOverdue,
    week: isBefore(-DAYS_OF_WEEK),
    today: sql<SqlBool>`(${isBeforeTomorrow} and not (${isOverdue}))`,
    later: sql<SqlBool>`not (${isBeforeTomorrow})`,
  }[due];
  return sql<SqlBool>`(${isAskedFor} and ${inTime})`;
}

export async function listDebts(
  db: Database,
  view: EventViewer,
  query: Query<typeof payments.debts>,
): Promise<Page<Debt>> {
  const all = await filterDebts(db, view, query);
  const found = query.due ? all.where(await isDue(db, view, query.due)) : all;
  const { data, meta } = await paginateWith(db, sortOldestFirst(found), query, (page) =>
    sortOldestFirst(selectDebtRows(db, view.organizationId, page)),
  );
  return { data: data.map((row) => serializeDebt(row, view.now)), meta };
}

/** Debts for bookings and for what was bought, by the account of the customer. */
export async function listOwnDebts(
  call: Call<typeof payments.ownDebts>,
  query: Query<typeof payments.ownDebts>,
): Promise<Page<OwnDebt>> {
  const { db, user, now } = call;
  const selves = await db
    .selectFrom("customers")
    .select(["organization_id", "id"])
    .where("user_id", "=", user.id)
    .where("merged_into_id", "is", null)
    .execute();
  const others = await listPaidCustomers(db, selves);
  const found = selectDebts(db, ALL_ORGANIZATIONS)
    .where(isAskedFor)
    .where(isAmong(sql`(charges.organization_id, charges.customer_id)`, [...selves, ...others]));
  const { data, meta } = await paginateWith(db, sortOldestFirst(found), query, (page) =>
    sortOldestFirst(selectDebtRows(db, ALL_ORGANIZATIONS, page)),
  );
  const payable = new Map<string, boolean>();
  for (const organizationId of new Set(data.map(({ organization_id }) => organization_id))) {
    const ready = await listReadyProviders(call, organizationId);
    payable.set(
      organizationId,
      ready.some(({ settledBy }) => settledBy === "provider"),
    );
  }
  const means = new Map<string, PrepaidMeans>();
  for (const row of data)
    if (!means.has(row.organization_id)) {
      // The reader pays with their own means, also for others.
      const payer = selves.find(({ organization_id }) => organization_id === row.organization_id);
      const customer_id = payer?.id ?? row.customer_id;
      means.set(row.organization_id, await findPrepaidMeans({ db, now }, { ...row, customer_id }));
    }
  return {
    meta,
    data: data.map((row) => ({
      ...serializeDebt(row, now),
      forCustomer:
        row.customer_id === null || selves.some(({ id }) => id === row.customer_id)
          ? null
          : { id: row.customer_id, name: row.customer_name ?? "" },
      isPayable: payable.get(row.organization_id) ?? false,
      prepaid: means.get(row.organization_id) ?? { wallet: 0, takesVouchers: false },
    })),
  };
}

/** Stops where larger counts are shown as "more than". */
export async function countDebts(db: Database, { organizationId }: EventViewer): Promise<number> {
  const several = selectDebts(db, organizationId)
    .where(isAskedFor)
    .select("charges.id")
    .limit(sql.lit(MAX_COUNTED + 1));
  const { count } = await db
    .selectFrom(several.as("several"))
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

const dueSums = ["overdue", "today", "later", "writtenOff"] as const;

/** The most frequent currency first. @returns nothing for all organizations together, whose debts are too many to add up */
export async function sumDebts(db: Database, view: EventViewer, filters: DebtFilters = {}): Promise<DebtSum[]> {
  if (view.organizationId === ALL_ORGANIZATIONS) return [];
  const { isOverdue, isBeforeTomorrow } = await selectDueDays(db, view.organizationId, view.now);
  const state = sql<
    (typeof dueSums)[number]
  >`case when ${isWrittenOff} then 'writtenOff' when ${isOverdue} then 'overdue'
    when ${isBeforeTomorrow} then 'today' else 'later' end`;
  const rows = await (
    await filterDebts(db, view, filters)
  )
    .select("charges.currency")
    .select(state.as("due_state"))
    .select(sql<number>`count(*)::integer`.as("count"))
    .select(sql<string>`sum(${dueAmount})`.as("amount"))
    .groupBy(["charges.currency", "due_state"])
    .execute();
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const sums = currencies.map((currency) => {
    const sumOf = (wanted: (typeof dueSums)[number]) => {
      const found = rows.find((row) => row.currency === currency && row.due_state === wanted);
      return { count: found?.count ?? 0, amount: Number(found?.amount ?? 0) };
    };
    const [overdue, today, later, writtenOff] = [sumOf("overdue"), sumOf("today"), sumOf("later"), sumOf("writtenOff")];
    return { currency, overdue, today, later, writtenOff };
  });
  const countOf = ({ overdue, today, later, writtenOff }: DebtSum) =>
    overdue.count + today.count + later.count + writtenOff.count;
  return sums.toSorted((one, other) => countOf(other) - countOf(one));
}
