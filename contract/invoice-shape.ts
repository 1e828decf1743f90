/** Entity of an invoice or credit note. `invoices.ts` has the endpoints. */
import * as z from "zod/mini";
import { taxNames } from "./general-countries-rules.ts";
import { id, instant } from "./kit.ts";

/** `receipt`: over a top-up of a balance, or negatively over what of it was paid out; it is no sale, and without tax. */
export const invoiceKinds = ["invoice", "credit_note", "receipt"] as const;

export const Invoice = z.object({
  id,
  /** The invoice number: `FA-2026-000123`, `AV-2026-000004`, `RE-2026-000002`. */
  name: z.string(),
  kind: z.enum(invoiceKinds),
  organizationId: id,
  /** Minor units; negative on credit notes, and where money of a balance was paid out. */
  totalAmount: z.int(),
  taxAmount: z.int(),
  /** Name of the tax in the seller's country. */
  taxName: z.enum(taxNames),
  currency: z.string(),
  issuedOn: z.iso.date(),
  /** The day until which an invoice is to be paid that was issued before. */
  dueOn: z.nullable(z.iso.date()),
  buyerName: z.string(),
  /** Null where a document is over several payments, or none. */
  paymentId: z.nullable(id),
  /** Null where a document is over several bookings. */
  eventId: z.nullable(id),
  correctsId: z.nullable(id),
  created_at: instant,
});
export type Invoice = z.infer<typeof Invoice>;
