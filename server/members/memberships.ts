/** Memberships in SQL: people in an organization with their roles. */
import { sql, type Insertable, type Updateable } from "kysely";
import { OWNER_ROLE_ID } from "#contract/permissions.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { MembershipRolesTable, MembershipsTable } from "#server/kit/db/tables.ts";
import type { Language } from "#messages/translator.ts";

export async function insertMemberships(db: Database, rows: Insertable<MembershipsTable>[]): Promise<void> {
  await db
    .insertInto("memberships")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findMembership = (db: Database, organizationId: string, userId: string) =>
  db
    .selectFrom("memberships")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export async function assignRoles(db: Database, rows: Insertable<MembershipRolesTable>[]): Promise<void> {
  await db
    .insertInto("membership_roles")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateMembership(
  db: Database,
  organizationId: string,
  userId: string,
  changes: Updateable<MembershipsTable>,
): Promise<void> {
  await db
    .updateTable("memberships")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
}

const rolesOfMember = (db: Database, organizationId: string, userId: string) =>
  db.deleteFrom("membership_roles").where("organization_id", "=", organizationId).where("user_id", "=", userId);

export async function removeRoles(
  db: Database,
  organizationId: string,
  userId: string,
  roleIds: readonly number[],
): Promise<void> {
  await rolesOfMember(db, organizationId, userId).where(isAnyOf("role_id", roleIds)).execute();
}

export async function deleteMembership(db: Database, organizationId: string, userId: string): Promise<void> {
  await rolesOfMember(db, organizationId, userId).execute();
  await db
    .deleteFrom("memberships")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
}

/** Active or not. */
export async function isInTeam(db: Database, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("membership_roles as held")
    .innerJoin("roles", (join) =>
      join.onRef("roles.organization_id", "=", "held.organization_id").onRef("roles.id", "=", "held.role_id"),
    )
    .select("held.role_id")
    .where("held.organization_id", "=", organizationId)
    .where("held.user_id", "=", userId)
    .where("roles.type", "=", "admin")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** For those who join the team because the role that they hold becomes one of the team. */
export async function updateTeamSince(db: Database, organizationId: string, roleId: number, now: Date): Promise<void> {
  const holders = await db
    .selectFrom("membership_roles")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("role_id", "=", roleId)
    .execute();
  for (const { user_id } of holders)
    if (!(await isInTeam(db, organizationId, user_id)))
      await updateMembership(db, organizationId, user_id, { team_since: now });
}

export async function replaceRoleOfMembers(
  db: Database,
  organizationId: string,
  roleId: number,
  replacement: number,
): Promise<void> {
  await db
    .insertInto("membership_roles")
    .columns(["organization_id", "user_id", "role_id"])
    .expression(
      db
        .selectFrom("membership_roles as old")
        .select(["old.organization_id", "old.user_id", sql<number>`${replacement}::int`.as("role_id")])
        .where("old.organization_id", "=", organizationId)
        .where("old.role_id", "=", roleId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom("membership_roles")
    .where("organization_id", "=", organizationId)
    .where("role_id", "=", roleId)
    .execute();
}

const activeOwners = (db: Database, organizationId: string) =>
  db
    .selectFrom("membership_roles as held")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "held.organization_id")
        .onRef("memberships.user_id", "=", "held.user_id"),
    )
    .innerJoin("users", "users.id", "held.user_id")
    .where("held.organization_id", "=", organizationId)
    .where("held.role_id", "=", OWNER_ROLE_ID)
    .where("memberships.active", "=", true)
    .where("users.active", "=", true);

/** @param exceptId somebody who is about to leave */
export const findActiveOwner = (db: Database, organizationId: string, exceptId?: string) =>
  activeOwners(db, organizationId)
    .select("users.id")
    .$if(exceptId !== undefined, (others) => others.where("users.id", "!=", exceptId ?? ""))
    .limit(1)
    .executeTakeFirst();

export const listActiveOwners = (db: Database, organizationId: string) =>
  activeOwners(db, organizationId).select(["users.id", "users.email", "users.language"]).orderBy("users.id").execute();

/** Serializes a member's bookings. */
export const lockMembership = (db: Database, organizationId: string, userId: string) =>
  db
    .selectFrom("memberships")
    .select(["user_id", "booking_blocked_until"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

/** Locks the organizations that a person owns, in a fixed order, each by itself: they may be on different machines. */
export async function lockOwnedOrganizations(db: Database, userId: string) {
  const owned = await listOwnedOrganizations(db, userId);
  for (const { id } of owned)
    await db.selectFrom("organizations").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  return listOwnedOrganizations(db, userId);
}

const listOwnedOrganizations = (db: Database, userId: string) =>
  db
    .selectFrom("organizations")
    .innerJoin("membership_roles as held", "held.organization_id", "organizations.id")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "held.organization_id")
        .onRef("memberships.user_id", "=", "held.user_id"),
    )
    .select(["organizations.id", "organizations.name"])
    .where("held.user_id", "=", userId)
    .where("held.role_id", "=", OWNER_ROLE_ID)
    .where("memberships.active", "=", true)
    .where("organizations.archived_at", "is", null)
    .orderBy("organizations.id")
    .execute();

export interface AccountStatus {
  email: string;
  language: Language | null;
  /** Undefined if they do not belong to the organization. */
  isActive: boolean | undefined;
}

/** If several accounts have the email, the one with the confirmed address wins. */
export async function findAccountsByEmail(
  db: Database,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, AccountStatus>> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("memberships", (join) =>
      join.onRef("memberships.user_id", "=", "users.id").on("memberships.organization_id", "=", organizationId),
    )
    .distinctOn("users.email")
    .select(["users.email", "users.language", "memberships.active"])
    .where(isAnyOf("users.email", emails))
    .orderBy("users.email")
    .orderBy(sql`users.email_verified_at is null`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.email,
      {
        email: row.email,
        language: row.language as Language | null,
        isActive: row.active ?? undefined,
      },
    ]),
  );
}
