/**
 * Removes the second factor of somebody who has lost telephone and recovery codes: a platform administrator at once, an owner
 * of an organization after a time in which the person can keep it.
 */
import type { secondFactors } from "#contract/second-factors.ts";
import { findUser, lockUser, type UserRow } from "#server/accounts/queries.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { randomToken } from "#server/accounts/sessions.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import type { Language } from "#messages/translator.ts";
import { actorOf, type FactorActor, isOff, turnOffIfLast } from "./change.ts";
import { removalRequestedMail } from "./mail.ts";
import { notifySecondFactor } from "./notifications.ts";
import { deletePasskeys } from "./passkey-queries.ts";
import { deleteTotp } from "./queries.ts";
import { insertRemoval } from "./removal-queries.ts";

/** The caller has locked the person. @returns false if there was none */
async function deleteFactors(context: TenantContext, userId: string, actor: FactorActor): Promise<boolean> {
  const hadApp = await deleteTotp(context.db, userId);
  if ((await deletePasskeys(context.db, userId)) === 0 && !hadApp) return false;
  await turnOffIfLast(context, userId, actor);
  return true;
}

export const notOneself = () => new HttpError(409, message("second-factors.notOneself"));

/** @throws HttpError 409 for one's own, which wants the password, and where there is none */
export async function removeLostSecondFactor(call: Call<typeof secondFactors.removeOfUser>) {
  const { db, user, params } = call;
  const person = await findUser(db, params.userId);
  if (person.id === user.id) throw notOneself();
  await lockUser(db, person.id);
  if (!(await deleteFactors(call, person.id, actorOf(call)))) throw isOff();
  await notifySecondFactor(call, person, { kind: "removed" });
  return null;
}

/** Whether the caller may ask for it is checked by then. @throws HttpError 409 if one waits, 429 after too many */
export async function startRemoval(
  { db, appContext, now, user, language, organizationId }: Call,
  person: UserRow,
): Promise<void> {
  await enforceRateLimit({ db, now }, [rateLimit("secondFactor.removal", person.id)]);
  const token = randomToken();
  const draft = { userId: person.id, organizationId, requestedBy: user.id, token };
  const removal = await insertRemoval(db, draft, now);
  if (!removal) throw new HttpError(409, message("second-factors.removalWaits"));
  await enqueueMail(
    { db, appContext, now },
    {
      to: person.email,
      language: (person.language as Language | null) ?? language,
      template: removalRequestedMail,
      params: { email: person.email, at: removal.due_at.toISOString(), token },
    },
  );
}

/** The caller has locked the person and checked that the removal still holds. */
export async function finishRemoval(
  context: TenantContext & Pick<Call, "language">,
  person: UserRow,
  requestedBy: string,
): Promise<void> {
  if (!(await deleteFactors(context, person.id, { id: requestedBy, address: null }))) return;
  await notifySecondFactor(context, person, { kind: "removedByOwner" });
}
