/** The columns of people: a team, customers, everybody with an account, who is invited, and roles. */
import type { User } from "#contract/accounts.ts";
import type { Member, Role, SentInvitation } from "#contract/members.ts";
import { nameOf } from "#server/members/roles.ts";
import { count, moment, phone, text, word, yesNo, type Column } from "#server/kit/columns.ts";

export const memberColumns: Column<Member>[] = [
  text("members.name", (row) => row.full_name),
  text("members.email", (row) => row.email),
  phone("members.phone", (row) => row.phone),
  text("members.roles", (row, { t }) => row.roles.map((role) => nameOf(role, t))),
  yesNo("members.active", (row) => row.active),
  moment("members.joined", (row) => row.joinedAt),
  text("organizations.id", (row) => row.id),
];

export const userColumns: Column<User>[] = [
  text("members.firstName", (row) => row.firstName),
  text("members.lastName", (row) => row.lastName),
  text("members.email", (row) => row.email),
  phone("members.phone", (row) => row.phone),
  yesNo("members.active", (row) => row.active),
  moment("members.emailVerified", (row) => row.emailVerifiedAt),
  yesNo("members.platformAdmin", (row) => row.platformAdmin),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => row.id),
];

export const invitationColumns: Column<SentInvitation>[] = [
  text("members.email", (row) => row.email),
  text("members.role", (row, { t }) => nameOf(row.role, t)),
  text("exports.invitedBy", (row) => row.invitedBy),
  moment("exports.invitedAt", (row) => row.invitedAt),
  moment("exports.expiresAt", (row) => row.expiresAt),
  yesNo("members.expired", (row) => row.isExpired),
  text("organizations.id", (row) => row.id),
];

const typeLabels = { admin: "members.typeAdmin", member: "members.typeMember" } as const;

export const roleColumns: Column<Role>[] = [
  text("members.name", (row, { t }) => nameOf(row, t)),
  word("members.type", typeLabels, (row) => row.type),
  yesNo("members.builtIn", (row) => row.isBuiltIn),
  count("members.holders", (row) => row.members),
  text("members.fields", (row) => row.fields.map((field) => field.name)),
  text("members.rolePermissions", (row) => row.permissions),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => String(row.id)),
];
