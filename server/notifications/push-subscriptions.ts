/** Browsers in which a person is told of news (Web Push). */
import { MAX_PUSH_DEVICES, type notifications, type PushDevice } from "#contract/notifications.ts";
import { describeDevice } from "#server/accounts/sessions.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { isPushEndpoint, isPushKey } from "#server/kit/notify/web-push.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";

type PersonCall = Pick<Call, "db" | "user" | "t">;

export async function listPushDevices({ db, user, t }: PersonCall): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom("push_subscriptions")
    .innerJoin("sessions", "sessions.id", "push_subscriptions.session_id")
    .select(["push_subscriptions.id", "push_subscriptions.session_id", "sessions.device"])
    .select(["push_subscriptions.created_at", "push_subscriptions.last_ok_at"])
    .where("push_subscriptions.user_id", "=", user.id)
    .orderBy("push_subscriptions.created_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.device, t),
    isCurrent: row.session_id === user.sessionId,
    createdAt: row.created_at.toISOString(),
    lastToldAt: row.last_ok_at?.toISOString() ?? null,
  }));
}

/** A browser that somebody else has used before is theirs no longer. */
export async function addPushDevice(call: Call<typeof notifications.subscribe>): Promise<PushDevice[]> {
  const { db, appContext, user, body, now } = call;
  const { endpoint, keys } = body;
  const timezone = parseTimezone(body.timezone);
  if (!appContext.config.hasServiceWorker) throw new HttpError(409, message("notifications.pushOff"));
  const publicKey = Buffer.from(keys.p256dh, "base64url");
  if (!isPushEndpoint(appContext.config, endpoint))
    throw invalidFields({ endpoint: [message("notifications.pushEndpoint")] });
  if (!isPushKey(publicKey)) throw invalidFields({ keys: [message("notifications.pushEndpoint")] });
  // Locks, so that several at once are counted one after the other.
  await db.selectFrom("users").select("id").where("id", "=", user.id).forUpdate().execute();
  await db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
  const { count } = await db
    .selectFrom("push_subscriptions")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_PUSH_DEVICES)
    throw new HttpError(409, message("notifications.pushTooMany", { count: MAX_PUSH_DEVICES }));
  await db
    .insertInto("push_subscriptions")
    .values({
      ...{ user_id: user.id, id: uuidv7(now), session_id: user.sessionId, endpoint, timezone, created_at: now },
      ...{ public_key: publicKey, auth_secret: Buffer.from(keys.auth, "base64url") },
    })
    .execute();
  return listPushDevices(call);
}

/** @throws HttpError 404 for one of nobody, or of somebody else */
export async function removePushDevice({ db, user, body }: Call<typeof notifications.unsubscribe>): Promise<null> {
  const { numDeletedRows } = await db
    .deleteFrom("push_subscriptions")
    .where("user_id", "=", user.id)
    .where("endpoint", "=", body.endpoint)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound();
  return null;
}
