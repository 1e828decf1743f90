/** What becomes of a page to pay on: somebody pays, is declined, confirms at the bank, or lets the time run out. */
import type { Stripe } from "stripe";
import type { Job } from "#server/kit/jobs.ts";
import { emit } from "./events.ts";
import { add, find, findAccountOf, save, seconds, type Scene } from "./objects.ts";
import { balanceOf, chargeOf, disputeOf } from "./money-shapes.ts";
import { intentOf } from "./shapes.ts";

type Session = Stripe.Checkout.Session;

/** A session with what its payment is to be made of, kept beside it and never sent. */
export interface KeptSession {
  id: string;
  session: Session;
  payment: {
    metadata: Record<string, string>;
    description: string | null;
    text: string | null;
    application_fee_amount: number | null;
  };
}

/** The provider's own test cards, by what they do. */
export const cards = {
  pays: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  poor: "4000 0000 0000 9995",
  confirms: "4000 0000 0000 3220",
  refundPends: "4000 0000 0000 7726",
  refundFails: "4000 0000 0000 5126",
  disputed: "4000 0000 0000 0259",
} as const;
export type Card = keyof typeof cards;

const failures = {
  declined: { code: "card_declined", message: "Your card was declined." },
  poor: { code: "card_declined", message: "Your card has insufficient funds." },
  refused: {
    code: "payment_intent_authentication_failure",
    message: "The provided PaymentMethod has failed authentication.",
  },
} as const;
export type Failure = keyof typeof failures;

/** The session, with its page closed where its time is over. */
export async function findSession(scene: Scene, id: string): Promise<KeptSession | undefined> {
  const kept = await find<KeptSession>(scene, "session", id);
  if (kept?.session.status === "open" && kept.session.expires_at <= seconds(scene.now)) await close(scene, kept);
  return kept;
}

/** Nobody can pay on it any more. */
export async function close(scene: Scene, kept: KeptSession): Promise<void> {
  kept.session.status = "expired";
  kept.session.url = null;
  await save(scene, kept);
  await emit(scene, "checkout.session.expired", kept.session);
}

async function intentFor(scene: Scene, kept: KeptSession): Promise<Stripe.PaymentIntent> {
  const { session, payment } = kept;
  const known =
    typeof session.payment_intent === "string"
      ? await find<Stripe.PaymentIntent>(scene, "intent", session.payment_intent)
      : undefined;
  if (known) return known;
  const intent = intentOf(scene, session, payment);
  await add(scene, "intent", intent, session.id);
  session.payment_intent = intent.id;
  await save(scene, kept);
  return intent;
}

/** The card is refused; the page stays open for another one. */
async function decline(scene: Scene, kept: KeptSession, why: Failure): Promise<void> {
  const intent = await intentFor(scene, kept);
  const failure = failures[why];
  const charge = chargeOf(scene, intent, failure);
  await add(scene, "charge", charge, intent.id);
  Object.assign(intent, {
    status: "requires_payment_method",
    latest_charge: charge.id,
    last_payment_error: { type: "card_error", ...failure },
  });
  await save(scene, intent);
  await emit(scene, "charge.failed", charge);
  await emit(scene, "payment_intent.payment_failed", intent);
}

/** How long the fee stays unknown. */
const feeAfterMs = 5000;

/** @param card decides what comes of a refund later */
async function pay(scene: Scene, kept: KeptSession, card: Card): Promise<void> {
  const { db, house, now } = scene;
  const { session } = kept;
  const intent = await intentFor(scene, kept);
  const charge = chargeOf(scene, intent, null);
  charge.payment_method = `pm_card_${card}`;
  await add(scene, "charge", charge, intent.id);
  const amount_received = intent.amount;
  Object.assign(intent, {
    status: "succeeded",
    latest_charge: charge.id,
    last_payment_error: null,
    amount_received,
    payment_method: charge.payment_method,
  });
  await save(scene, intent);
  Object.assign(session, { status: "complete", payment_status: "paid", url: null });
  await save(scene, kept);
  await emit(scene, "payment_intent.succeeded", intent);
  await emit(scene, "charge.succeeded", charge);
  await emit(scene, "checkout.session.completed", session);
  await house.jobs.send(
    db,
    settle.name,
    { id: charge.id, isDisputed: card === "disputed" },
    {
      after: new Date(now.getTime() + feeAfterMs),
    },
  );
}

/** As in the European Economic Area: 1.5 % and 25 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 25;

/** What a payment leaves on the account, its fees told apart. */
export function feesOf({ amount, currency, application_fee_amount: ours }: Stripe.Charge) {
  const fee = (type: string, share: number, description: string) => ({
    amount: share,
    application: null,
    currency,
    description,
    type,
  });
  return [
    fee("stripe_fee", feeOf(amount), "Stripe processing fees"),
    ...(ours ? [fee("application_fee", ours, "Application fee")] : []),
  ];
}

/** Does what was chosen on the page; answers with what is shown next. */
export async function choose(
  scene: Scene,
  kept: KeptSession,
  act: string,
  card: Card,
): Promise<"paid" | "declined" | "bank" | undefined> {
  if (act !== "pay" && act !== "confirm" && act !== "refuse") return undefined;
  if (act === "pay" && card === "confirms") return "bank";
  const failure =
    act === "refuse" ? "refused" : act === "pay" && (card === "declined" || card === "poor") ? card : null;
  if (failure) {
    await decline(scene, kept, failure);
    return "declined";
  }
  await pay(scene, kept, card);
  return "paid";
}

/** Opens a dispute over all of a charge, as the holder of a card does at the bank. */
export async function dispute(scene: Scene, chargeId: string): Promise<string> {
  const charge = await find<Stripe.Charge>(scene, "charge", chargeId);
  if (!charge) throw new Error(`No charge ${chargeId}`);
  const opened = disputeOf(scene, charge);
  await add(scene, "dispute", opened, charge.id);
  charge.disputed = true;
  await save(scene, charge);
  await emit(scene, "charge.dispute.created", opened);
  return opened.id;
}

/** The balance transaction comes after the payment, and with it the fee. */
export const settle: Job = {
  name: "sandbox.settle",
  async run(house, { id, isDisputed }) {
    await house.db.transaction().execute(async (db) => {
      const account = await findAccountOf(db, String(id));
      if (account === undefined) return;
      const scene = { db, house, now: house.clock.now(), account };
      const charge = await find<Stripe.Charge>(scene, "charge", String(id));
      if (!charge || charge.balance_transaction) return;
      const { amount, currency } = charge;
      const balance = balanceOf(scene, { amount, currency, source: charge.id, type: "charge", fees: feesOf(charge) });
      await add(scene, "balance", balance, charge.id);
      charge.balance_transaction = balance.id;
      await save(scene, charge);
      await emit(scene, "charge.updated", charge);
      if (isDisputed === true) await dispute(scene, charge.id);
    });
  },
};
