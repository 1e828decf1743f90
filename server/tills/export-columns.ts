import type { TillClosing, TillMovement, TillMovementKind } from "#contract/tills.ts";
import {
  countColumn,
  dateTimeColumn,
  labelColumn,
  moneyColumn,
  platformOnly,
  textColumn,
  type Column,
} from "#server/kit/documents/columns.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { MessageKey } from "#messages/keys.ts";
import { rateColumns } from "#server/kit/documents/rate-columns.ts";
import { methodLabels } from "#server/payments/export-columns.ts";

export const movementLabels = {
  payment: "tills.kindPayment",
  refund: "tills.kindRefund",
  paid_in: "tills.kindPaidIn",
  paid_out: "tills.kindPaidOut",
  bank: "tills.kindBank",
  correction: "tills.kindCorrection",
} as const satisfies Record<TillMovementKind, MessageKey>;

export const tillMovementColumns: Column<TillMovement>[] = [
  dateTimeColumn("payments.movedAt", (row) => row.created_at),
  textColumn("tills.one", (row) => row.till.name),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  labelColumn("payments.kind", movementLabels, (row) => row.kind),
  textColumn("payments.user", (row) => row.payer),
  textColumn("payments.paidFor", (row) => row.label),
  labelColumn("payments.method", methodLabels, (row) => row.method),
  moneyColumn("payments.amount", (row) => row.amount),
  textColumn("organizations.currency", (row) => row.currency),
  textColumn("payments.colleague", (row) => row.colleague?.fullName ?? null),
  textColumn("payments.note", (row) => row.reason),
  textColumn("tills.correctsId", (row) => row.correctsMovementId),
  countColumn("tills.corrects", (row) => row.correctsClosing?.number ?? null),
  textColumn("organizations.id", (row) => row.id),
];

const sumOf = (row: TillClosing, member: "expected" | "counted", method: TillClosing["methods"][number]["method"]) =>
  row.methods.find((one) => one.method === method)?.[member] ?? 0;

export const tillClosingColumns: Column<TillClosing>[] = [
  textColumn("tills.one", (row) => row.till.name),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  countColumn("tills.number", (row) => row.number),
  textColumn("tills.day", (row) => row.businessDate),
  dateTimeColumn("tills.openedAt", (row) => row.openedAt),
  textColumn("tills.openedBy", (row) => row.openedBy.fullName),
  dateTimeColumn("tills.closedAt", (row) => row.closedAt),
  textColumn("tills.closedBy", (row) => row.closedBy.fullName),
  moneyColumn("tills.openingFloat", (row) => row.float),
  moneyColumn("tills.cashExpected", (row) => sumOf(row, "expected", "cash")),
  moneyColumn("tills.cashCounted", (row) => sumOf(row, "counted", "cash")),
  moneyColumn("tills.checksExpected", (row) => sumOf(row, "expected", "check")),
  moneyColumn("tills.checksCounted", (row) => sumOf(row, "counted", "check")),
  moneyColumn("tills.cardExpected", (row) => sumOf(row, "expected", "card_on_site")),
  moneyColumn("tills.cardCounted", (row) => sumOf(row, "counted", "card_on_site")),
  moneyColumn("tills.difference", (row) => row.difference),
  textColumn("tills.reasons", (row) => row.methods.flatMap(({ reason }) => reason ?? [])),
  moneyColumn("tills.banked", (row) => row.banked),
  moneyColumn("tills.nextFloat", (row) => row.nextFloat),
  moneyColumn("tills.total", (row) => row.total),
  moneyColumn("tills.perpetualTotal", (row) => row.perpetualTotal),
  textColumn("organizations.currency", (row) => row.currency),
  textColumn("tills.productsTitle", ({ products, currency }, { t, language }) =>
    (products ?? []).map(({ product, payments, refunds }) => {
      const amount = formatMoney(payments.amount + refunds.amount, currency, language);
      return t("tills.productAmount", { name: product?.name ?? t("tills.bookings"), amount });
    }),
  ),
  ...rateColumns<TillClosing>((row) => row.rates ?? []),
];
