import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Lock, Plus, ShieldCheck } from "lucide-react";
import { members, type Role } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { roleName, TypeBadge } from "./member-badges.tsx";

export function RolesPage() {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const search = useListSearch();
  const request = { params: { organizationId }, query: search };
  const listQuery = useQuery({ ...endpointQuery(members.roles, request), placeholderData: keepPreviousRows(request) });
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
          <Link to={path(`/roles/${role.id}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
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
      cell: ({ updated_at }) => <DateTime at={updated_at} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <Page title={t("members.roles")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <ListTable
        result={listQuery}
        q={search.q}
        label={t("members.searchRoles")}
        exportSource={{ list: "roles", query: request.query }}
        caption={t("members.roles")}
        columns={columns}
        empty={search.q ? undefined : <EmptyState icon={ShieldCheck} title={t("kit.noResults")} action={create} />}
      />
    </Page>
  );
}

export function BuiltInBadge() {
  const t = useTranslation();
  return (
    <Badge tone="outline" icon={<Lock aria-hidden />}>
      {t("members.builtIn")}
    </Badge>
  );
}
