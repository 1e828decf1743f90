/**
 * Password reset mails. Each has a code to enter, and a link that nobody can guess and that wrong codes do not void.
 * Several mails are valid at the same time.
 */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { hashDigits, MAX_CODE_TRIES } from "./digit-codes.ts";
import { countTry, rateLimit } from "./rate-limits.ts";
import { findUsersByEmail, type UserRow } from "./queries.ts";
import { hashToken } from "./sessions.ts";

const MINUTE_MS = 60_000;
const CODE_VALIDITY_MS = retentionMs("passwordCode");
/** As long as the window of `MAX_MAILS_PER_HOUR`, so that a mailbox at the limit has a valid link. */
const LINK_VALIDITY_MS = retentionMs("passwordLink");
/** A code of an unsent mail is kept as long as the mail is retried. */
const UNSENT_VALIDITY_MS = 4 * 60 * MINUTE_MS;
/** Within this time after a mail, no other one is sent. */
const RESEND_PAUSE_MS = MINUTE_MS;
const MAX_MAILS_PER_HOUR = 5;

/** Prefers the account with a confirmed address; otherwise the newest registration. */
export async function findActiveUser(db: Database, email: string): Promise<UserRow | undefined> {
  const { confirmed, unconfirmed } = await findUsersByEmail(db, email);
  const user = confirmed ?? unconfirmed[0];
  return user?.active ? user : undefined;
}

/** Whether the mailbox got a mail within a minute, or the maximum within an hour. */
export async function hasRecentMail(db: Database, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .selectFrom("password_codes")
    .innerJoin("users", "users.id", "password_codes.user_id")
    .select("password_codes.created_at")
    .where("users.email", "=", email)
    .where("password_codes.created_at", ">", new Date(now.getTime() - 60 * MINUTE_MS))
    .execute();
  const newest = Math.max(0, ...rows.map((row) => row.created_at.getTime()));
  return rows.length >= MAX_MAILS_PER_HOUR || now.getTime() - newest < RESEND_PAUSE_MS;
}

export async function insertCode(
  db: Database,
  { userId, code, link }: { userId: string; code: string; link: string },
  now: Date,
): Promise<void> {
  const unsent = new Date(now.getTime() + UNSENT_VALIDITY_MS);
  await db
    .insertInto("password_codes")
    .values({
      link_hash: hashToken(link),
      user_id: userId,
      code_hash: await hashCode(db, userId, code),
      created_at: now,
      code_expires_at: unsent,
      expires_at: unsent,
    })
    .execute();
}

/** Validity starts when the mail is sent, because mails may wait in the queue. */
export async function startCodeValidity(db: Database, link: string, now: Date): Promise<void> {
  await db
    .updateTable("password_codes")
    .set({
      code_expires_at: new Date(now.getTime() + CODE_VALIDITY_MS),
      expires_at: new Date(now.getTime() + LINK_VALIDITY_MS),
    })
    .where("link_hash", "=", hashToken(link))
    .execute();
}

/** Anything else than 6 digits is the token of a link. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** @returns the account, and the key of the mail; undefined if code or link are wrong */
export async function verifyCode(
  db: Database,
  email: string,
  codeOrLink: string,
  now: Date,
): Promise<{ userId: string; linkHash: Buffer } | undefined> {
  return isCode(codeOrLink) ? verifyDigits(db, email, codeOrLink, now) : verifyLink(db, email, codeOrLink, now);
}

async function verifyLink(db: Database, email: string, link: string, now: Date) {
  const found = await db
    .selectFrom("password_codes")
    .innerJoin("users", "users.id", "password_codes.user_id")
    .select(["user_id as userId", "link_hash as linkHash"])
    .where("link_hash", "=", hashToken(link))
    .where("expires_at", ">", now)
    .where("users.email", "=", email)
    .where("users.active", "=", true)
    .executeTakeFirst();
  return found;
}

/** Counts the attempt at each valid code of the address, even if the request fails later. */
async function verifyDigits(db: Database, email: string, code: string, now: Date) {
  if (await countTry({ db, now }, [rateLimit("reset.email", email)])) return undefined;
  const tried = await db
    .updateTable("password_codes")
    .from("users")
    .set({ tries: sql`tries + 1` })
    .whereRef("users.id", "=", "password_codes.user_id")
    .where("users.email", "=", email)
    .where("users.active", "=", true)
    .where("tries", "<", MAX_CODE_TRIES)
    .where("code_expires_at", ">", now)
    .returning(["user_id as userId", "code_hash", "link_hash as linkHash"])
    .execute();
  // One hash at least, whether the account exists or not.
  const userIds = new Set(["00000000-0000-0000-0000-000000000000", ...tried.map(({ userId }) => userId)]);
  const given = new Map<string, Buffer>();
  for (const userId of userIds) given.set(userId, await hashCode(db, userId, code));
  return tried.find(({ userId, code_hash }) => {
    const hash = given.get(userId);
    return hash !== undefined && timingSafeEqual(code_hash, hash);
  });
}

const hashCode = (db: Database, userId: string, code: string): Promise<Buffer> =>
  hashDigits(db, "password-codes", userId, code);
