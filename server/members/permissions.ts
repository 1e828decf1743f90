/**
 * Permissions and ranks: nobody grants or revokes more than they hold (privilege escalation), and only owners change
 * owners.
 */
import { sql, type Expression, type SqlBool } from "kysely";
import type { Grant } from "#contract/permissions-grants-rules.ts";
import { OWNER_ROLE_ID, permissions, type Permission, type RoleType } from "#contract/permissions.ts";
import { ALL_ORGANIZATIONS, inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import type { Caller, AppContext, MemberPermissions } from "#server/kit/process/app-context.ts";
import { notFound, HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

const allPermissions: ReadonlySet<Permission> = new Set(permissions);
const isPermission = (name: string): name is Permission => (allPermissions as ReadonlySet<string>).has(name);

interface HeldRole {
  id: number;
  name: string;
  type: RoleType;
  permissions: string[];
}

/**
 * Roles of a joined membership; none without a membership.
 * @param organizationId where it is known: a cluster then sees that the roles lie with the membership
 */
export const heldRoles = (organizationId: string | Expression<string> = sql.ref("memberships.organization_id")) =>
  sql<HeldRole[]>`coalesce((
  select json_agg(
    json_build_object('id', roles.id, 'name', roles.name, 'type', roles.type, 'permissions', roles.permissions)
    order by roles.id
  )
  from membership_roles as held
  join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
  where held.organization_id = ${organizationId} and roles.organization_id = ${organizationId}
    and held.user_id = memberships.user_id
), '[]')`;

/** Columns of a joined grant of a membership (subscription), whose organization is joined too. */
export const grantAsJson = sql<Grant>`json_build_object(
  'name', granted.name, 'from', granted.from_on, 'to', granted.to_on, 'isGrace', granted.is_grace,
  'timezone', organizations.timezone, 'roleId', granted.role_id, 'discounts', granted.discounts, 'rules', granted.rules
)`;

/** Grants of memberships (subscriptions) of the customer of the account of a joined membership. */
export const selectMemberGrants = (organizationId: string) =>
  sql<Grant[] | null>`(
  select json_agg(${grantAsJson})
  from customers
  join subscription_grants as granted
    on granted.organization_id = customers.organization_id and granted.customer_id = customers.id
  where customers.organization_id = ${organizationId} and granted.organization_id = ${organizationId}
    and customers.user_id = memberships.user_id and customers.merged_into_id is null
)`;

interface MembershipRow {
  /** Null if the organization is archived or unknown. */
  enabled: boolean | null;
  /** Null for non-members. */
  memberId: string | null;
  roles: HeldRole[];
  grants?: Grant[] | null | undefined;
}

/** @returns undefined for non-members, and for archived or unknown organizations */
export function serializeMemberPermissions(
  { isPlatformAdmin }: Pick<Caller, "isPlatformAdmin">,
  { enabled, memberId, roles, grants }: MembershipRow,
): MemberPermissions | undefined {
  if (enabled === null || !(memberId !== null || isPlatformAdmin)) return undefined;
  return {
    permissions: isPlatformAdmin
      ? allPermissions
      : new Set(roles.flatMap((role) => role.permissions).filter(isPermission)),
    roles: roles.map(({ id, name, type }) => ({ id, name, type })),
    ...(grants && { grants }),
    isTeam: isPlatformAdmin || roles.some((role) => role.type === "admin"),
    isEnabled: enabled,
  };
}

/** For what acts in a team's name; undefined for whoever is not in the team. */
export function serializeTeamPermissions(
  row: MembershipRow & { platform_admin: boolean },
): MemberPermissions | undefined {
  const access = serializeMemberPermissions({ isPlatformAdmin: row.platform_admin }, row);
  return access?.isTeam ? access : undefined;
}

export const platformPermissions = ({ isPlatformAdmin }: Pick<Caller, "isPlatformAdmin">) =>
  isPlatformAdmin ? { permissions: allPermissions, roles: [], isTeam: true, isEnabled: true } : undefined;

/** @returns undefined for non-members, and for archived or unknown organizations */
export async function findMemberPermissions(
  { db }: Pick<AppContext, "db">,
  caller: Pick<Caller, "id" | "isPlatformAdmin">,
  organizationId: string,
): Promise<MemberPermissions | undefined> {
  if (organizationId === ALL_ORGANIZATIONS) return platformPermissions(caller);
  const row = await db
    .selectFrom("organizations")
    .leftJoin("memberships", (join) =>
      join
        .on("memberships.organization_id", "=", organizationId)
        .on("memberships.user_id", "=", caller.id)
        .on("memberships.active", "=", true),
    )
    .select(["organizations.enabled", "memberships.user_id as memberId"])
    .select([heldRoles(organizationId).as("roles"), selectMemberGrants(organizationId).as("grants")])
    .where("organizations.id", "=", organizationId)
    .where("organizations.archived_at", "is", null)
    .executeTakeFirst();
  return row && serializeMemberPermissions(caller, row);
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

const holderKey = (organizationId: string, userId: string) => `${organizationId} ${userId}`;

/** Which active members hold a permission, of these people. @returns a test for the organization and the person */
export async function listHolders(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
  permission: Permission,
): Promise<(organizationId: string, userId: string) => boolean> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("membership_roles as held", (join) =>
      join
        .onRef("held.organization_id", "=", "memberships.organization_id")
        .onRef("held.user_id", "=", "memberships.user_id"),
    )
    .innerJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .distinct()
    .select(["memberships.organization_id", "memberships.user_id"])
    .where(inScope("memberships.organization_id", organizationId))
    .where(isAnyOf("memberships.user_id", userIds))
    .where("memberships.active", "=", true)
    .where(sql<SqlBool>`${permission} = any(roles.permissions)`)
    .execute();
  const holders = new Set(rows.map((row) => holderKey(row.organization_id, row.user_id)));
  return (...of) => holders.has(holderKey(...of));
}

/** Whether a person is an active member of the team who holds a permission there. */
export const holdsInTeam = (
  userId: Expression<string>,
  organizationId: string,
  permission: Permission,
): Expression<SqlBool> => sql`exists (
  select from memberships as held_by
  join membership_roles as held on held.organization_id = held_by.organization_id and held.user_id = held_by.user_id
  join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
  where held_by.organization_id = ${organizationId} and held_by.user_id = ${userId}
    and held_by.active and roles.type = 'admin' and ${permission} = any(roles.permissions)
)`;

export async function listTeamIds(db: Database, organizationId: string, permission: Permission): Promise<string[]> {
  const rows = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where(holdsInTeam(sql.ref("memberships.user_id"), organizationId, permission))
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export interface TeamAccess {
  id: string;
  name: string;
  permissions: ReadonlySet<string>;
}
/** Organizations in whose team a person is, by name, with what they may do there. */
export async function listTeamAccess(db: Database, userId: string): Promise<TeamAccess[]> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("organizations", "organizations.id", "memberships.organization_id")
    .select(["organizations.id", "organizations.name", heldRoles().as("roles")])
    .where("memberships.user_id", "=", userId)
    .where("memberships.active", "=", true)
    .where("organizations.archived_at", "is", null)
    .orderBy("organizations.name")
    .orderBy("organizations.id")
    .execute();
  return rows.flatMap(({ id, name, roles }) => {
    const teamRoles = roles.filter(({ type }) => type === "admin");
    return teamRoles.length > 0
      ? [{ id, name, permissions: new Set(teamRoles.flatMap((role) => role.permissions)) }]
      : [];
  });
}

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
