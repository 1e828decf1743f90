/** Invoices and credit notes, issued when a payment or refund succeeds. Numbers have no gaps; issued ones never change. */
import * as z from "zod/mini";
import { taxNames } from "./general-countries-rules.ts";
import { Invoice, invoiceKinds } from "./invoice-shape.ts";
import { email, get, id, ListQuery, localDate, page, post, defineModule } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { paymentMethods } from "./payments.ts";

export const InvoiceListItem = z.extend(Invoice, {
  organization: EntityRef,
  /** Local date of the supply. */
  suppliedOn: z.iso.date(),
  eventName: z.string(),
  /** The customer of the booking. */
  customerId: z.nullable(id),
  method: z.enum(paymentMethods),
  correctsName: z.nullable(z.string()),
  /** Totals per VAT rate; rates in hundredths of a percent, such as 887.5. */
  rates: z.array(z.object({ rate: z.number(), net: z.int(), vat: z.int(), gross: z.int() })),
});
export type InvoiceListItem = z.infer<typeof InvoiceListItem>;

const invoiceFilters = {
  kind: z.optional(z.enum(invoiceKinds)),
  paymentId: z.optional(id),
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

export const invoiceJobActs = ["invoices.issue"] as const;

export const invoices = defineModule("invoices", {
  list: get("/organizations/{organizationId}/invoices", {
    allow: "invoices.show",
    summary: "Invoices and credit notes, latest first; `q` finds numbers and buyers",
    query: z.extend(ListQuery, invoiceFilters),
    mayLag: true,
    returns: page(InvoiceListItem),
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
