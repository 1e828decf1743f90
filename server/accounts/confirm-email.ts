/**
 * Confirms an email address (email verification): the link of a mail proves the mailbox. It does not prove who chose the password, because anybody may have registered
 * the address.
 */
import type { accounts, JoinOutcome } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import { readBearerToken } from "#server/kit/http/authorize.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { deleteAcceptedTerms } from "./accepted-terms.ts";
import { confirmUserEmail, deleteLink, findJoinOfRegistration, findRegistrationByLink } from "./email-verifications.ts";
import { calendarPort } from "./calendar-port.ts";
import { joinPort, type PendingJoin } from "./join-port.ts";
import { assertStrongPassword, hashPassword } from "./passwords.ts";
import { findUsersByEmail, lockEmail, updatePassword } from "./queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "./rate-limits.ts";
import { contextOfSession, deleteSessions, findCaller, startSession } from "./sessions.ts";

type ConfirmCall = Call<typeof accounts.confirmEmail>;

const wrongLink = () => invalidFields({ token: [message("accounts.linkWrong")] });

/**
 * If the browser is signed in with a registration of the address, confirms that registration, even if the link was sent
 * for another one. Otherwise requires a new password, and signs in. All other sessions end.
 * @throws HttpError 422 on `token` if the link is unknown, used, replaced or older than a day; 422 on `password` if it is
 * missing or weak
 */
export async function confirmEmail(call: ConfirmCall) {
  const { db, appContext, body, address, request } = call;
  const limit = rateLimit("confirm.network", networkPrefix(address));
  await enforceRateLimit(call, [limit]);
  const registration = await findRegistrationByLink(db, body.token, call.now);
  if (!registration || (await findUsersByEmail(db, registration.email)).confirmed) throw wrongLink();
  const bearer = readBearerToken(request);
  const caller = bearer ? await findCaller(appContext, bearer) : undefined;
  const session =
    bearer && caller?.email === registration.email
      ? await confirmOwn(call, caller, bearer)
      : await confirmWithPassword(call, registration);
  await returnTry(db, [limit]);
  return session;
}

/** A pending join is carried out with the confirmation, or refused in words. */
const carryOutJoin = async (call: ConfirmCall, db: Database, pending: PendingJoin | undefined, token: string) =>
  pending && joinPort.carryOutJoin(await contextOfSession(call, db, token), pending);

async function confirmOwn(
  call: ConfirmCall,
  caller: { id: string; email: string; sessionId: string },
  token: string,
): Promise<{ join: JoinOutcome } | null> {
  const { db, now, body } = call;
  return db.transaction().execute(async (trx) => {
    await lockEmail(trx, caller.email);
    const pending = await findJoinOfRegistration(trx, caller.id);
    if (!(await deleteLink(trx, body.token)) || !(await confirmUserEmail(trx, caller, now))) throw wrongLink();
    await deleteSessions(trx, caller.id, now, caller.sessionId);
    const join = await carryOutJoin(call, trx, pending, token);
    return join ? { join } : null;
  });
}

async function confirmWithPassword(call: ConfirmCall, registration: { id: string; email: string }) {
  const { db, now, body, address, request } = call;
  if (body.password === undefined) throw invalidFields({ password: [message("accounts.choosePassword")] });
  assertStrongPassword(body.password, registration.email);
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    await lockEmail(trx, registration.email);
    const pending = await findJoinOfRegistration(trx, registration.id);
    if (!(await deleteLink(trx, body.token)) || !(await confirmUserEmail(trx, registration, now))) throw wrongLink();
    await updatePassword(trx, registration.id, passwordHash, now);
    // Somebody else may have registered the address.
    await deleteAcceptedTerms(trx, registration.id);
    await deleteSessions(trx, registration.id, now);
    await calendarPort.endPersonalFeed(trx, registration.id);
    const session = await startSession(
      trx,
      registration.id,
      { userAgent: request.headers["user-agent"], address },
      now,
    );
    const join = await carryOutJoin(call, trx, pending, session.access_token);
    return { ...session, ...(join && { join }) };
  });
}
