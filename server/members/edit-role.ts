/** Creates, changes and deletes an organization's own roles. Built-in roles are the same everywhere and cannot be changed. */
import type { Body } from "#contract/kit.ts";
import type { members, Role } from "#contract/members.ts";
import { memberRolePermissions, rolePermissions, type RolePermission } from "#contract/permissions.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import type { Database } from "#server/kit/db/database.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { roleColumnMap } from "./column-map.ts";
import { countOpenInvitations, revokeOpenInvitations, replaceRoleOfOpenInvitations } from "./invitations.ts";
import { replaceRoleOfMembers, updateTeamSince } from "./memberships.ts";
import {
  deleteRoleFields,
  findNextRoleId,
  findRole,
  insertRoleFields,
  insertRoles,
  isBuiltInName,
  isRoleNameTaken,
  listKnownFieldIds,
  listRolesById,
  updateRole,
} from "./roles.ts";
import { type Actor, assertOutranks, lockAndReauthorize, roleRank } from "./permissions.ts";

type Draft = Body<typeof members.createRole>;

async function assertNameFree(db: Database, organizationId: string, name: string, except?: number): Promise<void> {
  const isTaken =
    isBuiltInName(name, Object.values(translators)) || (await isRoleNameTaken(db, organizationId, name, except));
  if (isTaken) throw invalidFields({ name: [message("members.roleNameTaken")] });
}

function assertNoTeamPermissions({ type, permissions: permissionNames }: Pick<Draft, "type" | "permissions">): void {
  const allowed: readonly string[] = memberRolePermissions;
  if (type === "member" && !permissionNames.every((one) => allowed.includes(one)))
    throw invalidFields({ permissions: [message("members.teamPermissions")] });
}

async function assertKnownFields(db: Database, organizationId: string, fieldIds: readonly string[]): Promise<void> {
  const ids = new Set(fieldIds);
  const knownIds = await listKnownFieldIds(db, organizationId, [...ids]);
  if (knownIds.length < ids.size) throw invalidFields({ fieldIds: [message("fields.unknown")] });
}

async function replaceRoleFields(db: Database, organizationId: string, roleId: number, fieldIds: readonly string[]) {
  await deleteRoleFields(db, organizationId, roleId);
  const rows = [...new Set(fieldIds)].map((field_id) => ({
    organization_id: organizationId,
    role_id: roleId,
    field_id,
  }));
  await insertRoleFields(db, rows);
}

const sortPermissions = (wanted: readonly RolePermission[]): RolePermission[] =>
  rolePermissions.filter((permission) => wanted.includes(permission));
const toActivityState = ({ name, type, permissions, fields, bookingRules }: Role) => ({
  name,
  type,
  permissions,
  fields,
  bookingRules,
});

export async function createRole(call: Call<typeof members.createRole>): Promise<Role> {
  const { db, now, organizationId, body, record } = call;
  const actor = await lockAndReauthorize(call, "roles.manage");
  await collectFieldErrors(
    () => assertNameFree(db, organizationId, body.name),
    () => assertNoTeamPermissions(body),
    () => assertKnownFields(db, organizationId, body.fieldIds),
    () =>
      body.bookingRules?.quotas && publish(call, "organizations.quotasChanging", { quotas: body.bookingRules.quotas }),
  );
  assertOutranks(actor, { isOwner: false, permissions: body.permissions }, "permissions");
  const id = await findNextRoleId(db, organizationId);
  const made = { organization_id: organizationId, id, created_at: now, updated_at: now };
  await insertRoles(db, [
    { ...made, ...roleColumnMap.toRow({ ...body, permissions: sortPermissions(body.permissions) }) },
  ]);
  await replaceRoleFields(db, organizationId, id, body.fieldIds);
  const role = await findRole(db, organizationId, id);
  record({ subjectId: String(id), after: toActivityState(role) });
  return role;
}

async function findRoleToChange(call: Call<typeof members.updateRole> | Call<typeof members.deleteRole>) {
  const { db, organizationId, params } = call;
  const actor = await lockAndReauthorize(call, "roles.manage");
  const role = await findRole(db, organizationId, Number(params.roleId));
  if (role.isBuiltIn) throw new HttpError(409, message("members.roleBuiltIn"));
  assertOutranks(actor, roleRank(role));
  return { actor, role };
}

export async function changeRole(call: Call<typeof members.updateRole>): Promise<Role> {
  const { db, now, organizationId, body, record } = call;
  const { actor, role: before } = await findRoleToChange(call);
  const type = body.type ?? before.type;
  const wanted = body.permissions ?? sortPermissions(before.permissions as RolePermission[]);
  await collectFieldErrors(
    () => body.name !== undefined && assertNameFree(db, organizationId, body.name, before.id),
    () => assertNoTeamPermissions({ type, permissions: wanted }),
    () => body.fieldIds && assertKnownFields(db, organizationId, body.fieldIds),
    () =>
      body.bookingRules?.quotas && publish(call, "organizations.quotasChanging", { quotas: body.bookingRules.quotas }),
  );
  assertOutranks(actor, { isOwner: false, permissions: wanted }, "permissions");
  const row = roleColumnMap.toRow({ ...body, permissions: sortPermissions(wanted) });
  if (type === "admin" && before.type !== "admin") await updateTeamSince(db, organizationId, before.id, now);
  await updateRole(db, organizationId, before.id, row);
  if (body.fieldIds) await replaceRoleFields(db, organizationId, before.id, body.fieldIds);
  const changed = computeDiff(toActivityState(before), toActivityState(await findRole(db, organizationId, before.id)));
  if (!changed.skipsEntry) await updateRole(db, organizationId, before.id, { updated_at: now });
  record(changed);
  return findRole(db, organizationId, before.id);
}

async function findReplacement(call: Call<typeof members.deleteRole>, actor: Actor, role: Role) {
  const { db, organizationId, query } = call;
  if (query.replacement === undefined) return undefined;
  const [found] = await listRolesById(db, organizationId, [query.replacement]);
  if (!found || found.id === role.id) throw invalidFields({ replacement: [message("members.roleUnknown")] });
  assertOutranks(actor, roleRank(found), "replacement");
  return found;
}

/** @throws HttpError 409 on `replacement` if the role has members or open invitations and no replacement is given */
export async function deleteRole(call: Call<typeof members.deleteRole>): Promise<null> {
  const { db, now, organizationId, record } = call;
  const { actor, role } = await findRoleToChange(call);
  const replacement = await findReplacement(call, actor, role);
  const count = role.members + (await countOpenInvitations(db, organizationId, role.id, now));
  if (count > 0 && !replacement) {
    const refusal = message("members.roleInUse", { count });
    throw new HttpError(409, refusal, { errors: { replacement: [refusal] } });
  }
  if (replacement) {
    if (replacement.type === "admin") await updateTeamSince(db, organizationId, role.id, now);
    await replaceRoleOfMembers(db, organizationId, role.id, replacement.id);
    await replaceRoleOfOpenInvitations(db, organizationId, role.id, replacement.id);
  }
  // Only expired invitations are left.
  await revokeOpenInvitations(db, organizationId, { roleId: role.id }, now);
  await deleteRoleFields(db, organizationId, role.id);
  await updateRole(db, organizationId, role.id, { archived_at: now });
  const after = replacement ? { replacement: { id: replacement.id, name: replacement.name } } : {};
  record({ before: toActivityState(role), after });
  return null;
}
