/** Lists of the team and of the customers. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { type Member, members } from "#contract/members.ts";
import type { MemberType } from "#contract/permissions.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { AddUsersButton } from "./invite-dialog.tsx";
import { ActiveBadge, RoleBadges } from "./member-badges.tsx";
import { SentInvitations } from "./sent-invitations.tsx";

export function TeamPage() {
  const t = useTranslation();
  const { path, can } = useScope();
  const columns: Column<Member>[] = [
    {
      key: "email",
      header: t("members.email"),
      media: ({ full_name }) => <Avatar name={full_name} size="md" />,
      cell: ({ id, email, full_name }) => (
        <>
          <Link
            to={path(`/team-users/${id}`)}
            title={email}
            className={`${rowLinkClass} max-sm:[overflow-wrap:anywhere] sm:max-w-64 sm:truncate`}
          >
            {email}
          </Link>
          <span className="truncate text-xs text-ink-3 sm:hidden">{full_name}</span>
        </>
      ),
    },
    { key: "name", header: t("members.name"), className: "whitespace-nowrap", cell: ({ full_name }) => full_name },
    ...sharedColumns(t),
    ...(can(members.update) ? [signInColumn(t)] : []),
    {
      key: "joined",
      header: t("members.joined"),
      align: "right",
      className: "whitespace-nowrap max-xl:hidden",
      cell: ({ joinedAt }) => <DateTime at={joinedAt} className="text-ink-3 tnum" />,
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

const signInColumn = (t: Translate): Column<Member> => ({
  key: "sign-in",
  header: t("members.signIn"),
  className: "whitespace-nowrap",
  phone: "below",
  cell: ({ hasSecondFactor }) =>
    hasSecondFactor === null ? null : (
      <Badge tone={hasSecondFactor ? "lime" : "gray"}>
        {t(hasSecondFactor ? "members.withSecondFactor" : "members.withoutSecondFactor")}
      </Badge>
    ),
});

interface MembersPageProps {
  type: MemberType;
  title: string;
  searchLabel: string;
  /** Title of the empty list. */
  nobody: string;
  columns: readonly Column<Member>[];
}

function MembersPage({ type, title, searchLabel, nobody, columns }: MembersPageProps) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const search = useListSearch();
  const request = { params: { organizationId }, query: { ...search, type } };
  const listQuery = useQuery({ ...endpointQuery(members.list, request), placeholderData: keepPreviousRows(request) });
  return (
    <Page
      title={title}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={<AddUsersButton type={type} />}
      tabs={useOrganizationTabs()}
    >
      <ListTable
        result={listQuery}
        q={search.q}
        label={searchLabel}
        exportSource={{ list: type === "team" ? "team-users" : "users", query: request.query }}
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
