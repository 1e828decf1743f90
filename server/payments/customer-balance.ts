/** Balance of a customer: overdue (arrears), due today, due later. */
import { sql, type SqlBool } from "kysely";
import type { CustomerBalance, CustomerDebt, CustomerDue, payments } from "#contract/payments.ts";
import { dueAmount, dueDayOf, isAskedFor, selectDebts, selectDueDays } from "#server/charges/debts.ts";
import { listWallets } from "#server/credits/wallet.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { filterLinked, listDebtsOfPayer } from "./debts-link.ts";
import { serializeSteps } from "./debt-steps.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

const MAX_DUE_EVENTS = 100;

/** Sums up what the customers of a list owe and have prepaid, each currency apart. */
export async function listCustomerDues(
  { db, now, organizationId }: Call<typeof payments.customerDues>,
  customerIds: readonly string[],
): Promise<CustomerDue[]> {
  if (customerIds.length === 0) return [];
  const { isOverdue } = await selectDueDays(db, organizationId, now);
  const sumWhere = (condition: unknown) => sql<string>`coalesce(sum(${dueAmount}) filter (where ${condition}), 0)`;
  const rows = await selectDebts(db, organizationId)
    .select(["charges.customer_id", "charges.currency"])
    .select(sumWhere(isOverdue).as("overdue"))
    .select(sumWhere(sql<SqlBool>`not (${isOverdue})`).as("later"))
    .where(isAnyOf("charges.customer_id", customerIds))
    .where(isAskedFor)
    .groupBy(["charges.customer_id", "charges.currency"])
    .orderBy("charges.customer_id")
    .orderBy("charges.currency")
    .execute();
  const dues = rows.map(({ customer_id, currency, overdue, later }) => ({
    ...{ customerId: customer_id ?? "", currency, overdue: Number(overdue), later: Number(later) },
    prepaid: 0,
  }));
  for (const { customerId, currency, amount: prepaid } of await listWallets({ db, organizationId }, customerIds)) {
    const due = dues.find((one) => one.customerId === customerId && one.currency === currency);
    if (due) due.prepaid = prepaid;
    else dues.push({ customerId, currency, overdue: 0, later: 0, prepaid });
  }
  return dues;
}

export async function readCustomerBalance({
  db,
  now,
  organizationId,
  params,
}: Call<typeof payments.customerBalance>): Promise<CustomerBalance> {
  const customer = await findCustomer(db, organizationId, params.customerId);
  const ofPayer = await listDebtsOfPayer(db, customer.organization.id, customer.id);
  const rows = ofPayer.filter(({ customer_id }) => customer_id === customer.id);
  const debts: CustomerDebt[] = rows.map((row) => ({
    chargeId: row.id,
    eventId: row.event_id,
    name: row.label,
    fieldName: row.field_name,
    startTime: row.start_time.toISOString(),
    timezone: row.timezone,
    ...dueDayOf(row, now),
    due: row.due,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    steps: serializeSteps(row, now),
    isWrittenOff: row.written_off_at !== null,
  }));
  const inState = (state: CustomerDebt["state"]) =>
    debts
      .filter((debt) => debt.state === state && !debt.isWrittenOff)
      .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
  const sum = (some: readonly CustomerDebt[]) => some.reduce((total, { due }) => total + due, 0);
  const [overdue, dueToday, later] = [inState("overdue"), inState("today"), inState("later")];
  const asked = [...overdue, ...dueToday].slice(0, MAX_DUE_EVENTS);
  const { sold } = await db
    .selectFrom("charges")
    .select(sql<string>`coalesce(sum(settled), 0)`.as("sold"))
    .where("organization_id", "=", customer.organization.id)
    .where("customer_id", "=", customer.id)
    .where("event_id", "is", null)
    // It counts once the balance pays something.
    .where("kind", "<>", "top_up")
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
  const linked = filterLinked(ofPayer);
  return {
    currency: totals.currency,
    overdue: sum(overdue),
    overdueSince: overdue[0]?.dueOn ?? null,
    dueToday: sum(dueToday),
    later: sum(later),
    laterUntil: later.at(-1)?.dueOn ?? null,
    writtenOff: sum(debts.filter(({ isWrittenOff }) => isWrittenOff)),
    received: Number(totals.received) + Number(sold),
    dueEventIds: asked.flatMap(({ eventId }) => eventId ?? []),
    dueChargeIds: asked.map(({ chargeId }) => chargeId),
    debts: debts.slice(0, MAX_DUE_EVENTS),
    paymentLink: {
      count: linked.length,
      due: linked.reduce((total, { due }) => total + due, 0),
      currency: linked[0]?.currency ?? totals.currency,
    },
  };
}
