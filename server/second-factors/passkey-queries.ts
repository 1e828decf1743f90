/** Tables `passkeys` and `passkey_challenges`. */
import type { Insertable, Selectable } from "kysely";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { Passkey } from "#contract/second-factors.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { PasskeysTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";

export type PasskeyRow = Selectable<PasskeysTable>;

export const serializePasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  isBackedUp: row.is_backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

export const listPasskeys = (db: Database, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom("passkeys").selectAll().where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();

/** @returns undefined if nobody has it, or somebody who is deactivated */
export const findPasskeyWithUser = (db: Database, credentialId: Buffer) =>
  db
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .selectAll("passkeys")
    .select(["users.email", "users.email_verified_at", "users.language"])
    .where("passkeys.credential_id", "=", credentialId)
    .where("users.active", "=", true)
    .executeTakeFirst();

/** @returns false if an account has it already */
export async function insertPasskey(db: Database, row: Insertable<PasskeysTable>): Promise<boolean> {
  const saved = await db
    .insertInto("passkeys")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return saved !== undefined;
}

export const updatePasskeyName = (db: Database, userId: string, id: string, name: string): Promise<PasskeyRow> =>
  db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow(notFound);

/**
 * Notes a use. Of two answers with one count at once, one waits for the other's row and finds it counted; an authenticator
 * that counts nothing says 0 each time.
 * @returns false if the count has been used meanwhile, or the passkey is gone
 */
export async function updatePasskeyUse(
  db: Database,
  { id, counter, isBackedUp }: { id: string; counter: number; isBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable("passkeys")
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("counter", "<", String(counter)), eb.and([eb("counter", "=", "0"), eb.lit(counter === 0)])]),
    )
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

export async function deletePasskey(db: Database, userId: string, id: string): Promise<void> {
  await db
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirstOrThrow(notFound);
}

/** @param since those that were added from then on; all without it. @returns how many */
export async function deletePasskeys(db: Database, userId: string, since?: Date): Promise<number> {
  const all = db.deleteFrom("passkeys").where("user_id", "=", userId);
  return (await (since ? all.where("created_at", ">=", since) : all).returning("id").execute()).length;
}

export interface Challenge {
  challenge: string;
  purpose: "add" | "confirm" | "signIn" | "secondStep";
  /** Null where the passkey says who signs in. */
  userId: string | null;
}

export async function insertChallenge(
  db: Database,
  { challenge, purpose, userId }: Challenge,
  now: Date,
): Promise<void> {
  const expires_at = new Date(now.getTime() + retentionMs("passkeyChallenge"));
  await db
    .insertInto("passkey_challenges")
    .values({ challenge_hash: hashToken(challenge), purpose, user_id: userId, expires_at })
    .execute();
}

/** Each challenge is answered once, rightly or wrongly. @returns false if it is unknown, answered, expired or another's */
export async function deleteChallenge(
  db: Database,
  { challenge, purpose, userId }: Challenge,
  now: Date,
): Promise<boolean> {
  const gone = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashToken(challenge))
    .where("purpose", "=", purpose)
    .where("user_id", userId === null ? "is" : "=", userId)
    .where("expires_at", ">", now)
    .returning("expires_at")
    .executeTakeFirst();
  return gone !== undefined;
}
