/** Monthly invoices: one for each customer who pays by the month, over what was served and is not invoiced. */
import { hasBuyerAddress } from "#contract/customers-buyer-rules.ts";
import { sql } from "kysely";
import { lastDayOfMonth } from "#contract/customers-billing-rules.ts";
import type { invoices, MonthlyRun } from "#contract/invoices.ts";
import { dueAmount, isAskedFor, isOpen } from "#server/charges/debts.ts";
import { lockSaleCharge } from "#server/charges/sale-charges.ts";
import { chargesWithPlaces, chargeTimezone } from "#server/charges/with-places.ts";
import { selectRelatives } from "#server/customers/relation-queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findSellerRefusal } from "#server/organizations/seller.ts";
import { amountLeft, insertInvoiceOfCharges } from "./issue-unpaid.ts";
import { insertMissingLines } from "./lines.ts";
import { listInvoicedCharges, type InvoicedCharge } from "./queries.ts";
import { mailInvoiceToCustomer } from "./send.ts";

export const MONTHLY_JOB = "invoices.monthly";

interface RunScope {
  db: Database;
  organizationId: string;
}

const amountToInvoice = sql<number>`(charges.amount - charges.credited - greatest(charges.settled, charges.invoiced))`;

/** The last day whose charges are invoiced: of a month that is not over, today. */
const lastDayServed = (month: string, today: string): string =>
  today < lastDayOfMonth(month) ? today : lastDayOfMonth(month);

/** Charges of customers who pay by the month that nobody has invoiced, some of days after `until` among them. */
function selectToInvoice({ db, organizationId }: RunScope, until: string) {
  const open = db.selectFrom("charges").where("charges.organization_id", "=", organizationId).where(isOpen);
  return chargesWithPlaces(db, organizationId, open.where(isAskedFor))
    .leftJoin(selectRelatives(db, organizationId, "receives").as("receiver"), (join) =>
      join.on("receiver.organization_id", "=", organizationId).onRef("receiver.to_id", "=", "customers.id"),
    )
    .select(["charges.id", "charges.event_id", "charges.currency", amountToInvoice.as("left")])
    .select(["customers.id as customer_id", "customers.name as customer_name", "customers.payment_days"])
    .select(["customers.kind", "customers.address_line", "customers.postal_code", "customers.city"])
    .select(["charges.due_at", chargeTimezone.as("timezone")])
    .select(
      sql<boolean>`coalesce(customers.email, receiver.email) is not null or customers.user_id is not null`.as(
        "has_address",
      ),
    )
    .where("customers.billing", "=", "monthly")
    .where("charges.due_at", "<", new Date(Date.parse(`${addDays(until, 2)}T00:00:00Z`)))
    .where(sql<boolean>`${amountToInvoice} > 0 and ${dueAmount} > 0`)
    .orderBy("customers.sort_name")
    .orderBy("customers.id")
    .orderBy("charges.due_at")
    .orderBy("charges.id");
}
type ChargeToInvoice = Awaited<ReturnType<ReturnType<typeof selectToInvoice>["execute"]>>[number];

/** By the clock of the place. */
const servedOn = ({ due_at, timezone }: ChargeToInvoice): string => localDateOf(timezone, due_at);

/** By customer, the earliest first. @param until local date */
async function listToInvoice(scope: RunScope, until: string, customerId?: string): Promise<ChargeToInvoice[]> {
  const all = selectToInvoice(scope, until);
  const found = customerId === undefined ? all : all.where("customers.id", "=", customerId);
  return (await found.execute()).filter((charge) => servedOn(charge) <= until);
}

/** A company has an address before its first invoice. */
const findBuyerRefusal = ({ kind, address_line, postal_code, city }: ChargeToInvoice) =>
  kind === "company" && !hasBuyerAddress({ addressLine: address_line, postalCode: postal_code, city })
    ? ("buyerIncomplete" as const)
    : null;

function describeRun(rows: readonly ChargeToInvoice[], issuedOn: string): MonthlyRun["customers"] {
  const byInvoice = Map.groupBy(rows, ({ customer_id, currency }) => `${customer_id} ${currency}`);
  return [...byInvoice.values()].flatMap((some) => {
    const [first] = some;
    if (!first?.customer_id) return [];
    const days = some.map(servedOn).toSorted();
    return [
      {
        customer: { id: first.customer_id, name: first.customer_name ?? "" },
        charges: some.length,
        from: days[0] ?? issuedOn,
        to: days.at(-1) ?? issuedOn,
        amount: some.reduce((sum, { left }) => sum + left, 0),
        currency: first.currency,
        dueOn: addDays(issuedOn, first.payment_days ?? 0),
        isSent: first.has_address,
        refusal: findBuyerRefusal(first),
      },
    ];
  });
}

/** @throws HttpError 409 as long as the seller is not complete, 422 on a month that has not begun */
export async function invoiceMonth(call: Call<typeof invoices.monthly>): Promise<MonthlyRun> {
  const { db, appContext, now, organizationId, body, query, language } = call;
  const { timezone } = await findSettings(call);
  const issuedOn = localDateOf(timezone, now);
  if (body.month > issuedOn.slice(0, 7)) throw invalidFields({ month: [message("invoices.monthAhead")] });
  const refusal = await findSellerRefusal(call, true);
  const rows = await listToInvoice({ db, organizationId }, lastDayServed(body.month, issuedOn));
  const run: MonthlyRun = {
    month: body.month,
    issuedOn,
    sellerRefusal: refusal && renderMessage(translators[language], refusal),
    customers: describeRun(rows, issuedOn),
  };
  if (query.dryRun) return run;
  if (refusal) throw new HttpError(409, refusal);
  await appContext.jobs.send(db, MONTHLY_JOB, { organizationId, month: body.month });
  const issued = run.customers.filter((one) => one.refusal === null);
  call.record({ after: { month: body.month, customers: issued.length } });
  return run;
}

/** Bookings first, as payments do, then what is no booking. */
async function lockCharges({ db, organizationId }: RunScope, rows: readonly ChargeToInvoice[]): Promise<void> {
  const eventIds = rows.flatMap(({ event_id }) => event_id ?? []);
  await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", eventIds))
    .orderBy("id")
    .forUpdate()
    .execute();
  const sales = rows.filter(({ event_id }) => event_id === null).map(({ id }) => id);
  for (const id of sales.toSorted()) await lockSaleCharge(db, organizationId, id);
}

/** The charges of one customer, locked, as they are then. */
async function lockToInvoice(scope: RunScope, customerId: string, until: string): Promise<ChargeToInvoice[]> {
  const found = await listToInvoice(scope, until, customerId);
  if (found.length === 0) return [];
  await lockCharges(scope, found);
  const ids = new Set(found.map(({ id }) => id));
  await insertMissingLines(scope, [...ids]);
  // Somebody else may have paid, canceled or invoiced some of them meanwhile.
  return (await listToInvoice(scope, until, customerId)).filter(({ id }) => ids.has(id));
}

async function issueForCustomer(
  context: TenantContext,
  customerId: string,
  { until, issuedOn }: { until: string; issuedOn: string },
): Promise<void> {
  const { db, organizationId } = context;
  const rows = await lockToInvoice(context, customerId, until);
  for (const some of Map.groupBy(rows, ({ currency }) => currency).values()) {
    const [first] = some;
    if (!first || findBuyerRefusal(first) !== null) continue;
    const charges: InvoicedCharge[] = await listInvoicedCharges(
      db,
      organizationId,
      some.map(({ id }) => id),
    );
    const { id } = await insertInvoiceOfCharges(
      context,
      charges.filter((charge) => amountLeft(charge) > 0),
      {
        buyerName: first.customer_name ?? "",
        dueOn: addDays(issuedOn, first.payment_days ?? 0),
        leavesEntry: true,
      },
    );
    await mailInvoiceToCustomer(context, id);
  }
}

export interface FailedInvoice {
  name: string;
  reason: "sellerIncomplete" | "buyerIncomplete" | "failed";
}

/** Each customer in a transaction of their own: what fails for one does not stop the others, and a second run goes on. */
export async function runMonth(
  appContext: AppContext,
  { organizationId, month }: { organizationId: string; month: string },
): Promise<FailedInvoice[]> {
  const now = appContext.clock.now();
  const inTransaction = <T>(work: (context: TenantContext) => Promise<T>): Promise<T> =>
    appContext.db.transaction().execute((db) => work({ db, appContext, now, organizationId }));
  const { run, isSellerIncomplete, until, issuedOn } = await inTransaction(async (context) => {
    const { timezone, sellerMissing, sellerDueAt } = await findSettings(context);
    const today = localDateOf(timezone, now);
    const last = lastDayServed(month, today);
    return {
      run: describeRun(await listToInvoice(context, last), today),
      isSellerIncomplete: sellerMissing.length > 0 && !(sellerDueAt !== null && new Date(sellerDueAt) > now),
      until: last,
      issuedOn: today,
    };
  });
  if (isSellerIncomplete) return run.map(({ customer: { name } }) => ({ name, reason: "sellerIncomplete" }));
  const failed: FailedInvoice[] = [];
  const customers = new Map(run.map((one) => [one.customer.id, one]));
  for (const [customerId, { customer, refusal }] of customers)
    if (refusal) failed.push({ name: customer.name, reason: refusal });
    else
      try {
        await inTransaction((context) => issueForCustomer(context, customerId, { until, issuedOn }));
      } catch (error) {
        appContext.log.error({ err: error, organizationId, customerId }, "a monthly invoice could not be issued");
        failed.push({ name: customer.name, reason: "failed" });
      }
  return failed;
}
