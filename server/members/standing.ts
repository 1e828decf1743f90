/**
 * Where a person stands in an organization: the gate asks this for every call. And above whom: nobody gives or takes more
 * than they hold themselves, and owners are the owners' business.
 */
import { ownerRoleId, permissions, type Permission, type RoleType } from "#contract/permissions.ts";
import { everyOrganization, type Database } from "#server/kit/database.ts";
import { forbidden } from "#server/kit/gate.ts";
import type { Caller, House, Standing } from "#server/kit/house.ts";
import { notFound, Problem, say, type Saying } from "#server/kit/problem.ts";

const everything: ReadonlySet<Permission> = new Set(permissions);
const isPermission = (name: string): name is Permission => (everything as ReadonlySet<string>).has(name);

/**
 * Roles and permissions of a person, in one prepared query.
 * @param organizationId an organization's, or `all`
 * @returns undefined for strangers, for archived organizations, and where there is none
 */
export async function findStanding(
  { db }: Pick<House, "db">,
  caller: Pick<Caller, "id" | "isPlatformAdmin">,
  organizationId: string,
): Promise<Standing | undefined> {
  const { isPlatformAdmin } = caller;
  if (organizationId === everyOrganization) {
    return isPlatformAdmin ? { permissions: everything, roles: [], isTeam: true, isEnabled: true } : undefined;
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
    .select([
      "organizations.enabled",
      "memberships.user_id",
      "roles.id",
      "roles.name",
      "roles.type",
      "roles.permissions",
    ])
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
    isEnabled: rows.some((row) => row.enabled),
  };
}

/** Whoever changes something, as they stand at this moment. */
export interface Actor {
  user: Caller;
  standing: Standing;
}

/** A role, or several that one person holds. */
interface Weight {
  isOwner: boolean;
  permissions: readonly string[];
}

export const weigh = (role: { id: number; permissions: readonly string[] }): Weight => ({
  isOwner: role.id === ownerRoleId,
  permissions: role.permissions,
});

/** Changes of an organization's people follow one another, until the transaction ends. */
export async function lockPeople(db: Database, organizationId: string): Promise<void> {
  await db.selectFrom("organizations").select("id").where("id", "=", organizationId).forNoKeyUpdate().execute();
}

/**
 * Waits for one's turn, and looks again at who calls: what went before may have taken their rights.
 * @throws Problem 404 or 403 as at the gate
 */
export async function takeTurn(
  { db, organizationId, user }: { db: Database; organizationId: string; user: Caller },
  permission: Permission,
): Promise<Actor> {
  await lockPeople(db, organizationId);
  const standing = await findStanding({ db }, user, organizationId);
  if (!standing) throw notFound();
  if (!standing.permissions.has(permission)) throw forbidden(permission);
  return { user, standing };
}

/** Why this is above somebody; undefined where it is not. */
export function whyAbove({ user, standing }: Actor, { isOwner, permissions }: Weight): Saying | undefined {
  const isOne = user.isPlatformAdmin || standing.roles.some((role) => role.id === ownerRoleId);
  if (isOwner && !isOne) return say("members.ownersOnly");
  const held: ReadonlySet<string> = standing.permissions;
  return permissions.every((permission) => held.has(permission)) ? undefined : say("members.aboveYou");
}

/**
 * @param field beside which the words belong
 * @throws Problem 403
 */
export function refuseAbove(actor: Actor, weight: Weight, field?: string): void {
  const why = whyAbove(actor, weight);
  if (why) throw new Problem(403, why, field ? { errors: { [field]: [why] } } : {});
}
