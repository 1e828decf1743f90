/** Changes what a member may do, or ends the membership. Somebody stays who owns the organization. */
import type { MemberDetail, members } from "#contract/members.ts";
import { ownerRoleId } from "#contract/permissions.ts";
import { difference } from "#server/kit/activity.ts";
import type { Database } from "#server/kit/database.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { updateOpenToRevoked } from "./invitations.ts";
import {
  deleteMembership,
  deleteMembershipRoles,
  findActiveOwner,
  insertMembershipRoles,
  updateMembership,
} from "./memberships.ts";
import { findMember } from "./queries.ts";
import { listRolesById } from "./roles.ts";
import { type Actor, refuseAbove, takeTurn, weigh } from "./standing.ts";

type Changing = Call<typeof members.update>;
type Removing = Call<typeof members.remove>;

const isOwner = ({ roles }: MemberDetail) => roles.some((role) => role.id === ownerRoleId);

/** A member whom the caller may change, in the caller's turn. */
async function findMemberToChange(call: Changing | Removing): Promise<{ actor: Actor; member: MemberDetail }> {
  const { db, organizationId, params } = call;
  const actor = await takeTurn(call, "members.manage");
  const member = await findMember(db, organizationId, params.userId);
  refuseAbove(actor, { isOwner: isOwner(member), permissions: member.permissions });
  return { actor, member };
}

/** @throws Problem 409 when it was the last one who could act as an owner */
async function refuseLastOwner(db: Database, organizationId: string, before: MemberDetail): Promise<void> {
  if (!before.active || !isOwner(before)) return;
  if (!(await findActiveOwner(db, organizationId))) throw new Problem(409, say("members.lastOwner"));
}

/** Takes and gives roles until the member has exactly these. */
async function exchangeRoles(
  { db, organizationId, params }: Changing,
  actor: Actor,
  before: MemberDetail,
  wanted: number[],
) {
  const roles = await listRolesById(db, organizationId, wanted);
  if (roles.length < new Set(wanted).size) throw invalid({ roles: [say("members.roleUnknown")] });
  for (const role of roles) refuseAbove(actor, weigh(role), "roles");
  const gone = before.roles.map(({ id }) => id).filter((id) => !wanted.includes(id));
  await deleteMembershipRoles(db, organizationId, params.userId, gone);
  const mine = { organization_id: organizationId, user_id: params.userId };
  await insertMembershipRoles(
    db,
    roles.map(({ id }) => ({ ...mine, role_id: id })),
  );
}

/** What activity tells of a member. */
const tell = ({ active, roles }: MemberDetail) => ({ active, roles: roles.map(({ id, name }) => ({ id, name })) });

export async function change(call: Changing): Promise<MemberDetail> {
  const { db, organizationId, params, body, record } = call;
  const { actor, member } = await findMemberToChange(call);
  if (body.roles) await exchangeRoles(call, actor, member, body.roles);
  if (body.active !== undefined) await updateMembership(db, organizationId, params.userId, body.active);
  await refuseLastOwner(db, organizationId, member);
  const after = await findMember(db, organizationId, params.userId);
  record(difference(tell(member), tell(after)));
  return after;
}

export async function remove(call: Removing): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { member } = await findMemberToChange(call);
  await deleteMembership(db, organizationId, params.userId);
  await refuseLastOwner(db, organizationId, member);
  // Nor does an older invitation lead back.
  await updateOpenToRevoked(db, organizationId, { email: member.email }, now);
  record({ before: { email: member.email, ...tell(member) } });
  return null;
}
