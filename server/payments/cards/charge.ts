/** Charges cards on file without their holders: renewals of memberships, and what else they agreed to. */
import type { Language } from "#messages/translator.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { findPaymentRefusal } from "#server/payments/accounts.ts";
import { describeDebt } from "#server/payments/checkout.ts";
import { limitProviderCalls } from "#server/payments/fulfil.ts";
import { findOpenPayment, findPayer, insertPayment, type PaymentRow, updatePayment } from "#server/payments/ledger.ts";
import { type DebtSubject, lockDebt } from "#server/payments/lock-debts.ts";
import { assertPayable, closeOpenSession } from "#server/payments/open-checkouts.ts";
import type { CardChargeParams } from "#server/payments/provider.ts";
import { findProvider } from "#server/payments/providers/registry.ts";
import { isChargeable } from "./chargeable.ts";
import { type CardRow, filterCards, findCards } from "./queries.ts";
import {
  chargeParamsOf,
  endCardPayment,
  followCharge,
  lockCardPayment,
  completeCardPaymentWithin,
} from "./complete-payment.ts";

export interface CardDebt {
  organizationId: string;
  /** The debt, of the customer whose card it is. */
  key: ChargeKey;
  cardId: string;
  /** The only try: its payment has this id, whoever repeats it, and is of no more than this. Default: all that is due, by a new try. */
  only?: { paymentId: string; amount: number };
}

async function insertCardPayment(
  context: TenantContext,
  debt: DebtSubject,
  card: CardRow,
  { key, only }: Pick<CardDebt, "key" | "only">,
) {
  const { db, now, organizationId } = context;
  const id = only?.paymentId ?? uuidv7(now);
  const amount = Math.min(debt.due, only?.amount ?? debt.due);
  const provider = findProvider(card.provider);
  const { provider_account: account, provider_customer_id: customerId, provider_method_id: methodId } = card;
  if (customerId === null || methodId === null) throw new Error("An active card is known to its provider");
  const recipient = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: card.customer_id });
  const { title } = await describeDebt(context, debt, recipient?.language ?? "en");
  const request: CardChargeParams = {
    ...{ organizationId, paymentId: id, ...key, amount, currency: debt.currency, title },
    ...{ customerId, methodId },
    applicationFee: provider.applicationFee(context, amount, { account, refusal: null }),
  };
  await insertPayment(db, {
    ...{ organization_id: organizationId, id, event_id: debt.event_id, charge_id: debt.charge_id, card_id: card.id },
    ...(await findPayer(db, debt)),
    ...{ method: provider.method, provider: provider.name, provider_account: account, status: "created" },
    ...{ amount, currency: debt.currency, application_fee: request.applicationFee },
    ...{ request: JSON.stringify(request), asked_at: now, created_at: now, updated_at: now },
  });
  return id;
}

async function assertTakes(
  context: TenantContext,
  debt: DebtSubject,
  card: CardRow,
  { most, language }: { most: number | undefined; language: Language },
) {
  const { organizationId } = context;
  if (debt.customer_id !== card.customer_id) throw new Error("A card pays for its holder");
  assertPayable({ event: debt.event, due: debt.asked }, context.now);
  if (!(await isChargeable(context, card))) throw new HttpError(409, message("payments.cardGone"));
  await assertSellerComplete({ ...context, language }, false);
  const request = {
    organizationId,
    amount: Math.min(debt.due, most ?? debt.due),
    currency: debt.currency,
    startTime: debt.dueAt,
    isHeld: false,
  };
  const refusal = await findPaymentRefusal({ ...context, language }, findProvider(card.provider), request);
  if (refusal) throw new HttpError(409, refusal);
}

async function isMade({ db, organizationId }: TenantContext, paymentId: string): Promise<boolean> {
  const made = await db
    .selectFrom("payments")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", paymentId)
    .executeTakeFirst();
  return made !== undefined;
}

/**
 * The payment is there before the provider is asked: whoever goes on after a crash asks with the same one.
 * @returns undefined if a page to pay on has to be closed first
 */
const choosePayment = (
  appContext: AppContext,
  { organizationId, key, cardId, only }: CardDebt,
): Promise<string | undefined> =>
  appContext.db.transaction().execute(async (db) => {
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    const ofCard = filterCards(db, organizationId).where("id", "=", cardId);
    const { customer_id: customerId } = await ofCard.executeTakeFirstOrThrow(notFound);
    await lockCustomer(db, organizationId, customerId);
    const debt = await lockDebt(db, organizationId, key);
    const open = await findOpenPayment(db, organizationId, key);
    if (only && open?.id !== only.paymentId && (await isMade(context, only.paymentId))) return only.paymentId;
    if (open?.card_id === cardId && open.status === "created") {
      await updatePayment(db, open, { asked_at: context.now });
      return open.id;
    }
    if (open) return undefined;
    const card = await ofCard.executeTakeFirstOrThrow(notFound);
    await assertTakes(context, debt, card, { most: only?.amount, language: "en" });
    return insertCardPayment(context, debt, card, { key, only });
  });

/** The provider may forget an answer after a day. */
const KEY_LIFE_MS = 20 * 3_600_000;

async function sendWithin(context: TenantContext, paymentId: string): Promise<void> {
  const locked = await lockCardPayment(context, paymentId);
  const { debt, payment, card } = locked;
  if (payment.status !== "created") return;
  const isOld = context.now.getTime() - payment.created_at.getTime() > KEY_LIFE_MS;
  // Paid, voided or revoked since: charge nothing, but learn whether a lost answer was a yes.
  if (isOld || debt.due < payment.amount || debt.isVoid || !(await isChargeable(context, card)))
    return completeCardPaymentWithin(context, locked);
  const charge = await findCards(payment.provider).charge(context, chargeParamsOf(payment), payment.provider_account);
  if (charge.sessionId !== null) await followCharge(context, payment, charge.sessionId);
  if (charge.refusal === null) return;
  if (charge.sessionId === null) await endCardPayment(context, payment, charge.failure.slice(0, 300));
  await publish(context, "payments.cardRefused", { paymentId, cardId: card.id, refusal: charge.refusal });
}

const MAX_TRIES = 3;

/**
 * Pays a debt with a card on file: one payment with its invoice, as on a page. What the bank refuses is published as
 * `payments.cardRefused`, in the transaction of the payment.
 * @returns the payment, as it is now
 * @throws HttpError 404, 409 if nothing can be charged, 503 during an outage of the provider: a repetition goes on from
 * there, and charges once
 */
export async function chargeCard(appContext: AppContext, debt: CardDebt): Promise<PaymentRow> {
  const { organizationId, key } = debt;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const now = appContext.clock.now();
    const paymentId = await choosePayment(appContext, debt);
    if (paymentId === undefined) {
      await closeOpenSession({ db: appContext.db, appContext, now, organizationId }, key);
      continue;
    }
    await limitProviderCalls(() =>
      appContext.db.transaction().execute((db) => sendWithin({ db, appContext, now, organizationId }, paymentId)),
    );
    return appContext.db
      .selectFrom("payments")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("id", "=", paymentId)
      .executeTakeFirstOrThrow(notFound);
  }
  throw new HttpError(409, message("payments.nothingDue"));
}
