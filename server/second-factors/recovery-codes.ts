/** Recovery codes (backup codes): ten, each for one sign-in without the telephone. */
import { createHmac, randomInt } from "node:crypto";
import { RECOVERY_CODES } from "#contract/second-factors.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";

/** Without i, l, o and u, which are misread or make words: 50 bits in ten characters. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;

const createCode = () => Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join("");
/** In two halves, to read and type: `7k3mq-9xw2b`. */
const formatCode = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
const misread: Record<string, string> = { i: "1", l: "1", o: "0" };
const readCode = (text: string) => text.replace(/[ilo]/g, (letter) => misread[letter] ?? letter);

/** An HMAC, because 50 bits of a stolen table could be tried without the secret. */
const hashCode = async (db: Database, userId: string, code: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, "recovery-codes"))
    .update(`${userId}:${code}`)
    .digest();

/** Ends those before. @returns the codes, which nobody can read afterwards */
export async function createRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const hashes = await Promise.all(codes.map((code) => hashCode(db, userId, code)));
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
  return codes.map(formatCode);
}

/** Two requests with one code at once: one waits for the other's row and finds it used. @returns false if it is wrong or used */
export async function redeemRecoveryCode(db: Database, userId: string, text: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", await hashCode(db, userId, readCode(text)))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}
