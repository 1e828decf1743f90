import type { Database } from "#server/kit/db/database.ts";
import { hashToken } from "./sessions.ts";

export const LINK_VALIDITY_MS = 24 * 3_600_000;

/** Validity starts when the mail is sent, because mails may wait in the queue. */
export async function startLinkValidity(db: Database, token: string, now: Date): Promise<void> {
  await db
    .updateTable("email_verifications")
    .set({ expires_at: new Date(now.getTime() + LINK_VALIDITY_MS) })
    .where("token_hash", "=", hashToken(token))
    .execute();
}
