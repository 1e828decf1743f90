/** What an accountant wants of each invoice: amounts without VAT and the VAT itself, each rate in columns of its own. */
import type { ListedInvoice } from "#contract/invoices.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { numberCell, textCell, type Reader } from "#server/kit/cells.ts";
import { everywhere, money, text, word, type Column } from "#server/kit/columns.ts";
import type { WordKey } from "#words/keys.ts";

export const methodLabels = {
  card: "payments.methodCard",
  card_on_site: "payments.methodCardOnSite",
  cash: "payments.methodCash",
  check: "payments.methodCheck",
  transfer: "payments.methodTransfer",
} as const satisfies Record<PaymentMethod, WordKey>;
const kindLabels = { invoice: "invoices.invoice", credit_note: "invoices.creditNote" } as const;

/** The rates that the law of France knows; any other is told apart from them, so that the columns are always the same. */
const knownRates = [2000, 1000, 550, 210];

const sum = (row: ListedInvoice, of: "net" | "vat", has: (rate: number) => boolean): number =>
  row.rates.reduce((total, one) => total + (has(one.rate) ? one[of] : 0), 0);

const percent = (rate: number, { language }: Reader) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(rate / 10_000);

const rateHeads = [
  ["net", "invoices.netAt"],
  ["vat", "invoices.vatAt"],
] as const;
const rateColumns = knownRates.flatMap((rate) =>
  rateHeads.map(([of, head]): Column<ListedInvoice> => ({
    head: (reader) => textCell(reader.t(head, { rate: percent(rate, reader) })),
    cell: (row, { language }) => numberCell(sum(row, of, (one) => one === rate) / 100, language, 2),
  })),
);
const isUnknown = (rate: number) => rate !== 0 && !knownRates.includes(rate);

export const invoiceColumns: Column<ListedInvoice>[] = [
  text("invoices.number", (row) => row.name),
  word("invoices.kind", kindLabels, (row) => row.kind),
  text("invoices.issuedOn", (row) => row.issuedOn),
  text("invoices.suppliedOn", (row) => row.suppliedOn),
  everywhere(text("events.organization", (row) => row.organization.name)),
  text("invoices.buyer", (row) => row.buyerName),
  text("invoices.event", (row) => row.eventName),
  word("payments.method", methodLabels, (row) => row.method),
  text("invoices.correctsNumber", (row) => row.correctsName),
  money("invoices.net", (row) => row.totalAmount - row.taxAmount),
  money("invoices.tax", (row) => row.taxAmount),
  money("invoices.gross", (row) => row.totalAmount),
  text("organizations.currency", (row) => row.currency),
  ...rateColumns,
  money("invoices.untaxed", (row) => sum(row, "net", (rate) => rate === 0)),
  money("invoices.netElse", (row) => sum(row, "net", isUnknown)),
  money("invoices.vatElse", (row) => sum(row, "vat", isUnknown)),
  text("organizations.id", (row) => row.id),
];
