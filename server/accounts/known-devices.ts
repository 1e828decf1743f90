/**
 * Browsers that have signed in before. They store a signed token for each account, and have rate limits of their own, so
 * that attempts of others cannot lock them out.
 */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";

const DAY_MS = 86_400_000;

async function signDevice(db: Database, userId: string, device: string): Promise<string> {
  const secret = await findOrCreateSecret(db, "known-devices");
  return createHmac("sha256", secret).update(`${userId}:${device}`).digest("base64url").slice(0, 22);
}

export async function createDeviceToken(db: Database, userId: string, now: Date): Promise<string> {
  const device = `${Math.floor(now.getTime() / DAY_MS).toString(36)}-${randomBytes(9).toString("base64url")}`;
  return `${device}.${await signDevice(db, userId, device)}`;
}

/** @returns the id of the device that signed in to one of these accounts before */
export async function findKnownDevice(
  { db, now }: { db: Database; now: Date },
  userIds: readonly string[],
  tokens: readonly string[] = [],
): Promise<string | undefined> {
  for (const token of tokens) {
    const [device = "", signature = ""] = token.split(".");
    const issuedAt = Number.parseInt(device.split("-")[0] ?? "", 36) * DAY_MS;
    if (!(now.getTime() - issuedAt < retentionMs("deviceToken"))) continue;
    for (const userId of userIds) {
      const given = Buffer.from(signature);
      const right = Buffer.from(await signDevice(db, userId, device));
      if (given.length === right.length && timingSafeEqual(given, right)) return device;
    }
  }
  return undefined;
}
