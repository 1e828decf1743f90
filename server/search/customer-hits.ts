/** Shows customers that were found: their categories, what they owe, and their next booking. */
import { sql } from "kysely";
import type { Customer } from "#contract/customers.ts";
import type { CustomerHit } from "#contract/search.ts";
import { listRoles } from "#server/customers/queries.ts";
import { findScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import { dueDayOf, isAskedFor, selectDebtRows, selectDebts } from "#server/charges/debts.ts";
import type { CustomerRow } from "./queries.ts";

/** Customers with the names of their categories, what they owe, and their next booking. */
export async function serializeCustomerHits(
  db: Database,
  rows: readonly CustomerRow[],
  { now, hasDebts }: { now: Date; hasDebts: boolean },
): Promise<CustomerHit[]> {
  const keys = {
    organizationIds: [...new Set(rows.map((row) => row.organization_id))],
    customerIds: rows.map((row) => row.id),
  };
  const [roles, next, debts] =
    rows.length === 0
      ? [new Map<string, Customer["roles"]>(), new Map<string, NextBooking>(), new Map<string, Debt>()]
      : [
          await listRoles(db, rows),
          await listNextBookings(db, keys, now),
          hasDebts ? await listDebts(db, keys, now) : new Map<string, Debt>(),
        ];
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    kind: row.kind as CustomerHit["kind"],
    name: row.name,
    phone: row.phone,
    email: row.email,
    categories: (roles.get(row.id) ?? []).map(({ name }) => name),
    debt: debts.get(row.id) ?? null,
    next: next.get(row.id) ?? null,
  }));
}

interface CustomerKeys {
  organizationIds: readonly string[];
  customerIds: readonly string[];
}
type NextBooking = NonNullable<CustomerHit["next"]>;
type Debt = NonNullable<CustomerHit["debt"]>;

async function listNextBookings(
  db: Database,
  { organizationIds, customerIds }: CustomerKeys,
  now: Date,
): Promise<Map<string, NextBooking>> {
  const { rows } = await sql<{ customer_id: string; start_time: Date; timezone: string; field_name: string }>`
    select next.customer_id, next.start_time, facilities.timezone, fields.name as field_name
    from customers
    cross join lateral (
      select events.organization_id, events.customer_id, events.field_id, events.facility_id, events.start_time
      from events
      where events.organization_id = customers.organization_id and events.customer_id = customers.id
        and events.start_time > ${now} and events.status in ('pending', 'approved')
      order by events.start_time, events.id
      limit 1
    ) as next
    join fields on fields.organization_id = next.organization_id and fields.id = next.field_id
    join facilities on facilities.organization_id = next.organization_id and facilities.id = next.facility_id
    where customers.organization_id = any(${organizationIds}) and customers.id = any(${customerIds})`.execute(db);
  return new Map(
    rows.map((row) => [
      row.customer_id,
      { startTime: row.start_time.toISOString(), timezone: row.timezone, fieldName: row.field_name },
    ]),
  );
}

/** Sums of what is due today or was due before. */
async function listDebts(
  db: Database,
  { organizationIds, customerIds }: CustomerKeys,
  now: Date,
): Promise<Map<string, Debt>> {
  const open = selectDebts(db, findScope(organizationIds))
    .where(isAnyOf("charges.organization_id", organizationIds))
    .where(isAnyOf("charges.customer_id", customerIds))
    .where(isAskedFor);
  const rows = await selectDebtRows(db, findScope(organizationIds), open).execute();
  const due = rows.flatMap((row) => {
    const { state } = dueDayOf(row, now);
    return state === "later"
      ? []
      : [
          {
            ...{ customerId: row.customer_id ?? "", amount: row.due, currency: row.currency },
            isOverdue: state === "overdue",
          },
        ];
  });
  return new Map(
    [...Map.groupBy(due, ({ customerId }) => customerId)].map(([customerId, debts]) => [
      customerId,
      {
        amount: debts.reduce((sum, { amount }) => sum + amount, 0),
        currency: debts[0]?.currency ?? "",
        isOverdue: debts.some(({ isOverdue }) => isOverdue),
      },
    ]),
  );
}
