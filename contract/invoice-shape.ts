/** The short form of an invoice, shared by lists and payments. */
import * as z from "zod/mini";
import { id, instant } from "./kit.ts";

export const invoiceKinds = ["invoice", "credit_note"] as const;

export const Invoice = z.object({
  id,
  /** Its number: `FA-2026-000123`, `AV-2026-000004`. */
  name: z.string(),
  kind: z.enum(invoiceKinds),
  organizationId: id,
  /** Minor units; negative on a credit note. */
  totalAmount: z.int(),
  taxAmount: z.int(),
  currency: z.string(),
  /** The local date of issue. */
  issuedOn: z.iso.date(),
  buyerName: z.string(),
  paymentId: id,
  eventId: id,
  /** The invoice that a credit note corrects. */
  correctsId: z.nullable(id),
  created_at: instant,
});
export type Invoice = z.infer<typeof Invoice>;
