/** Where a person stands in an organization: the gate asks this for every call. */
import { permissions, type Permission, type RoleType } from "#contract/permissions.ts";
import { everyOrganization } from "#server/kit/database.ts";
import type { Caller, House, Standing } from "#server/kit/house.ts";

const everything: ReadonlySet<Permission> = new Set(permissions);
const isPermission = (name: string): name is Permission => (everything as ReadonlySet<string>).has(name);

/**
 * Roles and permissions of a person, in one prepared query.
 * @param organizationId an organization's, or `all`
 * @returns undefined for strangers, for archived organizations, and where there is none
 */
export async function findStanding(
  { db }: Pick<House, "db">,
  caller: Caller,
  organizationId: string,
): Promise<Standing | undefined> {
  const { isPlatformAdmin } = caller;
  if (organizationId === everyOrganization) {
    return isPlatformAdmin ? { permissions: everything, roles: [], isTeam: true } : undefined;
  }
  const rows = await db
    .selectFrom("organizations")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "organizations.id")
        .on("memberships.user_id", "=", caller.id)
        .on("memberships.active", "=", true),
    )
    .leftJoin("membership_roles as held", (join) =>
      join
        .onRef("held.organization_id", "=", "memberships.organization_id")
        .onRef("held.user_id", "=", "memberships.user_id"),
    )
    .leftJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select(["memberships.user_id", "roles.id", "roles.name", "roles.type", "roles.permissions"])
    .where("organizations.id", "=", organizationId)
    .where("organizations.archived_at", "is", null)
    .orderBy("roles.id")
    .execute();
  const isMember = rows.some((row) => row.user_id !== null);
  if (rows.length === 0 || !(isMember || isPlatformAdmin)) return undefined;
  const roles = rows.flatMap(({ id, name, type }) =>
    id === null || name === null ? [] : [{ id, name, type: type as RoleType }],
  );
  const held = new Set(rows.flatMap((row) => row.permissions ?? []).filter(isPermission));
  return {
    permissions: isPlatformAdmin ? everything : held,
    roles,
    isTeam: isPlatformAdmin || roles.some((role) => role.type === "admin"),
  };
}
