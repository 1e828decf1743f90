/** What the provider tells of itself: signed events, the list of them, and what moved on an account. */
import { Stripe } from "stripe";
import * as z from "zod/mini";
import type { House } from "#server/kit/house.ts";
import { ask, on, webhookSecretsOf } from "./client.ts";

/** An event as it is kept: the ids in it are acted upon, never what it says. */
export interface Notice {
  id: string;
  /** Null: of the installation's own account. */
  account: string | null;
  type: string;
  object: { id: string; [member: string]: unknown };
  createdAt: Date;
}

/** What is asked for where the endpoint is set up; everything else is left aside. */
export const noticeTypes = [
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
  "account.updated",
  "account.application.deauthorized",
] as const satisfies Stripe.Event["type"][];
const known: ReadonlySet<string> = new Set(noticeTypes);
export const isKnown = ({ type }: Notice): boolean => known.has(type);

/** As far as an event is read. What has another form is none: the provider sends thinner ones to who asks for them. */
const Readable = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  created: z.number(),
  data: z.looseObject({ object: z.looseObject({ id: z.string() }) }),
});

const noticeOf = ({ id, account, type, data, created }: Stripe.Event): Notice => ({
  id,
  account: account ?? null,
  type,
  object: data.object as unknown as Notice["object"],
  createdAt: new Date(created * 1000),
});

const toleranceSeconds = 300;

/** @returns the event that a webhook brings; undefined where nobody that we know signed it, or long ago, and for what is none */
export async function verify(house: House, body: Buffer, signature: string): Promise<Notice | undefined> {
  const receivedAt = house.clock.now().getTime();
  for (const secret of await webhookSecretsOf(house)) {
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, receivedAt);
      if (Readable.safeParse(event).success) return noticeOf(event);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
    }
    house.log.warn(
      "the payment provider sent what is no event that is read here: its endpoint wants snapshot payloads",
    );
    return undefined;
  }
  return undefined;
}

/** The events of an account since an instant, oldest first. The provider keeps them for a month. */
export async function listNotices(house: House, account: string | null, since: Date): Promise<Notice[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const events = await ask(house, (stripe) =>
    stripe.events.list({ created, limit: 100 }, on(account)).autoPagingToArray({ limit: 10_000 }),
  );
  return events
    .map((event) => ({ ...noticeOf(event), account }))
    .filter(isKnown)
    .toReversed();
}

/** What moved on an account for one of our payments or refunds. */
export interface Movement {
  /** The charge or the refund. */
  source: string;
  type: string;
  /** Signed, in minor units. */
  amount: number;
}

export async function listMovements(
  house: House,
  account: string | null,
  span: { from: Date; to: Date },
): Promise<Movement[]> {
  const created = { gte: Math.floor(span.from.getTime() / 1000), lt: Math.floor(span.to.getTime() / 1000) };
  const found = await ask(house, (stripe) =>
    stripe.balanceTransactions.list({ created, limit: 100 }, on(account)).autoPagingToArray({ limit: 10_000 }),
  );
  return found.flatMap(({ source, type, amount }) =>
    source ? [{ source: typeof source === "string" ? source : source.id, type, amount }] : [],
  );
}
