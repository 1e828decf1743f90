/** Corrects the invoices over a charge by credit notes: money goes back, or less is owed. */
import type { PaymentSubject } from "#server/payments/ledger.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Language } from "#messages/translator.ts";
import { buildCreditNoteContent, type InvoiceContent } from "./content.ts";
import { buildSeller, insertInvoice, listCreditNoteContents, suppliedOn } from "./issue.ts";
import { insertMissingLines, listInvoicesLeft, type InvoiceLeft } from "./lines.ts";
import { listInvoicedCharges, type InvoicedCharge } from "./queries.ts";

interface Refund {
  refundId: string;
  paymentId: string;
  reason: string | null;
}

/** Money of a booking or of a line of a sale that documents have to be over: payments less refunds that have their credit notes. Minor units. */
export async function sumHeld({ db, organizationId }: TenantContext, subject: PaymentSubject): Promise<number> {
  const { event_id, charge_id } = subject;
  const payments = await db
    .selectFrom("payments")
    .select(["id", "amount", "is_taxed_ahead"])
    .where("organization_id", "=", organizationId)
    .where((payment) => (event_id === null ? payment("charge_id", "=", charge_id) : payment("event_id", "=", event_id)))
    .where("status", "=", "succeeded")
    .execute();
  const ids = payments.map(({ id }) => id);
  // Money of a voucher that was invoiced itself counts as invoiced, and no longer once it came back to it.
  const backToVouchers = await db
    .selectFrom("refunds")
    .select("amount")
    .where("organization_id", "=", organizationId)
    .where("status", "<>", "failed")
    .where(
      isAnyOf(
        "payment_id",
        payments.flatMap(({ id, is_taxed_ahead }) => (is_taxed_ahead ? [id] : [])),
      ),
    )
    .execute();
  // A refund may correct several invoices.
  const refunds = await db
    .selectFrom("refunds")
    .innerJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "refunds.organization_id")
        .onRef("invoices.refund_id", "=", "refunds.id"),
    )
    .select(["refunds.id", "refunds.amount"])
    .distinct()
    .where("refunds.organization_id", "=", organizationId)
    .where(isAnyOf("refunds.payment_id", ids))
    .execute();
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  return sum(payments) - sum(refunds) - sum(backToVouchers);
}

/** The caller has locked the booking. */
async function findInvoicedCharge(context: TenantContext, chargeId: string): Promise<InvoicedCharge> {
  await insertMissingLines(context, [chargeId]);
  const [charge] = await listInvoicedCharges(context.db, context.organizationId, [chargeId]);
  if (!charge) throw new Error(`No charge ${chargeId}`);
  return charge;
}

async function insertCreditNote(
  context: TenantContext,
  charge: InvoicedCharge,
  { invoice, amount, refund }: { invoice: InvoiceLeft; amount: number; refund: Refund | null },
): Promise<void> {
  const { db, now, organizationId } = context;
  const language = invoice.language as Language;
  const corrected = { ...(invoice.content as InvoiceContent), number: invoice.number, issuedOn: invoice.issued_on };
  const content = buildCreditNoteContent(corrected, await listCreditNoteContents(db, organizationId, invoice.id), {
    seller: buildSeller(charge),
    amount,
    reason: refund ? refund.reason : (charge.canceled_reason ?? charge.rejected_reason ?? charge.void_reason),
    refundedOn: refund ? localDateOf(charge.timezone, now) : null,
    language,
    chargeId: charge.charge_id,
  });
  await insertInvoice(
    context,
    {
      kind: invoice.kind === "receipt" ? "receipt" : "credit_note",
      paymentId: refund?.paymentId ?? null,
      refundId: refund?.refundId ?? null,
      correctsId: invoice.id,
      eventId: charge.event_id,
      customerId: invoice.customer_id,
      userId: invoice.user_id,
      seller: { countryId: charge.country_id, timezone: charge.timezone },
      suppliedOn: invoice.event_id === null ? invoice.supplied_on : suppliedOn(charge),
      currency: charge.currency,
      language,
      content,
    },
    [{ chargeId: charge.charge_id, amount: -amount }],
  );
}

/** A refund corrects the invoice of its own payment first, then those that were paid after they were issued, the newest first. */
const correctedFirst = (refund: Refund | null) => (one: InvoiceLeft) => {
  if (refund === null) return 0;
  if (one.payment_id === refund.paymentId) return 0;
  return one.due_on === null ? 2 : 1;
};

/** Money settles the older invoices with a due date first: of the newest, a part is unpaid. @param held as `sumHeld` */
function splitUnpaid(invoices: readonly InvoiceLeft[], { invoiced }: InvoicedCharge, held: number) {
  let rest = Math.max(0, invoiced - held);
  return invoices.map((invoice) => {
    const unpaid = invoice.due_on === null ? 0 : Math.min(rest, invoice.left);
    rest -= unpaid;
    return { invoice, unpaid, paid: invoice.left - unpaid };
  });
}

async function insertCreditNotes(
  context: TenantContext,
  charge: InvoicedCharge,
  { amount, held, refund }: { amount: number; held: number; refund: Refund | null },
): Promise<void> {
  const rank = correctedFirst(refund);
  const parts = splitUnpaid(await listInvoicesLeft(context, charge.charge_id), charge, held)
    .map((part) => ({ ...part, credited: 0 }))
    .toSorted((a, b) => rank(a.invoice) - rank(b.invoice));
  let rest = amount;
  for (const kind of refund ? (["paid", "unpaid"] as const) : (["unpaid", "paid"] as const))
    for (const part of parts) {
      const credited = Math.min(rest, part[kind]);
      part.credited += credited;
      rest -= credited;
    }
  for (const { invoice, credited } of parts)
    if (credited > 0) await insertCreditNote(context, charge, { invoice, amount: credited, refund });
}

/** The caller has locked the booking. @param amount positive, minor units */
export async function creditRefund(
  context: TenantContext,
  chargeId: string,
  amount: number,
  refund: Refund,
): Promise<void> {
  const charge = await findInvoicedCharge(context, chargeId);
  await insertCreditNotes(context, charge, { amount, held: await sumHeld(context, charge), refund });
}

/** Credits what is invoiced and neither owed nor paid. The caller has locked the booking. */
export async function creditExcess(
  context: TenantContext,
  { chargeId, isOtherCustomers }: { chargeId: string; isOtherCustomers: boolean },
): Promise<void> {
  const charge = await findInvoicedCharge(context, chargeId);
  const { charged, credited, invoiced } = charge;
  const held = await sumHeld(context, charge);
  const excess = invoiced - (isOtherCustomers ? held : Math.max(charged - credited, held));
  if (excess > 0) await insertCreditNotes(context, charge, { amount: excess, held, refund: null });
}
