/** An owner has the second factor removed that somebody of the team has lost: after 24 hours, in which the person can keep it. */
import type { MemberDetail, members } from "#contract/members.ts";
import { findUser, listUsersToChange, lockUser, type UserRow } from "#server/accounts/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { notifySecondFactor } from "#server/second-factors/notifications.ts";
import {
  deleteRemoval,
  findRemoval,
  listDueRemovals,
  type RemovalRow,
} from "#server/second-factors/removal-queries.ts";
import { finishRemoval, notOneself, startRemoval } from "#server/second-factors/remove-lost.ts";
import { isInTeam } from "./memberships.ts";
import { findInviter, findRankViolation, lockAndReauthorize } from "./permissions.ts";
import { findMember } from "./queries.ts";

type RemovalCall = Call<typeof members.requestSecondFactorRemoval> | Call<typeof members.cancelSecondFactorRemoval>;

const ownerRank = { isOwner: true, permissions: [] };

/** @returns the person, locked. @throws HttpError 403 for who is no owner */
async function findPersonToChange(call: RemovalCall): Promise<UserRow> {
  const { db, params } = call;
  const actor = await lockAndReauthorize(call, "members.manage");
  if (findRankViolation(actor, ownerRank)) throw new HttpError(403, message("members.secondFactorOwnersOnly"));
  const member = await findMember(db, call, params.userId);
  if (!member.hasSecondFactor || !member.active) throw new HttpError(409, message("members.secondFactorOfTeam"));
  await lockUser(db, member.id);
  return findUser(db, member.id);
}

/** @throws HttpError 403, 409 for one's own, for administrators of the platform, and where there is none */
export async function requestSecondFactorRemoval(
  call: Call<typeof members.requestSecondFactorRemoval>,
): Promise<MemberDetail> {
  const person = await findPersonToChange(call);
  if (person.id === call.user.id) throw notOneself();
  if (person.platform_admin) throw new HttpError(409, message("members.secondFactorOfAdministrator"));
  await startRemoval(call, person);
  return findMember(call.db, call, person.id);
}

/** @throws HttpError 403, 409 if none waits that was asked for here */
export async function cancelSecondFactorRemoval(
  call: Call<typeof members.cancelSecondFactorRemoval>,
): Promise<MemberDetail> {
  const { db, organizationId } = call;
  const person = await findPersonToChange(call);
  const removal = await findRemoval(db, person.id);
  if (removal?.organization_id !== organizationId)
    throw new HttpError(409, message("members.secondFactorNothingWaits"));
  await deleteRemoval(db, person.id);
  await notifySecondFactor(call, person, { kind: "removalCanceled" });
  return findMember(db, call, person.id);
}

/** The owner who asked must still be one, and the person of the team. */
async function isStillDue(db: Database, { organization_id, requested_by }: RemovalRow, person: UserRow) {
  if (!person.active || person.platform_admin) return false;
  const requester = await findInviter(db, requested_by, organization_id);
  if (!requester || findRankViolation(requester, ownerRank)) return false;
  return isInTeam(db, organization_id, person.id);
}

export async function removeDueSecondFactors(appContext: AppContext): Promise<void> {
  const { db, clock } = appContext;
  for (const { user_id } of await listDueRemovals(db, clock.now()))
    await db.transaction().execute((trx) => removeIfDue(trx, appContext, user_id));
}

async function removeIfDue(db: Database, appContext: AppContext, userId: string): Promise<void> {
  const now = appContext.clock.now();
  const [person] = await listUsersToChange(db, [userId]);
  const removal = await findRemoval(db, userId);
  if (!person || !removal || removal.due_at > now) return;
  if (!(await isStillDue(db, removal, person))) return void (await deleteRemoval(db, userId));
  const tenant = { organizationId: removal.organization_id, memory: undefined, language: "en" as const };
  await finishRemoval({ db, appContext, now, ...tenant }, person, removal.requested_by);
}
