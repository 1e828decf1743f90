/**
 * Confirms an email address (email verification): the link of a mail proves the mailbox. It does not prove who chose the password, because anybody may have registered
 * the address.
 */
import type { accounts, JoinOutcome } from "#contract/accounts.ts";
import type { Database } from "#server/kit/db/database.ts";
import { readBearerToken } from "#server/kit/http/authorize.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { deleteAcceptedTerms } from "./accepted-terms.ts";
import {
  confirmUserEmail,
  deleteLink,
  findJoinOfRegistration,
  findRegistrationByLink,
  isRightCode,
} from "./email-verifications.ts";
import { calendarPort } from "./calendar-port.ts";
import { joinPort, type PendingJoin } from "./join-port.ts";
import { assertStrongPassword, hashPassword } from "./passwords.ts";
import { findUsersByEmail, lockEmail, updatePassword } from "./queries.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "./rate-limits.ts";
import { contextOfSession, deleteSessions, findCaller, startSession } from "./sessions.ts";

type ConfirmCall = Call<typeof accounts.confirmEmail>;

const wrongLink = () => invalidFields({ token: [message("accounts.linkWrong")] });
const wrongCode = () => invalidFields({ code: [message("accounts.codeWrong")] });

/**
 * If the browser is signed in with a registration of the address, confirms that registration, even if the link was sent
 * for another one. Otherwise requires a new password, and signs in. All other sessions end.
 * @throws HttpError 422 on `token` if the link is unknown, used, replaced or older than a day; 422 on `password` if it is
 * missing or weak
 */
export async function confirmEmail(call: ConfirmCall) {
  const { appContext, body, request } = call;
  const bearer = readBearerToken(request);
  const caller = bearer ? await findCaller(appContext, bearer) : undefined;
  const signedIn = bearer && caller ? { ...caller, bearer } : undefined;
  return body.code === undefined
    ? confirmByLink(call, body.token ?? "", signedIn)
    : confirmByCode(call, body.code, signedIn);
}

type SignedIn = { id: string; email: string; sessionId: string; bearer: string };

async function confirmByLink(call: ConfirmCall, link: string, signedIn: SignedIn | undefined) {
  const { db, address, now } = call;
  const limit = rateLimit("confirm.network", networkPrefix(address));
  await enforceRateLimit(call, [limit]);
  const registration = await findRegistrationByLink(db, link, now);
  if (!registration || (await findUsersByEmail(db, registration.email)).confirmed) throw wrongLink();
  const session =
    signedIn?.email === registration.email
      ? await confirmOwn(call, signedIn, link)
      : await confirmWithPassword(call, registration, link);
  await returnTry(db, [limit]);
  return session;
}

/**
 * Confirms the registration that one is signed in with: its code was sent to that address alone.
 * @throws HttpError 401 without a session, 422 on `code` if it is wrong, too old, or tried too often
 */
async function confirmByCode(call: ConfirmCall, code: string, signedIn: SignedIn | undefined) {
  const { db, address, now } = call;
  if (!signedIn) throw new HttpError(401, message("kit.signedOut"));
  const limit = rateLimit("confirmCode.network", networkPrefix(address));
  await enforceRateLimit(call, [limit]);
  if (!(await isRightCode(db, signedIn.id, code, now))) throw wrongCode();
  const outcome = await confirmOwn(call, signedIn);
  await returnTry(db, [limit]);
  return outcome;
}

/** A pending join is carried out with the confirmation, or refused in words. */
const carryOutJoin = async (call: ConfirmCall, db: Database, pending: PendingJoin | undefined, token: string) =>
  pending && joinPort.carryOutJoin(await contextOfSession(call, db, token), pending);

/** @param link used up; undefined where its code was typed */
async function confirmOwn(call: ConfirmCall, caller: SignedIn, link?: string): Promise<{ join: JoinOutcome } | null> {
  const { db, now } = call;
  return db.transaction().execute(async (trx) => {
    await lockEmail(trx, caller.email);
    const pending = await findJoinOfRegistration(trx, caller.id);
    if (link !== undefined && !(await deleteLink(trx, link))) throw wrongLink();
    if (!(await confirmUserEmail(trx, caller, now))) throw link === undefined ? wrongCode() : wrongLink();
    await deleteSessions(trx, caller.id, now, caller.sessionId);
    const join = await carryOutJoin(call, trx, pending, caller.bearer);
    return join ? { join } : null;
  });
}

async function confirmWithPassword(call: ConfirmCall, registration: { id: string; email: string }, link: string) {
  const { db, now, body, address, request } = call;
  if (body.password === undefined) throw invalidFields({ password: [message("accounts.choosePassword")] });
  assertStrongPassword(body.password, registration.email);
  const passwordHash = await hashPassword(body.password);
  return db.transaction().execute(async (trx) => {
    await lockEmail(trx, registration.email);
    const pending = await findJoinOfRegistration(trx, registration.id);
    if (!(await deleteLink(trx, link)) || !(await confirmUserEmail(trx, registration, now))) throw wrongLink();
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
