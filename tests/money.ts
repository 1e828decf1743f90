/** Payments and refunds as rows, for tests of what follows from them. */
import type { PaymentMethod } from "#contract/payments.ts";
import { invoiceContent } from "#server/invoices/content.ts";
import type { Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";

interface PaymentDraft {
  organizationId: string;
  eventId: string;
  now: Date;
  amount: number;
  userId?: string | null;
  payerName?: string;
  method?: PaymentMethod;
  currency?: string;
}

/** A payment that succeeded just now. @returns its id */
export async function insertPayment(db: Database, draft: PaymentDraft): Promise<string> {
  const { organizationId, eventId, now, amount, userId = null, payerName = "Élise Roux", method = "card" } = draft;
  const id = v7(now);
  await db
    .insertInto("payments")
    .values({
      organization_id: organizationId,
      id,
      event_id: eventId,
      user_id: userId,
      payer_name: payerName,
      method,
      status: "succeeded",
      amount,
      currency: draft.currency ?? "EUR",
      paid_at: now,
      recorded_by: method === "card" ? null : userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** A refund that succeeded just now. @returns its id */
export async function insertRefund(
  db: Database,
  draft: { organizationId: string; paymentId: string; now: Date; amount: number; reason?: string | undefined },
): Promise<string> {
  const id = v7(draft.now);
  await db
    .insertInto("refunds")
    .values({
      organization_id: draft.organizationId,
      id,
      payment_id: draft.paymentId,
      amount: draft.amount,
      status: "succeeded",
      reason: draft.reason ?? null,
      created_at: draft.now,
      updated_at: draft.now,
    })
    .execute();
  return id;
}

let inserted = 0;

/** An invoice of the year before, whose number nobody else gets. @returns its id */
export async function insertInvoice(
  db: Database,
  draft: { organizationId: string; eventId: string; paymentId: string; userId: string; now: Date },
): Promise<string> {
  const { organizationId, now } = draft;
  const id = v7(now);
  inserted += 1;
  const unknown = { tradeName: null, addressLine: null, postalCode: null, city: null, email: null, phone: null };
  const content = invoiceContent({
    seller: { name: "Club", countryId: 250, ...unknown, identificationNumber: null, vatNumber: null },
    buyerName: "A member",
    event: { name: "Morning training", place: "Court 1", time: "in the morning", price: 500 },
    priceLines: [],
    vatProfile: "standard",
    rate: 2000,
    amount: 500,
    currency: "EUR",
    method: "cash",
    paidOn: "2025-12-31",
    language: "en",
  });
  await db
    .insertInto("invoices")
    .values({
      organization_id: organizationId,
      id,
      kind: "invoice",
      number: `FA-2025-${String(inserted).padStart(6, "0")}`,
      payment_id: draft.paymentId,
      event_id: draft.eventId,
      user_id: draft.userId,
      issued_on: "2025-12-31",
      supplied_on: "2025-12-31",
      language: "en",
      currency: "EUR",
      total_amount: 500,
      tax_amount: 83,
      buyer_name: content.buyer.name,
      content: JSON.stringify(content),
      created_at: now,
    })
    .execute();
  return id;
}
