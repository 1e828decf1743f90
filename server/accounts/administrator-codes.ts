/**
 * Codes that a server prints at its start (one-time code, bootstrap token) while it has no administrator. Whoever reads
 * its output may make the first one in the browser. Several servers print one each, and any of these works once.
 */
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { countAdministrators } from "./queries.ts";
import { hashToken } from "./sessions.ts";

export const ADMINISTRATOR_CODE_HOURS = 24;
const CODE_VALIDITY_MS = ADMINISTRATOR_CODE_HOURS * 60 * 60_000;
/** Crockford's base 32: no letter looks like a digit. 16 of them have 80 bits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** Small letters, blanks and hyphens do not count, and O, I and L are read as the digits that they look like. */
const normalizeCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\dA-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
const hashCode = (text: string): Buffer => hashToken(normalizeCode(text));

/** @returns the code as it is printed, such as `7K3M-Q9XW-2B4D-8HJN`; undefined if there is an administrator */
export async function createAdministratorCode(db: Database, now: Date): Promise<string | undefined> {
  if ((await countAdministrators(db)) > 0) return undefined;
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const code = (letters.match(new RegExp(`.{${GROUP_LENGTH}}`, "g")) ?? []).join("-");
  const expiresAt = new Date(now.getTime() + CODE_VALIDITY_MS);
  await db
    .insertInto("administrator_codes")
    .values({ code_hash: hashCode(code), created_at: now, expires_at: expiresAt })
    .execute();
  return code;
}

export async function isAdministratorCode(db: Database, code: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("administrator_codes")
    .select("code_hash")
    .where("code_hash", "=", hashCode(code))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}

/** No code works any more: there is an administrator, or is about to be. */
export async function deleteAdministratorCodes(db: Database): Promise<void> {
  await db.deleteFrom("administrator_codes").execute();
}

/** Until the transaction ends, no other one makes the first administrator. */
export async function lockFirstAdministrator(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(db);
}
