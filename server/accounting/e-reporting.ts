/** E-reporting of a French seller: its sales to consumers by day, category and rate, and the payments for its services. */
import { sql } from "kysely";
import { dayBounds } from "#contract/hours-rules.ts";
import { isAnyOf, isPlannedForValues } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { InvoiceLine } from "#server/invoices/content.ts";
import { sumMoneyByRate } from "#server/invoices/rates-of-money.ts";
import type { TaxedMoney } from "#server/tills/tax-port.ts";
import type { RateTotal } from "#server/invoices/vat.ts";
import type { LedgerScope } from "./unpaid-invoices.ts";
import { createTaxSums } from "./vat-sums.ts";

/** TLB1: goods · TPS1: services · TNT1: not taxed. */
export type SaleCategory = "TLB1" | "TPS1" | "TNT1";

/** Minor units. */
export interface ReportedSum {
  /** Local date. */
  date: string;
  currency: string;
  /** Null for payments, which are of services. */
  category: SaleCategory | null;
  /** Hundredths of a percent. */
  rate: number;
  net: number;
  vat: number;
  gross: number;
}

const DOCUMENTS_AT_ONCE = 500;

interface DocumentRow {
  date: string;
  currency: string;
  lines: InvoiceLine[];
  /** Charges of goods that it is over. */
  goods_ids: string[];
  charge_count: number;
}

/** Companies get electronic invoices, which are not reported a second time. */
async function listDocumentIds({ db, organizationId, period: { from, to } }: LedgerScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where organization_id = ${organizationId} and kind <> 'receipt' and issued_on between ${from} and ${to}
      and not exists (
        select from customers
        where customers.organization_id = invoices.organization_id and customers.id = invoices.customer_id
          and customers.kind = 'company'
      ) and ${isPlannedForValues}
    order by issued_on, number`.execute(db);
  return rows.map(({ id }) => id);
}

async function listDocuments({ db, organizationId }: LedgerScope, ids: readonly string[]): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select invoices.issued_on as date, invoices.currency, invoices.content -> 'lines' as lines, sold.goods_ids,
      sold.charge_count
    from invoices
    cross join lateral (
      select count(*)::integer as charge_count,
        coalesce(array_agg(charges.id) filter (where charges.kind = 'goods'), '{}') as goods_ids
      from invoice_lines
      join charges on charges.organization_id = invoice_lines.organization_id and charges.id = invoice_lines.charge_id
      where invoice_lines.organization_id = invoices.organization_id and invoice_lines.invoice_id = invoices.id
    ) as sold
    where invoices.organization_id = ${organizationId} and ${isAnyOf("invoices.id", ids)}`.execute(db);
  return rows;
}

/** Lines of a document over one charge do not name it. */
function categoryOf({ goods_ids, charge_count }: DocumentRow, { chargeId, rate }: InvoiceLine): SaleCategory {
  if (rate === 0) return "TNT1";
  const isGoods =
    chargeId === undefined ? charge_count > 0 && goods_ids.length === charge_count : goods_ids.includes(chargeId);
  return isGoods ? "TLB1" : "TPS1";
}

const createSums = () => createTaxSums<ReportedSum>((row) => [row.date, row.category, row.rate, row.currency]);

/** By day, category and rate, the highest rate first. */
const sortSums = (sums: readonly ReportedSum[]): ReportedSum[] =>
  sums.toSorted(
    (one, other) =>
      one.date.localeCompare(other.date) ||
      (one.category ?? "").localeCompare(other.category ?? "") ||
      other.rate - one.rate ||
      one.currency.localeCompare(other.currency),
  );

/** By the date of the documents; credit notes count negatively. */
export async function sumReportedSales(scope: LedgerScope): Promise<ReportedSum[]> {
  const sums = createSums();
  const ids = await listDocumentIds(scope);
  for (let start = 0; start < ids.length; start += DOCUMENTS_AT_ONCE)
    for (const document of await listDocuments(scope, ids.slice(start, start + DOCUMENTS_AT_ONCE)))
      for (const line of document.lines) {
        const { rate, net, total } = line;
        const category = categoryOf(document, line);
        const { date, currency } = document;
        sums.add({ date, currency, category, rate, net, vat: total - net, gross: total });
      }
  return sortSums(sums.list());
}

interface MoneyRow {
  charge_id: string | null;
  payment_id: string;
  refund_id: string | null;
  amount: number;
  currency: string;
  at: Date;
}

/** Money of consumers. Goods are reported with their sale alone. */
async function listMoney({ db, organizationId, period }: LedgerScope): Promise<MoneyRow[]> {
  const start = new Date(dayBounds(period.from, period.timezone).start);
  const end = new Date(dayBounds(period.to, period.timezone).end);
  const { rows } = await sql<MoneyRow>`
    select charges.id as charge_id, moved.payment_id, moved.refund_id, moved.amount, moved.currency, moved.at
    from (
      select id as payment_id, null::uuid as refund_id, amount, currency, paid_at as at, event_id, charge_id
      from payments
      where organization_id = ${organizationId} and status = 'succeeded' and not is_taxed_ahead and paid_at >= ${start} and paid_at < ${end}
      union all
      select payments.id, refunds.id, -refunds.amount, payments.currency, refunds.updated_at, payments.event_id,
        payments.charge_id
      from refunds
      join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
      where refunds.organization_id = ${organizationId} and refunds.status = 'succeeded' and not payments.is_taxed_ahead
        and refunds.updated_at >= ${start} and refunds.updated_at < ${end}
    ) as moved
    left join charges on charges.organization_id = ${organizationId}
      and (charges.id = moved.charge_id or charges.event_id = moved.event_id)
    left join customers on customers.organization_id = ${organizationId} and customers.id = charges.customer_id
    where (charges.kind is null or charges.kind not in ('goods', 'top_up') and not charges.is_prepaid) and customers.kind is distinct from 'company'
      and ${isPlannedForValues}`.execute(db);
  const scope = { db, organizationId };
  const ofPayments = await readDebitsOfPayments(
    scope,
    rows.map(({ payment_id }) => payment_id),
  );
  const onDebits = await listChargesOnDebits(
    scope,
    rows.flatMap(({ charge_id }) => charge_id ?? []),
  );
  // Parts of one booking may be on both sides of the day on which the seller chose it.
  const wasOnDebits = ({ payment_id, charge_id }: MoneyRow) =>
    ofPayments.get(payment_id) ?? (charge_id !== null && onDebits.has(charge_id));
  return rows.filter((row) => !wasOnDebits(row));
}

const isInvoiceOnDebits = sql<boolean>`coalesce((invoices.content ->> 'isOnDebits')::boolean, false)`;

/** Whether the invoice that a payment has of its own is on debits; refunds go with their payment. */
async function readDebitsOfPayments(
  { db, organizationId }: Pick<LedgerScope, "db" | "organizationId">,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const found = await db
    .selectFrom("invoices")
    .select(["payment_id", isInvoiceOnDebits.as("is_on_debits")])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("payment_id", [...new Set(paymentIds)]))
    .where("kind", "=", "invoice")
    .execute();
  return new Map(found.flatMap(({ payment_id, is_on_debits }) => (payment_id ? [[payment_id, is_on_debits]] : [])));
}

/** Their VAT was due with the invoice, so that their money is not reported. */
async function listChargesOnDebits(
  { db, organizationId }: Pick<LedgerScope, "db" | "organizationId">,
  chargeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom("invoice_lines as lines")
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "lines.organization_id")
        .onRef("invoices.id", "=", "lines.invoice_id"),
    )
    .select("lines.charge_id")
    .where("lines.organization_id", "=", organizationId)
    .where(isAnyOf("lines.charge_id", chargeIds))
    .where(isInvoiceOnDebits)
    .execute();
  return new Set(found.map(({ charge_id }) => charge_id));
}

/** By the day of the money, in the rates of its documents; refunds count negatively. Money that bears no tax is left out. */
export async function sumReportedPayments(scope: LedgerScope): Promise<ReportedSum[]> {
  const { db, organizationId, period } = scope;
  const sums = createSums();
  const byDay = Map.groupBy(
    await listMoney(scope),
    ({ at, currency }) => `${localDateOf(period.timezone, at)} ${currency}`,
  );
  for (const [day, its] of byDay) {
    const [date = "", currency = ""] = day.split(" ");
    const money = its.map(({ payment_id: paymentId, refund_id: refundId, amount }): TaxedMoney => ({
      paymentId,
      refundId,
      amount,
    }));
    const rates: RateTotal[] = await sumMoneyByRate({ db, organizationId }, money);
    for (const { rate, net, vat, gross } of rates)
      if (rate > 0) sums.add({ date, currency, category: null, rate, net, vat, gross });
  }
  return sortSums(sums.list());
}
