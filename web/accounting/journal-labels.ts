import type { Journal } from "#contract/accounting.ts";

export const journalLabels = {
  VE: "accounting.journalSales",
  CA: "accounting.journalCash",
  BQ: "accounting.journalBank",
  OD: "accounting.journalOther",
} as const satisfies Record<Journal, string>;
