import type { Payment, PaymentMethod, PaymentState } from "#contract/payments.ts";
import {
  platformOnly,
  dateTimeColumn,
  moneyColumn,
  textColumn,
  labelColumn,
  booleanColumn,
  type Column,
} from "#server/kit/documents/columns.ts";
import { numberCell } from "#server/kit/documents/csv-cells.ts";
import type { MessageKey } from "#messages/keys.ts";

export const methodLabels = {
  card: "payments.methodCard",
  card_on_site: "payments.methodCardOnSite",
  cash: "payments.methodCash",
  check: "payments.methodCheck",
  transfer: "payments.methodTransfer",
} as const satisfies Record<PaymentMethod, MessageKey>;

const statusLabels = {
  created: "payments.statusCreated",
  processing: "payments.statusProcessing",
  succeeded: "payments.statusSucceeded",
  failed: "payments.statusFailed",
  canceled: "payments.statusCanceled",
} as const satisfies Record<PaymentState, MessageKey>;

/** Empty until the provider reports fees, because unknown is not zero. */
const feesColumn: Column<Payment> = {
  header: ({ t }) => t("payments.fees"),
  cell: ({ stripeFee }, { language }) => numberCell(stripeFee === null ? null : stripeFee / 100, language, 2),
};

export const paymentColumns: Column<Payment>[] = [
  textColumn("payments.user", (row) => row.user.fullName),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  textColumn("invoices.event", (row) => row.event.name),
  textColumn("events.field", (row) => row.event.fieldName),
  labelColumn("payments.method", methodLabels, (row) => row.method),
  labelColumn("payments.status", statusLabels, (row) => row.status),
  moneyColumn("payments.amount", (row) => row.amount),
  feesColumn,
  moneyColumn("payments.refunded", (row) => row.refunded),
  textColumn("organizations.currency", (row) => row.currency),
  textColumn("organizations.country", (row) => row.country.name),
  booleanColumn("payments.disputed", (row) => row.isDisputed),
  dateTimeColumn("payments.paidAt", (row) => row.paid_at),
  textColumn("payments.failure", (row) => row.failure),
  textColumn("payments.note", (row) => row.note),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => row.id),
];
