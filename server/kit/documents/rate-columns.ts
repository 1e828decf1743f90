/** Columns of CSV exports for sums by tax rate. */
import type { Language } from "#messages/translator.ts";
import { moneyColumn, type Column } from "./columns.ts";
import { numberCell, textCell } from "./csv-cells.ts";

interface RateSum {
  /** Hundredths of a percent. */
  rate: number;
  net: number;
  vat: number;
}

/** VAT rates of French law. Other rates share a column, so that the columns are always the same. */
const knownRates = [2000, 1000, 550, 210];

const sumRates = (rates: readonly RateSum[], of: "net" | "vat", has: (rate: number) => boolean): number =>
  rates.reduce((total, one) => total + (has(one.rate) ? one[of] : 0), 0);

/** @param rate hundredths of a percent, such as 887.5 @returns `8.875%`, `8,875 %` */
export const formatRate = (rate: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 }).format(rate / 10_000);

const rateHeadings = [
  ["net", "invoices.netAt"],
  ["vat", "invoices.vatAt"],
] as const;
const isOtherRate = (rate: number) => rate !== 0 && !knownRates.includes(rate);

export const rateColumns = <R>(read: (row: R) => readonly RateSum[]): Column<R>[] => [
  ...knownRates.flatMap((rate) =>
    rateHeadings.map(([of, head]): Column<R> => ({
      header: (reader) => textCell(reader.t(head, { rate: formatRate(rate, reader.language) })),
      cell: (row, { language }) => numberCell(sumRates(read(row), of, (one) => one === rate) / 100, language, 2),
    })),
  ),
  moneyColumn("invoices.untaxed", (row) => sumRates(read(row), "net", (rate) => rate === 0)),
  moneyColumn("invoices.netElse", (row) => sumRates(read(row), "net", isOtherRate)),
  moneyColumn("invoices.vatElse", (row) => sumRates(read(row), "vat", isOtherRate)),
];
