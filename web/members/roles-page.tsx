import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Lock, Plus, ShieldCheck } from "lucide-react";
import { members, type Role } from "#contract/members.ts";
import { read } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { buttonClass } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { roleName, TypeBadge } from "./member-badges.tsx";

export function RolesPage() {
  const t = useWords();
  const { organizationId, can, path } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: search };
  const found = useQuery({ ...read(members.roles, ask), placeholderData: keepRows(ask) });
  const create = can(members.createRole) && (
    <Link to={path("/roles/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("members.createRole")}
    </Link>
  );
  const columns: Column<Role>[] = [
    {
      key: "name",
      header: t("members.name"),
      cell: (role) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={path(`/roles/${role.id}`)} className={`${rowLink} [overflow-wrap:anywhere]`}>
            {roleName(t, role)}
          </Link>
          {role.isBuiltIn && <BuiltInBadge />}
        </span>
      ),
    },
    { key: "type", header: t("members.type"), phone: "below", cell: ({ type }) => <TypeBadge type={type} /> },
    {
      key: "permissions",
      header: t("members.rolePermissions"),
      phone: "below",
      cell: ({ permissions }) => (
        <span className="text-ink-2 tnum">{t("members.permissionsCount", { count: permissions.length })}</span>
      ),
    },
    {
      key: "members",
      header: t("members.holders"),
      align: "right",
      className: "max-md:hidden",
      cell: ({ members: count }) => <span className="text-ink-2 tnum">{count}</span>,
    },
    {
      key: "updated",
      header: t("kit.updated"),
      align: "right",
      className: "whitespace-nowrap max-lg:hidden",
      cell: ({ updated_at }) => <Moment at={updated_at} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <Page title={t("members.roles")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <ListTable
        found={found}
        q={search.q}
        label={t("members.searchRoles")}
        exported={{ list: "roles", query: ask.query }}
        caption={t("members.roles")}
        columns={columns}
        empty={search.q ? undefined : <EmptyState icon={ShieldCheck} title={t("kit.noResults")} action={create} />}
      />
    </Page>
  );
}

export function BuiltInBadge() {
  const t = useWords();
  return (
    <Badge tone="outline" icon={<Lock aria-hidden />}>
      {t("members.builtIn")}
    </Badge>
  );
}
