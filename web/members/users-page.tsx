import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { accounts, type User } from "#contract/accounts.ts";
import { read } from "#web/kit/api.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { ActiveBadge } from "./member-badges.tsx";

/** Everybody with an account, for those who look after the platform. */
export function UsersPage() {
  const t = useWords();
  const search = useListSearch();
  const ask = { query: search };
  const found = useQuery({ ...read(accounts.users, ask), placeholderData: keepRows(ask) });
  const columns: Column<User>[] = [
    {
      key: "email",
      header: t("members.email"),
      media: ({ fullName }) => <Avatar name={fullName} size="md" />,
      cell: ({ id, email, fullName }) => (
        <>
          <Link to={`/users/${id}`} className={`${rowLink} [overflow-wrap:anywhere]`}>
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
        found={found}
        q={search.q}
        label={t("members.searchUsers")}
        exported={{ list: "users", query: ask.query }}
        caption={t("members.users")}
        columns={columns}
      />
    </Page>
  );
}
