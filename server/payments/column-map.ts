import { Payment, PaymentDraft } from "#contract/payments.ts";
import { columnMap, noColumn } from "#server/kit/db/column-map.ts";

export const paymentColumnMap = columnMap(
  { table: "payments", draft: PaymentDraft, entity: Payment },
  {
    method: "method",
    amount: "amount",
    note: "note",
    email: noColumn("kept on the customer"),
    tillId: noColumn("a movement of the till"),
    voucherCode: noColumn("a use of the voucher"),
  },
);
