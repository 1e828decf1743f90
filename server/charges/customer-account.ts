/** Account of a customer: charges and settlements with a running balance, and debts by age (aging). */
import { sql, type SqlBool } from "kysely";
import { debtAges, type AccountEntry, type charges, type CustomerAccount, type DebtAge } from "#contract/charges.ts";
import type { Page } from "#contract/kit.ts";
import { findCustomer } from "#server/customers/queries.ts";
import { paginate, type Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { dueAmount, isAskedFor, isOpen, selectDebts } from "./debts.ts";
import { dueDateOf } from "./due-days.ts";
import { listChargeNames } from "./queries.ts";
import { chargesWithPlaces, chargeTimezone } from "./with-places.ts";

/** A hold or a request counts once money came in for it. */
const isCounted = sql<SqlBool>`(charges.voided_at is null and (charges.pending_reason is null or charges.settled > 0))`;
/** A sale that was voided by hand is shown with why. */
const isShown = sql<SqlBool>`(${isCounted} or charges.void_reason is not null)`;

/** Latest days since the due date, by age. */
const agesByDays: readonly (readonly [number, DebtAge])[] = [
  [0, "ahead"],
  [30, "days30"],
  [60, "days60"],
  [90, "days90"],
  [Infinity, "older"],
];
const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: "days" }).days;
const ageOf = (days: number): DebtAge => agesByDays.find(([most]) => days <= most)?.[1] ?? "older";

const listOpenCharges = (db: Database, organizationId: string, customerId: string) =>
  chargesWithPlaces(db, organizationId)
    .select(["charges.currency", "charges.due_at", "charges.due_on", "charges.written_off_at"])
    .select([chargeTimezone.as("timezone"), dueAmount.as("due")])
    .where("charges.organization_id", "=", organizationId)
    .where("charges.customer_id", "=", customerId)
    .where(isOpen)
    .execute();

/** Minor units that a customer owes in the currency of the organization, without what is written off. */
export async function sumDebts(
  { db, organizationId }: { db: Database; organizationId: string },
  customerId: string,
): Promise<number> {
  const { due } = await selectDebts(db, organizationId)
    .innerJoin("organizations", (join) =>
      join
        .onRef("organizations.id", "=", "charges.organization_id")
        .onRef("organizations.currency", "=", "charges.currency"),
    )
    .select(sql<number>`coalesce(sum(${dueAmount}), 0)::float8`.as("due"))
    .where("charges.customer_id", "=", customerId)
    .where(isAskedFor)
    .executeTakeFirstOrThrow();
  return due;
}

const listBalances = (db: Database, organizationId: string, customerId: string) =>
  db
    .selectFrom("charges")
    .select("charges.currency")
    .select(sql<string>`sum(charges.amount - charges.credited - charges.settled)`.as("balance"))
    .where("charges.organization_id", "=", organizationId)
    .where("charges.customer_id", "=", customerId)
    .where(isCounted)
    .groupBy("charges.currency")
    .orderBy("charges.currency")
    .execute();

const sumDue = (charges: readonly { due: number }[]): number => charges.reduce((sum, { due }) => sum + due, 0);

export async function readAccount({
  db,
  now,
  organizationId,
  params,
}: Call<typeof charges.account>): Promise<CustomerAccount> {
  const customer = await findCustomer(db, organizationId, params.customerId);
  const balances = await listBalances(db, customer.organization.id, customer.id);
  const open = (await listOpenCharges(db, customer.organization.id, customer.id)).map((row) => ({
    ...row,
    age: ageOf(daysBetween(dueDateOf(row, row.timezone), localDateOf(row.timezone, now))),
  }));
  return {
    currencies: balances.map(({ currency, balance }) => {
      const own = open.filter((charge) => charge.currency === currency);
      const debts = debtAges.map((age) => {
        const ofAge = own.filter((charge) => charge.written_off_at === null && charge.age === age);
        return { age, count: ofAge.length, amount: sumDue(ofAge) };
      });
      return {
        ...{ currency, balance: Number(balance) },
        writtenOff: sumDue(own.filter(({ written_off_at }) => written_off_at !== null)),
        debts: debts.filter(({ count }) => count > 0),
      };
    }),
  };
}

interface EntryRow {
  id: string;
  kind: AccountEntry["kind"];
  /** Orders the entries of one moment. */
  step: number;
  at: Date;
  charge_id: string;
  payment_id: string | null;
  method: AccountEntry["method"];
  amount: number;
  currency: string;
}

/** A credit has no row of its own: it came with the end of the booking, or with the latest refund. */
function selectEntries(organizationId: string, customerId: string) {
  const own = sql`charges.organization_id = ${organizationId} and charges.customer_id = ${customerId} and ${isShown}`;
  return sql<EntryRow>`(
    select charges.id, 'charge' as kind, 0 as step, charges.created_at as at, charges.id as charge_id, null::uuid as payment_id,
      null as method, charges.amount, charges.currency
    from charges where ${own} and charges.amount > 0
    union all
    select charges.id, 'credit', 2, greatest(charges.created_at, coalesce(
        case when events.status in ('canceled', 'rejected') then events.ended_at else (
          select max(settlements.at) from settlements where settlements.organization_id = ${organizationId}
            and settlements.charge_id = charges.id and settlements.kind = 'refund'
        ) end, charges.updated_at)),
      charges.id, null, null, -charges.credited, charges.currency
    from charges
    left join events on events.organization_id = charges.organization_id and events.id = charges.event_id
    where ${own} and charges.credited > 0 and charges.void_reason is null
    union all
    select charges.id, 'void', 2, coalesce(charges.voided_at, charges.updated_at), charges.id, null, null, -charges.credited,
      charges.currency
    from charges where ${own} and charges.void_reason is not null and charges.credited > 0
    union all
    select settlements.id, settlements.kind, case settlements.kind when 'payment' then 1 when 'pack' then 1 else 3 end,
      settlements.at,
      charges.id, settlements.payment_id, payments.method, -settlements.amount, charges.currency
    from charges
    join settlements on settlements.organization_id = charges.organization_id and settlements.charge_id = charges.id
    left join payments on payments.organization_id = settlements.organization_id and payments.id = settlements.payment_id
    where ${own}
  )`;
}

export async function listAccountEntries({
  db,
  organizationId,
  params,
  query,
}: Call<typeof charges.accountEntries>): Promise<Page<AccountEntry>> {
  const customer = await findCustomer(db, organizationId, params.customerId);
  const entries = db
    .selectFrom(selectEntries(customer.organization.id, customer.id).as("entries"))
    .selectAll("entries")
    .select(
      sql<string>`sum(entries.amount) over (partition by entries.currency order by entries.at, entries.step, entries.id)`.as(
        "balance",
      ),
    )
    .orderBy("entries.at", "desc")
    .orderBy("entries.step", "desc")
    .orderBy("entries.id", "desc");
  const { data, meta } = await paginate(db, entries, query);
  const chargeIds = [...new Set(data.map(({ charge_id }) => charge_id))];
  const nameById = await listChargeNames(db, customer.organization.id, chargeIds);
  return {
    meta,
    data: data.flatMap(({ id, kind, at, charge_id, payment_id, method, amount, balance, currency }) => {
      const names = nameById.get(charge_id);
      return names
        ? [
            {
              ...{ id, kind, at: at.toISOString(), event: names.event, label: names.label },
              reason: kind === "void" ? names.voidReason : null,
              ...{ paymentId: payment_id, method, amount, balance: Number(balance), currency },
            },
          ]
        : [];
    }),
  };
}
