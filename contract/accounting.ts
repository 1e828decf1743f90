/** Accounting of an organization: the VAT that its documents tell. For who keeps the books. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { isAccountingPeriod } from "./accounting-period-rules.ts";
import { defineModule, get } from "./kit.ts";

/** `issued`: by the date of invoices and credit notes · `received`: by the date of the money, as VAT on services is due. */
export const vatBases = ["issued", "received"] as const;
export type VatBasis = (typeof vatBases)[number];

/** A month, `2026-11`, or a year, `2026`. */
const period = z
  .string()
  .check(z.refine(isAccountingPeriod, { error: "accounting.invalidPeriod" satisfies MessageKey }));

const vatQuery = z.object({
  /** Default: this month. */
  period: z.optional(period),
  /** Default: `issued`. */
  basis: z.optional(z.enum(["issued", "received"])),
});

/** Minor units; negative where more was credited or given back than sold. */
export const VatRow = z.object({
  month: z.string(),
  currency: z.string(),
  /** Hundredths of a percent, such as 887.5. */
  rate: z.number(),
  /** Sold without tax, although the seller charges it otherwise. */
  isExempt: z.boolean(),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
});
export type VatRow = z.infer<typeof VatRow>;

export const VatReport = z.object({
  period: z.string(),
  basis: z.enum(["issued", "received"]),
  /** By month, currency and rate, the highest rate first. Months without sales have none. */
  rows: z.array(VatRow),
});
export type VatReport = z.infer<typeof VatReport>;

export const accounting = defineModule("accounting", {
  vat: get("/organizations/{organizationId}/accounting/vat", {
    allow: "accounting.export",
    query: vatQuery,
    mayLag: true,
    summary: "VAT of a month or a year by rate, by the date of the documents or of the money",
    returns: VatReport,
  }),
  vatCsv: get("/organizations/{organizationId}/accounting/vat.csv", {
    allow: "accounting.export",
    query: vatQuery,
    summary: "The rows of the VAT report as CSV",
    returns: z.unknown(),
    raw: "download",
  }),
});
