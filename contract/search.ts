/** Searches everything that the caller may see, by any part of a word, ignoring case and accents. */
import * as z from "zod/mini";
import { customerKinds } from "./customers.ts";
import { eventKinds, eventStatuses, paymentStatuses } from "./events.ts";
import { invoiceKinds } from "./invoice-shape.ts";
import { defineModule, get, id, instant } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { paymentMethods, paymentStates } from "./payments.ts";

/** Hits of each kind. */
export const MAX_SEARCH_HITS = 5;
/** Shorter texts find nothing, because nearly every name has them. */
export const MIN_SEARCH_LENGTH = 2;

/** Null: more than the hits, and not counted. */
const total = z.nullable(z.int());
const hit = { id, organization: EntityRef };

const CustomerHit = z.object({
  ...hit,
  kind: z.enum(customerKinds),
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Names of the customer's roles. */
  categories: z.array(z.string()),
  /** In minor units. Null if nothing is due by today, or if the caller may not see payments. */
  debt: z.nullable(z.object({ amount: z.int(), currency: z.string(), isOverdue: z.boolean() })),
  next: z.nullable(z.object({ startTime: instant, timezone: z.string(), fieldName: z.string() })),
});
export type CustomerHit = z.infer<typeof CustomerHit>;

const EventHit = z.object({
  ...hit,
  kind: z.enum(eventKinds),
  name: z.string(),
  customerName: z.nullable(z.string()),
  fieldName: z.string(),
  status: z.enum(eventStatuses),
  paymentStatus: z.enum(paymentStatuses),
  startTime: instant,
  endTime: instant,
  timezone: z.string(),
});
export type EventHit = z.infer<typeof EventHit>;

const FieldHit = z.object({ ...hit, name: z.string(), facilityName: z.string() });
export type FieldHit = z.infer<typeof FieldHit>;

const FacilityHit = z.object({ ...hit, name: z.string(), address: z.nullable(z.string()) });
export type FacilityHit = z.infer<typeof FacilityHit>;

const InvoiceHit = z.object({
  ...hit,
  kind: z.enum(invoiceKinds),
  number: z.string(),
  buyerName: z.string(),
  issuedOn: z.iso.date(),
  totalAmount: z.int(),
  currency: z.string(),
});
export type InvoiceHit = z.infer<typeof InvoiceHit>;

const PaymentHit = z.object({
  ...hit,
  payerName: z.string(),
  /** The booking's name, or what was sold. */
  label: z.string(),
  /** Null where it is for a sale. */
  fieldName: z.nullable(z.string()),
  method: z.enum(paymentMethods),
  status: z.enum(paymentStates),
  amount: z.int(),
  currency: z.string(),
  date: instant,
});
export type PaymentHit = z.infer<typeof PaymentHit>;

/** Kinds that the caller may not see have no hits and a total of 0. */
export const SearchResults = z.object({
  customers: z.object({ total, hits: z.array(CustomerHit) }),
  events: z.object({ total, hits: z.array(EventHit) }),
  fields: z.object({ total, hits: z.array(FieldHit) }),
  facilities: z.object({ total, hits: z.array(FacilityHit) }),
  invoices: z.object({ total, hits: z.array(InvoiceHit) }),
  payments: z.object({ total, hits: z.array(PaymentHit) }),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const search = defineModule("search", {
  find: get("/organizations/{organizationId}/search", {
    allow: "member",
    summary:
      "Customers, bookings, fields, facilities, invoices and payments as far as the caller may see them; members find only their own bookings, invoices and payments",
    query: z.object({
      /**
       * Words for a day (`tomorrow`, `demain`, `25/11`) narrow bookings down to it. Else bookings, invoices and payments need
       * three letters or digits in a row.
       */
      q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
    }),
    returns: SearchResults,
  }),
});
