import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { findUsersByEmail, type UserRow } from "./queries.ts";

const CODE_VALIDITY_MS = 15 * 60_000;
/** A code of an unsent mail is kept as long as the mail is retried. */
export const UNSENT_CODE_VALIDITY_MS = 4 * 3_600_000;
const MAX_CODE_TRIES = 5;

/** Prefers the account with a confirmed address. */
export async function findActiveUser(db: Database, email: string): Promise<UserRow | undefined> {
  const { confirmed, unconfirmed } = await findUsersByEmail(db, email);
  const user = confirmed ?? unconfirmed;
  return user?.active ? user : undefined;
}

/** @returns the code's hash if it is correct; the attempt counts even if the request fails later */
export async function verifyCode(
  db: Database,
  userId: string | undefined,
  code: string,
  now: Date,
): Promise<Buffer | undefined> {
  const nobody = "00000000-0000-0000-0000-000000000000";
  const given = await hashCode(db, userId ?? nobody, code);
  const known = await db
    .updateTable("password_codes")
    .set({ tries: sql`tries + 1` })
    .where("user_id", "=", userId ?? nobody)
    .where("tries", "<", MAX_CODE_TRIES)
    .where("expires_at", ">", now)
    .returning("code_hash")
    .executeTakeFirst();
  return known && timingSafeEqual(known.code_hash, given) ? given : undefined;
}

/** An HMAC, because all million codes of a stolen table could be tried without the secret. */
export const hashCode = async (db: Database, userId: string, code: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, "password-codes"))
    .update(`${userId}:${code}`)
    .digest();

/** Validity starts when the mail is sent, because mails may wait in the queue. */
export async function startCodeValidity(db: Database, email: string, code: string, now: Date): Promise<void> {
  const user = await findActiveUser(db, email);
  if (!user) return;
  await db
    .updateTable("password_codes")
    .set({ expires_at: new Date(now.getTime() + CODE_VALIDITY_MS) })
    .where("user_id", "=", user.id)
    .where("code_hash", "=", await hashCode(db, user.id, code))
    .execute();
}
