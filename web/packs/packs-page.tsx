/** Packs of all customers by state: those that expire first come first. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { FileUp, Ticket } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Pack, packs } from "#contract/packs.ts";
import { packStates, type PackState } from "#contract/packs-rules.ts";
import { usePackText } from "#web/availability/pack-text.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { ScrollRow } from "#web/kit/ui/scroll-row.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { PassesTabs } from "#web/subscriptions/passes-tabs.tsx";
import { stateLabels, stateTones } from "./labels.ts";

const EXPIRING_DAYS = 30;
const filterLabels = { ...stateLabels, expiring: "packs.expiring", all: "packs.allStates" } as const;
type Filter = PackState | "expiring" | "all";

export function PacksPage() {
  const t = useTranslation();
  const { organizationId, path, can } = useScope();
  const search = useListSearch();
  const set = useSetFilters();
  const timezone = useOrganizationTimezone();
  const state: Filter = useSearch({
    strict: false,
    select: (from: { state?: unknown }) => parseSearchOption(filterLabels, from.state) ?? "running",
  });
  const expiresBy = Temporal.Now.plainDateISO(timezone).add({ days: EXPIRING_DAYS }).toString();
  const filter = state === "expiring" ? { expiresBy } : state === "all" ? {} : { state };
  const input = { params: { organizationId }, query: { ...search, ...filter } };
  const found = useQuery({
    ...endpointQuery(packs.list, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  useLiveRefresh(activity.live, organizationId, { packs: ["packs"], events: ["packs"] });
  return (
    <Page
      title={t("subscriptions.passes")}
      tabs={<PassesTabs />}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={
        <>
          {can("sales.adjust") && (
            <Link to={path("/packs/import")} className={buttonClass()}>
              <FileUp aria-hidden />
              {t("imports.link")}
            </Link>
          )}
          {can("products.manage") && (
            <Link to={path("/settings/packs")} className={buttonClass()}>
              {t("packs.catalogue")}
            </Link>
          )}
        </>
      }
    >
      <ScrollRow className="mb-4">
        <SegmentedControl<Filter>
          name="state"
          aria-label={t("packs.state")}
          value={state}
          onValueChange={(value) => set({ state: value === "running" ? undefined : value })}
          options={(["running", "expiring", ...packStates.filter((one) => one !== "running"), "all"] as const).map(
            (value) => ({ value, label: t(filterLabels[value]) }),
          )}
        />
      </ScrollRow>
      <ListTable
        q={search.q}
        label={t("packs.search")}
        result={found}
        caption={t("packs.title")}
        columns={useColumns()}
        empty={
          search.q ? undefined : (
            <EmptyState icon={Ticket} title={t("packs.noneFound")}>
              {t("packs.noneFoundText")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function useColumns(): Column<Pack>[] {
  const t = useTranslation();
  const { path } = useScope();
  const { unitsText, untilText } = usePackText();
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
      header: t("packs.state"),
      phone: "below",
      cell: ({ state }) => (
        <Badge tone={stateTones[state]} dot>
          {t(stateLabels[state])}
        </Badge>
      ),
    },
    {
      key: "until",
      header: t("packs.end"),
      phone: "below",
      cell: ({ startsOn, expiresOn }) => (
        <span className="text-ink-2 tnum">{startsOn === null ? t("packs.beginsWithUse") : untilText(expiresOn)}</span>
      ),
    },
    {
      key: "left",
      header: t("packs.left"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap max-sm:pl-0",
      cell: ({ unit, unitsLeft, unitsTotal }) => (
        <span className="font-medium text-ink tnum">
          {t("packs.leftOf", { left: unitsText(unit, unitsLeft), total: unitsText(unit, unitsTotal) })}
        </span>
      ),
    },
  ];
}
