/** The provider's hosted pages to pay on: opened, closed, and read. */
import type { Stripe } from "stripe";
import type { House } from "#server/kit/house.ts";
import type { Language } from "#words/words.ts";
import { ask, isRefusal, on, whileHeld } from "./client.ts";

/** What a page is opened with. It travels as JSON: asked again, the same is asked. */
export interface PageAsked {
  organizationId: string;
  paymentId: string;
  eventId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** What is paid for, in one line, and in another. */
  title: string;
  text: string;
  email: string | null;
  language: Language;
  /** Of the platform, in minor units; only ever from connected accounts. */
  applicationFee: number;
  expiresAt: string;
  successUrl: string;
  cancelUrl: string;
}
export interface Place {
  /** The account that is paid; null is the installation's own. */
  account: string | null;
}

const metadataOf = ({ organizationId, paymentId, eventId }: PageAsked) => ({ organizationId, paymentId, eventId });

/**
 * Opens a page; asked again with the same, answers with the same one.
 * @throws Problem 503 where the provider does not answer, Stripe's errors where it refuses
 */
export async function openPage(
  house: House,
  asked: PageAsked,
  { account }: Place,
): Promise<{ id: string; url: string }> {
  const metadata = metadataOf(asked);
  const session = await ask(house, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        allowed_payment_method_types: ["card"],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: asked.currency.toLowerCase(),
              unit_amount: asked.amount,
              product_data: { name: asked.title, description: asked.text },
            },
          },
        ],
        expires_at: Math.floor(Date.parse(asked.expiresAt) / 1000),
        client_reference_id: asked.paymentId,
        ...(asked.email && { customer_email: asked.email }),
        locale: asked.language,
        success_url: asked.successUrl,
        cancel_url: asked.cancelUrl,
        metadata,
        payment_intent_data: {
          description: asked.title,
          metadata,
          ...(account && asked.applicationFee > 0 && { application_fee_amount: asked.applicationFee }),
        },
      },
      { idempotencyKey: asked.paymentId, ...on(account) },
    ),
  );
  if (!session.url) throw new Error(`The page ${session.id} has no address`);
  return { id: session.id, url: session.url };
}

/** A payment as it stands at the provider. */
export type PageState =
  | { state: "open" | "expired"; intentId: string | null; failure: string | null }
  | {
      state: "paid";
      intentId: string;
      chargeId: string;
      amount: number;
      currency: string;
      paidAt: Date;
      /** Null until the provider tells it. Minor units. */
      fee: number | null;
      applicationFee: number;
    };

/** What the provider keeps; its `fee` would contain our own share. */
const ofProvider = new Set(["stripe_fee", "tax", "payment_method_passthrough_fee"]);
const feeOf = ({ fee_details }: Stripe.BalanceTransaction): number =>
  fee_details.reduce((sum, { type, amount }) => (ofProvider.has(type) ? sum + amount : sum), 0);

function stateOf(session: Stripe.Checkout.Session): PageState {
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = intent && typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  if (session.status === "complete" && session.payment_status === "paid" && intent && charge) {
    const balance = typeof charge.balance_transaction === "object" ? charge.balance_transaction : null;
    return {
      state: "paid",
      intentId: intent.id,
      chargeId: charge.id,
      amount: charge.amount,
      currency: charge.currency.toUpperCase(),
      paidAt: new Date(charge.created * 1000),
      fee: balance && feeOf(balance),
      applicationFee: charge.application_fee_amount ?? 0,
    };
  }
  const failure = intent?.last_payment_error?.message ?? null;
  return { state: session.status === "expired" ? "expired" : "open", intentId: intent?.id ?? null, failure };
}

/** How it stands now. Short, for who holds a row meanwhile. @throws Problem 503 where the provider does not answer */
export async function readPage(house: House, sessionId: string, { account }: Place): Promise<PageState> {
  const session = await ask(house, (stripe) =>
    stripe.checkout.sessions.retrieve(
      sessionId,
      { expand: ["payment_intent.latest_charge.balance_transaction"] },
      { ...on(account), ...whileHeld },
    ),
  );
  return stateOf(session);
}

/**
 * Closes a page, so that nobody pays on it any more. What was paid already, or closed, is left as it is: read it afterwards.
 * @throws Problem 503 where the provider does not answer: then nobody knows
 */
export async function closePage(house: House, sessionId: string, { account }: Place): Promise<void> {
  try {
    await ask(house, (stripe) => stripe.checkout.sessions.expire(sessionId, {}, on(account)));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
