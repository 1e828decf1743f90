/** Adds up net amounts, tax and gross amounts. */
import type { VatRow } from "#contract/accounting.ts";

/** Minor units. */
interface TaxedAmounts {
  net: number;
  vat: number;
  gross: number;
}
export interface TaxSums<Row> {
  add(row: Row): void;
  /** Sums of nothing are left out. */
  list(): Row[];
}

/** @param keyOf what rows that are added up have in common */
export function createTaxSums<Row extends TaxedAmounts>(keyOf: (row: Row) => readonly unknown[]): TaxSums<Row> {
  const sums = new Map<string, Row>();
  return {
    add(row) {
      const key = JSON.stringify(keyOf(row));
      const sum = sums.get(key);
      if (!sum) return void sums.set(key, { ...row });
      sum.net += row.net;
      sum.vat += row.vat;
      sum.gross += row.gross;
    },
    list: () => [...sums.values()].filter(({ net, vat, gross }) => net !== 0 || vat !== 0 || gross !== 0),
  };
}

/** By month, currency and rate, the highest rate first. */
export function createVatSums(): TaxSums<VatRow> {
  const sums = createTaxSums<VatRow>((row) => [row.month, row.currency, row.rate, row.isExempt]);
  return {
    add: sums.add,
    list: () =>
      sums
        .list()
        .toSorted(
          (one, other) =>
            one.month.localeCompare(other.month) ||
            one.currency.localeCompare(other.currency) ||
            other.rate - one.rate ||
            Number(one.isExempt) - Number(other.isExempt),
        ),
  };
}
