/** Answers to an invitation. Asked twice, each gives the same: the second waits until the first is done. */
import { members } from "#contract/members.ts";
import type { Endpoint } from "#contract/kit.ts";
import { noteActivity } from "#server/kit/activity.ts";
import { Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findInvitationToChange, findOwnInvitation, updateInvitation } from "./invitations.ts";
import { findMembership, insertMembershipRoles, insertMemberships } from "./memberships.ts";
import { lockPeople } from "./standing.ts";

type Status = "accepted" | "declined";
type Invitation = Awaited<ReturnType<typeof findInvitationToChange>>;

/** The invitation, and whether it was already answered in the same way. */
async function take({ db, user, now }: Call, id: string, status: Status) {
  const { organization_id } = await findOwnInvitation(db, user.email, id);
  await lockPeople(db, organization_id);
  const invitation = await findInvitationToChange(db, organization_id, id);
  const isDone = invitation.status === status;
  if (invitation.status === "revoked") throw new Problem(409, say("members.invitationWithdrawn"));
  if (!isDone && invitation.status !== "open") throw new Problem(409, say("members.invitationAnswered"));
  if (!isDone && invitation.expires_at <= now) throw new Problem(409, say("members.invitationExpired"));
  return { invitation, isDone };
}

/** The path names no organization, so the entry of its activity is written here. */
async function conclude(call: Call, endpoint: Endpoint, invitation: Invitation, status: Status) {
  const { id, organization_id: organizationId, email, role_id, role_name } = invitation;
  await updateInvitation(call.db, organizationId, id, { status, at: call.now });
  const subjectId = status === "accepted" ? call.user.id : id;
  const after = { email, role: { id: role_id, name: role_name } };
  await noteActivity(call, endpoint, { organizationId, subjectId, after }, null);
}

export async function accept(call: Call<typeof members.acceptInvitation>): Promise<{ organizationId: string }> {
  const { db, user, now, params } = call;
  const { invitation, isDone } = await take(call, params.invitationId, "accepted");
  const { organization_id, role_id } = invitation;
  if (isDone) return { organizationId: organization_id };
  const mine = { organization_id, user_id: user.id };
  await insertMemberships(db, [{ ...mine, joined_at: now }]);
  // Whom the team has shut out stays out: an older invitation is no way back.
  const membership = await findMembership(db, organization_id, user.id);
  if (!membership.active) throw new Problem(409, say("members.accessOff"));
  await insertMembershipRoles(db, [{ ...mine, role_id }]);
  await conclude(call, members.acceptInvitation, invitation, "accepted");
  return { organizationId: organization_id };
}

export async function decline(call: Call<typeof members.declineInvitation>): Promise<null> {
  const { invitation, isDone } = await take(call, call.params.invitationId, "declined");
  if (!isDone) await conclude(call, members.declineInvitation, invitation, "declined");
  return null;
}
