/** Signing in. What is wrong is never told: address, password or the account itself. */
import type { accounts } from "#contract/accounts.ts";
import { type Database, isDatabaseError } from "#server/kit/database.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { forgive, limit } from "./limits.ts";
import { hashPassword, isOutdated, isPassword } from "./passwords.ts";
import { listByEmail, type UserRow } from "./queries.ts";
import { openSession } from "./sessions.ts";

const wrong = () => invalid({ email: [say("accounts.credentials")] });

export async function login(call: Call<typeof accounts.login>) {
  const { db, now, body, address, request } = call;
  await limit(call, "login", body.email);
  const user = await findByPassword(db, body.email, body.password);
  if (!user?.active) throw wrong();
  const better = isOutdated(user.password_hash) ? await hashPassword(body.password) : undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      if (better) await trx.updateTable("users").set({ password_hash: better }).where("id", "=", user.id).execute();
      await forgive(trx, "login", body.email);
      return openSession(trx, user.id, { agent: request.headers["user-agent"], address }, now);
    });
  } catch (error) {
    // An unconfirmed account that another registration has replaced this very moment.
    if (isDatabaseError(error) && error.code === "23503") throw wrong();
    throw error;
  }
}

/** Both people of an address are tried, there or not, so that a refusal always takes the time of two hashes. */
async function findByPassword(db: Database, email: string, password: string): Promise<UserRow | undefined> {
  const { confirmed, unconfirmed } = await listByEmail(db, email);
  if (await isPassword(confirmed?.password_hash, password)) return confirmed;
  return (await isPassword(unconfirmed?.password_hash, password)) ? unconfirmed : undefined;
}
