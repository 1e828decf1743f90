/** Documents that follow money: an invoice over what is paid and not invoiced yet, credit notes over what goes back. */
import type { PaymentMethod } from "#contract/payments.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { buildContentOfSeveral, sumLinesByRate, type InvoiceContent } from "./content.ts";
import { creditExcess, creditRefund, sumHeld } from "./credit-notes.ts";
import {
  buildItem,
  buildTerms,
  describeSeveral,
  draftInvoice,
  findBuyerLanguage,
  insertInvoice,
  type InvoicedPayment,
} from "./issue.ts";
import { insertMissingLines, listContentsOfCharges } from "./lines.ts";
import { findChargeOfPayment, findInvoicedPayment } from "./queries.ts";

interface PaidCharge {
  paymentId: string;
  /** Its amount is the part that is not invoiced yet. */
  paid: InvoicedPayment;
  chargeId: string | null;
}

const hasInvoice = async ({ db, organizationId }: TenantContext, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom("invoices")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("payment_id", "=", paymentId)
    .where("corrects_id", "is", null)
    .executeTakeFirst()) !== undefined;

/** @returns null where an invoice is over its money already, as one that was issued before it was paid */
async function findPaidCharge(
  context: TenantContext,
  paymentId: string,
  paid: InvoicedPayment,
): Promise<PaidCharge | null> {
  const { db, organizationId } = context;
  if (await hasInvoice(context, paymentId)) return null;
  const charge = await findChargeOfPayment(db, organizationId, paid);
  if (!charge) return { paymentId, paid, chargeId: null };
  const invoiced = charge.invoiced + (await insertMissingLines(context, [charge.id]));
  const amount = Math.min(paid.amount, (await sumHeld(context, paid)) - invoiced);
  return amount > 0 ? { paymentId, paid: { ...paid, amount }, chargeId: charge.id } : null;
}

/** Totals of the documents over charges until now: parts of one sale have its VAT together. */
export async function listEarlierTotals(context: TenantContext, chargeIds: readonly string[]) {
  const earlier = await listContentsOfCharges(context, chargeIds);
  return earlier.map(({ charge_id, content }) => ({ rates: sumLinesByRate(content as InvoiceContent, charge_id) }));
}

async function issueOverOne(context: TenantContext, { paymentId, paid, chargeId }: PaidCharge): Promise<void> {
  const earlier = chargeId === null ? [] : await listEarlierTotals(context, [chargeId]);
  const draft = draftInvoice(paid, { paymentId, now: context.now, earlier });
  await insertInvoice(context, draft, chargeId === null ? [] : [{ chargeId, amount: paid.amount }]);
}

async function issueOverSeveral(context: TenantContext, sold: readonly PaidCharge[]): Promise<void> {
  const [first] = sold;
  if (!first) return;
  const { paid } = first;
  const lines = sold.flatMap(({ chargeId, paid: { amount } }) => (chargeId === null ? [] : [{ chargeId, amount }]));
  const rows = sold.map((one) => one.paid);
  const language = findBuyerLanguage(paid);
  const { buyer, period } = describeSeveral(rows);
  const earlier = await listEarlierTotals(
    context,
    lines.map(({ chargeId }) => chargeId),
  );
  const content = buildContentOfSeveral(
    {
      ...buildTerms(paid, paid.payer_name, language),
      items: sold.map((one) => ({
        ...buildItem(one.paid, one.paid.amount, language),
        ...(one.chargeId && { chargeId: one.chargeId }),
      })),
      ...period,
      payment: {
        method: paid.method as PaymentMethod,
        paidOn: localDateOf(paid.timezone, paid.paid_at ?? context.now),
      },
    },
    earlier.flatMap(({ rates }) => rates),
  );
  const ids = { paymentId: null, refundId: null, correctsId: null };
  await insertInvoice(context, { kind: "invoice", ...ids, ...buyer, language, content }, lines);
}

/** The invoice of a payment that succeeded, once however often it is asked for. The payment's row is held by who asks. */
export async function issueInvoice(context: TenantContext, { paymentId }: { paymentId: string }): Promise<void> {
  const paid = await findInvoicedPayment(context.db, context.organizationId, paymentId);
  // Payments that were taken together have one invoice.
  if (paid.group_id !== null) return;
  const found = await findPaidCharge(context, paymentId, paid);
  if (found) await issueOverOne(context, found);
}

/** One invoice for each customer over all that was paid together. */
export async function issueInvoiceTogether(
  context: TenantContext,
  { paymentIds }: { paymentIds: readonly string[] },
): Promise<void> {
  const found: PaidCharge[] = [];
  for (const paymentId of paymentIds) {
    const paid = await findInvoicedPayment(context.db, context.organizationId, paymentId);
    const one = await findPaidCharge(context, paymentId, paid);
    if (one) found.push(one);
  }
  // Never on one paper with what bears tax.
  const topUps = found.filter(({ paid }) => paid.is_prepaid);
  for (const topUp of topUps) await issueOverOne(context, topUp);
  const byBuyer = Map.groupBy(
    found.filter((one) => !topUps.includes(one)),
    ({ paid }) => paid.customer_id ?? paid.payer_name,
  );
  for (const sold of byBuyer.values()) {
    const [only, ...others] = sold;
    if (only && others.length === 0) await issueOverOne(context, only);
    else await issueOverSeveral(context, sold);
  }
}

/** Idempotent. The caller has locked the payment. */
export async function issueCreditNote(context: TenantContext, { refundId }: { refundId: string }): Promise<void> {
  const { db, organizationId } = context;
  const refund = await db
    .selectFrom("refunds")
    .leftJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "refunds.organization_id")
        .onRef("invoices.refund_id", "=", "refunds.id"),
    )
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .select(["refunds.payment_id", "refunds.amount", "refunds.reason", "invoices.id as issued"])
    .select("payments.is_taxed_ahead")
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.id", "=", refundId)
    .executeTakeFirstOrThrow();
  // The invoice of the voucher that had paid stands.
  if (refund.issued !== null || refund.is_taxed_ahead) return;
  const { payment_id: paymentId, amount, reason } = refund;
  await issueInvoice(context, { paymentId });
  const charge = await findChargeOfPayment(
    db,
    organizationId,
    await findInvoicedPayment(db, organizationId, paymentId),
  );
  if (!charge) throw new Error(`Payment ${paymentId} has no charge whose invoice could be corrected`);
  await creditRefund(context, charge.id, amount, { refundId, paymentId, reason });
  await creditExcess(context, { chargeId: charge.id, isOtherCustomers: false });
}
