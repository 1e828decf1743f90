/** Memberships of all customers by state and type: those that end first come first. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { FileUp, IdCard } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Subscription, subscriptions } from "#contract/subscriptions.ts";
import { type SubscriptionState, subscriptionStates } from "#contract/subscriptions-rules.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SelectFilter, useSetFilters } from "#web/kit/list/list-filters.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { parseSearchId, parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { ScrollRow } from "#web/kit/ui/scroll-row.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { stateLabels } from "./labels.ts";
import { PassesTabs } from "./passes-tabs.tsx";
import { StateBadge } from "./subscription-row.tsx";
import { useSubscriptionText } from "./use-subscription-text.ts";

const filterLabels = {
  ...stateLabels,
  ending: "subscriptions.endingThisMonth",
  endingNext: "subscriptions.endingNextMonth",
  all: "subscriptions.allStates",
} as const;
type Filter = SubscriptionState | "ending" | "endingNext" | "all";
const filters: readonly Filter[] = [
  "active",
  "ending",
  "endingNext",
  ...subscriptionStates.filter((state) => state !== "active"),
  "all",
];

/** Memberships that are in grace end this month, whenever their term did. */
function endingIn(filter: "ending" | "endingNext", timezone: string | undefined) {
  const first = Temporal.Now.plainDateISO(timezone).with({ day: 1 });
  const next = first.add({ months: 1 });
  const dayBefore = (date: Temporal.PlainDate): string => date.subtract({ days: 1 }).toString();
  if (filter === "ending") return { endsBy: dayBefore(next) };
  return { endsFrom: next.toString(), endsBy: dayBefore(next.add({ months: 1 })) };
}

export function SubscriptionsPage() {
  const t = useTranslation();
  const { organizationId, path, can } = useScope();
  const search = useListSearch();
  const set = useSetFilters();
  const timezone = useOrganizationTimezone();
  const { state, typeId } = useSearch({
    strict: false,
    select: (from: { state?: unknown; typeId?: unknown }) => ({
      state: parseSearchOption(filterLabels, from.state) ?? "active",
      typeId: parseSearchId(from.typeId),
    }),
  });
  const ofState =
    state === "ending" || state === "endingNext" ? endingIn(state, timezone) : state === "all" ? {} : { state };
  const input = { params: { organizationId }, query: { ...search, ...ofState, ...(typeId && { typeId }) } };
  const found = useQuery({
    ...endpointQuery(subscriptions.list, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  useLiveRefresh(activity.live, organizationId, { subscriptions: ["subscriptions"] });
  return (
    <Page
      title={t("subscriptions.passes")}
      crumbs={useOrganizationCrumbs() ?? []}
      tabs={<PassesTabs />}
      actions={
        <>
          {can("sales.adjust") && (
            <Link to={path("/memberships/import")} className={buttonClass()}>
              <FileUp aria-hidden />
              {t("imports.link")}
            </Link>
          )}
          {can("products.manage") && (
            <Link to={path("/settings/memberships")} className={buttonClass()}>
              {t("subscriptions.catalogue")}
            </Link>
          )}
        </>
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ScrollRow>
          <SegmentedControl<Filter>
            name="state"
            aria-label={t("subscriptions.state")}
            value={state}
            onValueChange={(value) => set({ state: value === "active" ? undefined : value })}
            options={filters.map((value) => ({ value, label: t(filterLabels[value]) }))}
          />
        </ScrollRow>
        <TypeFilter typeId={typeId} />
      </div>
      <ListTable
        q={search.q}
        label={t("subscriptions.search")}
        result={found}
        caption={t("subscriptions.title")}
        columns={useColumns()}
        empty={
          search.q ? undefined : (
            <EmptyState icon={IdCard} title={t("subscriptions.noneFound")}>
              {t("subscriptions.noneFoundText")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function TypeFilter({ typeId }: { typeId: string | undefined }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const { data } = useQuery({
    ...endpointQuery(subscriptions.types, { params: { organizationId } }, { quiet: true }),
    enabled: can(subscriptions.types),
  });
  const types = data?.data ?? [];
  if (types.length < 2) return null;
  return (
    <SelectFilter
      name="typeId"
      label={t("subscriptions.type")}
      all={t("subscriptions.allTypes")}
      value={typeId}
      options={types.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function useColumns(): Column<Subscription>[] {
  const t = useTranslation();
  const { path } = useScope();
  const { untilText } = useSubscriptionText();
  return [
    {
      key: "customer",
      header: t("customers.one"),
      cell: ({ customer, name }) => (
        <span className="grid gap-0.5">
          <Link to={path(`/customers/${customer.id}`)} className={rowLinkClass}>
            {customer.name}
          </Link>
          <span className="[overflow-wrap:anywhere] text-ink-3">{name}</span>
        </span>
      ),
    },
    {
      key: "state",
      header: t("subscriptions.state"),
      phone: "below",
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      key: "until",
      header: t("subscriptions.end"),
      phone: "below",
      cell: (subscription) => <span className="text-ink-2 tnum">{untilText(subscription)}</span>,
    },
  ];
}
