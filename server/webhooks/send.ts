/** Sends what waits for webhooks: in order for each object, again after growing pauses (backoff), and turns a webhook off in the end. */
import { sql, type Selectable } from "kysely";
import { WEBHOOK_FAILURE_DAYS, WEBHOOK_TEST_TYPE, type WebhookFailure } from "#contract/webhooks.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { WebhookDeliveriesTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { RequestFailure, sendPublicRequest } from "#server/kit/http/public-request.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { release } from "#server/kit/process/release.ts";
import { sendDue } from "#server/kit/process/send-due.ts";
import { inSpan } from "#server/kit/process/traces.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { notifyTeam } from "#server/notifications/notify.ts";
import { updateWaitingFailed, updateWebhook } from "./queries.ts";
import { buildSignedHeaders } from "./sign.ts";

export const SEND_JOB = "webhooks.send";

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const DAY_MS = 24 * hour;
/** Pauses after the first attempt, the second, and so on; after the last of them there is one more attempt. */
export const RETRY_DELAYS_MS = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];
/** A delivery waits this long at most for those before it of the same object. */
const MAX_WAIT_FOR_EARLIER_MS = hour;
const TIMEOUT_MS = 15 * second;
const MAX_ANSWER_BYTES = 64 * 1024;
const KEPT_ANSWER_BYTES = 1024;
/** Until when an attempt counts as running: what a stopped process has left is tried again. */
const LEASE_MS = minute;
const CONCURRENCY = 100;
const CONCURRENCY_PER_WEBHOOK = 5;

type ClaimedDelivery = Pick<
  Selectable<WebhookDeliveriesTable>,
  "organization_id" | "id" | "webhook_id" | "type" | "body" | "tries"
>;

/** Due deliveries, a few of each webhook, the oldest first. @param busy webhooks that answer too slowly to be sent more */
async function listDue(
  { db, clock }: AppContext,
  count: number,
  busy: readonly string[],
): Promise<Pick<ClaimedDelivery, "organization_id" | "id" | "webhook_id">[]> {
  const now = clock.now();
  const waitsNoLonger = new Date(now.getTime() - MAX_WAIT_FOR_EARLIER_MS);
  return db
    .with("waiting", (cte) =>
      cte
        .selectFrom("webhook_deliveries as delivery")
        .innerJoin("webhooks", (join) =>
          join
            .onRef("webhooks.organization_id", "=", "delivery.organization_id")
            .onRef("webhooks.id", "=", "delivery.webhook_id"),
        )
        .select(["delivery.organization_id", "delivery.id", "delivery.webhook_id"])
        .select(["delivery.position", "delivery.next_try_at", "delivery.queued_at"])
        .select(
          sql<number>`row_number() over (
            partition by delivery.organization_id, delivery.webhook_id, delivery.subject_id order by delivery.position
          )`.as("turn"),
        )
        .where("delivery.status", "=", "waiting")
        .where((where) =>
          where.or([where("webhooks.active", "=", true), where("delivery.type", "=", WEBHOOK_TEST_TYPE)]),
        ),
    )
    .with("due", (cte) =>
      cte
        .selectFrom("waiting")
        .select(["organization_id", "id", "webhook_id", "position"])
        .select(sql<number>`row_number() over (partition by organization_id, webhook_id order by position)`.as("place"))
        .where("next_try_at", "<=", now)
        .where((where) => where.not(isAnyOf("webhook_id", busy)))
        .where((where) => where.or([where("turn", "=", 1), where("queued_at", "<=", waitsNoLonger)])),
    )
    .selectFrom("due")
    .select(["organization_id", "id", "webhook_id"])
    .where("place", "<=", CONCURRENCY_PER_WEBHOOK)
    .orderBy("place")
    .orderBy("position")
    .limit(count)
    .execute();
}

/** @returns undefined if another process has claimed it */
const claim = (
  { db, clock }: AppContext,
  due: Pick<ClaimedDelivery, "organization_id" | "id">,
): Promise<ClaimedDelivery | undefined> => {
  const now = clock.now();
  return db
    .updateTable("webhook_deliveries")
    .set({ tries: sql`tries + 1`, next_try_at: new Date(now.getTime() + LEASE_MS) })
    .where("organization_id", "=", due.organization_id)
    .where("id", "=", due.id)
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", now)
    .returning(["organization_id", "id", "webhook_id", "type", "body", "tries"])
    .executeTakeFirst();
};

interface Outcome {
  status: number | null;
  failure: WebhookFailure | null;
  answer: string | null;
}

/** PostgreSQL keeps no zero bytes in texts. */
const toKeptAnswer = (body: Buffer): string =>
  body.subarray(0, KEPT_ANSWER_BYTES).toString("utf8").replaceAll("\u{0}", "\u{FFFD}");

async function post(
  { config }: AppContext,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Outcome> {
  try {
    const answer = await sendPublicRequest({
      url,
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": `Baseline/${release}`, ...headers },
      body,
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      allowsLocalhost: config.demo,
    });
    return { status: answer.status, failure: null, answer: toKeptAnswer(answer.body) };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return { status: null, failure: error.reason, answer: null };
  }
}

const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

async function sendDelivery(appContext: AppContext, delivery: ClaimedDelivery): Promise<void> {
  const { db, clock } = appContext;
  const { organization_id: organizationId, id, body } = delivery;
  const webhook = await db
    .selectFrom("webhooks")
    .select(["url", "secret", "former_secret", "former_secret_until", "archived_at"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", delivery.webhook_id)
    .executeTakeFirstOrThrow();
  if (webhook.archived_at !== null) return;
  const at = clock.now();
  const hasFormer = webhook.former_secret_until !== null && webhook.former_secret_until > at;
  const secrets = [webhook.secret, ...(hasFormer && webhook.former_secret ? [webhook.former_secret] : [])];
  const begin = performance.now();
  const outcome = await inSpan(
    "send webhook",
    () => post(appContext, webhook.url, buildSignedHeaders({ id, body, at }, secrets), body),
    { kind: "client", attributes: { "baseline.type": delivery.type } },
  );
  const attempt = { at, url: webhook.url, durationMs: Math.round(performance.now() - begin), outcome };
  await db
    .transaction()
    .execute((inner) => applyOutcome({ db: inner, appContext, now: clock.now(), organizationId }, delivery, attempt));
}

interface Attempt {
  at: Date;
  url: string;
  durationMs: number;
  outcome: Outcome;
}

async function applyOutcome(
  context: TenantContext,
  delivery: ClaimedDelivery,
  { at, url, durationMs, outcome }: Attempt,
): Promise<void> {
  const { db, appContext, now, organizationId } = context;
  const isTest = delivery.type === WEBHOOK_TEST_TYPE;
  const webhook = await lockWebhookHealth(context, delivery.webhook_id);
  // A test is sent once: a person looks at its outcome. One whose webhook was turned off meanwhile is given up.
  const delay = isTest || !webhook.active ? undefined : RETRY_DELAYS_MS[delivery.tries - 1];
  const nextTryAt = isSuccess(outcome) || delay === undefined ? undefined : new Date(now.getTime() + delay);
  const status = isSuccess(outcome) ? "delivered" : nextTryAt ? "waiting" : "failed";
  const updated = await db
    .updateTable("webhook_deliveries")
    .set({ status, ...(nextTryAt && { next_try_at: nextTryAt }) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", delivery.id)
    .returning("id")
    .executeTakeFirst();
  // The webhook was deleted meanwhile, and its log with it.
  if (!updated) return;
  await db
    .insertInto("webhook_attempts")
    .values({
      organization_id: organizationId,
      id: uuidv7(at),
      delivery_id: delivery.id,
      at,
      url,
      duration_ms: durationMs,
      ...outcome,
    })
    .execute();
  if (nextTryAt) await appContext.jobs.send(db, SEND_JOB, {}, { after: nextTryAt });
  if (!isTest) await updateHealth(context, webhook, isSuccess(outcome));
}

/** Before its deliveries, as by whoever turns it off. */
const lockWebhookHealth = ({ db, organizationId }: TenantContext, webhookId: string) =>
  db
    .selectFrom("webhooks")
    .select(["id", "active", "failing_since", "url"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", webhookId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Turns a webhook off that has failed for days. */
async function updateHealth(
  context: TenantContext,
  webhook: Awaited<ReturnType<typeof lockWebhookHealth>>,
  isHealthy: boolean,
): Promise<void> {
  const { db, now, organizationId } = context;
  const webhookId = webhook.id;
  if (isHealthy) {
    if (webhook.failing_since) await updateWebhook(context, webhookId, { failing_since: null });
    return;
  }
  if (!webhook.failing_since) return updateWebhook(context, webhookId, { failing_since: now });
  if (!webhook.active || now.getTime() - webhook.failing_since.getTime() < WEBHOOK_FAILURE_DAYS * DAY_MS) return;
  await updateWebhook(context, webhookId, { active: false, turned_off_at: now, updated_at: now });
  await updateWaitingFailed(context, webhookId);
  await insertActivityEntry(db, {
    organizationId,
    at: now,
    actorId: null,
    act: "webhooks.turnOff",
    subjectId: webhookId,
    before: { active: true },
    after: { active: false },
    ipAddress: null,
  });
  await notifyTeam(context, {
    kind: "webhook_off",
    subjectId: webhookId,
    params: { url: webhook.url, failingSince: webhook.failing_since.toISOString() },
    except: [],
  });
}

/** The table stores the next attempt, so that a lost trigger loses nothing. */
export const sendWebhooks: Job = {
  name: SEND_JOB,
  cron: "* * * * *",
  isWakeUp: true,
  run: (appContext) =>
    sendDue({
      name: "webhooks",
      concurrency: CONCURRENCY,
      concurrencyPerReceiver: CONCURRENCY_PER_WEBHOOK,
      listDue: (count, busy) => listDue(appContext, count, busy),
      findReceiverId: ({ webhook_id }) => webhook_id,
      claim: (due) => claim(appContext, due),
      send: (delivery) => sendDelivery(appContext, delivery),
    }),
};
