/**
 * Browsers that have signed in before. Each stores a token for each account, signed by the server, and is counted by
 * itself: no tries of others, from the same network or elsewhere, lock it out.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";

const DAY_MS = 86_400_000;
const DEVICE_VALIDITY_DAYS = 400;

async function signDevice(db: Database, userId: string, device: string): Promise<string> {
  const secret = await findOrCreateSecret(db, "known-devices");
  return createHmac("sha256", secret).update(`${userId}:${device}`).digest("base64url").slice(0, 22);
}

/** A token for the browser that has just signed in. */
export async function createDeviceToken(db: Database, userId: string, now: Date): Promise<string> {
  const device = `${Math.floor(now.getTime() / DAY_MS).toString(36)}-${randomBytes(9).toString("base64url")}`;
  return `${device}.${await signDevice(db, userId, device)}`;
}

/** @returns the name of the device among these tokens that has signed in to one of these accounts */
export async function findKnownDevice(
  { db, now }: { db: Database; now: Date },
  userIds: readonly string[],
  tokens: readonly string[] = [],
): Promise<string | undefined> {
  for (const token of tokens) {
    const [device = "", signature = ""] = token.split(".");
    const issuedAt = Number.parseInt(device.split("-")[0] ?? "", 36) * DAY_MS;
    if (!(now.getTime() - issuedAt < DEVICE_VALIDITY_DAYS * DAY_MS)) continue;
    for (const userId of userIds) {
      const given = Buffer.from(signature);
      const right = Buffer.from(await signDevice(db, userId, device));
      if (given.length === right.length && timingSafeEqual(given, right)) return device;
    }
  }
  return undefined;
}
