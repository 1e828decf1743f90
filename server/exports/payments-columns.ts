/** The columns of payments. */
import type { Payment, PaymentState } from "#contract/payments.ts";
import { everywhere, moment, money, text, word, yesNo, type Column } from "#server/kit/columns.ts";
import { methodLabels } from "#server/invoices/columns.ts";
import { numberCell } from "#server/kit/cells.ts";
import type { WordKey } from "#words/keys.ts";

const statusLabels = {
  created: "payments.statusCreated",
  processing: "payments.statusProcessing",
  succeeded: "payments.statusSucceeded",
  failed: "payments.statusFailed",
  canceled: "payments.statusCanceled",
} as const satisfies Record<PaymentState, WordKey>;

/** Until the provider tells them they are not known, which is not the same as none. */
const fees: Column<Payment> = {
  head: ({ t }) => t("payments.fees"),
  cell: ({ stripeFee }, { language }) => numberCell(stripeFee === null ? null : stripeFee / 100, language, 2),
};

export const paymentColumns: Column<Payment>[] = [
  text("payments.user", (row) => row.user.fullName),
  everywhere(text("events.organization", (row) => row.organization.name)),
  text("invoices.event", (row) => row.event.name),
  text("events.field", (row) => row.event.fieldName),
  word("payments.method", methodLabels, (row) => row.method),
  word("payments.status", statusLabels, (row) => row.status),
  money("payments.amount", (row) => row.amount),
  fees,
  money("payments.refunded", (row) => row.refunded),
  text("organizations.currency", (row) => row.currency),
  text("organizations.country", (row) => row.country.name),
  yesNo("payments.disputed", (row) => row.isDisputed),
  moment("payments.paidAt", (row) => row.paid_at),
  text("payments.failure", (row) => row.failure),
  text("payments.note", (row) => row.note),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => row.id),
];
