import { invoices } from "#contract/invoices.ts";
import { serve } from "#server/kit/serve.ts";
import { download, month } from "./download.ts";
import { issueCreditNote, issueInvoice } from "./issue.ts";
import { listInvoices, listInvoicesOf, listSums } from "./queries.ts";

export default serve(
  invoices,
  {
    list: ({ db, organizationId, query }) => listInvoices(db, organizationId, query),
    sums: ({ db, organizationId, query }) => listSums(db, organizationId, query),
    read: download,
    month,
  },
  {
    "payments.succeeded": issueInvoice,
    "payments.refunded": issueCreditNote,
    "payments.shown": async ({ db }, { payments, invoices: shown }) =>
      void shown.push(...(await listInvoicesOf(db, payments))),
  },
);
