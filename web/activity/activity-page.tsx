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
import { EntryRow } from "./entry-row.tsx";
import { ActivityFilterBar, useActivityFilters } from "./activity-filters.tsx";

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
  const { actor } = filters;
  const person = useQuery({
    ...endpointQuery(members.read, { params: { organizationId, userId: actor ?? "" } }, { quiet: true }),
    enabled: actor !== undefined && can(members.read),
  }).data?.data;
  const narrowed = search.q !== "" || countFilters(filters) > 0;
  return (
    <Page title={t("activity.title")} crumbs={useOrganizationCrumbs() ?? []}>
      <ActivityFilterBar actorName={person?.full_name} />
      <ListLayout
        q={search.q}
        label={t("activity.search")}
        meta={data?.meta}
        error={error}
        onRetry={refetch}
        exportSource={{ list: "activity", query: request.query }}
      >
        <div className="overflow-hidden rounded-xl border border-line" aria-busy={!data || isPlaceholderData}>
          {data?.data.length === 0 ? (
            <EmptyState icon={History} title={t(narrowed ? "kit.noResults" : "activity.none")}>
              {t(narrowed ? "activity.noneFound" : "activity.noneHint")}
            </EmptyState>
          ) : (
            <ol
              aria-label={t("activity.title")}
              className={`divide-y divide-line transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}
            >
              {data ? data.data.map((entry) => <EntryRow key={entry.id} entry={entry} />) : <PendingRows />}
            </ol>
          )}
        </div>
      </ListLayout>
    </Page>
  );
}

const PendingRows = () =>
  Array.from({ length: 8 }, (_, index) => (
    <li key={index} className="flex gap-3 px-4 py-3.5">
      <Skeleton className="size-7 rounded-full max-sm:hidden" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-44 max-w-full" />
      </span>
    </li>
  ));
