/** Invoices and credit notes, issued when a payment or refund succeeds. Numbers have no gaps; issued ones never change. */
import * as z from "zod/mini";
import { taxNames } from "./general-countries-rules.ts";
import { Invoice, invoiceKinds } from "./invoice-shape.ts";
import { DryRun, email, get, id, ListQuery, localDate, page, post, defineModule } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

export const InvoiceListItem = z.extend(Invoice, {
  organization: EntityRef,
  /** Local date of the supply. */
  suppliedOn: z.iso.date(),
  /** Null where a document is over several bookings. */
  eventName: z.nullable(z.string()),
  /** The description of its first line. */
  firstLine: z.nullable(z.string()),
  lineCount: z.int(),
  customerId: z.nullable(id),
  /** Null where no money has moved. */
  method: z.nullable(z.enum(["card", "cash", "check", "transfer", "card_on_site", "balance", "voucher"])),
  /** Still to be paid of an invoice that was issued before its payment; else 0. */
  toPay: z.int(),
  correctsName: z.nullable(z.string()),
  /** Totals per VAT rate; rates in hundredths of a percent, such as 887.5. */
  rates: z.array(z.object({ rate: z.number(), net: z.int(), vat: z.int(), gross: z.int() })),
});
export type InvoiceListItem = z.infer<typeof InvoiceListItem>;

const invoiceFilters = {
  kind: z.optional(z.enum(invoiceKinds)),
  paymentId: z.optional(id),
  customerId: z.optional(id),
  /** Local dates of issue, both included. */
  from: z.optional(localDate),
  to: z.optional(localDate),
};

/** Totals of all filtered invoices, per currency. Credit notes count negatively. */
export const InvoiceSums = z.array(
  z.object({
    currency: z.string(),
    /** Null if the sellers' countries have different taxes. */
    taxName: z.nullable(z.enum(taxNames)),
    count: z.int(),
    totalAmount: z.int(),
    taxAmount: z.int(),
  }),
);

const MAX_INVOICED_CHARGES = 100;

export const ChargesToInvoice = z.strictObject({
  customerId: id,
  /** Open charges of the customer, in one currency. */
  chargeIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_INVOICED_CHARGES)),
  /** Local date of the organization, today at the earliest. */
  dueOn: localDate,
});

export const InvoiceOfCharges = z.object({
  invoice: InvoiceListItem,
  lines: z.array(
    z.object({
      description: z.string(),
      /** Place and time. */
      detail: z.string(),
      quantity: z.int(),
      /** With tax. */
      total: z.int(),
      /** Hundredths of a percent. */
      rate: z.number(),
    }),
  ),
});
export type InvoiceOfCharges = z.infer<typeof InvoiceOfCharges>;

export const monthlyRefusals = ["buyerIncomplete"] as const;

export const MonthlyRunDraft = z.strictObject({
  /** Such as `2026-11`, by the organization's clock; the present one at the latest. */
  month: z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/)),
});

/** Says which invoices would be issued, or are being: one invoice for each customer and currency. */
export const MonthlyRun = z.object({
  month: z.string(),
  /** Local date of issue. */
  issuedOn: z.iso.date(),
  /** Names the parts that the seller lacks; nothing is issued until then. */
  sellerRefusal: z.nullable(z.string()),
  customers: z.array(
    z.object({
      customer: EntityRef,
      charges: z.int(),
      /** Local dates of the first and the last charge. */
      from: z.iso.date(),
      to: z.iso.date(),
      /** Minor units, with tax. */
      amount: z.int(),
      currency: z.string(),
      dueOn: z.iso.date(),
      /** Whether it is mailed: an address is known. */
      isSent: z.boolean(),
      /** Why this customer gets none, until it is mended. */
      refusal: z.nullable(z.enum(monthlyRefusals)),
    }),
  ),
});
export type MonthlyRun = z.infer<typeof MonthlyRun>;

export const invoiceJobActs = ["invoices.issue"] as const;

export const invoices = defineModule("invoices", {
  list: get("/organizations/{organizationId}/invoices", {
    allow: "invoices.show",
    summary: "Invoices and credit notes, latest first; `q` finds numbers and buyers",
    query: z.extend(ListQuery, invoiceFilters),
    mayLag: true,
    returns: page(InvoiceListItem),
  }),
  create: post("/organizations/{organizationId}/invoices", {
    allow: "payments.record",
    summary:
      "Invoice open charges of a customer before they are paid. A dry run issues nothing, and answers the document with a number that stays free",
    query: DryRun,
    body: ChargesToInvoice,
    dryRun: true,
    example: {
      customerId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      chargeIds: ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91"],
      dueOn: "2026-12-31",
    },
    returns: InvoiceOfCharges,
    successMessage: "invoices.wasIssued",
    idempotent: true,
  }),
  monthly: post("/organizations/{organizationId}/invoices/monthly", {
    allow: "payments.record",
    summary:
      "Invoice customers who pay by the month: what was served until its end, and is not invoiced. A dry run says what would be; otherwise invoices are issued one after the other, and the answer says which",
    query: DryRun,
    body: MonthlyRunDraft,
    dryRun: true,
    example: { month: "2026-05" },
    returns: MonthlyRun,
    successMessage: "invoices.monthlyBegun",
    idempotent: true,
    status: 200,
  }),
  sums: get("/organizations/{organizationId}/invoices-sums", {
    allow: "invoices.show",
    summary: "What the filtered invoices add up to",
    query: z.extend(z.pick(ListQuery, { q: true }), invoiceFilters),
    mayLag: true,
    returns: InvoiceSums,
  }),
  read: get("/organizations/{organizationId}/invoices/{invoiceId}", {
    allow: "verified",
    summary: "The PDF: for the team with `invoices.show`, and for whom it was issued to",
    returns: z.unknown(),
    raw: "download",
    types: ["application/pdf"],
  }),
  send: post("/organizations/{organizationId}/invoices/{invoiceId}/send", {
    allow: "payments.record",
    summary: "Mail the PDF to the customer, or to another address",
    body: z.strictObject({ email: z.nullish(email) }),
    example: {},
    returns: z.object({ email: z.string() }),
    successMessage: "invoices.wasSent",
    idempotent: true,
    status: 200,
  }),
  month: get("/organizations/{organizationId}/invoices-month/{month}.zip", {
    allow: "invoices.show",
    summary: "All PDFs of a month (`2026-11`) with a CSV of them, for the accountant",
    returns: z.unknown(),
    raw: "download",
    types: ["application/zip"],
  }),
});
