/** Deferred income at the end of a month or a year: what is invoiced by then and served later. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, Hourglass } from "lucide-react";
import { deferredKindLabels } from "#contract/accounting-deferred-rules.ts";
import { monthOf } from "#contract/accounting-period-rules.ts";
import { accounting, type DeferredReport, type DeferredRow } from "#contract/accounting.ts";
import { customers } from "#contract/customers.ts";
import { localToday } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ResultTable } from "#web/kit/list/result-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { AccountingTabs } from "./accounting-tabs.tsx";
import { PeriodSelect, useAskedPeriod } from "./period.tsx";

export function DeferredPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { date } = useDateFormats("UTC");
  const period = useAskedPeriod() ?? monthOf(localToday());
  const { page } = useListSearch();
  const input = { params: { organizationId }, query: { period, page } };
  const columns = useDeferredColumns();
  const found = useQuery({
    ...endpointQuery(accounting.deferredRows, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  const report = useQuery({
    ...endpointQuery(accounting.deferred, { params: { organizationId }, query: { period } }, { quiet: true }),
    staleTime: 0,
  });
  const known = report.data?.data;
  return (
    <Page
      title={t("accounting.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={<ExportDeferredButton period={period} />}
      tabs={<AccountingTabs />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PeriodSelect period={period} />
        <p className="max-w-prose text-13 text-ink-2">
          {known ? t("accounting.deferredTextOn", { date: date(noonOf(known.date)) }) : t("accounting.deferredText")}
        </p>
        {known && known.sums.length > 0 && <DeferredFigures sums={known.sums} />}
        <ResultTable
          result={found}
          caption={t("accounting.deferred")}
          columns={columns}
          rowKey={({ chargeId }) => chargeId}
          empty={
            <EmptyState icon={Hourglass} title={t("accounting.noDeferred")}>
              {t("accounting.noDeferredText")}
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

function ExportDeferredButton({ period }: { period: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const save = useMutation({
    mutationFn: () =>
      download(accounting.deferredCsv, { params: { organizationId }, query: { period } }, "deferred.csv"),
  });
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden />}
      {t("accounting.csv")}
    </Button>
  );
}

function DeferredFigures({ sums }: Pick<DeferredReport, "sums">) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <dl aria-label={t("accounting.sums")} className="flex flex-wrap gap-px bg-line">
        {sums.map(({ kind, currency, deferred }) => (
          <div key={`${kind} ${currency}`} className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-13 text-ink-2">{t(deferredKindLabels[kind])}</dt>
            <dd className="text-xl font-semibold tnum">{money(deferred, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function useDeferredColumns(): Column<DeferredRow>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can } = useScope();
  const { dateRange } = useDateFormats("UTC");
  return [
    {
      key: "label",
      header: t("accounting.deferredLabel"),
      cell: ({ label, kind }) => (
        <>
          <span className="block font-medium">{label}</span>
          <span className="text-xs text-ink-3">{t(deferredKindLabels[kind])}</span>
        </>
      ),
    },
    {
      key: "customer",
      header: t("accounting.deferredCustomer"),
      phone: "below",
      cell: ({ customer }) =>
        customer &&
        (can(customers.read) ? (
          <Link to={path(`/customers/${customer.customerId}`)} className={rowLinkClass}>
            {customer.name}
          </Link>
        ) : (
          customer.name
        )),
    },
    {
      key: "left",
      header: t("accounting.deferredLeft"),
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ kind, from, to, left, total }) => (
        <>
          {from !== null && to !== null && <span className="block">{dateRange(noonOf(from), noonOf(to))}</span>}
          {kind === "subscription" && t("accounting.daysLeft", { count: left, total })}
          {kind === "pack" && t("accounting.unitsLeft", { count: left, total })}
        </>
      ),
    },
    {
      key: "net",
      header: t("accounting.net"),
      align: "right",
      phone: "hidden",
      className: "whitespace-nowrap",
      cell: ({ net, currency }) => <span className="tnum">{money(net, currency)}</span>,
    },
    {
      key: "deferred",
      header: t("accounting.deferred"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap",
      cell: ({ deferred, currency }) => <span className="font-medium tnum">{money(deferred, currency)}</span>,
    },
  ];
}
