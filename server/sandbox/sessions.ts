/** Pages to pay on, as the provider makes and shows them. */
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { findAccount, takesCards } from "./accounts.ts";
import { add, find, newId, seconds, type Scene } from "./objects.ts";
import { metadata, missing, Refusal, text, whole, wrong } from "./parameters.ts";
import { findSession, type KeptSession } from "./paying.ts";
import { sessionOf } from "./shapes.ts";

export const amount = z.pipe(whole, z.int().check(z.gte(1)));
export const url = z.url({ protocol: /^https?$/, hostname: /^[^\s]*$/ });
export const NewSession = z.strictObject({
  mode: z.literal("payment"),
  allowed_payment_method_types: z.array(z.literal("card")),
  line_items: z
    .array(
      z.strictObject({
        quantity: z.pipe(whole, z.literal(1)),
        price_data: z.strictObject({
          currency: z.string().check(z.regex(/^[a-z]{3}$/)),
          unit_amount: amount,
          product_data: z.strictObject({ name: text, description: z.optional(text) }),
        }),
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  expires_at: whole,
  client_reference_id: z.optional(z.string().check(z.maxLength(200))),
  customer_email: z.optional(z.email()),
  locale: z.optional(z.enum(["auto", "en", "fr"])),
  success_url: url,
  cancel_url: z.optional(url),
  metadata,
  payment_intent_data: z.optional(
    z.strictObject({
      application_fee_amount: z.optional(amount),
      description: z.optional(z.string().check(z.maxLength(1000))),
      metadata,
    }),
  ),
});
/** The provider's smallest amount in euros and dollars. */
const least = 50;
const minute = 60;

export async function createSession(
  scene: Scene,
  asked: z.output<typeof NewSession>,
): Promise<Stripe.Checkout.Session> {
  const { house, now, account } = scene;
  const [item] = asked.line_items;
  const total = item?.price_data.unit_amount ?? 0;
  const lives = asked.expires_at - seconds(now);
  if (lives < 30 * minute)
    throw wrong("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", "expires_at");
  if (lives > 24 * 60 * minute)
    throw wrong("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", "expires_at");
  if (total < least)
    throw wrong("The amount must be greater than the minimum charge amount.", "line_items", "amount_too_small");
  const fee = asked.payment_intent_data?.application_fee_amount ?? null;
  if (fee !== null && !account)
    throw wrong(
      "Can only apply an application_fee_amount to a direct charge.",
      "payment_intent_data[application_fee_amount]",
    );
  if (fee !== null && fee > total) throw wrong("The fee is greater than the amount.", "payment_intent_data");
  if (account && !takesCards(await findAccount(scene, account)))
    throw new Refusal(400, "invalid_request_error", "Your account cannot currently make charges.");
  const id = newId("cs_test");
  const session = sessionOf(scene, id, {
    amount: total,
    currency: item?.price_data.currency ?? "",
    url: `${house.config.appUrl}/test-payments/${id}`,
    expires_at: asked.expires_at,
    success_url: asked.success_url,
    cancel_url: asked.cancel_url ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    customer_email: asked.customer_email ?? null,
    locale: asked.locale ?? null,
    metadata: asked.metadata ?? {},
  });
  const payment = {
    metadata: asked.payment_intent_data?.metadata ?? {},
    description: asked.payment_intent_data?.description ?? item?.price_data.product_data.name ?? null,
    text: item?.price_data.product_data.description ?? null,
    application_fee_amount: fee,
  };
  const kept: KeptSession = { id, session, payment };
  await add(scene, "session", kept);
  return session;
}

export async function sessionFor(scene: Scene, id: string): Promise<KeptSession> {
  const kept = await findSession(scene, id);
  if (!kept) throw missing("checkout.session", id);
  return kept;
}

/** The whole way from a session to its fee, as far as it is asked for and there. */
export async function expandSession(scene: Scene, session: Stripe.Checkout.Session, paths: readonly string[] = []) {
  const whole = structuredClone(session);
  const wants = (depth: number) => paths.some((path) => path.split(".").length >= depth);
  if (!wants(1) || typeof whole.payment_intent !== "string") return whole;
  const intent = await find<Stripe.PaymentIntent>(scene, "intent", whole.payment_intent);
  if (!intent) return whole;
  whole.payment_intent = intent;
  const charge =
    wants(2) && typeof intent.latest_charge === "string"
      ? await find<Stripe.Charge>(scene, "charge", intent.latest_charge)
      : undefined;
  if (!charge) return whole;
  intent.latest_charge = charge;
  if (wants(3) && typeof charge.balance_transaction === "string")
    charge.balance_transaction =
      (await find<Stripe.BalanceTransaction>(scene, "balance", charge.balance_transaction)) ?? null;
  return whole;
}
