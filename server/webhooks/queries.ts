/** Tables `webhooks`, `webhook_deliveries` and `webhook_attempts`. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import {
  webhookKinds,
  type DeliveryStatus,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookKind,
} from "#contract/webhooks.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { WebhookAttemptsTable, WebhookDeliveriesTable, WebhooksTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";

/** For the list of all organizations. */
const MAX_LISTED_WEBHOOKS = 500;

export interface WebhookScope {
  db: Database;
  organizationId: string;
}
type WebhookRow = Selectable<WebhooksTable>;
type DeliveryRow = Selectable<WebhookDeliveriesTable>;

const presentWebhooks = ({ db, organizationId }: WebhookScope) =>
  db
    .selectFrom("webhooks")
    .where(inScope("webhooks.organization_id", organizationId))
    .where("webhooks.archived_at", "is", null);

const isKind = (name: string): name is WebhookKind => (webhookKinds as readonly string[]).includes(name);

function serializeWebhook(row: WebhookRow, waiting: number): Webhook {
  return {
    id: row.id,
    url: row.url,
    kinds: row.kinds.filter(isKind),
    active: row.active,
    failingSince: row.failing_since?.toISOString() ?? null,
    turnedOffAt: row.turned_off_at?.toISOString() ?? null,
    formerSecretUntil: row.former_secret_until?.toISOString() ?? null,
    waiting,
    created_at: row.created_at.toISOString(),
  };
}

async function countWaiting(
  { db, organizationId }: WebhookScope,
  ids: readonly string[],
): Promise<(id: string) => number> {
  if (ids.length === 0) return () => 0;
  const rows = await db
    .selectFrom("webhook_deliveries")
    .select(["webhook_id", sql<number>`count(*)::int`.as("count")])
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("webhook_id", ids))
    .where("status", "=", "waiting")
    .groupBy("webhook_id")
    .execute();
  const byId = new Map(rows.map(({ webhook_id, count }) => [webhook_id, count]));
  return (id) => byId.get(id) ?? 0;
}

export async function listWebhooks(scope: WebhookScope): Promise<Webhook[]> {
  const rows = await presentWebhooks(scope)
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_LISTED_WEBHOOKS)
    .execute();
  const waitingOf = await countWaiting(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => serializeWebhook(row, waitingOf(row.id)));
}

/** @throws HttpError 404 */
export async function findWebhook(scope: WebhookScope, id: string): Promise<Webhook> {
  const row = await presentWebhooks(scope).selectAll().where("webhooks.id", "=", id).executeTakeFirstOrThrow(notFound);
  return serializeWebhook(row, (await countWaiting(scope, [id]))(row.id));
}

/** Changes of one webhook follow one another. @throws HttpError 404 */
export const lockWebhook = ({ db, organizationId }: WebhookScope, id: string): Promise<WebhookRow> =>
  db
    .selectFrom("webhooks")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

export async function countWebhooks(scope: WebhookScope): Promise<number> {
  const { count } = await presentWebhooks(scope)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(db: Database, row: Insertable<WebhooksTable>): Promise<void> {
  await db.insertInto("webhooks").values(row).execute();
}

export async function updateWebhook(
  { db, organizationId }: WebhookScope,
  id: string,
  row: Updateable<WebhooksTable>,
): Promise<void> {
  await db
    .updateTable("webhooks")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Webhooks that are on; servers remember them. */
export const listSubscriptions = ({ db, organizationId }: WebhookScope): Promise<{ id: string; kinds: string[] }[]> =>
  presentWebhooks({ db, organizationId }).select(["id", "kinds"]).where("active", "=", true).orderBy("id").execute();

export async function insertDelivery(db: Database, row: Insertable<WebhookDeliveriesTable>): Promise<void> {
  await db.insertInto("webhook_deliveries").values(row).execute();
}

/** @returns whether it was still there, such as after a savepoint */
export async function updateDeliveryBody(
  { db, organizationId }: WebhookScope,
  id: string,
  body: string,
): Promise<boolean> {
  const row = await db
    .updateTable("webhook_deliveries")
    .set({ body })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const deliveriesOf = ({ db, organizationId }: WebhookScope, webhookId: string) =>
  db
    .selectFrom("webhook_deliveries")
    .where(inScope("webhook_deliveries.organization_id", organizationId))
    .where("webhook_deliveries.webhook_id", "=", webhookId);

const serializeAttempt = (row: Selectable<WebhookAttemptsTable>): WebhookAttempt => ({
  at: row.at.toISOString(),
  url: row.url,
  durationMs: row.duration_ms,
  status: row.status,
  failure: row.failure as WebhookAttempt["failure"],
  answer: row.answer,
});

export async function serializeDeliveries(
  { db, organizationId }: WebhookScope,
  rows: readonly DeliveryRow[],
): Promise<WebhookDelivery[]> {
  if (rows.length === 0) return [];
  const attempts = await db
    .selectFrom("webhook_attempts")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .where(
      isAnyOf(
        "delivery_id",
        rows.map(({ id }) => id),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    status: row.status as DeliveryStatus,
    nextAttemptAt: row.status === "waiting" ? row.next_try_at.toISOString() : null,
    body: row.body,
    attempts: (byDelivery.get(row.id) ?? []).map(serializeAttempt),
    created_at: row.created_at.toISOString(),
  }));
}

/** @throws HttpError 404 */
export async function findDelivery(scope: WebhookScope, webhookId: string, id: string): Promise<WebhookDelivery> {
  const row = await deliveriesOf(scope, webhookId).selectAll().where("id", "=", id).executeTakeFirstOrThrow(notFound);
  const [delivery] = await serializeDeliveries(scope, [row]);
  if (!delivery) throw notFound();
  return delivery;
}

/** Queues deliveries again; those that wait already stay as they are. @returns how many */
export async function updateDeliveriesQueued(
  { db, organizationId }: WebhookScope,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const rows = await db
    .updateTable("webhook_deliveries")
    .set({ status: "waiting", tries: 0, next_try_at: now, queued_at: now })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where("status", "<>", "waiting")
    .returning("id")
    .execute();
  return rows.length;
}

/** Gives up what waits. */
export async function updateWaitingFailed({ db, organizationId }: WebhookScope, webhookId: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "failed" })
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "waiting")
    .execute();
}

export async function deleteDeliveries({ db, organizationId }: WebhookScope, webhookId: string): Promise<void> {
  await db
    .deleteFrom("webhook_deliveries")
    .where("organization_id", "=", organizationId)
    .where("webhook_id", "=", webhookId)
    .execute();
}

/** Secrets before a rotation that sign no more. */
export async function deleteFormerSecrets(db: Database, now: Date): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ former_secret: null, former_secret_until: null })
    .where("former_secret_until", "<=", now)
    .execute();
}

/** Those that wait stay: they are a day younger than what is deleted. */
export async function deleteDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("webhook_deliveries").where("created_at", "<", before).where("status", "<>", "waiting").execute();
}
