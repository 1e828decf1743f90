/** Outcomes of a checkout session: paid, declined, confirmed at the bank, expired, disputed. */
import type { Stripe } from "stripe";
import type { Job } from "#server/kit/process/jobs.ts";
import { emitEvent } from "./events.ts";
import {
  insertObject,
  findObject,
  findAccountOfObject,
  updateObject,
  toUnixSeconds,
  type EmulatorContext,
} from "./store.ts";
import { buildBalanceTransaction, buildCharge, buildDispute } from "./money-shapes.ts";
import { payOutAccount } from "./payouts.ts";
import { buildCard, buildCustomer, buildIntent, type CardShape, type CustomerShape } from "./shapes.ts";

type Session = Stripe.Checkout.Session;

/** A session with the data for its payment, which the API does not show. */
export interface StoredSession {
  id: string;
  session: Session;
  payment: {
    metadata: Record<string, string>;
    description: string | null;
    text: string | null;
    application_fee_amount: number | null;
    /** The card is kept, for a customer who is made with the payment unless one is named. */
    savesCard?: boolean;
  };
}

/** A saved card with what it does, which the API does not show. */
export interface StoredCard {
  id: string;
  method: CardShape;
  does: TestCard;
}

export interface StoredCustomer {
  id: string;
  customer: CustomerShape;
  isDeleted: boolean;
}

export const testCards = {
  pays: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  poor: "4000 0000 0000 9995",
  confirms: "4000 0000 0000 3220",
  refundPends: "4000 0000 0000 7726",
  refundFails: "4000 0000 0000 5126",
  disputed: "4000 0000 0000 0259",
  asks: "4000 0027 6000 3184",
  declinedLater: "4000 0000 0000 0341",
  lost: "4000 0000 0000 9987",
} as const;
export type TestCard = keyof typeof testCards;
/** Cards to pay with, and to save. */
export const payingCards = ["pays", "declined", "poor", "confirms", "refundPends", "refundFails", "disputed"] as const;
/** Cards that pay now, and do otherwise without their holder. */
export const keptCards = [...payingCards, "asks", "declinedLater", "lost"] as const;
export const savedCards = ["pays", "declined", "asks", "declinedLater", "lost"] as const;

const declineReasons = {
  declined: { code: "card_declined", message: "Your card was declined." },
  poor: { code: "card_declined", message: "Your card has insufficient funds." },
  refused: {
    code: "payment_intent_authentication_failure",
    message: "The provided PaymentMethod has failed authentication.",
  },
} as const;
export type DeclineReason = keyof typeof declineReasons;

/** Finds a session, and expires it if its time is over. */
export async function findSession(context: EmulatorContext, id: string): Promise<StoredSession | undefined> {
  const kept = await findObject<StoredSession>(context, "session", id);
  if (kept?.session.status === "open" && kept.session.expires_at <= toUnixSeconds(context.now))
    await expireSession(context, kept);
  return kept;
}

export async function expireSession(context: EmulatorContext, kept: StoredSession): Promise<void> {
  kept.session.status = "expired";
  kept.session.url = null;
  await updateObject(context, kept);
  await emitEvent(context, "checkout.session.expired", kept.session);
}

async function findOrCreateIntent(context: EmulatorContext, kept: StoredSession): Promise<Stripe.PaymentIntent> {
  const { session, payment } = kept;
  const known =
    typeof session.payment_intent === "string"
      ? await findObject<Stripe.PaymentIntent>(context, "intent", session.payment_intent)
      : undefined;
  if (known) return known;
  const intent = buildIntent(context, session, payment);
  await insertObject(context, "intent", intent, session.id);
  session.payment_intent = intent.id;
  await updateObject(context, kept);
  return intent;
}

const declineCard = async (context: EmulatorContext, kept: StoredSession, why: DeclineReason): Promise<void> =>
  declineIntent(context, await findOrCreateIntent(context, kept), declineReasons[why]);

export async function declineIntent(
  context: EmulatorContext,
  intent: Stripe.PaymentIntent,
  failure: { code: string; message: string; decline_code?: string },
): Promise<void> {
  const charge = buildCharge(context, intent, failure);
  await insertObject(context, "charge", charge, intent.id);
  Object.assign(intent, {
    status: "requires_payment_method",
    latest_charge: charge.id,
    last_payment_error: { type: "card_error", ...failure },
  });
  await updateObject(context, intent);
  await emitEvent(context, "charge.failed", charge);
  await emitEvent(context, "payment_intent.payment_failed", intent);
}

const FEE_DELAY_MS = 5000;
const PAYOUT_DELAY_MS = 24 * 3_600_000;

/** @param method decides the outcome of later refunds */
export async function payIntent(
  context: EmulatorContext,
  intent: Stripe.PaymentIntent,
  { method, isDisputed }: { method: string; isDisputed: boolean },
): Promise<void> {
  const { db, appContext, now } = context;
  const charge = buildCharge(context, intent, null);
  charge.payment_method = method;
  await insertObject(context, "charge", charge, intent.id);
  const amount_received = intent.amount;
  Object.assign(intent, {
    status: "succeeded",
    latest_charge: charge.id,
    last_payment_error: null,
    amount_received,
    payment_method: charge.payment_method,
  });
  await updateObject(context, intent);
  await emitEvent(context, "payment_intent.succeeded", intent);
  await emitEvent(context, "charge.succeeded", charge);
  const after = { after: new Date(now.getTime() + FEE_DELAY_MS) };
  await appContext.jobs.send(db, settleCharge.name, { id: charge.id, isDisputed }, after);
}

/** @returns the id of the card */
async function keepCard(
  context: EmulatorContext,
  { session }: StoredSession,
  intent: Stripe.PaymentIntent,
  card: TestCard,
): Promise<string> {
  if (session.customer === null) {
    const customer = buildCustomer(context, { email: session.customer_email ?? "", metadata: {} });
    await insertObject(context, "customer", { id: customer.id, customer, isDeleted: false } as StoredCustomer);
    session.customer = customer.id;
  }
  const customer = typeof session.customer === "string" ? session.customer : session.customer.id;
  const method = buildCard(context, { customer, last4: testCards[card].slice(-4) });
  await insertObject(context, "method", { id: method.id, method, does: card } as StoredCard, customer);
  Object.assign(intent, { customer, setup_future_usage: "off_session" });
  await emitEvent(context, "payment_method.attached", method);
  return method.id;
}

async function paySession(context: EmulatorContext, kept: StoredSession, card: TestCard): Promise<void> {
  const { session } = kept;
  const intent = await findOrCreateIntent(context, kept);
  await payIntent(context, intent, {
    method: kept.payment.savesCard ? await keepCard(context, kept, intent, card) : `pm_card_${card}`,
    isDisputed: card === "disputed",
  });
  Object.assign(session, { status: "complete", payment_status: "paid", url: null });
  await updateObject(context, kept);
  await emitEvent(context, "checkout.session.completed", session);
}

/** Stripe's fee in the European Economic Area: 1.5 % and 25 cents. */
const stripeFee = (amount: number) => Math.round(amount * 0.015) + 25;

export function buildFeeDetails({ amount, currency, application_fee_amount: ours }: Stripe.Charge) {
  const fee = (type: string, share: number, description: string) => ({
    amount: share,
    application: null,
    currency,
    description,
    type,
  });
  return [
    fee("stripe_fee", stripeFee(amount), "Stripe processing fees"),
    ...(ours ? [fee("application_fee", ours, "Application fee")] : []),
  ];
}

/** Applies the choice on the page. @returns the next page */
export async function applyChoice(
  context: EmulatorContext,
  kept: StoredSession,
  act: string,
  card: TestCard,
): Promise<"paid" | "declined" | "bank" | undefined> {
  if (act !== "pay" && act !== "confirm" && act !== "refuse") return undefined;
  if (act === "pay" && card === "confirms") return "bank";
  const failure =
    act === "refuse" ? "refused" : act === "pay" && (card === "declined" || card === "poor") ? card : null;
  if (failure) {
    await declineCard(context, kept, failure);
    return "declined";
  }
  await paySession(context, kept, card);
  return "paid";
}

export async function openDispute(context: EmulatorContext, chargeId: string): Promise<string> {
  const charge = await findObject<Stripe.Charge>(context, "charge", chargeId);
  if (!charge) throw new Error(`No charge ${chargeId}`);
  const opened = buildDispute(context, charge);
  await insertObject(context, "dispute", opened, charge.id);
  charge.disputed = true;
  await updateObject(context, charge);
  await emitEvent(context, "charge.dispute.created", opened);
  return opened.id;
}

/** The balance transaction follows the payment after a delay, and with it the fee. */
export const settleCharge: Job = {
  name: "stripe-emulator.settle",
  async run(appContext, { id, isDisputed }) {
    await appContext.db.transaction().execute(async (db) => {
      const account = await findAccountOfObject(db, String(id));
      if (account === undefined) return;
      const context = { db, appContext, now: appContext.clock.now(), account };
      const charge = await findObject<Stripe.Charge>(context, "charge", String(id));
      if (!charge || charge.balance_transaction) return;
      const { amount, currency } = charge;
      const balance = buildBalanceTransaction(context, {
        amount,
        currency,
        source: charge.id,
        type: "charge",
        fees: buildFeeDetails(charge),
      });
      await insertObject(context, "balance", balance, charge.id);
      charge.balance_transaction = balance.id;
      await updateObject(context, charge);
      await emitEvent(context, "charge.updated", charge);
      const after = { after: new Date(context.now.getTime() + PAYOUT_DELAY_MS) };
      if (account) await appContext.jobs.send(db, payOutAccount.name, { account }, after);
      if (isDisputed === true) await openDispute(context, charge.id);
    });
  },
};
