/** Changes a member's roles and access, or removes the member. `last-owner.ts` keeps the last owner. */
import type { MemberDetail, members } from "#contract/members.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { membershipColumnMap } from "./column-map.ts";
import { revokeOpenInvitations } from "./invitations.ts";
import { deleteMembership, removeRoles, assignRoles, updateMembership } from "./memberships.ts";
import { assertOwnerRemains, isOwner } from "./last-owner.ts";
import { findMember } from "./queries.ts";
import { listRolesById } from "./roles.ts";
import { type Actor, assertOutranks, lockAndReauthorize, roleRank } from "./permissions.ts";

type UpdateCall = Call<typeof members.update>;
type RemoveCall = Call<typeof members.remove>;

async function findMemberToChange(call: UpdateCall | RemoveCall): Promise<{ actor: Actor; member: MemberDetail }> {
  const { db, params } = call;
  const actor = await lockAndReauthorize(call, "members.manage");
  const member = await findMember(db, call, params.userId);
  assertOutranks(actor, { isOwner: isOwner(member), permissions: member.permissions });
  return { actor, member };
}

async function replaceRoles(
  { db, now, organizationId, params }: UpdateCall,
  actor: Actor,
  before: MemberDetail,
  roleIds: number[],
) {
  const roles = await listRolesById(db, organizationId, roleIds);
  if (roles.length < new Set(roleIds).size) throw invalidFields({ roles: [message("members.roleUnknown")] });
  for (const role of roles) assertOutranks(actor, roleRank(role), "roles");
  const gone = before.roles.map(({ id }) => id).filter((id) => !roleIds.includes(id));
  await removeRoles(db, organizationId, params.userId, gone);
  const mine = { organization_id: organizationId, user_id: params.userId };
  await assignRoles(
    db,
    roles.map(({ id }) => ({ ...mine, role_id: id })),
  );
  const isOfTeam = (types: readonly string[]) => types.some((type) => type === "admin" || type === "team");
  if (isOfTeam(roles.map(({ type }) => type)) && !isOfTeam(before.roles.map(({ type }) => type)))
    await updateMembership(db, organizationId, params.userId, { team_since: now });
}

const toActivityState = ({ active, roles }: MemberDetail) => ({
  active,
  roles: roles.map(({ id, name }) => ({ id, name })),
});

export async function changeMember(call: UpdateCall): Promise<MemberDetail> {
  const { db, organizationId, params, body, record } = call;
  const { actor, member } = await findMemberToChange(call);
  if (body.roles) await replaceRoles(call, actor, member, body.roles);
  if (body.active !== undefined)
    await updateMembership(db, organizationId, params.userId, membershipColumnMap.toRow(body));
  await assertOwnerRemains(db, organizationId, member);
  const after = await findMember(db, call, params.userId);
  record(computeDiff(toActivityState(member), toActivityState(after)));
  return after;
}

export async function removeMember(call: RemoveCall): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { member } = await findMemberToChange(call);
  await deleteMembership(db, organizationId, params.userId);
  await assertOwnerRemains(db, organizationId, member);
  // An older invitation must not let them back in.
  await revokeOpenInvitations(db, organizationId, { email: member.email }, now);
  record({ before: { email: member.email, ...toActivityState(member) } });
  return null;
}
