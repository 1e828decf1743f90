/** Columns of the entries of a month as CSV, for people. */
import { receiptKinds, type ReceiptKind } from "#contract/receipt-log.ts";
import { paymentMethods, type PaymentMethod } from "#contract/payments.ts";
import {
  countColumn,
  dateTimeColumn,
  labelColumn,
  moneyColumn,
  textColumn,
  type Column,
} from "#server/kit/documents/columns.ts";
import { methodLabels } from "#server/payments/export-columns.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { LogEntry } from "./queries.ts";

const kindLabels = {
  start: "receipt-log.kindStart",
  payment: "receipt-log.kindPayment",
  refund: "receipt-log.kindRefund",
  refund_failed: "receipt-log.kindRefundFailed",
  invoice: "receipt-log.kindInvoice",
  credit_note: "receipt-log.kindCreditNote",
  receipt: "receipt-log.kindReceipt",
  till_closing: "receipt-log.kindTillClosing",
  till_correction: "receipt-log.kindTillCorrection",
  export: "receipt-log.kindExport",
  archive: "receipt-log.kindArchive",
  day_total: "receipt-log.kindDayTotal",
  month_total: "receipt-log.kindMonthTotal",
  year_total: "receipt-log.kindYearTotal",
} as const satisfies Record<ReceiptKind, MessageKey>;

interface Facts {
  amount?: number;
  total?: number;
  corrected?: number;
  perpetualTotal?: number;
  method?: string;
  currency?: string;
  /** A document or the report of a till has one. */
  number?: string | number;
  from?: string;
  month?: string;
  payment?: string;
}
interface EntryRow extends LogEntry {
  facts: Facts;
}

export const toEntryRow = (entry: LogEntry): EntryRow => ({ ...entry, facts: JSON.parse(entry.payload) as Facts });

const findOne = <T extends string>(known: readonly T[], value: string | undefined): T | null =>
  known.find((one) => one === value) ?? null;

export const entryColumns: Column<EntryRow>[] = [
  countColumn("receipt-log.seq", ({ seq }) => seq),
  dateTimeColumn("receipt-log.at", ({ at }) => at.toISOString()),
  labelColumn("receipt-log.kind", kindLabels, ({ kind }) => findOne(receiptKinds, kind)),
  textColumn("receipt-log.about", ({ facts: { number, from, month, payment } }) =>
    String(number ?? from ?? month ?? payment ?? ""),
  ),
  labelColumn("payments.method", methodLabels, ({ facts }) => findOne<PaymentMethod>(paymentMethods, facts.method)),
  moneyColumn("payments.amount", ({ facts: { amount, total, corrected } }) => amount ?? corrected ?? total ?? null),
  moneyColumn("receipt-log.perpetualTotal", ({ facts }) => facts.perpetualTotal ?? null),
  textColumn("organizations.currency", ({ facts }) => facts.currency ?? null),
  textColumn("receipt-log.sha256", ({ sha256 }) => sha256.toString("hex")),
];
