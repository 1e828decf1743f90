import type { Debt, Movement, Payment, PaymentMethod, PaymentState } from "#contract/payments.ts";
import {
  platformOnly,
  dateTimeColumn,
  moneyColumn,
  textColumn,
  labelColumn,
  localDateTimeColumn,
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
  balance: "payments.methodBalance",
  voucher: "payments.methodVoucher",
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
  textColumn("payments.paidFor", (row) => row.label),
  textColumn("events.field", (row) => row.event?.fieldName ?? null),
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

export const debtColumns: Column<Debt>[] = [
  textColumn("payments.user", (row) => row.customer?.name ?? null),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  textColumn("invoices.event", (row) => row.name),
  textColumn("events.field", (row) => row.fieldName),
  textColumn("fields.facility", (row) => row.facilityName),
  localDateTimeColumn("events.startTime", (row) => row.startTime),
  textColumn("facilities.timezone", (row) => row.timezone),
  booleanColumn("payments.overdue", (row) => row.isOverdue),
  moneyColumn("payments.price", (row) => row.price),
  moneyColumn("payments.due", (row) => row.due),
  textColumn("organizations.currency", (row) => row.currency),
  dateTimeColumn("payments.reminded", (row) => row.remindedAt),
  textColumn("organizations.id", (row) => row.id),
];

const kindLabels = { payment: "payments.one", refund: "payments.refundOne" } as const satisfies Record<
  Movement["kind"],
  MessageKey
>;

export const movementColumns: Column<Movement>[] = [
  dateTimeColumn("payments.movedAt", (row) => row.at),
  labelColumn("payments.kind", kindLabels, (row) => row.kind),
  textColumn("payments.user", (row) => row.payer),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  textColumn("payments.paidFor", (row) => row.label),
  textColumn("events.field", (row) => row.event?.fieldName ?? null),
  labelColumn("payments.method", methodLabels, (row) => row.method),
  moneyColumn("payments.amount", (row) => row.amount),
  textColumn("organizations.currency", (row) => row.currency),
  textColumn("payments.colleague", (row) => row.colleague?.fullName ?? null),
  textColumn("payments.note", (row) => row.reason),
  textColumn("organizations.id", (row) => row.id),
];
