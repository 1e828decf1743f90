/**
 * Stripe Checkout: creates, reads and expires sessions. A card on file is charged without a page: its session is the payment
 * intent (`pi_…`).
 */
import type { Stripe } from "stripe";
import {
  ProviderRefusal,
  type ProviderContext,
  type SessionParams,
  type SessionRef,
  type SessionState,
} from "#server/payments/provider.ts";
import { forAccount, lockedTimeout, send } from "./client.ts";

export const metadataOf = ({
  organizationId,
  paymentId,
  eventId,
  chargeId,
}: Pick<SessionParams, "organizationId" | "paymentId" | "eventId" | "chargeId">) => ({
  organizationId,
  paymentId,
  ...(eventId && { eventId }),
  ...(chargeId && { chargeId }),
});

/** A card is saved for a customer, who is made with the payment unless the provider knows them. */
const buildPayer = ({ email, savedCard }: SessionParams) =>
  savedCard && savedCard.customerId !== null
    ? { customer: savedCard.customerId }
    : { ...(email && { customer_email: email }), ...(savedCard && { customer_creation: "always" as const }) };

export async function createSession(
  { appContext }: ProviderContext,
  params: SessionParams,
  account: string | null,
): Promise<{ id: string; url: string }> {
  const metadata = metadataOf(params);
  const session = await send(appContext, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        allowed_payment_method_types: ["card"],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: params.currency.toLowerCase(),
              unit_amount: params.amount,
              product_data: { name: params.title, description: params.text },
            },
          },
        ],
        expires_at: Math.floor(Date.parse(params.expiresAt) / 1000),
        client_reference_id: params.paymentId,
        ...buildPayer(params),
        locale: params.language,
        success_url: params.successUrl,
        cancel_url: params.cancelUrl,
        metadata,
        payment_intent_data: {
          description: params.title,
          metadata,
          ...(params.savedCard && { setup_future_usage: "off_session" }),
          ...(account && params.applicationFee > 0 && { application_fee_amount: params.applicationFee }),
        },
      },
      { idempotencyKey: params.paymentId, ...forAccount(account) },
    ),
  );
  if (!session.url) throw new Error(`The page ${session.id} has no address`);
  return { id: session.id, url: session.url };
}

/** The `fee` of a balance transaction includes the platform's fee, so add up these types instead. */
const feeTypes = new Set(["stripe_fee", "tax", "payment_method_passthrough_fee"]);
const feeOf = ({ fee_details }: Stripe.BalanceTransaction): number =>
  fee_details.reduce((sum, { type, amount }) => (feeTypes.has(type) ? sum + amount : sum), 0);

function toPaidState(intent: Stripe.PaymentIntent, charge: Stripe.Charge): SessionState {
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

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === "object" ? charge : null;

function toSessionState(session: Stripe.Checkout.Session): SessionState {
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = intent && chargeOf(intent);
  if (session.status === "complete" && session.payment_status === "paid" && intent && charge)
    return toPaidState(intent, charge);
  const failure = intent?.last_payment_error?.message ?? null;
  return { state: session.status === "expired" ? "expired" : "open", intentId: intent?.id ?? null, failure };
}

/** Nobody is there to try another card: a refusal ends it. */
function toIntentState(intent: Stripe.PaymentIntent): SessionState {
  const { id: intentId, status, last_payment_error: error } = intent;
  const charge = chargeOf(intent);
  if (status === "succeeded" && charge) return toPaidState(intent, charge);
  return { state: status === "processing" ? "open" : "expired", intentId, failure: error?.message ?? null };
}

const isIntent = (sessionId: string): boolean => sessionId.startsWith("pi_");

async function retrieveIntent({ appContext }: ProviderContext, { sessionId, account }: SessionRef) {
  const intent = await send(appContext, (stripe) =>
    stripe.paymentIntents.retrieve(
      sessionId,
      { expand: ["latest_charge.balance_transaction"] },
      { ...forAccount(account), ...lockedTimeout },
    ),
  );
  return toIntentState(intent);
}

export async function retrieveSession(context: ProviderContext, ref: SessionRef): Promise<SessionState> {
  const { appContext } = context;
  const { sessionId, account } = ref;
  if (isIntent(sessionId)) return retrieveIntent(context, ref);
  const session = await send(appContext, (stripe) =>
    stripe.checkout.sessions.retrieve(
      sessionId,
      { expand: ["payment_intent.latest_charge.balance_transaction"] },
      { ...forAccount(account), ...lockedTimeout },
    ),
  );
  return toSessionState(session);
}

export async function expireSession(
  { appContext }: ProviderContext,
  { sessionId, account }: SessionRef,
): Promise<void> {
  try {
    if (isIntent(sessionId))
      await send(appContext, (stripe) => stripe.paymentIntents.cancel(sessionId, {}, forAccount(account)));
    else await send(appContext, (stripe) => stripe.checkout.sessions.expire(sessionId, {}, forAccount(account)));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
  }
}
