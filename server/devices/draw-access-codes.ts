/** Draws access codes of bookings (door codes): at random, and unique among those of the organization that are in use. */
import { randomInt } from "node:crypto";
import { isAnyOf, isDatabaseError } from "#server/kit/db/database.ts";
import type { DeviceScope } from "./queries.ts";

const MAX_DRAWS = 100;

/** Six digits each, different from one another and from those that are in use. */
export async function drawAccessCodes({ db, organizationId }: DeviceScope, count: number): Promise<string[]> {
  const codes = new Set<string>();
  for (let tries = 0; codes.size < count; tries++) {
    if (tries >= MAX_DRAWS) throw new Error("Nearly all codes are in use");
    const candidates = Array.from({ length: count - codes.size }, () => String(randomInt(1_000_000)).padStart(6, "0"));
    const used = await db
      .selectFrom("device_bookings")
      .select("code")
      .where("organization_id", "=", organizationId)
      .where(isAnyOf("code", candidates))
      .execute();
    const isUsed = new Set(used.map(({ code }) => code));
    for (const code of candidates) if (!isUsed.has(code)) codes.add(code);
  }
  return [...codes];
}

/** Two runs have drawn the same code at once. */
export const isAccessCodeTaken = (error: unknown): boolean =>
  isDatabaseError(error) && error.code === "23505" && error.constraint === "device_bookings_code";
