/** Tables `totp_secrets`, `recovery_codes` and `second_factor_tickets`. */
import { sql } from "kysely";
import type { SecondFactor } from "#contract/second-factors.ts";
import { updateHasSecondFactor } from "#server/accounts/queries.ts";
import type { FirstStep } from "#server/accounts/second-factor-port.ts";
import { hashToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { encrypt } from "./encryption.ts";
import { deleteRemoval } from "./removal-queries.ts";
import { deletePasskeys, listPasskeys, serializePasskey } from "./passkey-queries.ts";

export const findTotpSecret = (db: Database, userId: string) =>
  db.selectFrom("totp_secrets").selectAll().where("user_id", "=", userId).executeTakeFirst();

export const findConfirmedTotp = (db: Database, userId: string) =>
  db
    .selectFrom("totp_secrets")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();

export async function findSecondFactor(db: Database, userId: string): Promise<SecondFactor> {
  const row = await findConfirmedTotp(db, userId);
  const passkeys = await listPasskeys(db, userId);
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    totp: row?.confirmed_at ? { since: row.confirmed_at.toISOString() } : null,
    passkeys: passkeys.map(serializePasskey),
    recoveryCodesLeft: count,
  };
}

/** Replaces a secret that was never confirmed. @returns false if there is a confirmed one */
export async function insertTotpSecret(db: Database, userId: string, secret: Buffer, now: Date): Promise<boolean> {
  const encrypted = await encrypt(db, userId, secret);
  const saved = await db
    .insertInto("totp_secrets")
    .values({ user_id: userId, secret: encrypted, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret: encrypted, created_at: now })
        .where("totp_secrets.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return saved !== undefined;
}

/** The app counts as one. */
export async function countSecondFactors(db: Database, userId: string): Promise<number> {
  const passkeys = await listPasskeys(db, userId);
  return passkeys.length + ((await findConfirmedTotp(db, userId)) ? 1 : 0);
}

/**
 * Keeps beside the person whether there is one, after a change of it; with the last one end the recovery codes, and with
 * each change the sign-ins that wait for it, and a removal that waits. The caller has locked the person.
 * @returns whether there is one
 */
export async function updateSecondFactorState(db: Database, userId: string): Promise<boolean> {
  const isOn = (await countSecondFactors(db, userId)) > 0;
  await updateHasSecondFactor(db, userId, isOn);
  if (!isOn) await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.deleteFrom("second_factor_tickets").where("user_id", "=", userId).execute();
  await deleteRemoval(db, userId);
  return isOn;
}

/** @returns false if there was no confirmed one */
export async function deleteTotp(db: Database, userId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("totp_secrets")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  return gone !== undefined;
}

interface Ticket extends FirstStep {
  token: string;
  expiresAt: Date;
}

export async function insertTicket(db: Database, ticket: Ticket, now: Date): Promise<void> {
  await db
    .insertInto("second_factor_tickets")
    .values({
      token_hash: hashToken(ticket.token),
      user_id: ticket.userId,
      network: ticket.network,
      device: ticket.device ?? null,
      organization_id: ticket.organizationId,
      created_at: now,
      expires_at: ticket.expiresAt,
    })
    .execute();
}

/** The sign-in that a ticket is of: none for a ticket that is unknown, used, expired or of another network. */
export const findTicket = (db: Database, { token, network }: { token: string; network: string }, now: Date) =>
  db
    .selectFrom("second_factor_tickets")
    .innerJoin("users", "users.id", "second_factor_tickets.user_id")
    .select(["users.id", "users.email", "users.email_verified_at", "users.language"])
    .select(["second_factor_tickets.device", "second_factor_tickets.organization_id"])
    .where("token_hash", "=", hashToken(token))
    .where("network", "=", network)
    .where("expires_at", ">", now)
    .where("users.active", "=", true)
    .executeTakeFirst();

/** @returns false if it was used meanwhile */
export async function deleteTicket(db: Database, token: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("second_factor_tickets")
    .where("token_hash", "=", hashToken(token))
    .returning("user_id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Also a set-up that was begun. */
export async function deleteSecondFactorOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("totp_secrets").where("user_id", "=", userId).execute();
  await deletePasskeys(db, userId);
  await db.deleteFrom("passkey_challenges").where("user_id", "=", userId).execute();
  await updateSecondFactorState(db, userId);
}
