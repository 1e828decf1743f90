import type { emailChanges } from "#contract/email-changes.ts";
import { clearPasswordTries } from "#server/accounts/confirm-password.ts";
import { findUser, findUsersByEmail } from "#server/accounts/queries.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { randomToken } from "#server/accounts/sessions.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { Language } from "#messages/translator.ts";
import { assertOneself } from "#server/second-factors/confirm.ts";
import { addressTakenMail, confirmChangeMail } from "./mail.ts";
import { insertEmailChange } from "./queries.ts";

/**
 * Sends a link to the new address. If that has an account, its owner is told instead, and nobody else can tell the
 * difference.
 * @throws HttpError 422 on `email` if it is one's own, on `password` or `assertion` if it is wrong; 429 after too many
 */
export async function requestEmailChange(call: Call<typeof emailChanges.request>) {
  const { db, appContext, now, language, user, body } = call;
  await assertOneself(call);
  const own = await findUser(db, user.id);
  if (body.email === own.email) throw invalidFields({ email: [message("email-changes.same")] });
  await enforceRateLimit(call, [rateLimit("emailChange", user.id), rateLimit("mailbox", body.email)]);
  const token = randomToken();
  await db.transaction().execute(async (trx) => {
    const { confirmed } = await findUsersByEmail(trx, body.email);
    await insertEmailChange(trx, { userId: user.id, email: body.email, token }, now);
    await clearPasswordTries({ db: trx, user });
    const context = { db: trx, appContext, now };
    const readsIn = ((confirmed ?? own).language as Language | null) ?? language;
    const mail = { to: body.email, language: readsIn };
    // The link of an address that is taken is never sent.
    await (confirmed
      ? enqueueMail(context, { ...mail, template: addressTakenMail, params: {} })
      : enqueueMail(context, { ...mail, template: confirmChangeMail, params: { token } }));
  });
  return null;
}
