/** Members and platform users in SQL: lists with search, customers and team. */
import { sql, type Expression, type SqlBool, type RawBuilder } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { Member, MemberDetail, UserMembership, members, OrganizationMin } from "#contract/members.ts";
import { memberTypeOfRole, type MemberType, rolePermissions, type RoleType } from "#contract/permissions.ts";
import {
  isAnyOf,
  isPlannedForValues,
  ALL_ORGANIZATIONS,
  inScope,
  paginate,
  type Database,
} from "#server/kit/db/database.ts";
import { matchesSearch, matchesText } from "#server/kit/db/text-search.ts";
import { UNPREPARED } from "#server/kit/db/database-client.ts";
import type { ActivitySubjects } from "#server/kit/activity/subjects.ts";
import { notFound, type HttpError } from "#server/kit/http/http-error.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { findRemoval } from "#server/second-factors/removal-queries.ts";

/** Team members have at least one role of type `admin`; customers have none. */
const isOfType = (type: MemberType, organizationId: string): Expression<SqlBool> => {
  const isOfTeam = sql<SqlBool>`memberships.user_id = any(array(
    select held.user_id from roles
    join membership_roles as held on held.organization_id = roles.organization_id and held.role_id = roles.id
    where roles.type = 'admin' and ${inScope("roles.organization_id", organizationId)}
  ))`;
  return type === "team" ? isOfTeam : sql`not ${isOfTeam}`;
};

const membersQuery = (db: Database, organizationId: string) =>
  db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.email", "users.first_name", "users.last_name", "users.phone"])
    .select(["memberships.active", "memberships.joined_at", "users.has_second_factor"])
    .where(inScope("memberships.organization_id", organizationId));

/** Leading zeros are ignored, because stored numbers start with the country code. Undefined for a text that is no number. */
function parsePhoneDigits(q: string): string | undefined {
  const digits = q.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length < 4 || /[^\d\s().+\-/]/.test(q) ? undefined : digits;
}

export function matchesPhone(phone: RawBuilder<string>, q: string): Expression<SqlBool> {
  const digits = parsePhoneDigits(q);
  if (digits === undefined) return sql<SqlBool>`false`;
  return sql<SqlBool>`regexp_replace(${phone}, '\\D', '', 'g') like ${sql.raw(UNPREPARED)} ${sql.lit(`%${digits}%`)}`;
}

/** Rows of `users` by any part of name, email or phone number. */
export const matchesPerson = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`(${matchesSearch("users.search", q)} or ${matchesPhone(sql`users.phone`, q)})`;

const orderByEmail = ["users.email", "users.id"] as const;
const orderByName = ["users.last_name", "users.first_name", "users.id"] as const;

/** The reader of an organization's members, or of everybody's. */
interface MemberReader {
  organizationId: string;
  access: MemberPermissions;
}

export async function listMembers(
  db: Database,
  { organizationId, access }: MemberReader,
  query: Query<typeof members.list>,
): Promise<Page<Member>> {
  let found = membersQuery(db, organizationId);
  if (query.type) found = found.where(isOfType(query.type, organizationId));
  // A few people are sorted by their names; of many, the names are read in their order.
  if (organizationId !== ALL_ORGANIZATIONS) found = found.where(isPlannedForValues);
  if (query.q) found = found.where(matchesPerson(query.q));
  // By the first column of the list that shows them.
  const order = query.type === "team" ? orderByEmail : orderByName;
  // In the scope of all organizations, list each user once, with one of their memberships and all roles.
  if (organizationId === ALL_ORGANIZATIONS) found = found.distinctOn(order);
  for (const column of order) found = found.orderBy(column);
  const { data, meta } = await paginate(db, found.orderBy("memberships.organization_id"), query);
  const roles = await listRolesByMember(
    db,
    organizationId,
    data.map((row) => row.id),
  );
  return { data: data.map((row) => serializeMember(row, roles.get(row.id) ?? [], access)), meta };
}

interface Row {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  active: boolean;
  joined_at: Date;
  has_second_factor: boolean;
}
/** How people of the team sign in concerns who manages them alone. */
const serializeMember = (
  { first_name, last_name, joined_at, has_second_factor, ...row }: Row,
  roles: Member["roles"],
  access: MemberPermissions,
): Member => ({
  ...row,
  full_name: `${first_name} ${last_name}`,
  roles,
  joinedAt: joined_at.toISOString(),
  hasSecondFactor:
    access.permissions.has("members.manage") && roles.some(({ type }) => type === "team") ? has_second_factor : null,
});

async function listRolesByMember(
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
    .where(isAnyOf("held.user_id", userIds))
    .orderBy("held.organization_id")
    .orderBy("roles.id")
    .execute();
  const roles = new Map<string, Member["roles"]>();
  for (const { user_id, id, name, type } of rows) {
    const held = roles.get(user_id) ?? [];
    // Built-in roles are the same in every organization.
    const isKnown = held.some((role) => role.id === id && role.name === name);
    roles.set(user_id, isKnown ? held : [...held, { id, name, type: memberTypeOfRole(type as RoleType) }]);
  }
  return roles;
}

export async function findMember(
  db: Database,
  { organizationId, access }: MemberReader,
  userId: string,
): Promise<MemberDetail> {
  const row = await membersQuery(db, organizationId)
    .select("users.email_verified_at")
    .where("users.id", "=", userId)
    .orderBy("memberships.organization_id")
    .executeTakeFirstOrThrow(notFound);
  const { email_verified_at, ...person } = row;
  const roles = await listRolesByMember(db, organizationId, [userId]);
  const granted = await db
    .selectFrom("membership_roles as held")
    .innerJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select("roles.permissions")
    .where(inScope("held.organization_id", organizationId))
    .where("held.user_id", "=", userId)
    .execute();
  const names = new Set(granted.flatMap((role) => role.permissions));
  const member = serializeMember(person, roles.get(userId) ?? [], access);
  return {
    ...member,
    firstName: row.first_name,
    lastName: row.last_name,
    emailVerifiedAt: email_verified_at?.toISOString() ?? null,
    permissions: rolePermissions.filter((permission) => names.has(permission)),
    secondFactorRemovalAt: member.hasSecondFactor ? await findRemovalAt(db, organizationId, userId) : null,
  };
}

/** Another organization's is not told. */
async function findRemovalAt(db: Database, organizationId: string, userId: string): Promise<string | null> {
  const removal = await findRemoval(db, userId);
  return removal?.organization_id === organizationId ? removal.due_at.toISOString() : null;
}

/** Ids of the organizations in whose team the person is. */
export async function listTeamsOfUser(db: Database, userId: string): Promise<string[]> {
  const memberships = await listMembershipsOfUser(db, userId);
  return memberships
    .filter(({ active, roles }) => active && roles.some(({ type }) => type === "team"))
    .map(({ organization }) => organization.id);
}

export async function listMembershipsOfUser(db: Database, userId: string): Promise<UserMembership[]> {
  await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirstOrThrow(notFound);
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("organizations", "organizations.id", "memberships.organization_id")
    .leftJoin("membership_roles as held", (join) =>
      join
        .onRef("held.organization_id", "=", "memberships.organization_id")
        .onRef("held.user_id", "=", "memberships.user_id"),
    )
    .leftJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select(["organizations.id as organization_id", "organizations.name as organization_name"])
    .select(["memberships.active", "memberships.joined_at", "roles.id", "roles.name", "roles.type"])
    .where("memberships.user_id", "=", userId)
    .where("organizations.archived_at", "is", null)
    .orderBy("organizations.name")
    .orderBy("organizations.id")
    .orderBy("roles.id")
    .execute();
  return [...Map.groupBy(rows, (row) => row.organization_id).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({
      organization: { id: first.organization_id, name: first.organization_name },
      roles: same.flatMap(({ id, name, type }) =>
        id === null || name === null ? [] : [{ id, name, type: memberTypeOfRole(type as RoleType) }],
      ),
      active: first.active,
      joinedAt: first.joined_at.toISOString(),
    })),
  );
}

export const findOrganizationName = (
  db: Database,
  organizationId: string,
): Promise<Pick<OrganizationMin, "id" | "name" | "enabled"> & { accent: string | null }> =>
  db
    .selectFrom("organizations")
    .select(["id", "name", "enabled", "accent"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);

export async function findMemberName(
  db: Database,
  organizationId: string,
  userId: string,
  orElse: () => HttpError,
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

export async function findMemberRoleIds(db: Database, organizationId: string, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("membership_roles as held")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "held.organization_id")
        .onRef("memberships.user_id", "=", "held.user_id"),
    )
    .select("held.role_id")
    .where("held.organization_id", "=", organizationId)
    .where("held.user_id", "=", userId)
    .where("memberships.active", "=", true)
    .execute();
  return rows.map((row) => row.role_id);
}

/** Role ids are numbers that differ in meaning between organizations, so search only one organization. */
export const roleSubjects: ActivitySubjects = {
  selectNames: ({ organizationIds, numbers }) => sql`
    select organization_id || ' ' || id, name from roles
    where organization_id = any(${organizationIds}) and id = any(${numbers})`,
  selectMatchingIds: (organizationId, q) =>
    organizationId === ALL_ORGANIZATIONS
      ? sql`select null::text where false`
      : sql`
          select roles.id::text from roles
          where roles.organization_id = ${organizationId} and ${matchesText(sql`roles.name`, q)}`,
};
