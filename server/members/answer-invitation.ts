/** Accepts and declines invitations. A repeated request waits for the first, then gives the same response. */
import { members } from "#contract/members.ts";
import type { Endpoint } from "#contract/kit.ts";
import { recordActivity } from "#server/kit/activity/audit-log.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findInvitationToChange, findOwnInvitation, updateInvitation } from "./invitations.ts";
import { findMembership, insertMembershipRoles, insertMemberships } from "./memberships.ts";
import { lockMembers } from "./permissions.ts";

type Answer = "accepted" | "declined";
type Invitation = Awaited<ReturnType<typeof findInvitationToChange>>;

/** Also tells whether the same answer was already given. */
async function findInvitationToAnswer({ db, user, now }: Call, id: string, status: Answer) {
  const { organization_id } = await findOwnInvitation(db, user.email, id);
  await lockMembers(db, organization_id);
  const invitation = await findInvitationToChange(db, organization_id, id);
  const isDone = invitation.status === status;
  if (invitation.status === "revoked") throw new HttpError(409, message("members.invitationWithdrawn"));
  if (!isDone && invitation.status !== "open") throw new HttpError(409, message("members.invitationAnswered"));
  if (!isDone && invitation.expires_at <= now) throw new HttpError(409, message("members.invitationExpired"));
  return { invitation, isDone };
}

/** Writes the activity entry itself, because the path contains no organization. */
async function recordAnswer(call: Call, endpoint: Endpoint, invitation: Invitation, status: Answer) {
  const { id, organization_id: organizationId, email, role_id, role_name } = invitation;
  await updateInvitation(call.db, organizationId, id, { status, at: call.now });
  const subjectId = status === "accepted" ? call.user.id : id;
  const after = { email, role: { id: role_id, name: role_name } };
  await recordActivity(call, endpoint, { organizationId, subjectId, after }, null);
}

export async function acceptInvitation(
  call: Call<typeof members.acceptInvitation>,
): Promise<{ organizationId: string }> {
  const { db, user, now, params } = call;
  const { invitation, isDone } = await findInvitationToAnswer(call, params.invitationId, "accepted");
  const { organization_id, role_id } = invitation;
  if (isDone) return { organizationId: organization_id };
  const mine = { organization_id, user_id: user.id };
  await insertMemberships(db, [{ ...mine, joined_at: now }]);
  // An older invitation must not reactivate a member.
  const membership = await findMembership(db, organization_id, user.id);
  if (!membership.active) throw new HttpError(409, message("members.accessOff"));
  await insertMembershipRoles(db, [{ ...mine, role_id }]);
  await recordAnswer(call, members.acceptInvitation, invitation, "accepted");
  return { organizationId: organization_id };
}

export async function declineInvitation(call: Call<typeof members.declineInvitation>): Promise<null> {
  const { invitation, isDone } = await findInvitationToAnswer(call, call.params.invitationId, "declined");
  if (!isDone) await recordAnswer(call, members.declineInvitation, invitation, "declined");
  return null;
}
