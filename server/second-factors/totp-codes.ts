import type { Database } from "#server/kit/db/database.ts";
import { decrypt } from "./encryption.ts";
import { findTotpSecret } from "./queries.ts";
import { findInterval } from "./totp.ts";

/**
 * Uses up a code of the app, and those before it. Of two requests with one code at once, one waits for the other's row and
 * finds it used.
 * @param options.isConfirmed false for a secret that is being set up, which the code confirms
 * @returns false if the code is wrong or used
 */
export async function redeemTotpCode(
  db: Database,
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
  now: Date,
): Promise<boolean> {
  const row = await findTotpSecret(db, userId);
  if (!row || (row.confirmed_at !== null) !== isConfirmed) return false;
  const interval = findInterval(await decrypt(db, userId, row.secret), code, now);
  if (interval === undefined) return false;
  const used = await db
    .updateTable("totp_secrets")
    .set({ last_interval: interval, ...(!isConfirmed && { confirmed_at: now }) })
    .where("user_id", "=", userId)
    .where("secret", "=", row.secret)
    .where("confirmed_at", isConfirmed ? "is not" : "is", null)
    .where((eb) => eb.or([eb("last_interval", "is", null), eb("last_interval", "<", interval)]))
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}
