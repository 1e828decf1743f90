/** Gift vouchers of an organization by state, the latest first. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Gift } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Voucher, vouchers, voucherStates, type VoucherState } from "#contract/vouchers.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { ScrollRow } from "#web/kit/ui/scroll-row.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { PassesTabs } from "#web/subscriptions/passes-tabs.tsx";
import { stateLabels, stateTones } from "./labels.ts";

const filterLabels = { ...stateLabels, all: "vouchers.allStates" } as const;
type Filter = VoucherState | "all";

export function VouchersPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const search = useListSearch();
  const set = useSetFilters();
  const state: Filter = useSearch({
    strict: false,
    select: (from: { state?: unknown }) => parseSearchOption(filterLabels, from.state) ?? "all",
  });
  const input = { params: { organizationId }, query: { ...search, ...(state !== "all" && { state }) } };
  const found = useQuery({
    ...endpointQuery(vouchers.list, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  useLiveRefresh(activity.live, organizationId, { payments: ["vouchers"] });
  return (
    <Page title={t("subscriptions.passes")} tabs={<PassesTabs />} crumbs={useOrganizationCrumbs() ?? []}>
      <ScrollRow className="mb-4">
        <SegmentedControl<Filter>
          name="state"
          aria-label={t("vouchers.state")}
          value={state}
          onValueChange={(value) => set({ state: value === "all" ? undefined : value })}
          options={(["all", ...voucherStates] as const).map((value) => ({ value, label: t(filterLabels[value]) }))}
        />
      </ScrollRow>
      <ListTable
        q={search.q}
        label={t("vouchers.search")}
        exportSource={{ list: "vouchers", query: input.query }}
        result={found}
        caption={t("vouchers.title")}
        columns={useColumns()}
        empty={
          search.q ? undefined : (
            <EmptyState icon={Gift} title={t("vouchers.none")}>
              {t("vouchers.noneText")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function useColumns(): Column<Voucher>[] {
  const t = useTranslation();
  const { path } = useScope();
  const money = useAmountFormat();
  const { date } = useDateFormats();
  return [
    {
      key: "code",
      header: t("vouchers.code"),
      cell: ({ id, codeEnd, buyer, recipientName }) => (
        <span className="grid gap-0.5">
          <Link to={path(`/vouchers/${id}`)} className={rowLinkClass}>
            <span className="font-mono tnum">… {codeEnd}</span>
          </Link>
          <span className="[overflow-wrap:anywhere] text-ink-3">
            {recipientName === null ? buyer.name : `${buyer.name} → ${recipientName}`}
          </span>
        </span>
      ),
    },
    {
      key: "state",
      header: t("vouchers.state"),
      phone: "below",
      cell: ({ state }) => (
        <Badge tone={stateTones[state]} dot>
          {t(stateLabels[state])}
        </Badge>
      ),
    },
    {
      key: "until",
      header: t("vouchers.expiresOn"),
      phone: "below",
      cell: ({ expiresOn }) => <span className="text-ink-2 tnum">{date(noonOf(expiresOn))}</span>,
    },
    {
      key: "left",
      header: t("vouchers.left"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap max-sm:pl-0",
      cell: ({ left, amount, currency }) => (
        <span className="grid gap-0.5 justify-items-end tnum">
          <span className="font-medium text-ink">{money(left, currency)}</span>
          <span className="text-ink-3">{t("vouchers.of", { amount: money(amount, currency) })}</span>
        </span>
      ),
    },
  ];
}
