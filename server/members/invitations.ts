/** Invitations in SQL. An email has at most one open invitation per organization. */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { sql, type Insertable, type SqlBool } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { Invitation, members, SentInvitation } from "#contract/members.ts";
import { memberTypeOfRole, type RoleType } from "#contract/permissions.ts";
import { isAnyOf, inScope, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { InvitationsTable } from "#server/kit/db/tables.ts";

export const invitationExpiry = (invitedAt: Date): Date => new Date(invitedAt.getTime() + retentionMs("invitation"));

const invitationsWithRoles = (db: Database) =>
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
type Row = Awaited<ReturnType<ReturnType<typeof invitationsWithRoles>["executeTakeFirstOrThrow"]>>;

const serializeRole = (row: Row) => ({
  id: row.role_id,
  name: row.role_name,
  type: memberTypeOfRole(row.type as RoleType),
});

export async function listInvitations(db: Database, email: string, now: Date): Promise<Invitation[]> {
  const rows = await invitationsWithRoles(db)
    .where("invitations.email", "=", email)
    .where("invitations.status", "=", "open")
    .where("invitations.expires_at", ">", now)
    .orderBy("invitations.invited_at", "desc")
    .orderBy("invitations.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    role: serializeRole(row),
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

const sentInvitations = (db: Database) =>
  invitationsWithRoles(db)
    .leftJoin("users", "users.id", "invitations.invited_by")
    .select(["users.first_name", "users.last_name"]);

export const inviterName = (row: { first_name: string | null; last_name: string | null }): string | null =>
  row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ""}`.trim();

const serializeSentInvitation = (
  row: Row & { first_name: string | null; last_name: string | null },
  now: Date,
): SentInvitation => ({
  id: row.id,
  email: row.email,
  role: serializeRole(row),
  invitedBy: inviterName(row),
  invitedAt: row.invited_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isExpired: row.expires_at <= now,
});

/** Includes expired invitations. */
export async function listSentInvitations(
  db: Database,
  organizationId: string,
  query: Query<typeof members.sentInvitations>,
  now: Date,
): Promise<Page<SentInvitation>> {
  let found = sentInvitations(db)
    .where(inScope("invitations.organization_id", organizationId))
    .where("invitations.status", "=", "open");
  if (query.type) found = found.where("roles.type", "=", query.type === "team" ? "admin" : "member");
  if (query.q) found = found.where(matchesText(sql`invitations.email`, query.q));
  const sorted = found.orderBy("invitations.invited_at", "desc").orderBy("invitations.email").orderBy("invitations.id");
  const { data, meta } = await paginate(db, sorted, query);
  return { data: data.map((row) => serializeSentInvitation(row, now)), meta };
}

export async function findSentInvitation(
  db: Database,
  organizationId: string,
  id: string,
  now: Date,
): Promise<SentInvitation> {
  const row = await sentInvitations(db)
    .where("invitations.organization_id", "=", organizationId)
    .where("invitations.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return serializeSentInvitation(row, now);
}

export const findInvitationToChange = (db: Database, organizationId: string, id: string) =>
  invitationsWithRoles(db)
    .select("invitations.invited_by")
    .where("invitations.organization_id", "=", organizationId)
    .where("invitations.id", "=", id)
    .forUpdate("invitations")
    .executeTakeFirstOrThrow(notFound);

/** The id is enough, because only invitations to this email are found. */
export const findOwnInvitation = (db: Database, email: string, id: string) =>
  invitationsWithRoles(db)
    .where("invitations.email", "=", email)
    .where("invitations.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

/** Includes expired invitations. */
export const listOpenInvitations = (db: Database, organizationId: string, emails: readonly string[]) =>
  invitationsWithRoles(db)
    .select("invitations.invited_by")
    .where("invitations.organization_id", "=", organizationId)
    .where("invitations.status", "=", "open")
    .where(isAnyOf("invitations.email", emails))
    .execute();

export const findOpenInvitation = (db: Database, id: string, now: Date) =>
  sentInvitations(db)
    .where("invitations.id", "=", id)
    .where("invitations.status", "=", "open")
    .where("invitations.expires_at", ">", now)
    .executeTakeFirst();

/** Updates an invitation that is already open for the same email. */
export async function insertInvitations(
  db: Database,
  rows: Insertable<InvitationsTable>[],
): Promise<{ id: string; email: string; invited_at: Date }[]> {
  if (rows.length === 0) return [];
  return db
    .insertInto("invitations")
    .values(rows)
    .onConflict((open) =>
      open
        .columns(["organization_id", "email"])
        // A literal, because a prepared statement with a parameter would not match the partial index.
        .where(sql<SqlBool>`status = 'open'`)
        .doUpdateSet((e) => ({
          role_id: e.ref("excluded.role_id"),
          invited_by: e.ref("excluded.invited_by"),
          invited_at: e.ref("excluded.invited_at"),
          expires_at: e.ref("excluded.expires_at"),
        })),
    )
    .returning(["id", "email", "invited_at"])
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

export async function revokeOpenInvitations(
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

export async function replaceRoleOfOpenInvitations(
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

export async function countOpenInvitations(
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
