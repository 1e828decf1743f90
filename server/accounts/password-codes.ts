/** The codes that a forgotten password is replaced with. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import { findUsersByEmail, type UserRow } from "./queries.ts";

const CODE_VALIDITY_MS = 15 * 60_000;
/** A code whose mail waits is kept for as long as the mail is tried. */
export const UNSENT_CODE_VALIDITY_MS = 4 * 3_600_000;
const MAX_CODE_TRIES = 5;

/** The confirmed person of an address, else the one who has not confirmed it yet. */
export async function findActiveUser(db: Database, email: string): Promise<UserRow | undefined> {
  const { confirmed, unconfirmed } = await findUsersByEmail(db, email);
  const user = confirmed ?? unconfirmed;
  return user?.active ? user : undefined;
}

/** Counts a try, whatever becomes of the request. @returns the hash of the code when it is the right one */
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

/** Hashes with the secret: without it, all of the million codes are soon tried on a stolen table. */
export const hashCode = async (db: Database, userId: string, code: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, "password-codes"))
    .update(`${userId}:${code}`)
    .digest();

/** A code is valid from when its mail is sent: the mail may have waited. */
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
