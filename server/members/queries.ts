/** Memberships and roles in SQL. */
import { sql, type Expression, type Insertable, type SqlBool } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { Member, members, OrganizationMin } from "#contract/members.ts";
import { builtInRoles, memberType, type MemberType, type RoleType } from "#contract/permissions.ts";
import { among, everyOrganization, inScope, matches, paginate, type Database } from "#server/kit/database.ts";
import { notFound, type Problem } from "#server/kit/problem.ts";
import type { MembershipRolesTable, MembershipsTable, RoleFieldsTable } from "#server/kit/tables.ts";

export async function insertBuiltInRoles(db: Database, organizationIds: string[], now: Date): Promise<void> {
  const rows = organizationIds.flatMap((organization_id) =>
    builtInRoles.map((role) => ({
      ...role,
      permissions: [...role.permissions],
      organization_id,
      created_at: now,
      updated_at: now,
    })),
  );
  await db.insertInto("roles").values(rows).execute();
}

export async function insertMemberships(db: Database, rows: Insertable<MembershipsTable>[]): Promise<void> {
  await db
    .insertInto("memberships")
    .values(rows)
    .onConflict((there) => there.doNothing())
    .execute();
}

export const findMembership = (db: Database, organizationId: string, userId: string) =>
  db
    .selectFrom("memberships")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow(notFound);

export async function insertMembershipRoles(db: Database, rows: Insertable<MembershipRolesTable>[]): Promise<void> {
  await db
    .insertInto("membership_roles")
    .values(rows)
    .onConflict((there) => there.doNothing())
    .execute();
}

export async function insertRoleFields(db: Database, rows: Insertable<RoleFieldsTable>[]): Promise<void> {
  await db.insertInto("role_fields").values(rows).execute();
}

/** Of the team is who has any role of type `admin`; a customer has none. */
const isOfType = (type: MemberType, organizationId: string): Expression<SqlBool> => {
  const hasTeamRole = sql`exists (
    select from membership_roles as held
    join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
    where held.user_id = memberships.user_id and roles.type = 'admin' and ${inScope("held.organization_id", organizationId)}
  )`;
  return type === "team" ? sql`${hasTeamRole}` : sql`not ${hasTeamRole}`;
};

/** In the scope of all organizations a person shows once, with one of the memberships and all roles. */
const isFirstMembership = sql<SqlBool>`not exists (
  select from memberships as older
  where older.user_id = memberships.user_id and older.organization_id < memberships.organization_id
)`;

export async function listMembers(
  db: Database,
  organizationId: string,
  query: Query<typeof members.list>,
): Promise<Page<Member>> {
  let found = db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.email", "users.first_name", "users.last_name", "users.phone"])
    .select(["memberships.active", "memberships.joined_at"])
    .where(inScope("memberships.organization_id", organizationId))
    .where(isOfType(query.type, organizationId));
  if (organizationId === everyOrganization) found = found.where(isFirstMembership);
  if (query.q)
    found = found.where(matches(sql`users.first_name || ' ' || users.last_name || ' ' || users.email`, query.q));
  const byName = found.orderBy("users.last_name").orderBy("users.first_name").orderBy("users.id");
  const { data, meta } = await paginate(db, byName, query);
  const roles = await listRolesOf(
    db,
    organizationId,
    data.map((row) => row.id),
  );
  return { data: data.map((row) => shape(row, roles.get(row.id) ?? [])), meta };
}

interface Row {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  active: boolean;
  joined_at: Date;
}
const shape = ({ first_name, last_name, joined_at, ...row }: Row, roles: Member["roles"]): Member => ({
  ...row,
  full_name: `${first_name} ${last_name}`,
  roles,
  joinedAt: joined_at.toISOString(),
});

async function listRolesOf(
  db: Database,
  organizationId: string,
  userIds: string[],
): Promise<Map<string, Member["roles"]>> {
  const rows = await db
    .selectFrom("membership_roles as held")
    .innerJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select(["held.user_id", "roles.id", "roles.name", "roles.type"])
    .where(inScope("held.organization_id", organizationId))
    .where(among("held.user_id", userIds))
    .orderBy("held.organization_id")
    .orderBy("roles.id")
    .execute();
  const roles = new Map<string, Member["roles"]>();
  for (const { user_id, id, name, type } of rows) {
    const held = roles.get(user_id) ?? [];
    // The built-in ones are the same in every organization.
    const isKnown = held.some((role) => role.id === id && role.name === name);
    roles.set(user_id, isKnown ? held : [...held, { id, name, type: memberType(type as RoleType) }]);
  }
  return roles;
}

/** Name and whether enabled; roles and permissions are the standing's. */
export const findOrganizationName = (
  db: Database,
  organizationId: string,
): Promise<Pick<OrganizationMin, "id" | "name" | "enabled">> =>
  db
    .selectFrom("organizations")
    .select(["id", "name", "enabled"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);

/** @param orElse what is thrown where the person is no active member */
export async function findMemberName(
  db: Database,
  organizationId: string,
  userId: string,
  orElse: () => Problem,
): Promise<string> {
  const row = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.first_name", "users.last_name"])
    .where("memberships.organization_id", "=", organizationId)
    .where("memberships.user_id", "=", userId)
    .where("memberships.active", "=", true)
    .executeTakeFirstOrThrow(orElse);
  return `${row.first_name} ${row.last_name}`;
}
