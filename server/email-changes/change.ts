/** Changes an email with the link at the new address, and undoes it with the link at the earlier one. */
import type { emailChanges } from "#contract/email-changes.ts";
import { calendarPort } from "#server/accounts/calendar-port.ts";
import { sendPasswordCode } from "#server/accounts/jobs.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import {
  deleteUnconfirmedUsers,
  findUsersByEmail,
  listUsersToChange,
  lockEmail,
  updateEmail,
  updatePassword,
  type UserRow,
} from "#server/accounts/queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import { deleteSessions, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { insertProfileChange } from "#server/kit/notify/live-changes.ts";
import type { Language } from "#messages/translator.ts";
import { removeForeignFactors } from "#server/second-factors/change.ts";
import { emailChangedMail } from "./mail.ts";
import {
  deleteEmailChange,
  deleteEmailChangeOf,
  deleteEmailUndo,
  deleteUndosSince,
  insertEmailUndo,
} from "./queries.ts";

type ConfirmCall = Call<typeof emailChanges.confirm>;
type UndoCall = Call<typeof emailChanges.undo>;

const wrongLink = () => invalidFields({ token: [message("accounts.linkWrong")] });

/** @throws HttpError 422 on `token` if it is unknown, used, replaced or too old, or if the address has an account by now */
export async function confirmEmailChange(call: ConfirmCall) {
  const { db, appContext, now, language, body, address } = call;
  const limit = rateLimit("confirm.network", networkPrefix(address));
  await enforceRateLimit(call, [limit]);
  return db.transaction().execute(async (trx) => {
    const change = await deleteEmailChange(trx, body.token, now);
    if (!change) throw wrongLink();
    const user = await changeEmail(call, trx, change);
    const token = randomToken();
    await insertEmailUndo(trx, { userId: user.id, email: user.email, token }, now);
    const params = { before: user.email, after: change.email, at: now.toISOString(), token };
    const readsIn = (user.language as Language | null) ?? language;
    await enqueueMail(
      { db: trx, appContext, now },
      { to: user.email, language: readsIn, template: emailChangedMail, params },
    );
    await returnTry(trx, [limit]);
    return { email: change.email };
  });
}

/**
 * The password counts no more, as it is known to whoever changed the address: the earlier one gets a code for a new one.
 * @throws HttpError 422 on `token` as above
 */
export async function undoEmailChange(call: UndoCall) {
  const { db, appContext, now, language, body, address } = call;
  const limit = rateLimit("confirm.network", networkPrefix(address));
  await enforceRateLimit(call, [limit]);
  const unknownPassword = await hashPassword(randomToken());
  return db.transaction().execute(async (trx) => {
    const undo = await deleteEmailUndo(trx, body.token, now);
    if (!undo) throw wrongLink();
    const user = await changeEmail(call, trx, undo);
    await updatePassword(trx, user.id, unknownPassword, now);
    await deleteSessions(trx, user.id, now);
    await calendarPort.endPersonalFeed(trx, user.id);
    await deleteEmailChangeOf(trx, user.id);
    await deleteUndosSince(trx, user.id, undo.changedAt);
    await removeForeignFactors(contextOf(call, trx, user), { userId: user.id, since: undo.changedAt });
    await appContext.jobs.send(trx, sendPasswordCode.name, { email: undo.email, language });
    await returnTry(trx, [limit]);
    return { email: undo.email };
  });
}

/** @returns the account as it was before */
async function changeEmail(
  call: ConfirmCall | UndoCall,
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<UserRow> {
  await lockEmail(db, email);
  const [user] = await listUsersToChange(db, [userId]);
  if (!user?.active || (await findUsersByEmail(db, email)).confirmed) throw wrongLink();
  await deleteUnconfirmedUsers(db, email);
  await updateEmail(db, userId, email, call.now);
  await insertProfileChange(db, userId, call.now);
  await publish(contextOf(call, db, user), "accounts.changed", { userId });
  return user;
}

/** The context of a call without a session, with the person of the link as its user. */
function contextOf(call: ConfirmCall | UndoCall, db: Database, user: UserRow) {
  const { appContext, now, organizationId, access, language, t, address, request } = call;
  const caller = {
    id: user.id,
    sessionId: "",
    email: user.email,
    fullName: `${user.first_name} ${user.last_name}`,
    language: user.language as Language | null,
    isVerified: true,
    isPlatformAdmin: user.platform_admin,
  };
  return { db, appContext, user: caller, now, organizationId, access, language, t, address, request };
}
