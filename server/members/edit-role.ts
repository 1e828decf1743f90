/** Makes, changes and deletes an organization's own roles. The built-in ones are the same everywhere, and locked. */
import type { Body } from "#contract/kit.ts";
import type { members, Role } from "#contract/members.ts";
import { memberPermissions, permissions, type Permission } from "#contract/permissions.ts";
import { difference } from "#server/kit/activity.ts";
import type { Database } from "#server/kit/database.ts";
import { gather } from "#server/kit/gather.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { words } from "#server/kit/words.ts";
import { countOpenForRole, updateOpenToRevoked, updateRoleOfOpen } from "./invitations.ts";
import { updateRoleOfMembers } from "./memberships.ts";
import {
  deleteRoleFields,
  findNextId,
  findRole,
  insertRoleFields,
  insertRoles,
  isBuiltInName,
  isNameTaken,
  listFieldIds,
  listRolesById,
  updateRole,
} from "./roles.ts";
import { type Actor, refuseAbove, takeTurn, weigh } from "./standing.ts";

type Draft = Body<typeof members.createRole>;

async function refuseName(db: Database, organizationId: string, name: string, except?: number): Promise<void> {
  const isTaken = isBuiltInName(name, Object.values(words)) || (await isNameTaken(db, organizationId, name, except));
  if (isTaken) throw invalid({ name: [say("members.roleNameTaken")] });
}

/** What customers cannot have: rights over the organization. */
function refuseTeamRights({ type, permissions: wanted }: Pick<Draft, "type" | "permissions">): void {
  const theirs: readonly string[] = memberPermissions;
  if (type === "member" && !wanted.every((one) => theirs.includes(one)))
    throw invalid({ permissions: [say("members.teamPermissions")] });
}

async function refuseForeignFields(db: Database, organizationId: string, fieldIds: readonly string[]): Promise<void> {
  const wanted = new Set(fieldIds);
  const found = await listFieldIds(db, organizationId, [...wanted]);
  if (found.length < wanted.size) throw invalid({ fieldIds: [say("fields.unknown")] });
}

async function linkFields(db: Database, organizationId: string, roleId: number, fieldIds: readonly string[]) {
  await deleteRoleFields(db, organizationId, roleId);
  const rows = [...new Set(fieldIds)].map((field_id) => ({
    organization_id: organizationId,
    role_id: roleId,
    field_id,
  }));
  await insertRoleFields(db, rows);
}

/** In the order of the catalogue, each once. */
const ordered = (wanted: readonly Permission[]): Permission[] => permissions.filter((one) => wanted.includes(one));
const rulesOf = (rules: Draft["bookingRules"]) => ({
  horizon_days: rules?.horizonDays ?? null,
  notice_minutes: rules?.noticeMinutes ?? null,
  most_active: rules?.mostActive ?? null,
});
/** What activity tells of a role. */
const tell = ({ name, type, permissions, fields, bookingRules }: Role) => ({
  name,
  type,
  permissions,
  fields,
  bookingRules,
});

export async function createRole(call: Call<typeof members.createRole>): Promise<Role> {
  const { db, now, organizationId, body, record } = call;
  const actor = await takeTurn(call, "roles.manage");
  await gather(
    () => refuseName(db, organizationId, body.name),
    () => refuseTeamRights(body),
    () => refuseForeignFields(db, organizationId, body.fieldIds),
  );
  refuseAbove(actor, { isOwner: false, permissions: body.permissions }, "permissions");
  const id = await findNextId(db, organizationId);
  const { name, type } = body;
  const made = { organization_id: organizationId, id, name, type, created_at: now, updated_at: now };
  await insertRoles(db, [{ ...made, permissions: ordered(body.permissions), ...rulesOf(body.bookingRules) }]);
  await linkFields(db, organizationId, id, body.fieldIds);
  const role = await findRole(db, organizationId, id);
  record({ subjectId: String(id), after: tell(role) });
  return role;
}

/** A role of the organization's own that the caller may change, in the caller's turn. */
async function findRoleToChange(call: Call<typeof members.updateRole> | Call<typeof members.deleteRole>) {
  const { db, organizationId, params } = call;
  const actor = await takeTurn(call, "roles.manage");
  const role = await findRole(db, organizationId, Number(params.roleId));
  if (role.isBuiltIn) throw new Problem(409, say("members.roleBuiltIn"));
  refuseAbove(actor, weigh(role));
  return { actor, role };
}

export async function changeRole(call: Call<typeof members.updateRole>): Promise<Role> {
  const { db, now, organizationId, body, record } = call;
  const { actor, role: before } = await findRoleToChange(call);
  const type = body.type ?? before.type;
  const wanted = body.permissions ?? ordered(before.permissions as Permission[]);
  await gather(
    () => body.name !== undefined && refuseName(db, organizationId, body.name, before.id),
    () => refuseTeamRights({ type, permissions: wanted }),
    () => body.fieldIds && refuseForeignFields(db, organizationId, body.fieldIds),
  );
  refuseAbove(actor, { isOwner: false, permissions: wanted }, "permissions");
  const rules = body.bookingRules === undefined ? {} : rulesOf(body.bookingRules);
  await updateRole(db, organizationId, before.id, { name: body.name, type, permissions: ordered(wanted), ...rules });
  if (body.fieldIds) await linkFields(db, organizationId, before.id, body.fieldIds);
  const changed = difference(tell(before), tell(await findRole(db, organizationId, before.id)));
  if (!changed.isDone) await updateRole(db, organizationId, before.id, { updated_at: now });
  record(changed);
  return findRole(db, organizationId, before.id);
}

/** The role that takes over; undefined where none is named. */
async function findReplacement(call: Call<typeof members.deleteRole>, actor: Actor, role: Role) {
  const { db, organizationId, query } = call;
  if (query.replacement === undefined) return undefined;
  const [found] = await listRolesById(db, organizationId, [query.replacement]);
  if (!found || found.id === role.id) throw invalid({ replacement: [say("members.roleUnknown")] });
  refuseAbove(actor, weigh(found), "replacement");
  return found;
}

/** @throws Problem 409 beside `replacement` while somebody holds it or is invited to it, and no other is named */
export async function deleteRole(call: Call<typeof members.deleteRole>): Promise<null> {
  const { db, now, organizationId, record } = call;
  const { actor, role } = await findRoleToChange(call);
  const replacement = await findReplacement(call, actor, role);
  const count = role.members + (await countOpenForRole(db, organizationId, role.id, now));
  if (count > 0 && !replacement) {
    const saying = say("members.roleInUse", { count });
    throw new Problem(409, saying, { errors: { replacement: [saying] } });
  }
  if (replacement) {
    await updateRoleOfMembers(db, organizationId, role.id, replacement.id);
    await updateRoleOfOpen(db, organizationId, role.id, replacement.id);
  }
  // Those that expired.
  await updateOpenToRevoked(db, organizationId, { roleId: role.id }, now);
  await deleteRoleFields(db, organizationId, role.id);
  await updateRole(db, organizationId, role.id, { archived_at: now });
  const after = replacement ? { replacement: { id: replacement.id, name: replacement.name } } : {};
  record({ before: tell(role), after });
  return null;
}
