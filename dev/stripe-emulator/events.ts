/** Webhook events of the emulator: recorded, listed, signed, and delivered until they are accepted. */
import { Stripe } from "stripe";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { insertObject, newId, toUnixSeconds, type EmulatorContext } from "./store.ts";
import { emulatorTables } from "./tables.ts";

export interface EmulatedEvent {
  id: string;
  object: "event";
  account?: string;
  api_version: string;
  created: number;
  data: { object: { id: string } };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: string | null };
  type: Stripe.Event["type"];
}

export async function emitEvent(
  context: EmulatorContext,
  type: Stripe.Event["type"],
  object: { id: string },
): Promise<void> {
  const { db, appContext, now, account } = context;
  const event: EmulatedEvent = {
    id: newId("evt"),
    object: "event",
    ...(account && { account }),
    api_version: Stripe.API_VERSION,
    created: toUnixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await insertObject(context, "event", event);
  await appContext.jobs.send(db, deliverEvents.name, { id: event.id });
}

/** Unique per database, so that nobody else can forge a payment in a demo. */
export async function findWebhookSecret({ db }: Pick<AppContext, "db">): Promise<string> {
  return `whsec_${(await findOrCreateSecret(db, "stripe emulator webhooks")).toString("hex")}`;
}

/** Address of this process. Other processes use the public address. */
const origins = new WeakMap<AppContext, string>();
export const setDeliveryOrigin = (appContext: AppContext, origin: string): void => void origins.set(appContext, origin);

export async function signPayload({ db, clock }: AppContext, payload: string): Promise<string> {
  const secret = await findWebhookSecret({ db });
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: toUnixSeconds(clock.now()) });
}

const DELIVERY_TIMEOUT_MS = 10_000;
/** Delivers an event, with retries over hours like the provider. */
export const deliverEvents: Job = {
  name: "stripe-emulator.deliver",
  retries: 12,
  async run(appContext, { id }) {
    const row = await emulatorTables(appContext.db)
      .selectFrom("objects")
      .select("data")
      .where("id", "=", String(id))
      .where("kind", "=", "event")
      .executeTakeFirst();
    if (!row) return;
    const payload = JSON.stringify(row.data);
    const answer = await fetch(`${origins.get(appContext) ?? appContext.config.appUrl}/api/v1/webhooks/stripe`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": await signPayload(appContext, payload) },
      body: payload,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`The event ${String(id)} was answered with ${answer.status}`);
  },
};
