/** Verifies the signature of Stripe's webhooks, and translates their events. */
import type { IncomingHttpHeaders } from "node:http";
import type { Stripe as StripeSdk } from "stripe";
import * as z from "zod/mini";
import type { EventSubject, Movement, ProviderContext, ProviderEvent } from "#server/payments/provider.ts";
import { findWebhookSecrets, forAccount, loadSdk, send } from "./client.ts";

/** Event types to enable on the endpoint; others are ignored. */
export const eventTypes = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "charge.updated",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "payment_method.automatically_updated",
  "payment_method.detached",
  "payment_method.updated",
  "account.updated",
  "account.application.deauthorized",
] as const satisfies StripeSdk.Event["type"][];
const knownTypes: ReadonlySet<string> = new Set(eventTypes);

/** The members that we read. Events of another shape are ignored: Stripe can send "thin" events. */
const Readable = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  created: z.number(),
  data: z.looseObject({ object: z.looseObject({ id: z.string() }) }),
});

interface EventObject {
  id: string;
  payment_intent?: unknown;
  mode?: unknown;
  metadata?: { organizationId?: unknown; paymentId?: unknown; cardId?: unknown } | null;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function subjectOf({ account, type, data }: StripeSdk.Event): EventSubject {
  const { id, payment_intent, mode, metadata } = data.object as unknown as EventObject;
  if (type.startsWith("account.")) {
    return { kind: "account", id: account ?? id, isDisconnected: type === "account.application.deauthorized" };
  }
  if (type.startsWith("payment_method.")) return { kind: "card", methodId: id };
  const [organizationId, paymentId] = [textOf(metadata?.organizationId), textOf(metadata?.paymentId)];
  if (mode === "setup")
    return { kind: "cardSetup", organizationId: organizationId ?? "", cardId: textOf(metadata?.cardId) ?? "" };
  const payment = {
    sessionId: type.startsWith("checkout.session.") ? id : undefined,
    intentId: type.startsWith("payment_intent.") ? id : textOf(payment_intent),
    organizationId,
    paymentId,
  };
  if (type.startsWith("charge.dispute.")) return { kind: "dispute", id, ...payment };
  if (type.startsWith("refund.")) return { kind: "refund", id, ...payment };
  return { kind: type === "charge.refunded" ? "refunds" : "payment", ...payment };
}

const toProviderEvent = (event: StripeSdk.Event): ProviderEvent => ({
  id: event.id,
  account: event.account ?? null,
  type: event.type,
  subject: subjectOf(event),
});

const toleranceSeconds = 300;

export async function parseWebhook(
  { appContext, now }: ProviderContext,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<ProviderEvent | null | undefined> {
  const signature = headers["stripe-signature"];
  if (typeof signature !== "string") return undefined;
  const { Stripe } = await loadSdk();
  for (const secret of await findWebhookSecrets(appContext)) {
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime());
      if (Readable.safeParse(event).success) return knownTypes.has(event.type) ? toProviderEvent(event) : null;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
    }
    appContext.log.warn(
      "the payment provider sent what is no event that is read here: its endpoint wants snapshot payloads",
    );
    return undefined;
  }
  return undefined;
}

/** Stripe keeps events for a month. */
export async function listEvents(
  { appContext }: ProviderContext,
  account: string | null,
  since: Date,
): Promise<ProviderEvent[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const events = await send(appContext, (stripe) =>
    stripe.events.list({ created, limit: 100 }, forAccount(account)).autoPagingToArray({ limit: 10_000 }),
  );
  return events
    .filter(({ type }) => knownTypes.has(type))
    .map((event) => ({ ...toProviderEvent(event), account }))
    .toReversed();
}

/** Payments and refunds, without fees, payouts and disputes. */
const movementTypes = new Set([
  "charge",
  "payment",
  "refund",
  "payment_refund",
  "refund_failure",
  "payment_failure_refund",
]);

export async function listMovements(
  { appContext }: ProviderContext,
  account: string | null,
  span: { from: Date; to: Date },
): Promise<Movement[]> {
  const created = { gte: Math.floor(span.from.getTime() / 1000), lt: Math.floor(span.to.getTime() / 1000) };
  const found = await send(appContext, (stripe) =>
    stripe.balanceTransactions.list({ created, limit: 100 }, forAccount(account)).autoPagingToArray({ limit: 10_000 }),
  );
  return found.flatMap(({ source, type, amount }) =>
    source && movementTypes.has(type) ? [{ source: typeof source === "string" ? source : source.id, amount }] : [],
  );
}
