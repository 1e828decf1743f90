/**
 * Browsers that have signed in before. They store a signed token for each account, and have rate limits of their own, so
 * that attempts of others cannot lock them out.
 */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";
import type { UserRow } from "./queries.ts";

const DAY_MS = 86_400_000;

type Account = Pick<UserRow, "id" | "email_verified_at">;
interface Accounts {
  confirmed: Account | undefined;
  unconfirmed: readonly Account[];
}

/** Somebody else may have registered the address before its owner confirmed it: their browsers are unknown from then on. */
async function signDevice(db: Database, { id, email_verified_at }: Account, device: string): Promise<string> {
  const secret = await findOrCreateSecret(db, "known-devices");
  const account = email_verified_at ? `${id}:${email_verified_at.getTime()}` : id;
  return createHmac("sha256", secret).update(`${account}:${device}`).digest("base64url").slice(0, 22);
}

export async function createDeviceToken(db: Database, account: Account, now: Date): Promise<string> {
  const device = `${Math.floor(now.getTime() / DAY_MS).toString(36)}-${randomBytes(9).toString("base64url")}`;
  return `${device}.${await signDevice(db, account, device)}`;
}

/**
 * Anybody may register an address that has an account, and sign in to that registration as often as they like: beside a
 * confirmed account, the browsers of registrations are unknown.
 * @returns the id of the device that signed in to an account of the address before
 */
export async function findKnownDevice(
  { db, now }: { db: Database; now: Date },
  { confirmed, unconfirmed }: Accounts,
  tokens: readonly string[] = [],
): Promise<string | undefined> {
  for (const token of tokens) {
    const [device = "", signature = ""] = token.split(".");
    const issuedAt = Number.parseInt(device.split("-")[0] ?? "", 36) * DAY_MS;
    if (!(now.getTime() - issuedAt < retentionMs("deviceToken"))) continue;
    for (const account of confirmed ? [confirmed] : unconfirmed) {
      const given = Buffer.from(signature);
      const right = Buffer.from(await signDevice(db, account, device));
      if (given.length === right.length && timingSafeEqual(given, right)) return device;
    }
  }
  return undefined;
}
