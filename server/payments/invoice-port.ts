/** Port from payments to invoices; registered in `app.ts`. */
import type { Invoice } from "#contract/invoice-shape.ts";
import type { Database } from "#server/kit/db/database.ts";
import { definePort } from "#server/kit/process/ports.ts";

export interface InvoicePort {
  listInvoicesOfPayments(db: Database, payments: readonly { organizationId: string; id: string }[]): Promise<Invoice[]>;
}

export const invoicePort = definePort<InvoicePort>({ listInvoicesOfPayments: async () => [] });
