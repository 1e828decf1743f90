/** The people of an organization: its team, or its customers. The two lists differ by their columns. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { type Member, members } from "#contract/members.ts";
import type { MemberType } from "#contract/permissions.ts";
import { read } from "#web/kit/api.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { type Translate, useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { AddUsers } from "./invite-dialog.tsx";
import { ActiveBadge, RoleBadges } from "./member-badges.tsx";
import { SentInvitations } from "./sent-invitations.tsx";

export function TeamPage() {
  const t = useWords();
  const { path } = useScope();
  const columns: Column<Member>[] = [
    {
      key: "email",
      header: t("members.email"),
      media: ({ full_name }) => <Avatar name={full_name} size="md" />,
      cell: ({ id, email, full_name }) => (
        <>
          <Link to={path(`/team-users/${id}`)} className={`${rowLink} [overflow-wrap:anywhere]`}>
            {email}
          </Link>
          <span className="truncate text-xs text-ink-3 sm:hidden">{full_name}</span>
        </>
      ),
    },
    { key: "name", header: t("members.name"), cell: ({ full_name }) => full_name },
    ...sharedColumns(t),
    {
      key: "joined",
      header: t("members.joined"),
      align: "right",
      className: "whitespace-nowrap max-xl:hidden",
      cell: ({ joinedAt }) => <Moment at={joinedAt} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <MembersPage
      type="team"
      title={t("members.team")}
      searchLabel={t("members.searchTeam")}
      nobody={t("members.noTeam")}
      columns={columns}
    />
  );
}

export function CustomersPage() {
  const t = useWords();
  const { path } = useScope();
  const columns: Column<Member>[] = [
    {
      key: "name",
      header: t("members.name"),
      media: ({ full_name }) => <Avatar name={full_name} size="md" />,
      cell: ({ id, full_name, email }) => (
        <>
          <Link to={path(`/users/${id}`)} className={`${rowLink} [overflow-wrap:anywhere]`}>
            {full_name}
          </Link>
          <span className="truncate text-xs text-ink-3 sm:hidden">{email}</span>
        </>
      ),
    },
    {
      key: "email",
      header: t("members.email"),
      cell: ({ email }) => <span className="[overflow-wrap:anywhere] text-ink-2">{email}</span>,
    },
    ...sharedColumns(t),
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

const sharedColumns = (t: Translate): Column<Member>[] => [
  {
    key: "phone",
    header: t("members.phone"),
    className: "whitespace-nowrap max-xl:hidden",
    cell: ({ phone }) => <span className="text-ink-2 tnum">{phone ?? "—"}</span>,
  },
  { key: "roles", header: t("members.roles"), phone: "below", cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { key: "active", header: t("members.active"), phone: "below", cell: ({ active }) => <ActiveBadge active={active} /> },
];

interface MembersPageProps {
  type: MemberType;
  title: string;
  searchLabel: string;
  /** Why nobody is here. */
  nobody: string;
  columns: readonly Column<Member>[];
}

function MembersPage({ type, title, searchLabel, nobody, columns }: MembersPageProps) {
  const t = useWords();
  const { organizationId, can } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: { ...search, type } };
  const found = useQuery({ ...read(members.list, ask), placeholderData: keepRows(ask) });
  return (
    <Page
      title={title}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={<AddUsers type={type} />}
      tabs={useOrganizationTabs()}
    >
      <ListTable
        found={found}
        q={search.q}
        label={searchLabel}
        exported={{ list: type === "team" ? "team-users" : "users", query: ask.query }}
        caption={title}
        columns={columns}
        empty={
          search.q ? undefined : (
            <EmptyState icon={Users} title={t("kit.noResults")}>
              {nobody}
            </EmptyState>
          )
        }
      />
      {can(members.sentInvitations) && <SentInvitations type={type} />}
    </Page>
  );
}
