import type { InvoiceListItem } from "#contract/invoices.ts";
import { platformOnly, moneyColumn, textColumn, labelColumn, type Column } from "#server/kit/documents/columns.ts";
import { rateColumns } from "#server/kit/documents/rate-columns.ts";
import { methodLabels } from "#server/payments/export-columns.ts";

const kindLabels = {
  invoice: "invoices.invoice",
  credit_note: "invoices.creditNote",
  receipt: "invoices.receipt",
} as const;

export const invoiceColumns: Column<InvoiceListItem>[] = [
  textColumn("invoices.number", (row) => row.name),
  labelColumn("invoices.kind", kindLabels, (row) => row.kind),
  textColumn("invoices.issuedOn", (row) => row.issuedOn),
  textColumn("invoices.suppliedOn", (row) => row.suppliedOn),
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  textColumn("invoices.buyer", (row) => row.buyerName),
  textColumn("invoices.event", (row) => row.eventName),
  labelColumn("payments.method", methodLabels, (row) => row.method),
  textColumn("invoices.correctsNumber", (row) => row.correctsName),
  moneyColumn("invoices.net", (row) => row.totalAmount - row.taxAmount),
  moneyColumn("invoices.tax", (row) => row.taxAmount),
  moneyColumn("invoices.gross", (row) => row.totalAmount),
  textColumn("invoices.dueOn", (row) => row.dueOn),
  moneyColumn("invoices.toPay", (row) => row.toPay),
  textColumn("organizations.currency", (row) => row.currency),
  ...rateColumns<InvoiceListItem>((row) => row.rates),
  textColumn("organizations.id", (row) => row.id),
];
