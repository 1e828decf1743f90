/**
 * Revenue report (income, turnover): payments less refunds of the organization's currency, dated by its clock. What is put on a
 * balance or a gift voucher counts when it is used; a voucher that was invoiced counts when it is sold.
 */
import { sql } from "kysely";
import type { PaymentMethod } from "#contract/payments.ts";
import type { RevenueReport } from "#contract/reports.ts";
import { datesBetween } from "#server/overview/split-by-hour.ts";
import type { Database } from "#server/kit/db/database.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import { type DateRange, findCurrency, type ReportCall, resolveReport, type ReportScope } from "./period.ts";

interface RevenueRow {
  /** Index in the period, from 0. */
  day: number;
  sport_id: number | null;
  method: PaymentMethod;
  /** Null for sales. */
  field_id: string | null;
  amount: number;
}

async function listRevenue(
  db: Database,
  { organizationId, timezone, facilityId, sportId }: ReportScope,
  { from, to }: DateRange,
): Promise<RevenueRow[]> {
  const midnights = datesBetween(from, to).map((date) => new Date(dayBounds(date, timezone).start).toISOString());
  const [start, end] = [midnights[0] ?? "", new Date(dayBounds(to, timezone).end).toISOString()];
  const { rows } = await sql<RevenueRow>`
    with moved as (
      select payments.event_id, payments.charge_id, payments.method, payments.currency, payments.paid_at as at,
        payments.amount, payments.is_taxed_ahead
      from payments
      where payments.organization_id = ${organizationId} and payments.status = 'succeeded'
        and payments.paid_at >= ${start} and payments.paid_at < ${end}
      union all
      select payments.event_id, payments.charge_id, coalesce(refunds.method, payments.method), payments.currency,
        refunds.updated_at, -refunds.amount, payments.is_taxed_ahead
      from refunds
      join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
      where refunds.organization_id = ${organizationId} and refunds.status = 'succeeded'
        and refunds.updated_at >= ${start} and refunds.updated_at < ${end}
    )
    select width_bucket(moved.at, ${midnights}::timestamptz[]) - 1 as day, events.sport_id, moved.method, events.field_id,
      sum(moved.amount)::float8 as amount
    from moved
    left join charges on charges.organization_id = ${organizationId} and charges.id = moved.charge_id
    left join events on events.organization_id = ${organizationId}
      and events.id = coalesce(moved.event_id, charges.event_id, charges.share_of)
    join organizations on organizations.id = ${organizationId} and organizations.currency = moved.currency
    where charges.kind is distinct from 'top_up' and charges.is_prepaid is not true and not moved.is_taxed_ahead
      and (${facilityId ?? null}::uuid is null or events.facility_id = ${facilityId ?? null}::uuid)
      and (${sportId ?? null}::integer is null or events.sport_id = ${sportId ?? null}::integer)
    group by 1, events.sport_id, moved.method, events.field_id`.execute(db);
  return rows;
}

const sumOf = (rows: readonly RevenueRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

const sumByDay = (rows: readonly RevenueRow[], { from, to }: DateRange) => {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return datesBetween(from, to).map((date, day) => ({ date, amount: sumOf(byDay.get(day) ?? []) }));
};

/** The highest first. */
function sumBy<Key>(current: readonly RevenueRow[], before: readonly RevenueRow[], keyOf: (row: RevenueRow) => Key) {
  const [now, then] = [Map.groupBy(current, keyOf), Map.groupBy(before, keyOf)];
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((key) => ({ key, amount: sumOf(now.get(key) ?? []), before: sumOf(then.get(key) ?? []) }))
    .toSorted((one, other) => other.amount - one.amount || other.before - one.before);
}

const listFieldNames = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.name", "facilities.name as facilityName"])
    .where("fields.organization_id", "=", organizationId)
    .execute();

export async function readRevenue(call: ReportCall): Promise<RevenueReport> {
  const { db } = call;
  const scope = await resolveReport(call);
  const [current, before] = [await listRevenue(db, scope, scope.current), await listRevenue(db, scope, scope.before)];
  const names = new Map((await listFieldNames(db, scope.organizationId)).map((field) => [field.id, field]));
  return {
    period: scope.period,
    currency: await findCurrency(db, scope),
    amount: sumOf(current),
    before: sumOf(before),
    days: sumByDay(current, scope.current),
    daysBefore: sumByDay(before, scope.before),
    sports: sumBy(current, before, ({ sport_id }) => sport_id).map(({ key, ...sums }) => ({ sportId: key, ...sums })),
    methods: sumBy(current, before, ({ method }) => method).map(({ key, ...sums }) => ({ method: key, ...sums })),
    fields: sumBy(current, before, ({ field_id }) => field_id).flatMap(({ key, ...sums }) => {
      const field = key === null ? undefined : names.get(key);
      return field ? [{ ...field, ...sums }] : [];
    }),
  };
}
