import type { InvoiceListItem } from "#contract/invoices.ts";
import { numberCell, textCell, type ColumnContext } from "#server/kit/documents/csv-cells.ts";
import { platformOnly, moneyColumn, textColumn, labelColumn, type Column } from "#server/kit/documents/columns.ts";
import { methodLabels } from "#server/payments/export-columns.ts";

const kindLabels = { invoice: "invoices.invoice", credit_note: "invoices.creditNote" } as const;

/** VAT rates of French law. Other rates share a column, so that the columns are always the same. */
const knownRates = [2000, 1000, 550, 210];

const sumRates = (row: InvoiceListItem, of: "net" | "vat", has: (rate: number) => boolean): number =>
  row.rates.reduce((total, one) => total + (has(one.rate) ? one[of] : 0), 0);

const formatRate = (rate: number, { language }: ColumnContext) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(rate / 10_000);

const rateHeadings = [
  ["net", "invoices.netAt"],
  ["vat", "invoices.vatAt"],
] as const;
const rateColumns = knownRates.flatMap((rate) =>
  rateHeadings.map(([of, head]): Column<InvoiceListItem> => ({
    header: (reader) => textCell(reader.t(head, { rate: formatRate(rate, reader) })),
    cell: (row, { language }) => numberCell(sumRates(row, of, (one) => one === rate) / 100, language, 2),
  })),
);
const isOtherRate = (rate: number) => rate !== 0 && !knownRates.includes(rate);

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
  ...rateColumns,
  moneyColumn("invoices.untaxed", (row) => sumRates(row, "net", (rate) => rate === 0)),
  moneyColumn("invoices.netElse", (row) => sumRates(row, "net", isOtherRate)),
  moneyColumn("invoices.vatElse", (row) => sumRates(row, "vat", isOtherRate)),
  textColumn("organizations.id", (row) => row.id),
];
