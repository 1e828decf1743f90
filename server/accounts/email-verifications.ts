/** Tokens of email verification links: their validity, and the pause before another is sent. */
import { timingSafeEqual } from "node:crypto";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { hashDigits, MAX_CODE_TRIES } from "./digit-codes.ts";
import type { PendingJoin } from "./join-port.ts";
import { deleteUnconfirmedUsers, lockEmail } from "./queries.ts";
import { hashToken } from "./sessions.ts";

export const LINK_VALIDITY_MS = retentionMs("confirmationLink");

const CODE_VALIDITY_MS = 10 * 60_000;
const hashCode = (db: Database, userId: string, code: string): Promise<Buffer> =>
  hashDigits(db, "confirmation-codes", userId, code);

/** Until its mail is sent, the code is kept as long as the link. */
export const codeColumns = async (db: Database, userId: string, code: string, now: Date) => ({
  code_hash: await hashCode(db, userId, code),
  code_tries: 0,
  code_expires_at: new Date(now.getTime() + LINK_VALIDITY_MS),
});

/** Counts the attempt, even if the request fails later. @param db the pool */
export async function isRightCode(db: Database, userId: string, code: string, now: Date): Promise<boolean> {
  const tried = await db
    .updateTable("email_verifications")
    .set({ code_tries: sql`code_tries + 1` })
    .where("user_id", "=", userId)
    .where("code_tries", "<", MAX_CODE_TRIES)
    .where("code_expires_at", ">", now)
    .returning("code_hash")
    .executeTakeFirst();
  const given = await hashCode(db, userId, code);
  return Boolean(tried?.code_hash && timingSafeEqual(tried.code_hash, given));
}

/** Validity starts when the mail is sent, because mails may wait in the queue. */
export async function startLinkValidity(db: Database, token: string, now: Date): Promise<void> {
  await db
    .updateTable("email_verifications")
    .set({
      expires_at: new Date(now.getTime() + LINK_VALIDITY_MS),
      code_expires_at: new Date(now.getTime() + CODE_VALIDITY_MS),
    })
    .where("token_hash", "=", hashToken(token))
    .execute();
}

/** @returns the registration that the link was sent for; undefined if the link is unknown, used, replaced or too old */
export const findRegistrationByLink = (db: Database, token: string, now: Date) =>
  db
    .selectFrom("email_verifications")
    .innerJoin("users", "users.id", "email_verifications.user_id")
    .select(["users.id", "users.email"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** @returns false if the link was used meanwhile */
export async function deleteLink(db: Database, token: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("email_verifications")
    .where("token_hash", "=", hashToken(token))
    .returning("user_id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** @returns what a registration was opened for, until its address is confirmed */
export async function findJoinOfRegistration(db: Database, userId: string): Promise<PendingJoin | undefined> {
  const row = await db.selectFrom("users").select("pending_join").where("id", "=", userId).executeTakeFirst();
  return (row?.pending_join as PendingJoin | null | undefined) ?? undefined;
}

/** Confirms the address, unless another account has confirmed it already, and deletes its other registrations. */
export async function confirmUserEmail(
  db: Database,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<boolean> {
  await lockEmail(db, email);
  const done = await db
    .updateTable("users")
    .set({ email_verified_at: now, updated_at: now, pending_join: null })
    .where("id", "=", id)
    .where("email_verified_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("users as other")
            .select(sql`1`.as("one"))
            .whereRef("other.email", "=", "users.email")
            .where("other.email_verified_at", "is not", null),
        ),
      ),
    )
    .returning("id")
    .executeTakeFirst();
  if (!done) return false;
  await db.deleteFrom("email_verifications").where("user_id", "=", id).execute();
  await deleteUnconfirmedUsers(db, email);
  return true;
}
