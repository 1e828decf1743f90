import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type Facility, facilities } from "#contract/facilities.ts";
import { read } from "#web/kit/api.ts";
import { Badges } from "#web/kit/badge.tsx";
import { buttonClass } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { FacilityIcon } from "#web/kit/icons.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { keepRows, Listing } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Page } from "#web/kit/page.tsx";
import { Photo } from "#web/kit/photo.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, DataTable, rowLink } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";

export function FacilitiesPage() {
  const t = useWords();
  const { organizationId, isPlatform, can, path } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: search };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read(facilities.list, ask),
    placeholderData: keepRows(ask),
  });
  const create = can(facilities.create) && (
    <Link to={path("/facilities/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("facilities.create")}
    </Link>
  );
  const organization: Column<Facility> = {
    key: "organization",
    header: t("organizations.one"),
    className: "max-lg:hidden",
    cell: (facility) => <span className="[overflow-wrap:anywhere] text-ink-2">{facility.organization.name}</span>,
  };
  const columns: Column<Facility>[] = [
    {
      key: "name",
      header: t("facilities.name"),
      media: ({ image, sports }) => (
        <Photo url={image?.url} sport={sports[0]?.name} className="h-9 w-13 shrink-0 rounded-md" />
      ),
      cell: ({ id, name, localization }) => (
        <>
          <Link to={path(`/facilities/${id}`)} className={`${rowLink} [overflow-wrap:anywhere]`}>
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
    {
      key: "updated",
      header: t("kit.updated"),
      align: "right",
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ updated_at }) => <Moment at={updated_at} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <Page title={t("facilities.title")} crumbs={useOrganizationCrumbs()} actions={create} tabs={useOrganizationTabs()}>
      <Listing q={search.q} label={t("facilities.search")} meta={data?.meta} error={error} onRetry={refetch}>
        <DataTable
          caption={t("facilities.title")}
          columns={columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          pending={isPending}
          stale={isPlaceholderData}
          empty={
            search.q ? undefined : (
              <EmptyState icon={FacilityIcon} title={t("kit.noResults")} action={create}>
                {t("facilities.noneHint")}
              </EmptyState>
            )
          }
        />
      </Listing>
    </Page>
  );
}
