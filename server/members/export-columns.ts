import type { Member, Role, SentInvitation } from "#contract/members.ts";
import { roleName } from "./roles.ts";
import {
  countColumn,
  dateTimeColumn,
  phoneColumn,
  textColumn,
  labelColumn,
  booleanColumn,
  type Column,
} from "#server/kit/documents/columns.ts";

export const memberColumns: Column<Member>[] = [
  textColumn("members.name", (row) => row.full_name),
  textColumn("members.email", (row) => row.email),
  phoneColumn("members.phone", (row) => row.phone),
  textColumn("members.roles", (row, { t }) => row.roles.map((role) => roleName(role, t))),
  booleanColumn("members.active", (row) => row.active),
  dateTimeColumn("members.joined", (row) => row.joinedAt),
  textColumn("organizations.id", (row) => row.id),
];

export const invitationColumns: Column<SentInvitation>[] = [
  textColumn("members.email", (row) => row.email),
  textColumn("members.role", (row, { t }) => roleName(row.role, t)),
  textColumn("exports.invitedBy", (row) => row.invitedBy),
  dateTimeColumn("exports.invitedAt", (row) => row.invitedAt),
  dateTimeColumn("exports.expiresAt", (row) => row.expiresAt),
  booleanColumn("members.expired", (row) => row.isExpired),
  textColumn("organizations.id", (row) => row.id),
];

const typeLabels = { admin: "members.typeAdmin", member: "members.typeMember" } as const;

export const roleColumns: Column<Role>[] = [
  textColumn("members.name", (row, { t }) => roleName(row, t)),
  labelColumn("members.type", typeLabels, (row) => row.type),
  booleanColumn("members.builtIn", (row) => row.isBuiltIn),
  countColumn("members.holders", (row) => row.members),
  textColumn("members.fields", (row) => row.fields.map((field) => field.name)),
  textColumn("members.rolePermissions", (row) => row.permissions),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => String(row.id)),
];
