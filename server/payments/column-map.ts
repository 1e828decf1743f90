import { Payment, PaymentDraft } from "#contract/payments.ts";
import { columnMap } from "#server/kit/db/column-map.ts";

export const paymentColumnMap = columnMap(
  { table: "payments", draft: PaymentDraft, entity: Payment },
  { method: "method", amount: "amount", note: "note" },
);
