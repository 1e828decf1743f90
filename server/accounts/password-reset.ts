import type { accounts } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { Language } from "#messages/translator.ts";
import { clearRateLimit, enforceRateLimit } from "./rate-limits.ts";
import { sendPasswordCode } from "./jobs.ts";
import { passwordChangedMail } from "./mail.ts";
import { findActiveUser, verifyCode } from "./password-codes.ts";
import { hashPassword, isCorrectPassword, assertStrongPassword } from "./passwords.ts";
import { findUser, updatePassword, type UserRow } from "./queries.ts";
import { confirmUserEmail } from "./registration.ts";
import { deleteSessions } from "./sessions.ts";

interface AccountMailContext {
  db: Database;
  appContext: AppContext;
  now: Date;
  language: Language;
}

export async function changePassword(call: Call<typeof accounts.changePassword>) {
  const { db, appContext, now, language, user, body } = call;
  await enforceRateLimit(call, "change", user.id);
  const row = await findUser(db, user.id);
  if (!(await isCorrectPassword(row.password_hash, body.old_password)))
    throw invalidFields({ old_password: [message("accounts.oldPasswordWrong")] });
  assertStrongPassword(body.password, row.email);
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    await updatePassword(trx, user.id, passwordHash, now);
    await deleteSessions(trx, user.id, now, user.sessionId);
    await notifyPasswordChanged({ db: trx, appContext, now, language }, row);
    return null;
  });
}

/** Everything is left to a job, so that the response takes the same time whether the account exists or not. */
export async function forgotPassword(call: Call<typeof accounts.forgotPassword>) {
  const { db, appContext, language, body } = call;
  await enforceRateLimit(call, "forgot", body.email);
  await appContext.jobs.send(db, sendPasswordCode.name, { email: body.email, language });
  return null;
}

/** @throws HttpError 422 on `code` if it is wrong, used, older than 15 minutes or tried 5 times; 422 on `password` */
export async function resetPassword(call: Call<typeof accounts.resetPassword>) {
  const { db, appContext, now, language, body } = call;
  await enforceRateLimit(call, "reset", body.email);
  assertStrongPassword(body.password, body.email);
  const user = await findActiveUser(db, body.email);
  const codeHash = await verifyCode(db, user?.id, body.code, now);
  if (!user || !codeHash) throw wrongCode();
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    // Only one of two simultaneous requests may use the code.
    const used = await trx
      .deleteFrom("password_codes")
      .where("user_id", "=", user.id)
      .where("code_hash", "=", codeHash)
      .returning("user_id")
      .executeTakeFirst();
    if (!used) throw wrongCode();
    await updatePassword(trx, user.id, passwordHash, now);
    // Knowing the code proves access to the mailbox.
    if (!user.email_verified_at) await confirmUserEmail(trx, user.id, now);
    await deleteSessions(trx, user.id, now);
    await clearRateLimit(trx, "login", user.email);
    await notifyPasswordChanged({ db: trx, appContext, now, language }, user);
    return null;
  });
}

const wrongCode = () => invalidFields({ code: [message("accounts.codeWrong")] });

function notifyPasswordChanged(context: AccountMailContext, user: UserRow): Promise<void> {
  const language = (user.language as Language | null) ?? context.language;
  const params = { email: user.email, at: context.now.toISOString() };
  return enqueueMail(context, { to: user.email, language, template: passwordChangedMail, params });
}
