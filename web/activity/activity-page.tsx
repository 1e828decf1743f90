import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { members } from "#contract/members.ts";
import { read } from "#web/kit/api.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { isNarrowed } from "#web/kit/labelled.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { keepRows, Listing } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { EntryRow } from "./entry-row.tsx";
import { Filters, useFilters } from "./filters.tsx";

/** What changed in the organization, latest first. */
export function ActivityPage() {
  const t = useWords();
  const { organizationId, can } = useScope();
  const search = useListSearch();
  const filters = useFilters();
  const ask = { params: { organizationId }, query: { ...search, ...filters } };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(activity.list, ask),
    placeholderData: keepRows(ask),
    // Others change things meanwhile.
    staleTime: 0,
  });
  const { actor } = filters;
  const person = useQuery({
    ...read(members.read, { params: { organizationId, userId: actor ?? "" } }, { quiet: true }),
    enabled: actor !== undefined && can(members.read),
  }).data?.data;
  const narrowed = search.q !== "" || isNarrowed(filters);
  return (
    <Page title={t("activity.title")} crumbs={useOrganizationCrumbs() ?? []}>
      <Filters actorName={person?.full_name} />
      <Listing
        q={search.q}
        label={t("activity.search")}
        meta={data?.meta}
        error={error}
        onRetry={refetch}
        exported={{ list: "activity", query: ask.query }}
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
      </Listing>
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
