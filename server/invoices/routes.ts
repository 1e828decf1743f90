import { invoices } from "#contract/invoices.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { downloadInvoice } from "./download.ts";
import { downloadMonth } from "./month-zip.ts";
import { creditExcess } from "./credit-notes.ts";
import { issueCreditNote, issueInvoice, issueInvoiceTogether } from "./follow-payments.ts";
import { invoiceCharges } from "./issue-unpaid.ts";
import { invoiceMonth } from "./monthly.ts";
import { beginMonthlyRuns } from "./monthly-jobs.ts";
import { listInvoices, listInvoiceSums } from "./queries.ts";
import { sendInvoice } from "./send.ts";

export default serveModule(
  invoices,
  {
    list: ({ db, organizationId, query }) => listInvoices(db, organizationId, query),
    create: invoiceCharges,
    monthly: invoiceMonth,
    sums: ({ db, organizationId, query }) => listInvoiceSums(db, organizationId, query),
    read: downloadInvoice,
    month: downloadMonth,
    send: sendInvoice,
  },
  {
    "payments.succeeded": issueInvoice,
    "payments.takenTogether": issueInvoiceTogether,
    "charges.overInvoiced": creditExcess,
    "payments.refunded": issueCreditNote,
    "customers.termsChanged": beginMonthlyRuns,
  },
);
