/** Adds up VAT by month, currency and rate. */
import type { VatRow } from "#contract/accounting.ts";

export interface VatSums {
  add(row: VatRow): void;
  /** By month, currency and rate, the highest rate first; sums of nothing are left out. */
  list(): VatRow[];
}

export function createVatSums(): VatSums {
  const sums = new Map<string, VatRow>();
  return {
    add(row) {
      const key = JSON.stringify([row.month, row.currency, row.rate, row.isExempt]);
      const sum = sums.get(key);
      if (!sum) return void sums.set(key, { ...row });
      sum.net += row.net;
      sum.vat += row.vat;
      sum.gross += row.gross;
    },
    list: () =>
      [...sums.values()]
        .filter(({ net, vat, gross }) => net !== 0 || vat !== 0 || gross !== 0)
        .toSorted(
          (one, other) =>
            one.month.localeCompare(other.month) ||
            one.currency.localeCompare(other.currency) ||
            other.rate - one.rate ||
            Number(one.isExempt) - Number(other.isExempt),
        ),
  };
}
