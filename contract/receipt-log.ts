/**
 * Receipt log of French tax law: what is paid, given back, invoiced, counted and archived, in a chain of hashes. All amounts
 * are minor units.
 */
import * as z from "zod/mini";
import { get, instant, defineModule, ListQuery, page } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

export const receiptKinds = [
  "start",
  "payment",
  "refund",
  "refund_failed",
  "invoice",
  "credit_note",
  "receipt",
  "till_closing",
  "till_correction",
  "export",
  "archive",
  "day_total",
  "month_total",
  "year_total",
] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

export const ReceiptLogVerification = z.object({
  /** Those that are whole: all, or those before the first broken one. */
  entries: z.int(),
  /** Totals of days, months and years whose signature is right. */
  signatures: z.int(),
  /** Totals that another installation signed, before the organization was moved to this one. */
  signedElsewhere: z.int(),
  firstAt: z.nullable(instant),
  lastAt: z.nullable(instant),
  /** The first one that is not whole; null if all are. */
  broken: z.nullable(
    z.object({
      organization: EntityRef,
      seq: z.int(),
      /** Null if it is missing. */
      at: z.nullable(instant),
      problem: z.enum(["missing", "changed", "signature"]),
    }),
  ),
});
export type ReceiptLogVerification = z.infer<typeof ReceiptLogVerification>;

export const ReceiptLog = z.object({
  /** False for an organization outside France without entries of before. */
  isKept: z.boolean(),
  entries: z.int(),
  firstAt: z.nullable(instant),
  lastAt: z.nullable(instant),
});
export type ReceiptLog = z.infer<typeof ReceiptLog>;

const Sum = z.object({ count: z.int(), amount: z.int() });

/** The last download of a month. */
const ReceiptArchive = z.object({ at: instant, bytes: z.int(), sha256: z.string() });

export const ReceiptTotal = z.object({
  organization: EntityRef,
  seq: z.int(),
  /** Local date on which the period began. */
  from: z.iso.date(),
  /** When it was closed. */
  at: instant,
  entries: z.int(),
  payments: Sum,
  /** The amount is negative. */
  refunds: Sum,
  methods: z.array(z.object({ method: z.string(), payments: z.int(), refunds: z.int() })),
  /** Sums of invoices and credit notes; rates in hundredths of a percent, such as 887.5. */
  rates: z.array(z.object({ rate: z.number(), net: z.int(), vat: z.int(), gross: z.int() })),
  /** Payments less refunds. */
  total: z.int(),
  /** The sum of everything until the end of the period, the time before the log included. */
  perpetualTotal: z.int(),
  currency: z.string(),
  /** SHA-256 of the entry, in hexadecimal: it covers all entries until it. */
  sha256: z.string(),
  /** Null for days and years, and for a month that nobody has downloaded. */
  archive: z.nullable(ReceiptArchive),
});
export type ReceiptTotal = z.infer<typeof ReceiptTotal>;

export const receiptLog = defineModule("receipt-log", {
  read: get("/organizations/{organizationId}/receipt-log", {
    allow: "accounting.export",
    summary: "How far the receipt log goes",
    returns: ReceiptLog,
  }),
  totals: get("/organizations/{organizationId}/receipt-log/totals", {
    allow: "accounting.export",
    summary: "Signed totals of the days, months or years that are over, latest first",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      period: z._default(z.enum(["day", "month", "year"]), "month"),
    }),
    returns: page(ReceiptTotal),
  }),
  archive: get("/organizations/{organizationId}/receipt-log/archive/{month}.zip", {
    allow: "accounting.export",
    summary:
      "The entries of a month that is over, as ZIP with their hashes and those of its files; each download is an entry of the log with the hash of the ZIP",
    returns: z.unknown(),
    raw: "download",
    types: ["application/zip"],
  }),
  verification: get("/organizations/{organizationId}/receipt-log/verification", {
    allow: "accounting.export",
    summary: "Compute the hashes of all entries of the receipt log, and name the first one that is broken",
    returns: ReceiptLogVerification,
  }),
});
