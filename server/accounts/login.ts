/** The error never says whether the address, the password or the account was wrong. */
import type { accounts } from "#contract/accounts.ts";
import { type Database, isDatabaseError } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { clearRateLimit, enforceRateLimit } from "./rate-limits.ts";
import { hashPassword, isOutdatedHash, isCorrectPassword } from "./passwords.ts";
import { findUsersByEmail, type UserRow } from "./queries.ts";
import { startSession } from "./sessions.ts";

const invalidCredentials = () => invalidFields({ email: [message("accounts.credentials")] });

export async function login(call: Call<typeof accounts.login>) {
  const { db, now, body, address, request } = call;
  await enforceRateLimit(call, "login", body.email);
  const user = await findByPassword(db, body.email, body.password);
  if (!user?.active) throw invalidCredentials();
  const better = isOutdatedHash(user.password_hash) ? await hashPassword(body.password) : undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      if (better) await trx.updateTable("users").set({ password_hash: better }).where("id", "=", user.id).execute();
      await clearRateLimit(trx, "login", body.email);
      return startSession(trx, user.id, { userAgent: request.headers["user-agent"], address }, now);
    });
  } catch (error) {
    // Another registration has just replaced this unconfirmed account.
    if (isDatabaseError(error) && error.code === "23503") throw invalidCredentials();
    throw error;
  }
}

/** Checks both accounts of an address, even missing ones, so that every failure takes the time of two hashes. */
async function findByPassword(db: Database, email: string, password: string): Promise<UserRow | undefined> {
  const { confirmed, unconfirmed } = await findUsersByEmail(db, email);
  if (await isCorrectPassword(confirmed?.password_hash, password)) return confirmed;
  return (await isCorrectPassword(unconfirmed?.password_hash, password)) ? unconfirmed : undefined;
}
