/** Password reset and change: with the old password, or with the code or link of a reset mail (forgotten password). */
import type { accounts } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Language } from "#messages/translator.ts";
import {
  clearRateLimits,
  enforceRateLimit,
  networkPrefix,
  rateLimit,
  returnTry,
  type RateLimit,
} from "./rate-limits.ts";
import { deleteAcceptedTerms } from "./accepted-terms.ts";
import { confirmUserEmail } from "./email-verifications.ts";
import { sendPasswordCode } from "./jobs.ts";
import { calendarPort } from "./calendar-port.ts";
import { assertOwnPassword, clearPasswordTries } from "./confirm-password.ts";
import { findKnownDevice } from "./known-devices.ts";
import { passwordChangedMail } from "./mail.ts";
import { isCode, verifyCode } from "./password-codes.ts";
import { hashPassword, assertStrongPassword } from "./passwords.ts";
import { findUser, findUsersByEmail, lockEmail, updatePassword, type UserRow } from "./queries.ts";
import { deleteSessions } from "./sessions.ts";

interface AccountMailContext {
  db: Database;
  appContext: AppContext;
  now: Date;
  language: Language;
}

export async function changePassword(call: Call<typeof accounts.changePassword>) {
  const { db, appContext, now, language, user, body } = call;
  const row = await assertOwnPassword(call, body.old_password, "old_password");
  assertStrongPassword(body.password, row.email);
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    await updatePassword(trx, user.id, passwordHash, now);
    await deleteSessions(trx, user.id, now, user.sessionId);
    if (body.endCalendar) await calendarPort.endPersonalFeed(trx, user.id);
    await clearPasswordTries({ db: trx, user });
    await notifyPasswordChanged({ db: trx, appContext, now, language }, row, { endsCalendar: body.endCalendar });
    return null;
  });
}

/**
 * Everything is left to a job, so that the response takes the same time whether the account exists or not. The job limits
 * the mails of a mailbox; requests of others for the same email cause no refusal.
 */
export async function forgotPassword(call: Call<typeof accounts.forgotPassword>) {
  const { db, appContext, language, body } = call;
  const device = await findDevice(call);
  await enforceRateLimit(call, [
    device === undefined
      ? rateLimit("forgot.network", networkPrefix(call.address))
      : rateLimit("forgot.device", body.email, device),
  ]);
  await appContext.jobs.send(db, sendPasswordCode.name, { email: body.email, language });
  return null;
}

async function findDevice(call: Call<typeof accounts.forgotPassword> | Call<typeof accounts.resetPassword>) {
  return findKnownDevice(call, await findUsersByEmail(call.db, call.body.email), call.body.device_tokens);
}

/** A link counts by network only, because it cannot be guessed. */
async function resetLimits(call: Call<typeof accounts.resetPassword>): Promise<RateLimit[]> {
  const { body, address } = call;
  const device = await findDevice(call);
  if (device !== undefined) return [rateLimit("reset.device", body.email, device)];
  const network = networkPrefix(address);
  const ofNetwork = rateLimit("reset.network", network);
  return isCode(body.code) ? [ofNetwork, rateLimit("reset.account", body.email, network)] : [ofNetwork];
}

/**
 * @throws HttpError 422 on `code` if it is wrong, used, older than 15 minutes or tried 5 times, or if the link is older
 * than an hour; 422 on `password`
 */
export async function resetPassword(call: Call<typeof accounts.resetPassword>) {
  const { db, appContext, now, language, body } = call;
  const limits = await resetLimits(call);
  await enforceRateLimit(call, limits);
  assertStrongPassword(body.password, body.email);
  const right = await verifyCode(db, body.email, body.code, now);
  if (!right) throw wrongCode();
  const passwordHash = await hashPassword(body.password);
  await db.transaction().execute(async (trx) => {
    await lockEmail(trx, body.email);
    // Only one of two simultaneous requests may use the code.
    const used = await trx
      .deleteFrom("password_codes")
      .where("link_hash", "=", right.linkHash)
      .returning("user_id")
      .executeTakeFirst();
    if (!used) throw wrongCode();
    const user = await findUser(trx, used.user_id);
    await updatePassword(trx, user.id, passwordHash, now);
    // Knowing the code proves access to the mailbox.
    if (!user.email_verified_at) {
      await confirmUserEmail(trx, user, now);
      // Somebody else may have registered the address.
      await deleteAcceptedTerms(trx, user.id);
    }
    await deleteSessions(trx, user.id, now);
    await calendarPort.endPersonalFeed(trx, user.id);
    await returnTry(trx, limits);
    await clearRateLimits(trx, [rateLimit("login.account", body.email, networkPrefix(call.address))]);
    await notifyPasswordChanged({ db: trx, appContext, now, language }, user, { endsCalendar: true });
  });
  return null;
}

const wrongCode = () => invalidFields({ code: [message("accounts.codeWrong")] });

function notifyPasswordChanged(
  context: AccountMailContext,
  user: UserRow,
  { endsCalendar }: { endsCalendar: boolean },
): Promise<void> {
  const language = (user.language as Language | null) ?? context.language;
  const params = { email: user.email, at: context.now.toISOString(), endsCalendar };
  return enqueueMail(context, { to: user.email, language, template: passwordChangedMail, params });
}
