/** Balance of a customer: overdue (arrears), due today, due later. */
import { sql } from "kysely";
import type { CustomerBalance, CustomerDebt, CustomerDue, payments } from "#contract/payments.ts";
import { listWrittenOff } from "#server/charges/write-off.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { inScope, isAnyOf } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { eventsWithPlaces } from "#server/events/serialize.ts";
import { dueStateOf, isUnpaid, owedAmount, selectOverdue } from "#server/events/unpaid.ts";
import { amountDue } from "./ledger.ts";

const MAX_DUE_EVENTS = 100;

/** Sums up the dues of the customers of a list, each currency apart. */
export async function listCustomerDues(
  { db, now, organizationId }: Call<typeof payments.customerDues>,
  customerIds: readonly string[],
): Promise<CustomerDue[]> {
  if (customerIds.length === 0) return [];
  const isOverdue = await selectOverdue(db, organizationId, now);
  const sumWhere = (condition: unknown) => sql<string>`coalesce(sum(${owedAmount}) filter (where ${condition}), 0)`;
  const rows = await db
    .selectFrom("events")
    .select(["events.customer_id", "events.currency"])
    .select(sumWhere(isOverdue).as("overdue"))
    .select(sumWhere(sql`not (${isOverdue})`).as("later"))
    .where(inScope("events.organization_id", organizationId))
    .where(isAnyOf("events.customer_id", customerIds))
    .where(isUnpaid)
    .where(
      sql<boolean>`not exists (select from charges where charges.organization_id = events.organization_id
        and charges.event_id = events.id and charges.written_off_at is not null)`,
    )
    .groupBy(["events.customer_id", "events.currency"])
    .orderBy("events.customer_id")
    .orderBy("events.currency")
    .execute();
  return rows
    .map(({ customer_id, currency, overdue, later }) => ({
      customerId: customer_id ?? "",
      currency,
      overdue: Number(overdue),
      later: Number(later),
    }))
    .filter(({ overdue, later }) => overdue + later > 0);
}

export async function readCustomerBalance({
  db,
  now,
  organizationId,
  params,
}: Call<typeof payments.customerBalance>): Promise<CustomerBalance> {
  const customer = await findCustomer(db, organizationId, params.customerId);
  const rows = await eventsWithPlaces(db)
    .select([
      "events.id",
      "events.name",
      "fields.name as field_name",
      "events.start_time",
      "events.status",
      "events.price",
      "events.paid",
      "events.refunded",
      "events.covered",
      "events.debt_reminded_at",
    ])
    .select("facilities.timezone")
    .where("events.organization_id", "=", customer.organization.id)
    .where("events.customer_id", "=", customer.id)
    .where(isUnpaid)
    .orderBy("events.start_time")
    .orderBy("events.id")
    .execute();
  const writtenOff = await listWrittenOff(
    db,
    customer.organization.id,
    rows.map(({ id }) => id),
  );
  const debts = rows
    .map((row) => ({
      eventId: row.id,
      name: row.name,
      fieldName: row.field_name,
      startTime: row.start_time.toISOString(),
      timezone: row.timezone,
      due: amountDue(row),
      date: localDateOf(row.timezone, row.start_time),
      state: dueStateOf(row.start_time, row.timezone, now),
      remindedAt: row.debt_reminded_at?.toISOString() ?? null,
      isWrittenOff: writtenOff.has(row.id),
    }))
    .filter(({ due }) => due > 0);
  const inState = (state: CustomerDebt["state"]) => debts.filter((debt) => debt.state === state && !debt.isWrittenOff);
  const sum = (some: typeof debts) => some.reduce((total, { due }) => total + due, 0);
  const [overdue, dueToday, later] = [inState("overdue"), inState("today"), inState("later")];
  const { sold } = await db
    .selectFrom("charges")
    .select(sql<string>`coalesce(sum(settled), 0)`.as("sold"))
    .where("organization_id", "=", customer.organization.id)
    .where("customer_id", "=", customer.id)
    .where("event_id", "is", null)
    .executeTakeFirstOrThrow();
  const totals = await db
    .selectFrom("organizations")
    .leftJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "organizations.id").on("events.customer_id", "=", customer.id),
    )
    .select("organizations.currency")
    .select(sql<number>`coalesce(sum(events.paid - events.refunded), 0)::bigint`.as("received"))
    .where("organizations.id", "=", customer.organization.id)
    .groupBy("organizations.currency")
    .executeTakeFirstOrThrow();
  return {
    currency: totals.currency,
    overdue: sum(overdue),
    overdueSince: overdue[0]?.date ?? null,
    dueToday: sum(dueToday),
    later: sum(later),
    laterUntil: later.at(-1)?.date ?? null,
    writtenOff: sum(debts.filter(({ isWrittenOff }) => isWrittenOff)),
    received: Number(totals.received) + Number(sold),
    dueEventIds: [...overdue, ...dueToday].slice(0, MAX_DUE_EVENTS).map(({ eventId }) => eventId),
    debts: debts.slice(0, MAX_DUE_EVENTS).map(({ date: _date, ...debt }) => debt),
  };
}
