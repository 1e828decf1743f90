import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BookingImport, CustomerImport, Import, PackImport, SubscriptionImport } from "#contract/imports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, DataTable, rowLinkClass } from "#web/kit/list/table.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { type ImportList, stateLabels, stateTones } from "./labels.ts";

interface EarlierImportsProps {
  list: ImportList;
  /** Address of the page. */
  to: string;
}

export function EarlierImports({ list, to }: EarlierImportsProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const number = new Intl.NumberFormat(useLocale());
  const { page } = useListSearch();
  const request = { params: { organizationId }, query: { page } };
  const { data, isPending, isPlaceholderData } = useQuery({
    ...endpointQuery(list, request),
    placeholderData: keepPreviousRows(request),
    staleTime: 0,
  });
  const columns: Column<Import | BookingImport | CustomerImport | PackImport | SubscriptionImport>[] = [
    {
      key: "file",
      header: t("imports.stepFile"),
      cell: ({ id, fileName }) => (
        <Link to={to} search={{ importId: id } as never} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
          {fileName}
        </Link>
      ),
    },
    {
      key: "state",
      header: t("imports.state"),
      phone: "below",
      cell: ({ state }) => (
        <Badge tone={stateTones[state]} dot>
          {t(stateLabels[state])}
        </Badge>
      ),
    },
    {
      key: "rows",
      header: t("imports.rows"),
      align: "right",
      cell: ({ rows }) => <span className="tnum">{number.format(rows)}</span>,
    },
    {
      key: "begun",
      header: t("imports.begun"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ created_at }) => <DateTime at={created_at} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-base font-semibold">{t("imports.earlier")}</h2>
      <DataTable
        caption={t("imports.earlier")}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        pending={isPending}
        stale={isPlaceholderData}
        skeletonRows={2}
        empty={<p className="px-4 py-6 text-center text-13 text-ink-3">{t("imports.noneEarlier")}</p>}
      />
      <Pagination meta={data?.meta} />
    </section>
  );
}
