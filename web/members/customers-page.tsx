import type { Member } from "#contract/members.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import type { Column } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { activeColumn, phoneColumn, rolesColumn } from "./member-columns.tsx";
import { MembersPage } from "./members-page.tsx";

export function CustomersPage() {
  const t = useWords();
  const columns: Column<Member>[] = [
    {
      key: "name",
      header: t("members.name"),
      media: ({ full_name }) => <Avatar name={full_name} size="md" />,
      cell: ({ full_name, email }) => (
        <>
          <span className="font-medium [overflow-wrap:anywhere]">{full_name}</span>
          <span className="truncate text-xs text-ink-3 sm:hidden">{email}</span>
        </>
      ),
    },
    {
      key: "email",
      header: t("members.email"),
      cell: ({ email }) => <span className="[overflow-wrap:anywhere] text-ink-2">{email}</span>,
    },
    phoneColumn(t),
    rolesColumn(t),
    activeColumn(t),
  ];
  return (
    <MembersPage
      type="customer"
      title={t("members.customers")}
      searchLabel={t("members.searchCustomers")}
      nobody={t("members.noCustomers")}
      columns={columns}
    />
  );
}
