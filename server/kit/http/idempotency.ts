/**
 * Idempotency keys, against double submission: the same `Idempotency-Key` and body get the same response for 24 hours.
 * Concurrent repeats wait.
 */
import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import type { IdempotencyKeysTable } from "#server/kit/db/tables.ts";
import { HttpError, message } from "./http-error.ts";

export interface IdempotentRequest {
  organizationId: string;
  userId: string;
  key: string;
  endpoint: string;
  request: unknown;
  now: Date;
}

const RETENTION_HOURS = 24;
const hashRequest = (request: unknown) => createHash("sha256").update(JSON.stringify(request)).digest();

/** Waits while another transaction holds the key. Then its response exists, or it failed and this request is the first. */
const insertKey = statement((db, row: Insertable<IdempotencyKeysTable>) =>
  db
    .insertInto("idempotency_keys")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("key"),
);

/**
 * Claims a key in the caller's transaction.
 * @returns the earlier response, or undefined for the first request
 * @throws HttpError 422 if the key was used for another request
 */
export async function claimIdempotencyKey(db: Database, attempt: IdempotentRequest): Promise<unknown> {
  const where = { organization_id: attempt.organizationId, user_id: attempt.userId, key: attempt.key };
  const row = { endpoint: attempt.endpoint, request_hash: hashRequest(attempt.request), created_at: attempt.now };
  const claim = async () => (await insertKey(db, { ...where, ...row })).length > 0;
  if (await claim()) return undefined;
  const expired = new Date(attempt.now.getTime() - RETENTION_HOURS * 3_600_000);
  await db
    .deleteFrom("idempotency_keys")
    .where("organization_id", "=", where.organization_id)
    .where("user_id", "=", where.user_id)
    .where("key", "=", where.key)
    .where("created_at", "<", expired)
    .execute();
  if (await claim()) return undefined;
  const given = await db
    .selectFrom("idempotency_keys")
    .select(["endpoint", "request_hash", "answer"])
    .where("organization_id", "=", where.organization_id)
    .where("user_id", "=", where.user_id)
    .where("key", "=", where.key)
    .executeTakeFirstOrThrow();
  if (given.endpoint !== attempt.endpoint || !given.request_hash.equals(row.request_hash)) {
    throw new HttpError(422, message("kit.idempotencyMismatch"));
  }
  return given.answer;
}

export interface SavedAnswer extends Pick<IdempotentRequest, "userId" | "key"> {
  scope: string;
  answer: string;
  status: number;
}
export const toSavedAnswer = (attempt: IdempotentRequest, answer: unknown, status: number): SavedAnswer => ({
  scope: attempt.organizationId,
  userId: attempt.userId,
  key: attempt.key,
  answer: JSON.stringify(answer),
  status,
});

export const updateAnswer = (db: Pick<Database, "updateTable">, { scope, userId, key, answer, status }: SavedAnswer) =>
  db
    .updateTable("idempotency_keys")
    .set({ answer, status })
    .where("organization_id", "=", scope)
    .where("user_id", "=", userId)
    .where("key", "=", key);

export async function deleteIdempotencyKeysOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("user_id", "=", userId).execute();
}
