/** Payments by card whose outcome is unknown, because the answer of the provider was lost. */
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { fulfilWithin, limitProviderCalls } from "#server/payments/fulfil.ts";
import { keyOfSubject, type PaymentRow, updatePayment } from "#server/payments/ledger.ts";
import { type DebtSubject, lockDebt } from "#server/payments/lock-debts.ts";
import type { CardChargeParams } from "#server/payments/provider.ts";
import { type CardRow, filterCards, findCards } from "./queries.ts";

const paymentsOf = ({ db, organizationId }: TenantContext, paymentId: string) =>
  db.selectFrom("payments").selectAll().where("organization_id", "=", organizationId).where("id", "=", paymentId);

export interface LockedCardPayment {
  debt: DebtSubject;
  payment: PaymentRow;
  card: CardRow;
}

/** Locks the customer, the debt, the payment and the card, in this order. @throws HttpError 404 */
export async function lockCardPayment(context: TenantContext, paymentId: string): Promise<LockedCardPayment> {
  const { db, organizationId } = context;
  const found = await paymentsOf(context, paymentId).executeTakeFirstOrThrow(notFound);
  const ofCard = filterCards(db, organizationId).where("id", "=", found.card_id);
  const { customer_id: customerId } = await ofCard.executeTakeFirstOrThrow(notFound);
  await lockCustomer(db, organizationId, customerId);
  const debt = await lockDebt(db, organizationId, keyOfSubject(found));
  const payment = await paymentsOf(context, paymentId).forUpdate().executeTakeFirstOrThrow(notFound);
  const card = await ofCard.forNoKeyUpdate().executeTakeFirstOrThrow(notFound);
  return { debt, payment, card };
}

export const chargeParamsOf = ({ request }: PaymentRow): CardChargeParams => request as unknown as CardChargeParams;

export const endCardPayment = (
  { db, now }: TenantContext,
  payment: PaymentRow,
  failure: string | null,
): Promise<void> =>
  updatePayment(db, payment, { status: failure === null ? "canceled" : "failed", failure, updated_at: now });

/** Takes the outcome over from the provider. The caller has locked the payment. */
export async function followCharge(context: TenantContext, payment: PaymentRow, sessionId: string): Promise<void> {
  const { db, now } = context;
  await updatePayment(db, payment, { status: "processing", provider_session_id: sessionId, updated_at: now });
  await fulfilWithin(context, payment.id);
}

/** A request that was sent right before its server ended may be on its way still. */
const MIN_AGE_MS = 2 * 60_000;

/**
 * Fulfils a payment that the provider has charged, and ends one that it has not. The caller has locked it.
 * @throws HttpError 503 while it may be on its way, and during an outage of the provider
 */
export async function completeCardPaymentWithin(
  context: TenantContext,
  { payment, card }: LockedCardPayment,
): Promise<void> {
  const params = chargeParamsOf(payment);
  const sessionId = await findCards(payment.provider).findCharge(context, params, payment.provider_account);
  if (sessionId === null) {
    const sentAt = payment.asked_at ?? payment.created_at;
    if (context.now.getTime() - sentAt.getTime() < MIN_AGE_MS)
      throw new HttpError(503, message("payments.cardInProgress"), { retryAfter: 120 });
    return endCardPayment(context, payment, null);
  }
  await followCharge(context, payment, sessionId);
  const { status } = await paymentsOf(context, payment.id).executeTakeFirstOrThrow(notFound);
  // The provider tells no more of a refusal of which nobody heard.
  if (status === "failed" || status === "canceled")
    await publish(context, "payments.cardRefused", { paymentId: payment.id, cardId: card.id, refusal: "declined" });
}

/** @throws HttpError 503 while the outcome is unknown */
export const completeCardPayment = (appContext: AppContext, organizationId: string, paymentId: string): Promise<void> =>
  limitProviderCalls(() =>
    appContext.db.transaction().execute(async (db) => {
      const context = { db, appContext, now: appContext.clock.now(), organizationId };
      const locked = await lockCardPayment(context, paymentId);
      if (locked.payment.status === "created") await completeCardPaymentWithin(context, locked);
    }),
  );
