/** Accepts and declines invitations. A repeated request waits for the first, then gives the same response. */
import { members } from "#contract/members.ts";
import type { Endpoint } from "#contract/kit.ts";
import type { RoleType } from "#contract/permissions.ts";
import { recordActivity } from "#server/kit/activity/audit-log.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { publish, type RequestContext } from "#server/kit/events/domain-events.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addMember } from "./add-member.ts";
import { findInvitationToChange, findOwnInvitation, updateInvitation } from "./invitations.ts";
import { findInviter, findRankViolation, lockMembers, roleRank } from "./permissions.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** An invitation was accepted or declined. */
    "members.answered": { organizationId: string; invitationId: string };
  }
}

type Answer = "accepted" | "declined";
type Invitation = Awaited<ReturnType<typeof findInvitationToChange>>;

/** Also tells whether the same answer was already given. */
async function findInvitationToAnswer({ db, user, now }: RequestContext, id: string, status: Answer) {
  const { organization_id } = await findOwnInvitation(db, user.email, id);
  await lockMembers(db, organization_id);
  const invitation = await findInvitationToChange(db, organization_id, id);
  const isDone = invitation.status === status;
  if (invitation.status === "revoked") throw new HttpError(409, message("members.invitationWithdrawn"));
  if (!isDone && invitation.status !== "open") throw new HttpError(409, message("members.invitationAnswered"));
  if (!isDone && invitation.expires_at <= now) throw new HttpError(409, message("members.invitationExpired"));
  return { invitation, isDone };
}

/**
 * An invitation to the team counts as long as the inviter may send it: somebody who was removed must not come back by
 * one that waits at another address of theirs.
 * @throws HttpError 409
 */
async function assertStillInvited({ db }: RequestContext, invitation: Invitation): Promise<void> {
  const { type, invited_by, organization_id, role_id, permissions } = invitation;
  if (type !== "admin" || invited_by === null) return;
  const inviter = await findInviter(db, invited_by, organization_id);
  if (!inviter || findRankViolation(inviter, roleRank({ id: role_id, permissions })))
    throw new HttpError(409, message("members.invitationWithdrawn"));
}

/** Writes the activity entry itself, because the path contains no organization. */
async function recordAnswer(context: RequestContext, endpoint: Endpoint, invitation: Invitation, status: Answer) {
  const { id, organization_id: organizationId, email, role_id, role_name } = invitation;
  const { db, now, user, address } = context;
  await updateInvitation(db, organizationId, id, { status, at: now });
  const subjectId = status === "accepted" ? user.id : id;
  const after = { email, role: { id: role_id, name: role_name } };
  const call = { db, now, user, address, organizationId, params: { invitationId: id }, body: undefined };
  await recordActivity(call, endpoint, { organizationId, subjectId, after }, null);
  await publish(context, "members.answered", { organizationId, invitationId: id });
}

export const acceptInvitation = (call: Call<typeof members.acceptInvitation>): Promise<{ organizationId: string }> =>
  accept(call, call.params.invitationId);

export async function accept(context: RequestContext, invitationId: string): Promise<{ organizationId: string }> {
  const { user } = context;
  const { invitation, isDone } = await findInvitationToAnswer(context, invitationId, "accepted");
  const { organization_id, role_id } = invitation;
  if (isDone) return { organizationId: organization_id };
  await assertStillInvited(context, invitation);
  const role = { id: role_id, type: invitation.type as RoleType };
  await addMember(context, { organizationId: organization_id, userId: user.id, role });
  await recordAnswer(context, members.acceptInvitation, invitation, "accepted");
  return { organizationId: organization_id };
}

export async function declineInvitation(call: Call<typeof members.declineInvitation>): Promise<null> {
  const { invitation, isDone } = await findInvitationToAnswer(call, call.params.invitationId, "declined");
  if (!isDone) await recordAnswer(call, members.declineInvitation, invitation, "declined");
  return null;
}
