import { receiptLog } from "#contract/receipt-log.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { appendExport, noteReceipt } from "./append.ts";
import { downloadArchive } from "./archive.ts";
import { listTotals, readLog } from "./totals.ts";
import { verifyLogs } from "./verify.ts";

export default serveModule(
  receiptLog,
  {
    read: readLog,
    totals: (call) => listTotals(call, call.query),
    archive: downloadArchive,
    verification: verifyLogs,
  },
  {
    "payments.succeeded": async (context, { paymentId }) => noteReceipt(context, { of: "payment", id: paymentId }),
    "payments.refunded": async (context, { refundId }) => noteReceipt(context, { of: "refund", id: refundId }),
    "payments.refundFailed": async (context, { refundId }) =>
      noteReceipt(context, { of: "failedRefund", id: refundId }),
    "payments.refundPaidOtherwise": async (context, { refundId }) =>
      noteReceipt(context, { of: "refund", id: refundId }),
    "invoices.issued": async (context, { invoiceId }) => noteReceipt(context, { of: "document", id: invoiceId }),
    "invoices.downloaded": (context, { month }) => appendExport(context, { list: "invoices", month }),
    "tills.closed": async (context, { closingId }) => noteReceipt(context, { of: "tillClosing", id: closingId }),
    "tills.corrected": async (context, { movementId }) =>
      noteReceipt(context, { of: "tillCorrection", id: movementId }),
  },
);
