/** Invitations in SQL. One email has one open invitation in an organization. */
import { sql, type Insertable } from "kysely";
import type { Invitation } from "#contract/members.ts";
import { memberType, type RoleType } from "#contract/permissions.ts";
import type { Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { InvitationsTable } from "#server/kit/tables.ts";

/** Days that an invitation stays open. */
export const openForDays = 30;
export const expiryOf = (invitedAt: Date): Date => new Date(invitedAt.getTime() + openForDays * 86_400_000);

export async function insertInvitations(db: Database, rows: Insertable<InvitationsTable>[]): Promise<void> {
  await db.insertInto("invitations").values(rows).execute();
}

/** What is open for an email, the newest first. */
export async function listInvitations(db: Database, email: string, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .innerJoin("roles", (join) =>
      join
        .onRef("roles.organization_id", "=", "invitations.organization_id")
        .onRef("roles.id", "=", "invitations.role_id"),
    )
    .select(["invitations.id", "invitations.organization_id", "invitations.invited_at", "invitations.expires_at"])
    .select(["organizations.name as organization_name", "roles.id as role_id", "roles.name as role_name", "roles.type"])
    .where("invitations.email", "=", email)
    .where("invitations.status", "=", "open")
    .where("invitations.expires_at", ">", now)
    .where("organizations.archived_at", "is", null)
    .orderBy("invitations.invited_at", "desc")
    .orderBy("invitations.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    role: { id: row.role_id, name: row.role_name, type: memberType(row.type as RoleType) },
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

/** One's own invitation, locked until the transaction ends: two answers at once wait for each other. */
export const findInvitation = (db: Database, email: string, id: string) =>
  db
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .selectAll("invitations")
    .where("invitations.email", "=", email)
    .where("invitations.id", "=", id)
    .where("organizations.archived_at", "is", null)
    .forUpdate("invitations")
    .executeTakeFirstOrThrow(notFound);

export async function updateInvitation(
  db: Database,
  organizationId: string,
  id: string,
  answer: { status: "accepted" | "declined"; at: Date },
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: answer.status, answered_at: answer.at })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** The language of the person with this email, a verified one before one who is not; undefined where nobody has it. */
export const findAccountLanguage = async (
  db: Database,
  email: string,
): Promise<{ language: string | null } | undefined> => {
  const { rows } = await sql<{ language: string | null }>`
    select language from users where email = ${email} order by email_verified_at is null limit 1`.execute(db);
  return rows[0];
};
