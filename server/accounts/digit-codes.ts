/** Codes of six digits, which mails have beside a link: to type where one is. */
import { createHmac, randomInt } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";

/** After so many tries of a code, the link of the mail is left, or another mail. */
export const MAX_CODE_TRIES = 5;

export const createDigits = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * An HMAC, because all million codes of a stolen table could be tried without the secret.
 * @param secret its name: each kind of code has one of its own
 */
export const hashDigits = async (db: Database, secret: string, userId: string, code: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, secret))
    .update(`${userId}:${code}`)
    .digest();
