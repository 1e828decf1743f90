import type { User } from "#contract/accounts.ts";
import { dateTimeColumn, phoneColumn, textColumn, booleanColumn, type Column } from "#server/kit/documents/columns.ts";

export const userColumns: Column<User>[] = [
  textColumn("members.firstName", (row) => row.firstName),
  textColumn("members.lastName", (row) => row.lastName),
  textColumn("members.email", (row) => row.email),
  phoneColumn("members.phone", (row) => row.phone),
  booleanColumn("members.active", (row) => row.active),
  dateTimeColumn("members.emailVerified", (row) => row.emailVerifiedAt),
  booleanColumn("members.platformAdmin", (row) => row.platformAdmin),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => row.id),
];
