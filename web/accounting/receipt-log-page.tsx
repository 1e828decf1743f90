/** The receipt log of French law: how far it goes, whether it is whole, and its totals with the archives of months. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { type ReceiptLog, receiptLog, type ReceiptTotal, type ReceiptLogVerification } from "#contract/receipt-log.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { listSearch, parseSearchOption } from "#web/kit/list/list-search.ts";
import { ResultTable } from "#web/kit/list/result-table.tsx";
import type { Column } from "#web/kit/list/table.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { AccountingTabs } from "./accounting-tabs.tsx";

export function ReceiptLogPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const log = useQuery({ ...endpointQuery(receiptLog.read, { params: { organizationId } }), staleTime: 0 });
  return (
    <Page title={t("accounting.title")} crumbs={useOrganizationCrumbs() ?? []} tabs={<AccountingTabs />}>
      {log.data ? (
        <Log log={log.data.data} />
      ) : log.error ? (
        <ErrorState error={log.error} onRetry={log.refetch} />
      ) : (
        <DetailSkeleton rows={6} aside={false} />
      )}
    </Page>
  );
}

function Log({ log }: { log: ReceiptLog }) {
  const t = useTranslation();
  if (!log.isKept)
    return (
      <Card>
        <EmptyState icon={ShieldCheck} title={t("receipt-log.notKept")}>
          {t("receipt-log.notKeptText")}
        </EmptyState>
      </Card>
    );
  if (log.entries === 0)
    return (
      <Card>
        <EmptyState icon={ShieldCheck} title={t("receipt-log.none")}>
          {t("receipt-log.noneText")}
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-3xl text-13 text-ink-2">{t("receipt-log.text")}</p>
      <State log={log} />
      <Totals />
    </div>
  );
}

function State({ log: { entries, firstAt, lastAt } }: { log: ReceiptLog }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { zonedDateTime } = useDateFormats(useOrganizationTimezone());
  const { count } = useNumberFormats();
  const verification = useQuery({
    ...endpointQuery(receiptLog.verification, { params: { organizationId } }),
    enabled: false,
    gcTime: 0,
  });
  const result = verification.data?.data;
  return (
    <Card
      title={t("receipt-log.state")}
      action={
        <Button pending={verification.isFetching} onClick={() => void verification.refetch()}>
          {!verification.isFetching && <ShieldCheck aria-hidden />}
          {t("receipt-log.verify")}
        </Button>
      }
    >
      <dl className="flex flex-wrap gap-px bg-line">
        <Figure name={t("receipt-log.entries")}>{count(entries)}</Figure>
        <Figure name={t("receipt-log.firstAt")}>{firstAt && zonedDateTime(firstAt)}</Figure>
        <Figure name={t("receipt-log.lastAt")}>{lastAt && zonedDateTime(lastAt)}</Figure>
      </dl>
      <div role="status">
        {verification.isFetching ? null : verification.error ? (
          <p className="border-t border-line px-4 py-3 text-13 text-danger">{verification.error.message}</p>
        ) : (
          result && <Result result={result} />
        )}
      </div>
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grow basis-44 content-start gap-0.5 bg-surface px-4 py-3">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="font-semibold tnum">{children}</dd>
    </div>
  );
}

function Result({ result: { entries, signatures, signedElsewhere, broken } }: { result: ReceiptLogVerification }) {
  const t = useTranslation();
  const { zonedDateTime } = useDateFormats(useOrganizationTimezone());
  if (!broken)
    return (
      <p className="grid gap-0.5 border-t border-line bg-lime-bg px-4 py-3 text-13 text-lime-fg">
        <strong className="font-semibold">{t("receipt-log.whole", { count: entries })}</strong>
        {signatures > 0 && <span>{t("receipt-log.signatures", { count: signatures })}</span>}
        {signedElsewhere > 0 && <span>{t("receipt-log.signedElsewhere", { count: signedElsewhere })}</span>}
      </p>
    );
  const { seq, at, problem } = broken;
  const when = at === null ? "" : zonedDateTime(at);
  return (
    <p className="grid gap-0.5 border-t border-line bg-rose-bg px-4 py-3 text-13 text-rose-fg">
      <strong className="font-semibold">
        {problem === "missing"
          ? t("receipt-log.isMissing", { seq })
          : t(problem === "changed" ? "receipt-log.isChanged" : "receipt-log.isSignedWrong", { seq, when })}
      </strong>
      {entries > 0 && <span>{t("receipt-log.wholeBefore", { count: entries })}</span>}
      <span>{t("receipt-log.brokenAdvice")}</span>
    </p>
  );
}

const periodLabels = {
  day: "receipt-log.days",
  month: "receipt-log.months",
  year: "receipt-log.years",
} as const;
type Period = keyof typeof periodLabels;

const useTotalsSearch = () =>
  useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => ({
      period: parseSearchOption(periodLabels, search["period"]) ?? ("month" as const),
      page: listSearch.validateSearch(search).page,
    }),
  });

function Totals() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const navigate = useNavigate();
  const { page, period } = useTotalsSearch();
  const input = { params: { organizationId }, query: { page, period } };
  const found = useQuery({ ...endpointQuery(receiptLog.totals, input), placeholderData: keepPreviousRows(input) });
  const choose = (chosen: Period) =>
    void navigate({ to: ".", search: chosen === "month" ? {} : { period: chosen }, replace: true });
  const columns = useColumns(period);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{t("receipt-log.totals")}</h2>
        <SegmentedControl
          name="period"
          aria-label={t("receipt-log.period")}
          value={period}
          onValueChange={choose}
          options={(["day", "month", "year"] as const).map((value) => ({ value, label: t(periodLabels[value]) }))}
        />
      </div>
      <ResultTable
        result={found}
        caption={t("receipt-log.totals")}
        columns={columns}
        rowKey={({ organization, seq }) => `${organization.id} ${seq}`}
        empty={
          <EmptyState icon={ShieldCheck} title={t("receipt-log.noTotals")}>
            {t("receipt-log.noTotalsText")}
          </EmptyState>
        }
      />
    </section>
  );
}

function useColumns(period: Period): Column<ReceiptTotal>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { weekdayDate, month } = useDateFormats("UTC");
  const nameOf = (from: string) =>
    period === "day" ? weekdayDate(noonOf(from)) : period === "month" ? month(noonOf(from)) : from.slice(0, 4);
  const amount = (
    key: string,
    header: string,
    read: (total: ReceiptTotal) => number,
    phone: "below" | "hidden" = "hidden",
  ): Column<ReceiptTotal> => ({
    ...{ key, header, phone },
    align: "right",
    className: "whitespace-nowrap",
    cell: (total) => <span className="tnum">{money(read(total), total.currency)}</span>,
  });
  return [
    {
      key: "from",
      header: t("receipt-log.period"),
      cell: ({ from, entries, archive }) => (
        <span className="grid gap-0.5">
          <span className="font-medium first-letter:uppercase">{nameOf(from)}</span>
          <span className="text-ink-3 tnum">{t("receipt-log.count", { count: entries })}</span>
          {archive && (
            <span className="max-w-md text-xs [overflow-wrap:anywhere] text-ink-3">
              {t("receipt-log.lastArchive", { sha256: archive.sha256 })}
            </span>
          )}
        </span>
      ),
    },
    amount("payments", t("receipt-log.payments"), ({ payments }) => payments.amount),
    amount("refunds", t("receipt-log.refunds"), ({ refunds }) => refunds.amount),
    {
      ...amount("total", t("receipt-log.total"), ({ total }) => total, "below"),
      cell: ({ total, currency }) => <span className="font-medium tnum">{money(total, currency)}</span>,
    },
    amount("perpetual", t("receipt-log.perpetualTotal"), ({ perpetualTotal }) => perpetualTotal),
    ...(period === "month"
      ? [
          {
            key: "archive",
            header: t("receipt-log.archive"),
            align: "right" as const,
            phone: "beside" as const,
            cell: (total: ReceiptTotal) => <ArchiveButton total={total} name={nameOf(total.from)} />,
          },
        ]
      : []),
  ];
}

function ArchiveButton({ total: { from }, name }: { total: ReceiptTotal; name: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const month = from.slice(0, 7);
  const save = useMutation({
    mutationFn: () => download(receiptLog.archive, { params: { organizationId, month } }, `${month}.zip`),
    onSuccess: () => cache.invalidateQueries({ queryKey: [receiptLog.totals.name] }),
  });
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()} aria-label={t("receipt-log.downloadOf", { name })}>
      {!save.isPending && <Download aria-hidden />}
      {t("receipt-log.download")}
    </Button>
  );
}
