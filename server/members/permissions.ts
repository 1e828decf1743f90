/** Permissions and ranks: nobody grants or revokes more than they hold, and only owners change owners. */
import { sql, type Expression, type SqlBool } from "kysely";
import { OWNER_ROLE_ID, permissions, type Permission, type RoleType } from "#contract/permissions.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import type { Caller, AppContext, MemberPermissions } from "#server/kit/process/app-context.ts";
import { notFound, HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

const allPermissions: ReadonlySet<Permission> = new Set(permissions);
const isPermission = (name: string): name is Permission => (allPermissions as ReadonlySet<string>).has(name);

/** @returns undefined for non-members, and for archived or unknown organizations */
export async function findMemberPermissions(
  { db }: Pick<AppContext, "db">,
  caller: Pick<Caller, "id" | "isPlatformAdmin">,
  organizationId: string,
): Promise<MemberPermissions | undefined> {
  const { isPlatformAdmin } = caller;
  if (organizationId === ALL_ORGANIZATIONS) {
    return isPlatformAdmin ? { permissions: allPermissions, roles: [], isTeam: true, isEnabled: true } : undefined;
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
  const heldPermissions = new Set(rows.flatMap((row) => row.permissions ?? []).filter(isPermission));
  return {
    permissions: isPlatformAdmin ? allPermissions : heldPermissions,
    roles,
    isTeam: isPlatformAdmin || roles.some((role) => role.type === "admin"),
    isEnabled: rows.some((row) => row.enabled),
  };
}

/** Whether a person may do something in an organization now, for what goes on working without a request of theirs. */
export const holdsPermission = (
  userId: Expression<string | null>,
  organizationId: Expression<string | null>,
  permission: Permission,
): Expression<SqlBool> => sql`exists (
  select from users as holder
  where holder.id = ${userId} and holder.active and holder.email_verified_at is not null and (
    holder.platform_admin or exists (
      select from memberships
      join membership_roles as held
        on held.organization_id = memberships.organization_id and held.user_id = memberships.user_id
      join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
      where memberships.organization_id = ${organizationId} and memberships.user_id = holder.id
        and memberships.active and ${permission} = any(roles.permissions)
    )
  )
)`;

interface RankHolder {
  user: Pick<Caller, "isPlatformAdmin">;
  access: MemberPermissions;
}
export interface Actor extends RankHolder {
  user: Caller;
}

/** @returns undefined if the person may no longer invite people to the organization */
export async function findInviter(
  db: Database,
  userId: string,
  organizationId: string,
): Promise<RankHolder | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["id", "platform_admin"])
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  if (!row) return undefined;
  const user = { id: row.id, isPlatformAdmin: row.platform_admin };
  const access = await findMemberPermissions({ db }, user, organizationId);
  return access?.permissions.has("members.manage") ? { user, access } : undefined;
}

interface Rank {
  isOwner: boolean;
  permissions: readonly string[];
}

export const roleRank = (role: { id: number; permissions: readonly string[] }): Rank => ({
  isOwner: role.id === OWNER_ROLE_ID,
  permissions: role.permissions,
});

/** Serializes changes of an organization's members until the transaction ends. */
export async function lockMembers(db: Database, organizationId: string): Promise<void> {
  await db.selectFrom("organizations").select("id").where("id", "=", organizationId).forNoKeyUpdate().execute();
}

/** Reads the permissions again after waiting for the lock: an earlier change may have revoked them. */
export async function lockAndReauthorize(
  { db, organizationId, user }: { db: Database; organizationId: string; user: Caller },
  permission: Permission,
): Promise<Actor> {
  await lockMembers(db, organizationId);
  const access = await findMemberPermissions({ db }, user, organizationId);
  if (!access) throw notFound();
  if (!access.permissions.has(permission)) throw forbidden(permission);
  return { user, access };
}

/** @returns the reason why this rank is above the actor's; undefined if it is not */
export function findRankViolation(
  { user, access }: RankHolder,
  { isOwner, permissions }: Rank,
): LocalizedMessage | undefined {
  const isOne = user.isPlatformAdmin || access.roles.some((role) => role.id === OWNER_ROLE_ID);
  if (isOwner && !isOne) return message("members.ownersOnly");
  const heldPermissions: ReadonlySet<string> = access.permissions;
  return permissions.every((permission) => heldPermissions.has(permission)) ? undefined : message("members.aboveYou");
}

export function assertOutranks(actor: Actor, weight: Rank, field?: string): void {
  const why = findRankViolation(actor, weight);
  if (why) throw new HttpError(403, why, field ? { errors: { [field]: [why] } } : {});
}
