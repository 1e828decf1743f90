/** Invoices and credit notes of the demo's payments: built by the product's own rules, and written in bulk. */
import type { Insertable } from "kysely";
import type { ActivityTable, ChangesTable, InvoiceCountersTable } from "#server/kit/db/tables.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import {
  buildInvoiceRow,
  draftCreditNote,
  draftInvoice,
  formatInvoiceNumber,
  invoiceSeriesOfDraft,
  type InvoiceRow,
} from "#server/invoices/issue.ts";
import { listInvoicedPayments } from "#server/invoices/queries.ts";
import type { DemoPayments } from "./payments.ts";

export interface DemoInvoices {
  invoices: InvoiceRow[];
  counters: Insertable<InvoiceCountersTable>[];
  activity: Insertable<ActivityTable>[];
  /** Changes that have not expired: streams and replicas go by the latest. */
  changes: Insertable<ChangesTable>[];
}

/** Older entries have left the first pages of the activity. */
const ACTIVITY_MS = 14 * 86_400_000;
const CHANGES_MS = 86_400_000;

/** The payments and their events are written already. In order of time, because numbers and dates increase together. */
export async function generateDemoInvoices(
  db: Database,
  { payments, refunds }: Pick<DemoPayments, "payments" | "refunds">,
  now: Date,
): Promise<DemoInvoices> {
  const organizationIds = [...new Set(payments.map(({ organization_id }) => organization_id))];
  const rows = await listInvoicedPayments(db, organizationIds);
  const paidById = new Map(rows.map((row) => [row.id, row]));
  const documents = [
    ...rows.map((row) => ({ at: row.paid_at ?? now, paymentId: row.id, refund: undefined })),
    ...refunds
      .filter(({ status }) => status === "succeeded")
      .map((refund) => ({ at: refund.created_at, paymentId: refund.payment_id, refund })),
  ].toSorted((a, b) => +a.at - +b.at || (a.paymentId < b.paymentId ? -1 : 1));
  const invoices: InvoiceRow[] = [];
  const invoiceOfPayment = new Map<string, InvoiceRow>();
  const counters = new Map<string, { organization_id: string; series: string; last: number; last_issued_on: string }>();
  for (const { at, paymentId, refund } of documents) {
    const paid = paidById.get(paymentId);
    if (!paid) throw new Error(`No payment ${paymentId}`);
    const { organization_id } = paid;
    const invoice = invoiceOfPayment.get(paymentId);
    if (refund && !invoice) throw new Error(`No invoice to correct of ${paymentId}`);
    // The demo's events are paid once and refunded once: no earlier document shares their VAT.
    const draft =
      refund && invoice
        ? draftCreditNote(
            paid,
            { id: refund.id, amount: refund.amount, reason: refund.reason ?? null, paymentId },
            { invoice, now: at, earlier: [] },
          )
        : draftInvoice(paid, { paymentId, now: at, earlier: [] });
    const series = invoiceSeriesOfDraft(draft);
    const issuedOn = localDateOf(paid.timezone, at);
    const key = `${organization_id} ${series}`;
    const before = counters.get(key);
    const isSameYear = before?.last_issued_on.slice(0, 4) === issuedOn.slice(0, 4);
    const last = isSameYear ? before.last + 1 : 1;
    counters.set(key, { organization_id, series, last, last_issued_on: issuedOn });
    const number = formatInvoiceNumber(series, issuedOn, last);
    const row = buildInvoiceRow(draft, { organizationId: organization_id, now: at, number, issuedOn });
    invoices.push(row);
    if (!refund) invoiceOfPayment.set(paymentId, row);
  }
  const activity = invoices
    .filter(({ created_at }) => now.getTime() - created_at.getTime() < ACTIVITY_MS)
    .map((row) => ({
      organization_id: row.organization_id,
      id: uuidv7(row.created_at),
      at: row.created_at,
      actor_id: null,
      act: "invoices.issue",
      subject_id: row.id,
      before: null,
      after: JSON.stringify({
        number: row.number,
        totalAmount: row.total_amount,
        taxAmount: row.tax_amount,
        currency: row.currency,
      }),
      address: null,
    }));
  const changes = activity
    .filter(({ at }) => now.getTime() - at.getTime() < CHANGES_MS)
    .map(({ organization_id, subject_id, at }) => ({ organization_id, module: "invoices", subject_id, at }));
  return { invoices, counters: [...counters.values()], activity, changes };
}
