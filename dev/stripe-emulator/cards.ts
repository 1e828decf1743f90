/** Saved cards of the emulator: customers, methods, and payments without their holders. */
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { currencies } from "#contract/general-countries-rules.ts";
import { emitEvent } from "./events.ts";
import {
  EmulatorRefusal,
  flagParam,
  invalidParamError,
  metadataParam,
  missingObjectError,
  text,
  wholeNumberParam,
} from "./parameters.ts";
import {
  declineIntent,
  payIntent,
  type StoredCard,
  type StoredCustomer,
  type StoredSession,
  type TestCard,
  testCards,
} from "./payments.ts";
import { buildCard, buildCustomer, buildIntent, buildSetup, type CardShape, type CustomerShape } from "./shapes.ts";
import { type EmulatorContext, findObject, insertObject, listObjects, updateObject } from "./store.ts";

export const CustomerParams = z.strictObject({ email: z.optional(z.email()), metadata: metadataParam });

export async function createCustomer(
  context: EmulatorContext,
  { email = "", metadata = {} }: z.output<typeof CustomerParams>,
): Promise<CustomerShape> {
  const customer = buildCustomer(context, { email, metadata });
  await insertObject(context, "customer", { id: customer.id, customer, isDeleted: false } as StoredCustomer);
  return customer;
}

/** @throws EmulatorError if there is none, or it was deleted */
export async function findCustomer(context: EmulatorContext, id: string, param = "id"): Promise<StoredCustomer> {
  const kept = await findObject<StoredCustomer>(context, "customer", id);
  if (!kept || kept.isDeleted) throw missingObjectError("customer", id, param);
  return kept;
}

/** @throws EmulatorError if there is none */
async function requireCard(context: EmulatorContext, id: string, param = "id"): Promise<StoredCard> {
  const kept = await findObject<StoredCard>(context, "method", id);
  if (!kept) throw missingObjectError("PaymentMethod", id, param);
  return kept;
}

export const retrieveCard = async (context: EmulatorContext, id: string): Promise<CardShape> =>
  (await requireCard(context, id)).method;

/** Applies the choice on the page. @returns the next page */
export async function applySetupChoice(
  context: EmulatorContext,
  kept: StoredSession,
  act: string,
  card: TestCard,
): Promise<"paid" | "declined" | undefined> {
  if (act !== "pay") return undefined;
  if (card === "declined") return "declined";
  await saveCard(context, kept, card);
  return "paid";
}

async function saveCard(context: EmulatorContext, kept: StoredSession, card: TestCard): Promise<void> {
  const { session } = kept;
  const customer = typeof session.customer === "string" ? session.customer : null;
  const method = buildCard(context, { customer, last4: testCards[card].slice(-4) });
  await insertObject(context, "method", { id: method.id, method, does: card } as StoredCard, customer);
  const setup = buildSetup(context, { customer, payment_method: method.id });
  await insertObject(context, "setup", setup, session.id);
  Object.assign(session, { status: "complete", payment_status: "no_payment_required", url: null });
  session.setup_intent = setup.id;
  await updateObject(context, kept);
  await emitEvent(context, "payment_method.attached", method);
  await emitEvent(context, "checkout.session.completed", session);
}

async function detach(context: EmulatorContext, kept: StoredCard): Promise<CardShape> {
  kept.method.customer = null;
  await updateObject(context, kept);
  await emitEvent(context, "payment_method.detached", kept.method);
  return kept.method;
}

export async function detachCard(context: EmulatorContext, id: string): Promise<CardShape> {
  const kept = await requireCard(context, id);
  if (kept.method.customer === null)
    throw invalidParamError("The payment method you provided is not attached to a customer.", "payment_method");
  return detach(context, kept);
}

/** The bank gives its holder another one, or takes nothing more. */
export async function changeCard(
  context: EmulatorContext,
  id: string,
  { does, card }: { does?: TestCard; card?: Partial<CardShape["card"]> },
): Promise<void> {
  const kept = await requireCard(context, id);
  if (does) kept.does = does;
  Object.assign(kept.method.card, card);
  await updateObject(context, kept);
  if (card) await emitEvent(context, "payment_method.automatically_updated", kept.method);
}

export async function deleteCustomer(context: EmulatorContext, id: string) {
  const kept = await findCustomer(context, id);
  kept.isDeleted = true;
  await updateObject(context, kept);
  const { data } = await listObjects<StoredCard>(context, "method", { parent: id, limit: 100 });
  for (const card of data.filter(({ method }) => method.customer === id)) await detach(context, card);
  return { id, object: "customer" as const, deleted: true as const };
}

const amountParam = z.pipe(wholeNumberParam, z.int().check(z.gte(1)));
export const IntentParams = z.strictObject({
  amount: amountParam,
  currency: z.enum(currencies.map((currency) => currency.toLowerCase())),
  customer: text,
  payment_method: text,
  allowed_payment_method_types: z.array(z.literal("card")),
  off_session: z.pipe(flagParam, z.literal(true)),
  confirm: z.pipe(flagParam, z.literal(true)),
  description: z.optional(z.string().check(z.maxLength(1000))),
  metadata: metadataParam,
  application_fee_amount: z.optional(amountParam),
});

/** Answers of banks to a payment without its holder. */
const refusals: Partial<Record<TestCard, { code: string; decline_code: string; message: string }>> = {
  asks: {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
  declinedLater: { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." },
  lost: { code: "card_declined", decline_code: "lost_card", message: "Your card was declined." },
};

/** Charges a saved card. A refusal is kept as the answer, as the provider does. */
export async function createIntent(
  context: EmulatorContext,
  params: z.output<typeof IntentParams>,
): Promise<Stripe.PaymentIntent | EmulatorRefusal> {
  await findCustomer(context, params.customer, "customer");
  const { method, does } = await requireCard(context, params.payment_method, "payment_method");
  if (method.customer !== params.customer)
    throw invalidParamError("The payment method does not belong to the customer.", "payment_method");
  const intent = buildIntent(
    context,
    { amount_total: params.amount, currency: params.currency },
    {
      metadata: params.metadata ?? {},
      description: params.description ?? null,
      application_fee_amount: params.application_fee_amount ?? null,
    },
  );
  Object.assign(intent, { customer: params.customer, payment_method: method.id });
  await insertObject(context, "intent", intent, params.customer);
  const refusal = refusals[does];
  if (!refusal) {
    await payIntent(context, intent, { method: method.id, isDisputed: false });
    return intent;
  }
  await declineIntent(context, intent, refusal);
  return new EmulatorRefusal(402, { error: { type: "card_error", ...refusal, payment_intent: intent } });
}

export const listIntents = (context: EmulatorContext, customer: string) =>
  listObjects<Stripe.PaymentIntent>(context, "intent", { parent: customer, limit: 100 });
