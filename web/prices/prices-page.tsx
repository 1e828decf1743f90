import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import { type PricePattern, prices } from "#contract/prices.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badges } from "#web/kit/ui/badge.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { CreateLink, ListTable, useUpdatedColumn } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { typeLabels } from "./labels.ts";

export function PricesPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const search = useListSearch();
  const request = { params: { organizationId }, query: search };
  const listQuery = useQuery({ ...endpointQuery(prices.list, request), placeholderData: keepPreviousRows(request) });
  const create = <CreateLink to={path("/prices/create")}>{t("prices.create")}</CreateLink>;
  const updated = useUpdatedColumn("max-xl:hidden");
  const columns: Column<PricePattern>[] = [
    {
      key: "name",
      header: t("prices.name"),
      cell: ({ id, name }) => (
        <Link to={path(`/prices/${id}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
          {name}
        </Link>
      ),
    },
    {
      key: "type",
      header: t("prices.type"),
      phone: "below",
      cell: ({ type }) => <span className="text-ink-2">{t(typeLabels[type])}</span>,
    },
    {
      key: "grid",
      header: t("prices.columnGrid"),
      phone: "below",
      className: "max-md:hidden",
      cell: (pattern) => <GridSummary pattern={pattern} />,
    },
    {
      key: "fields",
      header: t("fields.linked"),
      className: "max-lg:hidden",
      cell: ({ fields }) => <Badges names={fields.map(({ name }) => name)} />,
    },
    updated,
  ];
  return (
    <Page title={t("prices.title")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <ListTable
        caption={t("prices.title")}
        result={listQuery}
        columns={columns}
        q={search.q}
        label={t("prices.search")}
        empty={
          search.q ? undefined : (
            <EmptyState icon={Tags} title={t("kit.noResults")} action={create}>
              {t("prices.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function GridSummary({ pattern: { timeslots, plans, details, currency } }: { pattern: PricePattern }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const amounts = details.flatMap(({ price }) => price ?? []);
  const say = (price: number) => (price === 0 ? t("prices.free") : money(price, currency));
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return (
    <span className="tnum max-sm:w-full">
      <span className="text-ink-2">
        {t("prices.timeslotsCount", { count: timeslots.length })} × {t("prices.plansCount", { count: plans.length })}
      </span>
      <span className="block text-xs text-ink-3">
        {amounts.length === 0
          ? t("prices.noPrices")
          : least === most
            ? say(least)
            : t("prices.range", { least: say(least), most: say(most) })}
      </span>
    </span>
  );
}
