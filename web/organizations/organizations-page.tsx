import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
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
import { typeLabels } from "./labels.ts";

export function OrganizationsPage() {
  const t = useTranslation();
  const { can } = useScope();
  const search = useListSearch();
  const request = { query: search };
  const listQuery = useQuery({
    ...endpointQuery(organizations.list, request),
    placeholderData: keepPreviousRows(request),
  });
  const create = can(organizations.create) && (
    <span className="flex flex-wrap gap-2">
      <Link to="/organizations/create" className={buttonClass("secondary")}>
        <Plus aria-hidden />
        {t("organizations.create")}
      </Link>
      <Link to="/organizations/set-up" className={buttonClass("primary")}>
        <Plus aria-hidden />
        {t("setup.title")}
      </Link>
    </span>
  );
  const columns: Column<Organization>[] = [
    {
      key: "name",
      header: t("organizations.name"),
      cell: ({ id, name }) => (
        <Link to={`/organizations/${id}/overview`} className={`${rowLinkClass} max-sm:[overflow-wrap:anywhere]`}>
          {name}
        </Link>
      ),
    },
    { key: "type", header: t("organizations.type"), phone: "below", cell: ({ type }) => t(typeLabels[type]) },
    {
      key: "email",
      header: t("organizations.email"),
      className: "max-md:hidden",
      cell: ({ email }) => <span className="[overflow-wrap:anywhere] text-ink-2">{email ?? "—"}</span>,
    },
    {
      key: "phone",
      header: t("organizations.phone"),
      className: "whitespace-nowrap max-xl:hidden",
      cell: ({ phone }) => <span className="text-ink-2 tnum">{phone ?? "—"}</span>,
    },
    {
      key: "enabled",
      header: t("organizations.enabled"),
      phone: "below",
      cell: ({ enabled }) => (
        <Badge tone={enabled ? "lime" : "gray"} dot>
          {t(enabled ? "organizations.enabled" : "organizations.disabled")}
        </Badge>
      ),
    },
    {
      key: "updated",
      header: t("kit.updated"),
      align: "right",
      className: "whitespace-nowrap max-xl:hidden",
      cell: ({ updated_at }) => <DateTime at={updated_at} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <Page title={t("organizations.title")} actions={create}>
      <ListTable
        result={listQuery}
        q={search.q}
        label={t("organizations.search")}
        exportSource={{ list: "organizations", query: request.query }}
        caption={t("organizations.title")}
        columns={columns}
        empty={
          search.q ? (
            <EmptyState title={t("organizations.none")}>{t("kit.noResultsHint")}</EmptyState>
          ) : (
            <EmptyState icon={Building2} title={t("organizations.none")} action={create}>
              {t("organizations.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
