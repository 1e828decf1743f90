/** The same `Idempotency-Key` and body give the same answer, for 24 hours; sent twice at once, the second waits for the first. */
import { createHash } from "node:crypto";
import type { Database } from "./database.ts";
import { Problem, say } from "./problem.ts";

export interface Attempt {
  organizationId: string;
  userId: string;
  key: string;
  endpoint: string;
  body: unknown;
  now: Date;
}

const keptForHours = 24;
const hashOf = (body: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(body ?? null))
    .digest();

/**
 * Claims a key within the caller's transaction.
 * @returns the answer given before, or undefined when this attempt is the first
 * @throws Problem 422 when the key was used for another request
 */
export async function claimKey(db: Database, attempt: Attempt): Promise<unknown> {
  const where = { organization_id: attempt.organizationId, user_id: attempt.userId, key: attempt.key };
  const claim = () =>
    db
      .insertInto("idempotency_keys")
      .values({ ...where, endpoint: attempt.endpoint, request_hash: hashOf(attempt.body), created_at: attempt.now })
      // Waits while another transaction holds the same key: then either its answer is there, or it failed and we are first.
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
  if (await claim()) return undefined;
  const expired = new Date(attempt.now.getTime() - keptForHours * 3_600_000);
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
  if (given.endpoint !== attempt.endpoint || !given.request_hash.equals(hashOf(attempt.body))) {
    throw new Problem(422, say("kit.idempotencyMismatch"));
  }
  return given.answer;
}

/** Keeps the answer with its key, in the same transaction as what it tells of. */
export async function keepAnswer(db: Database, attempt: Attempt, answer: unknown, status: number): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ answer: JSON.stringify(answer), status })
    .where("organization_id", "=", attempt.organizationId)
    .where("user_id", "=", attempt.userId)
    .where("key", "=", attempt.key)
    .execute();
}
