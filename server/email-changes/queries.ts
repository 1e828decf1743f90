/** Tables `email_changes` and `email_undos`. */
import type { EmailChange } from "#contract/email-changes.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { deleteMailsTo } from "#server/kit/mail/outbox.ts";

export async function findEmailChange(db: Database, userId: string, now: Date): Promise<EmailChange> {
  const row = await db
    .selectFrom("email_changes")
    .select(["email", "created_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ? { email: row.email, requested_at: row.created_at.toISOString() } : null;
}

interface EmailLink {
  userId: string;
  email: string;
  token: string;
}

/** Replaces the one before. */
export async function insertEmailChange(db: Database, { userId, email, token }: EmailLink, now: Date): Promise<void> {
  const change = {
    email,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + retentionMs("emailChange")),
  };
  await db
    .insertInto("email_changes")
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(change))
    .execute();
}

/** Validity starts when the mail is sent, because mails may wait in the queue. */
export async function updateChangeValidity(db: Database, token: string, now: Date): Promise<void> {
  await db
    .updateTable("email_changes")
    .set({ expires_at: new Date(now.getTime() + retentionMs("emailChange")) })
    .where("token_hash", "=", hashToken(token))
    .execute();
}

/** @returns what the link was for; undefined if it is unknown, used, replaced or too old */
export const deleteEmailChange = (db: Database, token: string, now: Date) =>
  db
    .deleteFrom("email_changes")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .returning(["user_id as userId", "email"])
    .executeTakeFirst();

export async function deleteEmailChangeOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("email_changes").where("user_id", "=", userId).execute();
}

export async function insertEmailUndo(db: Database, { userId, email, token }: EmailLink, now: Date): Promise<void> {
  await db
    .insertInto("email_undos")
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + retentionMs("emailUndo")),
    })
    .execute();
}

/** @returns the address before the change; undefined if the link is unknown, used, overtaken or too old */
export const deleteEmailUndo = (db: Database, token: string, now: Date) =>
  db
    .deleteFrom("email_undos")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .returning(["user_id as userId", "email", "created_at as changedAt"])
    .executeTakeFirst();

/** Changes after the undone one were those of whoever made it: their links end, those of earlier addresses stay. */
export async function deleteUndosSince(db: Database, userId: string, since: Date): Promise<void> {
  await db.deleteFrom("email_undos").where("user_id", "=", userId).where("created_at", ">=", since).execute();
}

/** With the mails to the addresses that they name. */
export async function deleteEmailLinksOf(db: Database, userId: string): Promise<void> {
  for (const table of ["email_changes", "email_undos"] as const)
    for (const { email } of await db.selectFrom(table).select("email").where("user_id", "=", userId).execute())
      await deleteMailsTo(db, email);
  await deleteEmailChangeOf(db, userId);
  await db.deleteFrom("email_undos").where("user_id", "=", userId).execute();
}
