/** VAT of a month or a year by rate, by the date of invoices or of the money for them. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Download, FileText, Sigma } from "lucide-react";
import { useId } from "react";
import { datesOfPeriod, isYear, monthOf } from "#contract/accounting-period-rules.ts";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { accounting, type VatBasis, type VatReport, type VatRow } from "#contract/accounting.ts";
import { localToday } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { parseSearchOption } from "#web/kit/list/list-search.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganization, useOrganizationTaxName } from "#web/organizations/use-organization.ts";
import { taxLabels } from "#web/payments/labels.ts";
import { useRateFormat } from "#web/products/labels.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";
import { PeriodSelect, useAskedPeriod, usePeriodName } from "./period.tsx";

const basisLabels = {
  issued: "accounting.basisIssued",
  received: "accounting.basisReceived",
} as const satisfies Record<VatBasis, string>;

interface VatQuery {
  period: string | undefined;
  basis: VatBasis;
}

const useVatQuery = (): VatQuery => ({
  period: useAskedPeriod(),
  basis: useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => parseSearchOption(basisLabels, search["basis"]) ?? "issued",
  }),
});

export function VatPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const query = useVatQuery();
  const input = { params: { organizationId }, query };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...endpointQuery(accounting.vat, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  const report = data?.data;
  return (
    <Page
      title={t("accounting.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={
        <>
          <EReportingButton period={query.period ?? monthOf(localToday())} />
          <ExportVatButton query={query} />
        </>
      }
      tabs={<AccountingTabs />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <VatFilters query={query} />
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : report ? (
          <div className={cx("grid gap-4 transition-opacity", isPlaceholderData && "opacity-60")}>
            <VatReportView report={report} />
          </div>
        ) : (
          <Skeleton className="h-80 w-full rounded-xl" />
        )}
      </div>
    </Page>
  );
}

function VatFilters({ query: { period = monthOf(localToday()), basis } }: { query: VatQuery }) {
  const t = useTranslation();
  const set = useSetFilters();
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <PeriodSelect period={period} />
      <div className="grid gap-1.5 max-sm:w-full">
        <span id={id} className="text-xs font-medium text-ink-3">
          {t("accounting.basis")}
        </span>
        <SegmentedControl
          name="basis"
          aria-labelledby={id}
          aria-describedby={`${id}-hint`}
          value={basis}
          onValueChange={(chosen) => set({ basis: chosen === "issued" ? undefined : chosen })}
          options={(["issued", "received"] as const).map((value) => ({ value, label: t(basisLabels[value]) }))}
        />
      </div>
      <p id={`${id}-hint`} className="w-full text-13 text-ink-2">
        {t(basis === "issued" ? "accounting.basisIssuedHint" : "accounting.basisReceivedHint")}
      </p>
    </div>
  );
}

function ExportVatButton({ query }: { query: VatQuery }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const save = useMutation({
    mutationFn: () => download(accounting.vatCsv, { params: { organizationId }, query }, "accounting.csv"),
  });
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden />}
      {t("accounting.csv")}
    </Button>
  );
}

/** French law asks for it, month by month. */
function EReportingButton({ period }: { period: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const isFrench = useOrganization()?.countryId === FRANCE_ID;
  const save = useMutation({
    mutationFn: () => download(accounting.eReporting, { params: { organizationId, month: period } }, `${period}.csv`),
  });
  if (!isFrench || isYear(period)) return null;
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <FileText aria-hidden />}
      {t("accounting.eReporting")}
    </Button>
  );
}

const amounts = ["net", "vat", "gross"] as const;
type Amounts = Pick<VatRow, (typeof amounts)[number]>;

const addUp = (rows: readonly Amounts[]): Amounts => ({
  net: rows.reduce((sum, { net }) => sum + net, 0),
  vat: rows.reduce((sum, { vat }) => sum + vat, 0),
  gross: rows.reduce((sum, { gross }) => sum + gross, 0),
});

function VatReportView({ report }: { report: VatReport }) {
  const t = useTranslation();
  const byCurrency = Map.groupBy(report.rows, ({ currency }) => currency);
  if (byCurrency.size === 0) {
    const isIssued = report.basis === "issued";
    return (
      <Card>
        <EmptyState icon={Sigma} title={t(isIssued ? "accounting.noSales" : "accounting.noMoney")}>
          {t(isIssued ? "accounting.noSalesText" : "accounting.noMoneyText")}
        </EmptyState>
      </Card>
    );
  }
  return [...byCurrency].map(([currency, rows]) => (
    <section key={currency} aria-label={currency} className="grid gap-4">
      <VatFigures rows={rows} currency={currency} />
      <VatTable
        report={report}
        rows={rows}
        currency={currency}
        title={byCurrency.size > 1 ? t("accounting.vatTableOf", { currency }) : t("accounting.vatTable")}
      />
    </section>
  ));
}

interface CurrencyRows {
  rows: readonly VatRow[];
  currency: string;
}

const useAmountNames = () => {
  const t = useTranslation();
  const labels = taxLabels(useOrganizationTaxName());
  return { net: t(labels.net), vat: t(labels.tax), gross: t(labels.gross) };
};

function VatFigures({ rows, currency }: CurrencyRows) {
  const t = useTranslation();
  const money = useAmountFormat();
  const names = useAmountNames();
  const sums = addUp(rows);
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <dl aria-label={t("accounting.sums")} className="flex flex-wrap gap-px bg-line">
        {amounts.map((name) => (
          <div key={name} className="grid grow basis-36 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-13 text-ink-2">{names[name]}</dt>
            <dd className="text-xl font-semibold tnum">{money(sums[name], currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** To the documents or the money that the figures are of. */
function RowsLink({ report: { period, basis } }: { report: VatReport }) {
  const t = useTranslation();
  const { path, can } = useScope();
  const isIssued = basis === "issued";
  if (!can(isIssued ? "invoices.show" : "payments.show")) return null;
  const { from, to } = datesOfPeriod(period);
  return (
    <Link
      to={path(`${isIssued ? "/invoices" : "/payments/takings"}?from=${from}&to=${to}`)}
      className={cx(textLinkClass, "text-13")}
    >
      {t(isIssued ? "accounting.showInvoices" : "accounting.showTakings")}
    </Link>
  );
}

const cellClass = "pl-2 last:pr-4 text-right whitespace-nowrap tnum sm:px-4";

function VatTable({ report, rows, currency, title }: CurrencyRows & { report: VatReport; title: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const names = useAmountNames();
  const rate = useRateFormat();
  const nameOf = usePeriodName();
  const isOfYear = isYear(report.period);
  const rateName = (row: VatRow) => (row.isExempt ? t("accounting.exempt") : rate(row.rate * 10));
  const months = [...Map.groupBy(rows, ({ month }) => month)].map(([month, ofMonth]) => ({
    ...{ month, ofMonth },
    // The line of a month of a year says its only rate itself.
    only: isOfYear && ofMonth.length === 1 ? ofMonth[0] : undefined,
  }));
  const amountCells = (row: Amounts) =>
    amounts.map((name) => (
      <td key={name} className={cellClass}>
        {money(row[name], currency)}
      </td>
    ));
  return (
    <Card title={title} action={<RowsLink report={report} />}>
      <table className="w-full border-collapse text-left text-13 max-sm:text-xs">
        <caption className="sr-only">{title}</caption>
        <thead className="text-xs text-ink-3 max-sm:text-2xs">
          <tr className="h-9 bg-sunken">
            <th scope="col" className="pl-4 font-medium">
              {t(isOfYear ? "accounting.month" : "accounting.rate")}
            </th>
            {amounts.map((name) => (
              <th key={name} scope="col" className={cx(cellClass, "font-medium")}>
                {names[name]}
              </th>
            ))}
          </tr>
        </thead>
        {months.map(({ month, ofMonth, only }) => (
          <tbody key={month}>
            {isOfYear && (
              <tr className="h-10 border-t border-line">
                <th scope="rowgroup" className="pl-4 font-semibold">
                  <Link
                    to="."
                    search={((now: object) => ({ ...now, period: month })) as never}
                    className="rounded-xs outline-ring hover:underline focus-visible:outline-2"
                  >
                    {nameOf(month)}
                  </Link>
                  {only && (
                    <span className="block text-xs font-normal text-ink-3 sm:ml-2 sm:inline">{rateName(only)}</span>
                  )}
                </th>
                {amounts.map((name) => (
                  <td key={name} className={cx(cellClass, "font-semibold")}>
                    {money(addUp(ofMonth)[name], currency)}
                  </td>
                ))}
              </tr>
            )}
            {(only ? [] : ofMonth).map((row) => (
              <tr
                key={`${row.rate} ${row.isExempt}`}
                className={cx("border-t border-line", isOfYear ? "h-9 text-ink-2" : "h-11")}
              >
                <th scope="row" className={cx("font-normal", isOfYear ? "pl-4 sm:pl-8" : "pl-4")}>
                  {rateName(row)}
                </th>
                {amountCells(row)}
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <tr className="h-11 border-t border-line-strong bg-sunken font-semibold">
            <th scope="row" className="pl-4">
              {t("accounting.total")}
            </th>
            {amountCells(addUp(rows))}
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
