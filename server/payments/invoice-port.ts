/** Port from payments to invoices; registered in `app.ts`. */
import type { Invoice } from "#contract/invoice-shape.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { definePort } from "#server/kit/process/ports.ts";

/** A document over what a payment has settled; it may be over other payments too. */
export interface InvoiceOfPayment {
  askedPaymentId: string;
  invoice: Invoice;
}

export interface InvoicePort {
  listInvoicesOfPayments(
    db: Database,
    payments: readonly { organizationId: string; id: string }[],
  ): Promise<InvoiceOfPayment[]>;
  listCreditNotesOfRefund(
    db: Database,
    organizationId: string,
    refundId: string,
  ): Promise<{ id: string; name: string; kind: string }[]>;
  /** @returns the PDF @throws HttpError 404 */
  readInvoice(appContext: AppContext, organizationId: string, invoiceId: string): Promise<Buffer>;
}

export const invoicePort = definePort<InvoicePort>({
  listInvoicesOfPayments: async () => [],
  listCreditNotesOfRefund: async () => [],
  readInvoice: async () => {
    throw notFound();
  },
});
