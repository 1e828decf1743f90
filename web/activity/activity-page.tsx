import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { countFilters } from "#web/kit/list/list-filters.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { keepPreviousRows, ListLayout } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { ActivityFilterBar, EveningFilter, NewEntriesFilter, useActivityFilters } from "./activity-filters.tsx";
import { EntryList } from "./entry-list.tsx";
import { SinceSummary } from "./since-summary.tsx";
import { useActivityVisit } from "./use-activity-visit.ts";

export function ActivityPage() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const search = useListSearch();
  const filters = useActivityFilters();
  const request = { params: { organizationId }, query: { ...search, ...filters } };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...endpointQuery(activity.list, request),
    placeholderData: keepPreviousRows(request),
    // Other people change data meanwhile.
    staleTime: 0,
  });
  const visit = useActivityVisit();
  // The dates of the filters are the organization's, too.
  const timeZone = useOrganizationTimezone();
  const { actor } = filters;
  const person = useQuery({
    ...endpointQuery(members.read, { params: { organizationId, userId: actor ?? "" } }, { quiet: true }),
    enabled: actor !== undefined && can(members.read),
  }).data?.data;
  const narrowed = search.q !== "" || countFilters(filters) > 0;
  return (
    <Page
      title={t("activity.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={
        <>
          <EveningFilter />
          <NewEntriesFilter visit={visit} />
        </>
      }
    >
      <ActivityFilterBar actorName={person?.full_name} />
      <ListLayout
        q={search.q}
        label={t("activity.search")}
        meta={data?.meta}
        error={error}
        onRetry={refetch}
        exportSource={{ list: "activity", query: request.query }}
      >
        {filters.since !== undefined && <SinceSummary since={filters.since} timeZone={timeZone} />}
        {data?.data.length === 0 ? (
          <div className="rounded-xl border border-line">
            <EmptyState icon={History} title={t(narrowed ? "kit.noResults" : "activity.none")}>
              {t(narrowed ? "activity.noneFound" : "activity.noneHint")}
            </EmptyState>
          </div>
        ) : (
          <section
            aria-label={t("activity.title")}
            aria-busy={!data || isPlaceholderData}
            className={`mx-auto max-w-4xl transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}
          >
            {data ? (
              <EntryList entries={data.data} timeZone={timeZone} since={visit?.since} hasUndo />
            ) : (
              <PendingRows />
            )}
          </section>
        )}
      </ListLayout>
    </Page>
  );
}

const PendingRows = () =>
  Array.from({ length: 8 }, (_, index) => (
    <div key={index} className="flex gap-3 border-b border-line py-2.5">
      <Skeleton className="size-8 rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-3.5 w-44 max-w-full" />
      </span>
    </div>
  ));
