import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { type Facility } from "#contract/facility-shape.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badges } from "#web/kit/ui/badge.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { FacilityIcon } from "#web/kit/ui/icons.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { CreateLink, ListTable, useUpdatedColumn } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Photo } from "#web/kit/ui/photo.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { ImportLink } from "./import-link.tsx";

export function FacilitiesPage() {
  const t = useTranslation();
  const { organizationId, isPlatform, can, path } = useScope();
  const search = useListSearch();
  const request = { params: { organizationId }, query: search };
  const listQuery = useQuery({
    ...endpointQuery(facilities.list, request),
    placeholderData: keepPreviousRows(request),
  });
  const create = can(facilities.create) && (
    <CreateLink to={path("/facilities/create")}>{t("facilities.create")}</CreateLink>
  );
  const organization: Column<Facility> = {
    key: "organization",
    header: t("organizations.one"),
    phone: "below",
    className: "max-md:hidden",
    cell: (facility) => <span className="[overflow-wrap:anywhere] text-ink-2">{facility.organization.name}</span>,
  };
  const updated = useUpdatedColumn(isPlatform ? "max-xl:hidden" : "max-md:hidden");
  const columns: Column<Facility>[] = [
    {
      key: "name",
      header: t("facilities.name"),
      media: ({ image, sports }) => (
        <Photo image={image} sport={sports[0]?.name} sizes="3.25rem" className="h-9 w-13 shrink-0 rounded-md" />
      ),
      cell: ({ id, name, localization }) => (
        <>
          <Link to={path(`/facilities/${id}`)} className={`${rowLinkClass} max-sm:[overflow-wrap:anywhere]`}>
            {name}
          </Link>
          {localization.completeAddress && (
            <span className="text-xs [overflow-wrap:anywhere] text-ink-3">{localization.completeAddress}</span>
          )}
        </>
      ),
    },
    ...(isPlatform ? [organization] : []),
    {
      key: "sports",
      header: t("facilities.sports"),
      phone: "below",
      cell: ({ sports }) => <Badges names={sports.map(({ name }) => name)} />,
    },
    updated,
  ];
  return (
    <Page
      title={t("facilities.title")}
      crumbs={useOrganizationCrumbs()}
      actions={
        <>
          <ImportLink />
          {create}
        </>
      }
      tabs={useOrganizationTabs()}
    >
      <ListTable
        caption={t("facilities.title")}
        result={listQuery}
        columns={columns}
        q={search.q}
        label={t("facilities.search")}
        exportSource={{ list: "facilities", query: request.query }}
        empty={
          search.q ? undefined : (
            <EmptyState
              icon={FacilityIcon}
              title={t("kit.noResults")}
              action={create}
              withoutAction={t("kit.managersAdd")}
            >
              {t("facilities.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
