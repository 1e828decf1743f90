/** Invitations in SQL. One email has one open invitation in an organization. */
import { sql, type Insertable, type SqlBool } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { Invitation, members, SentInvitation } from "#contract/members.ts";
import { memberType, type RoleType } from "#contract/permissions.ts";
import { among, inScope, matches, paginate, type Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { InvitationsTable } from "#server/kit/tables.ts";

/** Days that an invitation stays open. */
export const openForDays = 30;
export const expiryOf = (invitedAt: Date): Date => new Date(invitedAt.getTime() + openForDays * 86_400_000);

const withRoles = (db: Database) =>
  db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .innerJoin("roles", (join) =>
      join
        .onRef("roles.organization_id", "=", "invitations.organization_id")
        .onRef("roles.id", "=", "invitations.role_id"),
    )
    .select(["invitations.id", "invitations.organization_id", "invitations.email", "invitations.status"])
    .select(["invitations.invited_at", "invitations.expires_at"])
    .select(["roles.id as role_id", "roles.name as role_name", "roles.type", "roles.permissions"])
    .select(["organizations.name as organization_name", "organizations.country_id"])
    .where("organizations.archived_at", "is", null);
type Row = Awaited<ReturnType<ReturnType<typeof withRoles>["executeTakeFirstOrThrow"]>>;

const roleOf = (row: Row) => ({ id: row.role_id, name: row.role_name, type: memberType(row.type as RoleType) });

/** What is open for an email, the newest first. */
export async function listInvitations(db: Database, email: string, now: Date): Promise<Invitation[]> {
  const rows = await withRoles(db)
    .where("invitations.email", "=", email)
    .where("invitations.status", "=", "open")
    .where("invitations.expires_at", ">", now)
    .orderBy("invitations.invited_at", "desc")
    .orderBy("invitations.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    role: roleOf(row),
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

const sent = (db: Database) =>
  withRoles(db).leftJoin("users", "users.id", "invitations.invited_by").select(["users.first_name", "users.last_name"]);

const shapeSent = (row: Row & { first_name: string | null; last_name: string | null }, now: Date): SentInvitation => ({
  id: row.id,
  email: row.email,
  role: roleOf(row),
  invitedBy: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ""}`.trim(),
  invitedAt: row.invited_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isExpired: row.expires_at <= now,
});

/** What an organization waits for, expired ones included: the newest first. */
export async function listSentInvitations(
  db: Database,
  organizationId: string,
  query: Query<typeof members.sentInvitations>,
  now: Date,
): Promise<Page<SentInvitation>> {
  let found = sent(db)
    .where(inScope("invitations.organization_id", organizationId))
    .where("invitations.status", "=", "open");
  if (query.type) found = found.where("roles.type", "=", query.type === "team" ? "admin" : "member");
  if (query.q) found = found.where(matches(sql`invitations.email`, query.q));
  const sorted = found.orderBy("invitations.invited_at", "desc").orderBy("invitations.email").orderBy("invitations.id");
  const { data, meta } = await paginate(db, sorted, query);
  return { data: data.map((row) => shapeSent(row, now)), meta };
}

export async function findSentInvitation(
  db: Database,
  organizationId: string,
  id: string,
  now: Date,
): Promise<SentInvitation> {
  const row = await sent(db)
    .where("invitations.organization_id", "=", organizationId)
    .where("invitations.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return shapeSent(row, now);
}

/** An organization's invitation with its role and, for the letter, whose it is; held until the transaction ends. */
export const findInvitationToChange = (db: Database, organizationId: string, id: string) =>
  withRoles(db)
    .where("invitations.organization_id", "=", organizationId)
    .where("invitations.id", "=", id)
    .forUpdate("invitations")
    .executeTakeFirstOrThrow(notFound);

/** One's own, by its number alone. */
export const findOwnInvitation = (db: Database, email: string, id: string) =>
  withRoles(db)
    .where("invitations.email", "=", email)
    .where("invitations.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

/** Those of these emails that an invitation is open for, expired or not. */
export const listOpenByEmail = (db: Database, organizationId: string, emails: readonly string[]) =>
  withRoles(db)
    .select("invitations.invited_by")
    .where("invitations.organization_id", "=", organizationId)
    .where("invitations.status", "=", "open")
    .where(among("invitations.email", emails))
    .execute();

/** Makes invitations; where one is open already, it becomes this one. */
export async function insertInvitations(
  db: Database,
  rows: Insertable<InvitationsTable>[],
): Promise<{ id: string; email: string }[]> {
  if (rows.length === 0) return [];
  return db
    .insertInto("invitations")
    .values(rows)
    .onConflict((open) =>
      open
        .columns(["organization_id", "email"])
        // Spelt out: for a parameter a prepared statement would not find the index.
        .where(sql<SqlBool>`status = 'open'`)
        .doUpdateSet((e) => ({
          role_id: e.ref("excluded.role_id"),
          invited_by: e.ref("excluded.invited_by"),
          invited_at: e.ref("excluded.invited_at"),
          expires_at: e.ref("excluded.expires_at"),
        })),
    )
    .returning(["id", "email"])
    .execute();
}

export async function updateInvitation(
  db: Database,
  organizationId: string,
  id: string,
  answer: { status: "accepted" | "declined" | "revoked"; at: Date },
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: answer.status, answered_at: answer.at })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Revokes what is open for an email or a role. */
export async function updateOpenToRevoked(
  db: Database,
  organizationId: string,
  of: { email: string } | { roleId: number },
  at: Date,
): Promise<void> {
  const open = db
    .updateTable("invitations")
    .set({ status: "revoked", answered_at: at })
    .where("organization_id", "=", organizationId)
    .where("status", "=", "open");
  await ("email" in of ? open.where("email", "=", of.email) : open.where("role_id", "=", of.roleId)).execute();
}

/** Gives what is open for a role another one. */
export async function updateRoleOfOpen(
  db: Database,
  organizationId: string,
  roleId: number,
  replacement: number,
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ role_id: replacement })
    .where("organization_id", "=", organizationId)
    .where("status", "=", "open")
    .where("role_id", "=", roleId)
    .execute();
}

/** How many can still be accepted for a role. */
export async function countOpenForRole(
  db: Database,
  organizationId: string,
  roleId: number,
  now: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("invitations")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("status", "=", "open")
    .where("role_id", "=", roleId)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}
