/** Takings (cash report, daily totals): money that came in and went back, by method and by colleague, with the rows that add up to it. */
import { sql } from "kysely";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Page, Query } from "#contract/kit.ts";
import { MAX_TAKINGS_DAYS, paymentMethods, type Movement, type payments, type Takings } from "#contract/payments.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { chargeLabel } from "#server/charges/with-places.ts";
import { ALL_ORGANIZATIONS, inScope, pageMeta, paginateWith, type Database } from "#server/kit/db/database.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { countRangeDays } from "#server/kit/http/date-range.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { refundMethod } from "./ledger.ts";

interface TakingsContext extends MemoryContext {
  now: Date;
}
interface Period {
  timezone: string;
  from: string;
  to: string;
  start: Date;
  end: Date;
}

/** @throws HttpError 422 on `to` if the dates end before they begin, or are too many */
async function resolvePeriod(context: TakingsContext, query: Query<typeof payments.takings>): Promise<Period> {
  const timezone = context.organizationId === ALL_ORGANIZATIONS ? "UTC" : (await findSettings(context)).timezone;
  const today = localDateOf(timezone, context.now);
  const from = query.from ?? query.to ?? today;
  const to = query.to ?? (from > today ? from : today);
  countRangeDays(from, to, MAX_TAKINGS_DAYS);
  const [start, end] = [dayBounds(from, timezone).start, dayBounds(to, timezone).end];
  return { timezone, from, to, start: new Date(start), end: new Date(end) };
}

/** No parameter: a plan that is made once finds the indexes of what has succeeded by the literal alone. */
const hasSucceeded = (table: "payments" | "refunds") => sql<boolean>`${sql.ref(table)}.status = 'succeeded'`;

/** Refunds count when they have succeeded, as on the overview. */
const selectMovements = (db: Database, organizationId: string, { start, end }: Period) =>
  db
    .selectFrom("payments")
    .select(["payments.organization_id", "payments.id", "payments.id as payment_id", "payments.event_id"])
    .select("payments.charge_id")
    .select([sql<Movement["kind"]>`'payment'`.as("kind"), sql<Date>`payments.paid_at`.as("at")])
    .select(["payments.payer_name", "payments.method", "payments.amount", "payments.currency"])
    .select(["payments.recorded_by as colleague_id", "payments.note as reason", "payments.search"])
    .where("payments.organization_id", "=", organizationId)
    .where(hasSucceeded("payments"))
    // Money that a balance pays came in when it was put there.
    .where("payments.method", "not in", ["balance", "voucher"])
    .where("payments.paid_at", ">=", start)
    .where("payments.paid_at", "<", end)
    .unionAll(
      db
        .selectFrom("refunds")
        .innerJoin("payments", (join) =>
          join
            .onRef("payments.organization_id", "=", "refunds.organization_id")
            .onRef("payments.id", "=", "refunds.payment_id"),
        )
        .select(["refunds.organization_id", "refunds.id", "refunds.payment_id", "payments.event_id"])
        .select("payments.charge_id")
        .select([sql<Movement["kind"]>`'refund'`.as("kind"), "refunds.updated_at as at"])
        .select(["payments.payer_name", refundMethod.as("method"), sql<number>`-refunds.amount`.as("amount")])
        .select(["payments.currency", "refunds.requested_by as colleague_id", "refunds.reason", "payments.search"])
        .where("refunds.organization_id", "=", organizationId)
        .where(hasSucceeded("refunds"))
        .where(refundMethod, "not in", ["balance", "voucher"])
        .where("refunds.updated_at", ">=", start)
        .where("refunds.updated_at", "<", end),
    );

interface GroupRow {
  currency: string;
  method: string;
  kind: Movement["kind"];
  colleague_id: string | null;
  full_name: string | null;
  count: number;
  amount: string;
}

const emptySum = () => ({ count: 0, amount: 0 });

function sumRows(rows: readonly GroupRow[]) {
  const [received, refunded] = [emptySum(), emptySum()];
  for (const { kind, count, amount } of rows) {
    const sum = kind === "payment" ? received : refunded;
    sum.count += count;
    sum.amount += Math.abs(Number(amount));
  }
  return { received, refunded, net: received.amount - refunded.amount };
}

const sumMethods = (rows: readonly GroupRow[]) =>
  paymentMethods.flatMap((method) => {
    const its = rows.filter((row) => row.method === method);
    return its.length > 0 ? [{ method, ...sumRows(its) }] : [];
  });

/** @returns no sums for all organizations together, whose payments are too many to add up. @throws HttpError 422 */
export async function readTakings(context: TakingsContext, query: Query<typeof payments.takings>): Promise<Takings> {
  const { db, organizationId } = context;
  const period = await resolvePeriod(context, query);
  const { timezone, from, to } = period;
  if (organizationId === ALL_ORGANIZATIONS) return { timezone, from, to, currencies: [] };
  const rows: GroupRow[] = await db
    .selectFrom(selectMovements(db, organizationId, period).as("movements"))
    .leftJoin("users", "users.id", "movements.colleague_id")
    .select(["movements.currency", "movements.method", "movements.kind", "movements.colleague_id"])
    .select(fullNameOf("users").as("full_name"))
    .select([sql<number>`count(*)::integer`.as("count"), sql<string>`sum(movements.amount)`.as("amount")])
    .groupBy(["movements.currency", "movements.method", "movements.kind", "movements.colleague_id", "full_name"])
    .execute();
  const currencies = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, its]) => ({
    currency,
    ...sumRows(its),
    methods: sumMethods(its),
    colleagues: [...Map.groupBy(its, ({ colleague_id }) => colleague_id)]
      .map(([id, own]) => ({
        colleague: id === null ? null : { id, fullName: own[0]?.full_name ?? "" },
        ...sumRows(own),
        methods: sumMethods(own).map(({ method, net }) => ({ method, net })),
      }))
      .toSorted((a, b) => b.received.amount - a.received.amount),
  }));
  return {
    timezone,
    from,
    to,
    currencies: currencies.toSorted((a, b) => b.received.count - a.received.count),
  };
}

/** @returns nothing for all organizations together, as their takings. @throws HttpError 422 */
export async function listMovements(
  context: TakingsContext,
  query: Query<typeof payments.movements>,
): Promise<Page<Movement>> {
  const { db, organizationId } = context;
  const { method, q } = query;
  const period = await resolvePeriod(context, query);
  if (organizationId === ALL_ORGANIZATIONS)
    return { data: [], meta: pageMeta({ total: 0, estimate: false }, query, 0) };
  const movements = selectMovements(db, organizationId, period);
  let found = db.selectFrom(movements.as("movements")).selectAll("movements");
  if (method) found = found.where("movements.method", "=", method);
  if (q) found = found.where(matchesSearch("movements.search", q));
  found = found.orderBy("movements.at", "desc").orderBy("movements.id", "desc");
  const { data, meta } = await paginateWith(db, found, query, (page) =>
    db
      .selectFrom(page.as("movements"))
      .innerJoin("organizations", "organizations.id", "movements.organization_id")
      .leftJoin("events", (join) =>
        join.onRef("events.organization_id", "=", "organizations.id").onRef("events.id", "=", "movements.event_id"),
      )
      .leftJoin("fields", (join) =>
        join.onRef("fields.organization_id", "=", "organizations.id").onRef("fields.id", "=", "events.field_id"),
      )
      .leftJoin("charges", (join) =>
        join.onRef("charges.organization_id", "=", "organizations.id").onRef("charges.id", "=", "movements.charge_id"),
      )
      .where(inScope("organizations.id", organizationId))
      .leftJoin("users", "users.id", "movements.colleague_id")
      .select(["movements.id", "movements.kind", "movements.at", "movements.payment_id", "movements.payer_name"])
      .select(["movements.method", "movements.amount", "movements.currency", "movements.reason"])
      .select(["movements.colleague_id", fullNameOf("users").as("full_name")])
      .select(["movements.organization_id", "organizations.name as organization_name"])
      .select(["events.id as event_id", "events.name as event_name", "fields.name as field_name"])
      .select(chargeLabel.as("label"))
      .orderBy("movements.at", "desc")
      .orderBy("movements.id", "desc"),
  );
  return {
    data: data.map((row) => ({
      id: row.id,
      kind: row.kind,
      at: row.at.toISOString(),
      paymentId: row.payment_id,
      organization: { id: row.organization_id, name: row.organization_name },
      payer: row.payer_name,
      event:
        row.event_id === null || row.event_name === null || row.field_name === null
          ? null
          : { id: row.event_id, name: row.event_name, fieldName: row.field_name },
      label: row.label,
      method: row.method as Movement["method"],
      amount: row.amount,
      currency: row.currency,
      colleague: row.colleague_id === null ? null : { id: row.colleague_id, fullName: row.full_name ?? "" },
      reason: row.reason,
    })),
    meta,
  };
}
