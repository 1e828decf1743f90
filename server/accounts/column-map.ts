import { ProfileDraft, User } from "#contract/accounts.ts";
import { columnMap, noColumn } from "#server/kit/db/column-map.ts";

export const profileColumnMap = columnMap(
  { table: "users", draft: ProfileDraft, entity: User },
  {
    firstName: "first_name",
    lastName: "last_name",
    email: noColumn("accepted and ignored: the address stays the one that was verified"),
    phone: "phone",
    language: "language",
    theme: "theme",
  },
);
