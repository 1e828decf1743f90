/** Tells of what happened at the test provider: events that can be listed, and are signed and delivered until they are taken. */
import { Stripe } from "stripe";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { findSecret } from "#server/kit/secrets.ts";
import { add, newId, seconds, type Scene } from "./objects.ts";

/** An event's envelope; the object within it is one of the provider's, of whatever kind. */
export interface Event {
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

/** Tells of an object as it is now, within the transaction that made it so. */
export async function emit(scene: Scene, type: Stripe.Event["type"], object: { id: string }): Promise<void> {
  const { db, house, now, account } = scene;
  const event: Event = {
    id: newId("evt"),
    object: "event",
    ...(account && { account }),
    api_version: Stripe.API_VERSION,
    created: seconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await add(scene, "event", event);
  await house.jobs.send(db, deliver.name, { id: event.id });
}

/** The secret that the test provider signs with: of this database alone, so that nobody else can say that a demo was paid. */
export async function webhookSecretOf({ db }: Pick<House, "db">): Promise<string> {
  return `whsec_${(await findSecret(db, "sandbox webhooks")).toString("hex")}`;
}

/** Where this process listens itself. Another one goes by the address that people open. */
const doors = new WeakMap<House, string>();
/** @param origin `http://127.0.0.1:3000` */
export const deliverTo = (house: House, origin: string): void => void doors.set(house, origin);

export async function signed({ db, clock }: House, payload: string): Promise<string> {
  const secret = await webhookSecretOf({ db });
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(clock.now()) });
}

const patienceMs = 10_000;
/** Delivers an event; where nobody takes it, again and again for hours, as the provider would. */
export const deliver: Job = {
  name: "sandbox.deliver",
  retries: 12,
  async run(house, { id }) {
    const row = await house.db
      .selectFrom("sandbox_objects")
      .select("data")
      .where("id", "=", String(id))
      .where("kind", "=", "event")
      .executeTakeFirst();
    if (!row) return;
    const payload = JSON.stringify(row.data);
    const answer = await fetch(`${doors.get(house) ?? house.config.appUrl}/api/v1/webhooks/stripe`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": await signed(house, payload) },
      body: payload,
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error(`The event ${String(id)} was answered with ${answer.status}`);
  },
};
