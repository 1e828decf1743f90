/** Asks for the password again before a change that a stolen session must not make. */
import type { Call } from "#server/kit/http/serve-module.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { isCorrectPassword } from "./passwords.ts";
import { findUser, type UserRow } from "./queries.ts";
import { clearRateLimits, enforceRateLimit, rateLimit } from "./rate-limits.ts";

/** Counts by session, so that a stolen session cannot block its owner. */
const limitOf = ({ user }: Pick<Call, "user">) => rateLimit("change", user.sessionId);

/**
 * @param call its `db` is the pool: a wrong password is counted
 * @param member of the body, where the error is shown
 * @throws HttpError 422 for a wrong password, 429 after too many
 */
export async function assertOwnPassword(
  call: Pick<Call, "db" | "now" | "user">,
  password: string,
  member = "password",
): Promise<UserRow> {
  await enforceRateLimit(call, [limitOf(call)]);
  const row = await findUser(call.db, call.user.id);
  if (await isCorrectPassword(row.password_hash, password)) return row;
  throw invalidFields({ [member]: [message("accounts.oldPasswordWrong")] });
}

export const clearPasswordTries = (call: Pick<Call, "db" | "user">): Promise<void> =>
  clearRateLimits(call.db, [limitOf(call)]);
