/** Reports of closed sessions, latest first. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { type TillClosing, tills } from "#contract/tills.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ExportButton } from "#web/kit/list/export-button.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ResultTable } from "#web/kit/list/result-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useTillCrumbs } from "./crumbs.tsx";

export function TillReportsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { page } = useListSearch();
  const input = { params: { organizationId }, query: { page } };
  const found = useQuery({ ...endpointQuery(tills.closings, input), placeholderData: keepPreviousRows(input) });
  const columns = useColumns();
  return (
    <Page
      title={t("tills.closingsTitle")}
      crumbs={useTillCrumbs()}
      actions={(found.data?.meta.total ?? 0) > 0 && <ExportButton list="till-closings" />}
    >
      <ResultTable
        result={found}
        caption={t("tills.closingsTitle")}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={FileText} title={t("tills.noReports")}>
            {t("tills.noReportsText")}
          </EmptyState>
        }
      />
    </Page>
  );
}

function useColumns(): Column<TillClosing>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const differenceText = useSignedAmountFormat();
  const { path } = useScope();
  const { weekdayDate } = useDateFormats("UTC");
  return [
    {
      key: "number",
      header: t("tills.report"),
      cell: ({ id, number, till }) => (
        <span className="grid gap-0.5">
          <Link to={path(`/payments/till/reports/${id}`)} className={rowLinkClass}>
            {t("tills.reportTitle", { number })}
          </Link>
          <span className="text-ink-3">{till.name}</span>
        </span>
      ),
    },
    {
      key: "day",
      header: t("tills.day"),
      phone: "below",
      cell: ({ businessDate }) => <span className="tnum">{weekdayDate(noonOf(businessDate))}</span>,
    },
    {
      key: "closedBy",
      header: t("tills.closedBy"),
      className: "max-md:hidden",
      cell: ({ closedBy }) => closedBy.fullName,
    },
    {
      key: "difference",
      header: t("tills.difference"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ difference, currency }) =>
        difference === 0 ? (
          <span className="text-ink-3">{t("tills.same")}</span>
        ) : (
          <span className="font-medium text-danger tnum">
            <span className="md:hidden">{t("tills.difference")}</span> {differenceText(difference, currency)}
          </span>
        ),
    },
    {
      key: "total",
      header: t("tills.total"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap",
      cell: ({ total, currency }) => <span className="font-medium tnum">{money(total, currency)}</span>,
    },
  ];
}
