/** Loads invoices that were issued before they were paid, with all that happened to their charges. */
import { sql } from "kysely";
import { isAnyOf, isPlannedForValues, type Database } from "#server/kit/db/database.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { RateTotal } from "#server/invoices/vat.ts";
import type { AccountingPeriod } from "./period.ts";

const INVOICES_AT_ONCE = 500;

export interface LedgerScope {
  db: Database;
  organizationId: string;
  period: AccountingPeriod;
}

export interface DatedAmount {
  /** Local date. */
  date: string;
  /** Minor units. */
  amount: number;
}
/** Less is owed of an invoice: a credit note without a refund. */
export interface Reduction extends DatedAmount {
  chargeId: string;
  rates: RateTotal[];
}
export interface UnpaidInvoice {
  id: string;
  currency: string;
  rates: RateTotal[];
  /** By charge. */
  lines: Map<string, number>;
  reductions: Reduction[];
}
export interface LedgerCharge {
  payments: DatedAmount[];
  /** Invoices that were issued with their payment. */
  invoicesOfPayments: DatedAmount[];
  /** The oldest first, which is paid first. */
  unpaidInvoices: UnpaidInvoice[];
}

/** Invoices with a due date over charges that were paid in the period, or of which less was owed then. */
async function listMovedInvoices({ db, organizationId, period }: LedgerScope): Promise<string[]> {
  const start = new Date(dayBounds(period.from, period.timezone).start);
  const end = new Date(dayBounds(period.to, period.timezone).end);
  const { rows } = await sql<{ id: string }>`
    with moved as (
      select charge_id from settlements
      where organization_id = ${organizationId} and at >= ${start} and at < ${end} and kind = 'payment'
      union
      select invoice_lines.charge_id from invoices
      join invoice_lines on invoice_lines.organization_id = invoices.organization_id
        and invoice_lines.invoice_id = invoices.id
      where invoices.organization_id = ${organizationId} and invoices.issued_on between ${period.from} and ${period.to}
        and invoices.kind = 'credit_note' and invoices.refund_id is null
    )
    select distinct invoices.id from moved
    join invoice_lines on invoice_lines.organization_id = ${organizationId} and invoice_lines.charge_id = moved.charge_id
    join invoices on invoices.organization_id = ${organizationId} and invoices.id = invoice_lines.invoice_id
    where invoices.due_on is not null and ${isPlannedForValues}
    order by invoices.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function listCharges(db: Database, organizationId: string, invoiceIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("invoice_lines")
    .select("charge_id")
    .distinct()
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("invoice_id", invoiceIds))
    .execute();
  return rows.map(({ charge_id }) => charge_id);
}

/** Invoices before their credit notes, the oldest first. */
const listDocuments = (db: Database, organizationId: string, chargeIds: readonly string[]) =>
  db
    .selectFrom("invoice_lines as lines")
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "lines.organization_id")
        .onRef("invoices.id", "=", "lines.invoice_id"),
    )
    .select(["invoices.id", "lines.charge_id", "lines.amount", "invoices.kind", "invoices.currency"])
    .select(["invoices.due_on", "invoices.refund_id", "invoices.corrects_id", "invoices.issued_on"])
    .select(sql<string | null>`invoices.content ->> 'paidOn'`.as("paid_on"))
    .select(sql<RateTotal[]>`invoices.content -> 'rates'`.as("rates"))
    .where("lines.organization_id", "=", organizationId)
    .where(isAnyOf("lines.charge_id", chargeIds))
    .orderBy("invoices.kind", "desc")
    .orderBy("invoices.created_at")
    .orderBy("invoices.number")
    .execute();

const listPayments = (db: Database, organizationId: string, chargeIds: readonly string[]) =>
  db
    .selectFrom("settlements")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "settlements.organization_id")
        .onRef("payments.id", "=", "settlements.payment_id"),
    )
    .select(["settlements.charge_id", "settlements.amount", "settlements.at"])
    .where("settlements.organization_id", "=", organizationId)
    .where("settlements.kind", "=", "payment")
    // No invoice is over what a voucher has paid that was invoiced itself.
    .where("payments.is_taxed_ahead", "=", false)
    .where(isAnyOf("settlements.charge_id", chargeIds))
    .execute();

/** @returns the invoices, with all invoices over the same charges, and those charges */
async function loadInvoices({ db, organizationId, period }: LedgerScope, invoiceIds: readonly string[]) {
  const chargeIds = await listCharges(db, organizationId, invoiceIds);
  const charges = new Map<string, LedgerCharge>(
    chargeIds.map((id) => [id, { payments: [], invoicesOfPayments: [], unpaidInvoices: [] }]),
  );
  const invoices = new Map<string, UnpaidInvoice>();
  for (const { charge_id, amount, at } of await listPayments(db, organizationId, chargeIds))
    charges.get(charge_id)?.payments.push({ date: localDateOf(period.timezone, at), amount });
  for (const { id, charge_id, amount, currency, rates, ...document } of await listDocuments(
    db,
    organizationId,
    chargeIds,
  )) {
    const charge = charges.get(charge_id);
    const { kind, due_on, refund_id, corrects_id, issued_on, paid_on } = document;
    if (kind === "credit_note") {
      if (refund_id === null)
        invoices.get(corrects_id ?? "")?.reductions.push({ date: issued_on, amount, chargeId: charge_id, rates });
    } else if (due_on === null) charge?.invoicesOfPayments.push({ date: paid_on ?? issued_on, amount });
    else {
      const invoice = invoices.get(id) ?? { id, currency, rates, lines: new Map(), reductions: [] };
      invoices.set(id, invoice);
      invoice.lines.set(charge_id, amount);
      charge?.unpaidInvoices.push(invoice);
    }
  }
  return { charges, invoices };
}

/** Pages of invoices whose money or amount moved in the period. */
export async function* walkMovedInvoices(scope: LedgerScope) {
  const ids = await listMovedInvoices(scope);
  for (let start = 0; start < ids.length; start += INVOICES_AT_ONCE) {
    const page = ids.slice(start, start + INVOICES_AT_ONCE);
    const { charges, invoices } = await loadInvoices(scope, page);
    yield { charges, invoices: page.flatMap((id) => invoices.get(id) ?? []) };
  }
}
