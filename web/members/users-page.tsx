/** List of all users of the platform, for its administrators. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { accounts, type User } from "#contract/accounts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ActiveBadge } from "./member-badges.tsx";

export function UsersPage() {
  const t = useTranslation();
  const search = useListSearch();
  const request = { query: search };
  const listQuery = useQuery({ ...endpointQuery(accounts.users, request), placeholderData: keepPreviousRows(request) });
  const columns: Column<User>[] = [
    {
      key: "email",
      header: t("members.email"),
      media: ({ fullName }) => <Avatar name={fullName} size="md" />,
      cell: ({ id, email, fullName }) => (
        <>
          <Link to={`/users/${id}`} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
            {email}
          </Link>
          <span className="truncate text-xs text-ink-3 sm:hidden">{fullName}</span>
        </>
      ),
    },
    { key: "name", header: t("members.name"), cell: ({ fullName }) => fullName },
    {
      key: "phone",
      header: t("members.phone"),
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ phone }) => <span className="text-ink-2 tnum">{phone ?? "—"}</span>,
    },
    {
      key: "active",
      header: t("members.active"),
      phone: "below",
      cell: ({ active }) => <ActiveBadge active={active} />,
    },
  ];
  return (
    <Page title={t("members.users")}>
      <ListTable
        result={listQuery}
        q={search.q}
        label={t("members.searchUsers")}
        exportSource={{ list: "users", query: request.query }}
        caption={t("members.users")}
        columns={columns}
      />
    </Page>
  );
}
