/** Checkout sessions of the emulator: create, read, expire. */
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { currencies } from "#contract/general-countries-rules.ts";
import { minAmountIn } from "#server/payments/providers/stripe/min-amounts.ts";
import { findAccount, takesCards } from "./accounts.ts";
import { insertObject, findObject, newId, toUnixSeconds, type EmulatorContext } from "./store.ts";
import {
  metadataParam,
  missingObjectError,
  EmulatorError,
  text,
  wholeNumberParam,
  invalidParamError,
} from "./parameters.ts";
import { findSession, type StoredSession } from "./payments.ts";
import { findCustomer, retrieveCard } from "./cards.ts";
import { buildSession, type SetupShape } from "./shapes.ts";

export const amountParam = z.pipe(wholeNumberParam, z.int().check(z.gte(1)));
export const urlParam = z.url({ protocol: /^https?$/, hostname: /^[^\s]*$/ });
const PaymentSessionParams = z.strictObject({
  mode: z.literal("payment"),
  allowed_payment_method_types: z.array(z.literal("card")),
  line_items: z
    .array(
      z.strictObject({
        quantity: z.pipe(wholeNumberParam, z.literal(1)),
        price_data: z.strictObject({
          currency: z.enum(currencies.map((currency) => currency.toLowerCase())),
          unit_amount: amountParam,
          product_data: z.strictObject({ name: text, description: z.optional(text) }),
        }),
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  expires_at: wholeNumberParam,
  client_reference_id: z.optional(z.string().check(z.maxLength(200))),
  customer: z.optional(text),
  customer_creation: z.optional(z.literal("always")),
  customer_email: z.optional(z.email()),
  locale: z.optional(z.enum(["auto", "en", "fr"])),
  success_url: urlParam,
  cancel_url: z.optional(urlParam),
  metadata: metadataParam,
  payment_intent_data: z.optional(
    z.strictObject({
      application_fee_amount: z.optional(amountParam),
      description: z.optional(z.string().check(z.maxLength(1000))),
      metadata: metadataParam,
      setup_future_usage: z.optional(z.literal("off_session")),
    }),
  ),
});
const SetupSessionParams = z.strictObject({
  mode: z.literal("setup"),
  allowed_payment_method_types: z.array(z.literal("card")),
  customer: text,
  expires_at: wholeNumberParam,
  locale: z.optional(z.enum(["auto", "en", "fr"])),
  success_url: urlParam,
  cancel_url: z.optional(urlParam),
  metadata: metadataParam,
  setup_intent_data: z.optional(z.strictObject({ metadata: metadataParam })),
});
export const SessionParams = z.discriminatedUnion("mode", [PaymentSessionParams, SetupSessionParams]);
const minute = 60;

function assertLives({ now }: EmulatorContext, expiresAt: number): void {
  const lives = expiresAt - toUnixSeconds(now);
  if (lives < 30 * minute)
    throw invalidParamError(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      "expires_at",
    );
  if (lives > 24 * 60 * minute)
    throw invalidParamError(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      "expires_at",
    );
}

async function createSetupSession(
  context: EmulatorContext,
  params: z.output<typeof SetupSessionParams>,
): Promise<Stripe.Checkout.Session> {
  assertLives(context, params.expires_at);
  const { customer } = await findCustomer(context, params.customer, "customer");
  const id = newId("cs_test");
  const session = buildSession(context, id, {
    ...{ mode: "setup", amount: null, currency: null, customer: customer.id, customer_email: null },
    ...{ url: `${context.appContext.config.appUrl}/test-payments/${id}`, expires_at: params.expires_at },
    ...{ success_url: params.success_url, cancel_url: params.cancel_url ?? null, client_reference_id: null },
    ...{ locale: params.locale ?? null, metadata: params.metadata ?? {} },
  });
  const payment = { metadata: {}, description: null, text: null, application_fee_amount: null };
  await insertObject(context, "session", { id, session, payment } as StoredSession);
  return session;
}

export const createSession = (
  context: EmulatorContext,
  params: z.output<typeof SessionParams>,
): Promise<Stripe.Checkout.Session> =>
  params.mode === "setup" ? createSetupSession(context, params) : createPaymentSession(context, params);

async function createPaymentSession(
  context: EmulatorContext,
  params: z.output<typeof PaymentSessionParams>,
): Promise<Stripe.Checkout.Session> {
  const { appContext, account } = context;
  const [item] = params.line_items;
  const total = item?.price_data.unit_amount ?? 0;
  assertLives(context, params.expires_at);
  if (total < minAmountIn((item?.price_data.currency ?? "").toUpperCase()))
    throw invalidParamError(
      "The amount must be greater than the minimum charge amount.",
      "line_items",
      "amount_too_small",
    );
  const fee = params.payment_intent_data?.application_fee_amount ?? null;
  if (fee !== null && !account)
    throw invalidParamError(
      "Can only apply an application_fee_amount to a direct charge.",
      "payment_intent_data[application_fee_amount]",
    );
  if (fee !== null && fee > total)
    throw invalidParamError("The fee is greater than the amount.", "payment_intent_data");
  if (account && !takesCards(await findAccount(context, account)))
    throw new EmulatorError(400, "invalid_request_error", "Your account cannot currently make charges.");
  const savesCard = params.payment_intent_data?.setup_future_usage !== undefined;
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalidParamError("You may only specify one of these parameters: customer, customer_email.", "customer");
  if (params.customer !== undefined) await findCustomer(context, params.customer, "customer");
  else if (savesCard && params.customer_creation === undefined)
    throw invalidParamError("A card is kept for a customer.", "customer_creation");
  const id = newId("cs_test");
  const session = buildSession(context, id, {
    mode: "payment",
    amount: total,
    customer: params.customer ?? null,
    currency: item?.price_data.currency ?? "",
    url: `${appContext.config.appUrl}/test-payments/${id}`,
    expires_at: params.expires_at,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
  });
  const payment = {
    metadata: params.payment_intent_data?.metadata ?? {},
    description: params.payment_intent_data?.description ?? item?.price_data.product_data.name ?? null,
    text: item?.price_data.product_data.description ?? null,
    application_fee_amount: fee,
    savesCard,
  };
  const kept: StoredSession = { id, session, payment };
  await insertObject(context, "session", kept);
  return session;
}

export async function requireSession(context: EmulatorContext, id: string): Promise<StoredSession> {
  const kept = await findSession(context, id);
  if (!kept) throw missingObjectError("checkout.session", id);
  return kept;
}

const wantsMethod = (paths: readonly string[]): boolean => paths.includes("payment_intent.payment_method");

/** Expands a session down to its fee, as far as requested and present. */
export async function expandSession(
  context: EmulatorContext,
  session: Stripe.Checkout.Session,
  paths: readonly string[] = [],
) {
  const whole = structuredClone(session);
  const wants = (depth: number) => paths.some((path) => path.split(".").length >= depth);
  if (!wants(1)) return whole;
  if (typeof whole.setup_intent === "string")
    whole.setup_intent = (await expandSetup(context, whole.setup_intent)) as Stripe.SetupIntent;
  if (typeof whole.payment_intent !== "string") return whole;
  const intent = await findObject<Stripe.PaymentIntent>(context, "intent", whole.payment_intent);
  if (intent) whole.payment_intent = await expandIntent(context, intent, (depth) => wants(depth + 1));
  // The methods of payments that keep no card are none of a customer.
  if (intent && intent.customer !== null && typeof intent.payment_method === "string" && wantsMethod(paths))
    intent.payment_method = (await retrieveCard(context, intent.payment_method)) as Stripe.PaymentMethod;
  return whole;
}

async function expandSetup(context: EmulatorContext, id: string): Promise<unknown> {
  const setup = await findObject<SetupShape>(context, "setup", id);
  return setup && { ...setup, payment_method: await retrieveCard(context, setup.payment_method) };
}

/** @param wants whether its charge (1) and the fee of that (2) are asked for */
export async function expandIntent(
  context: EmulatorContext,
  intent: Stripe.PaymentIntent,
  wants: (depth: number) => boolean,
): Promise<Stripe.PaymentIntent> {
  const charge =
    wants(1) && typeof intent.latest_charge === "string"
      ? await findObject<Stripe.Charge>(context, "charge", intent.latest_charge)
      : undefined;
  if (!charge) return intent;
  intent.latest_charge = charge;
  if (wants(2) && typeof charge.balance_transaction === "string")
    charge.balance_transaction =
      (await findObject<Stripe.BalanceTransaction>(context, "balance", charge.balance_transaction)) ?? null;
  return intent;
}
