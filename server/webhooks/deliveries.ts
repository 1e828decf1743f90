/** The log of a webhook: lists it, sends again what it holds, and sends a test. */
import { MAX_REPLAYED_DELIVERIES, WEBHOOK_TEST_TYPE, type WebhookDelivery, type webhooks } from "#contract/webhooks.ts";
import type { Page } from "#contract/kit.ts";
import { paginate } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { formatBody } from "./facts.ts";
import {
  deliveriesOf,
  findDelivery,
  findWebhook,
  insertDelivery,
  lockWebhook,
  serializeDeliveries,
  updateDeliveriesQueued,
} from "./queries.ts";
import { SEND_JOB } from "./send.ts";

export async function listDeliveries(call: Call<typeof webhooks.deliveries>): Promise<Page<WebhookDelivery>> {
  const { db, params, query } = call;
  const { id } = await findWebhook(call, params.webhookId);
  let found = deliveriesOf(call, id);
  if (query.status) found = found.where("status", "=", query.status);
  if (query.type) found = found.where("type", "=", query.type);
  const sorted = found.selectAll().orderBy("position", "desc");
  const { data, meta } = await paginate(db, sorted, query);
  return { data: await serializeDeliveries(call, data), meta };
}

export async function sendTest(call: Call<typeof webhooks.test>): Promise<WebhookDelivery> {
  const { db, appContext, now, organizationId, params } = call;
  const webhook = await lockWebhook(call, params.webhookId);
  const id = uuidv7(now);
  await insertDelivery(db, {
    organization_id: organizationId,
    id,
    webhook_id: webhook.id,
    type: WEBHOOK_TEST_TYPE,
    subject_id: id,
    body: formatBody(WEBHOOK_TEST_TYPE, now, { organizationId, webhookId: webhook.id }),
    next_try_at: now,
    queued_at: now,
    created_at: now,
  });
  await appContext.jobs.send(db, SEND_JOB, {});
  return findDelivery(call, webhook.id, id);
}

async function replay(call: Call, webhookId: string, ids: readonly string[]): Promise<number> {
  const { db, appContext, now } = call;
  const { active } = await lockWebhook(call, webhookId);
  if (!active) throw new HttpError(409, message("webhooks.isOff"));
  const count = await updateDeliveriesQueued(call, ids, now);
  if (count > 0) await appContext.jobs.send(db, SEND_JOB, {});
  return count;
}

/** One that waits is not sent any sooner. @throws HttpError 409 while the webhook is off */
export async function replayDelivery(call: Call<typeof webhooks.replay>): Promise<WebhookDelivery> {
  const { webhookId, deliveryId } = call.params;
  const { id } = await findDelivery(call, webhookId, deliveryId);
  await replay(call, webhookId, [id]);
  return findDelivery(call, webhookId, id);
}

/** @throws HttpError 409 while the webhook is off, 422 for a span that ends before it begins or holds too many */
export async function replaySpan(call: Call<typeof webhooks.replaySpan>): Promise<{ count: number }> {
  const { params, body } = call;
  const [from, to] = [new Date(body.from), new Date(body.to)];
  if (to <= from) throw invalidFields({ to: [message("webhooks.spanOrder")] });
  const { id } = await findWebhook(call, params.webhookId);
  const found = await deliveriesOf(call, id)
    .select("id")
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .where("type", "<>", WEBHOOK_TEST_TYPE)
    .where("status", "in", body.includesDelivered ? ["failed", "delivered"] : ["failed"])
    .orderBy("position")
    .limit(MAX_REPLAYED_DELIVERIES + 1)
    .execute();
  if (found.length > MAX_REPLAYED_DELIVERIES)
    throw invalidFields({ to: [message("webhooks.spanTooLong", { count: MAX_REPLAYED_DELIVERIES })] });
  const count = await replay(
    call,
    id,
    found.map((delivery) => delivery.id),
  );
  return { count };
}
