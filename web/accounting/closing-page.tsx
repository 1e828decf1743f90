/** Months that are closed, and the one that comes next: what would be closed is shown before. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import * as z from "zod/mini";
import { accounting, type AccountingMonths, type ClosedMonth, type JournalSum } from "#contract/accounting.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { type Column, DataTable, rowLinkClass } from "#web/kit/list/table.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";
import { journalLabels } from "./journal-labels.ts";
import { usePeriodName } from "./period.tsx";

export function ClosingPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(accounting.months, { params: { organizationId } }),
    staleTime: 0,
  });
  return (
    <Page title={t("accounting.title")} crumbs={useOrganizationCrumbs() ?? []} tabs={<AccountingTabs />}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-prose text-13 text-ink-2">{t("accounting.closingText")}</p>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data ? (
          <>
            <NextMonth next={data.data.next} />
            <ClosedMonths months={data.data.closed} />
          </>
        ) : (
          <Skeleton className="h-80 w-full rounded-xl" />
        )}
      </div>
    </Page>
  );
}

function NextMonth({ next }: Pick<AccountingMonths, "next">) {
  const t = useTranslation();
  const { can } = useScope();
  const { date } = useDateFormats("UTC");
  const nameOf = usePeriodName();
  if (!next)
    return (
      <Card>
        <EmptyState icon={Lock} title={t("accounting.nothingYet")}>
          {t("accounting.nothingYetText")}
        </EmptyState>
      </Card>
    );
  const month = nameOf(next.month);
  return (
    <Card title={t("accounting.nextMonth")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <div className="grid min-w-0 grow gap-0.5">
          <span className="font-semibold first-letter:uppercase">{month}</span>
          <span className="text-13 text-ink-2">
            {next.isOver
              ? t("accounting.canBeClosed")
              : t("accounting.closableFrom", { date: date(noonOf(next.from)) })}
          </span>
        </div>
        {next.isOver && can(accounting.closeMonth) && (
          <DialogButton
            label={t("accounting.closeMonth", { month })}
            icon={<Lock aria-hidden />}
            title={t("accounting.closeMonth", { month })}
            description={t("accounting.closeMonthText")}
          >
            {(close) => <CloseForm month={next.month} onClose={close} />}
          </DialogButton>
        )}
      </div>
    </Card>
  );
}

function CloseForm({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const nameOf = usePeriodName();
  const params = { organizationId, month };
  const preview = useQuery({
    queryKey: ["accounting.closeMonth", "preview", organizationId, month],
    queryFn: () => call(accounting.closeMonth, { params, query: { dryRun: "true" } }, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const closing = useMutation(endpointMutation(accounting.closeMonth));
  return (
    <Form
      schema={z.strictObject({})}
      defaultValues={{}}
      guard={false}
      onSubmit={async () => {
        await closing.mutateAsync({ params });
        await Promise.all(
          [accounting.months, accounting.journal].map(({ name }) => cache.invalidateQueries({ queryKey: [name] })),
        );
        onClose();
      }}
    >
      {preview.error ? (
        <ErrorState error={preview.error} onRetry={preview.refetch} />
      ) : preview.data ? (
        <MonthSums month={preview.data.data} />
      ) : (
        <Skeleton className="h-32 w-full rounded-lg" />
      )}
      <DialogFormActions onClose={onClose} disabled={!preview.data}>
        {t("accounting.closeForGood", { month: nameOf(month) })}
      </DialogFormActions>
    </Form>
  );
}

function MonthSums({ month: { journals, feesMissing, currency } }: { month: ClosedMonth }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { count } = useNumberFormats();
  return (
    <>
      {journals.length === 0 ? (
        <p className="rounded-lg bg-sunken px-3.5 py-3 text-13">{t("accounting.emptyMonth")}</p>
      ) : (
        <table className="w-full border-collapse overflow-hidden rounded-lg text-left text-13">
          <caption className="sr-only">{t("accounting.journals")}</caption>
          <thead className="text-xs text-ink-3">
            <tr className="h-8 bg-sunken">
              <th scope="col" className="pl-3 font-medium">
                {t("accounting.journal")}
              </th>
              <th scope="col" className="px-3 text-right font-medium">
                {t("accounting.entries")}
              </th>
              <th scope="col" className="pr-3 text-right font-medium">
                {t("accounting.amount")}
              </th>
            </tr>
          </thead>
          <tbody>
            {journals.map(({ journal, entries, amount }) => (
              <tr key={journal} className="h-9 border-t border-line">
                <th scope="row" className="pl-3 font-normal">
                  {t(journalLabels[journal])}
                </th>
                <td className="px-3 text-right tnum">{count(entries)}</td>
                <td className="pr-3 text-right whitespace-nowrap tnum">{money(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {feesMissing > 0 && <p className="text-13 text-ink-2">{t("accounting.feesMissing", { count: feesMissing })}</p>}
    </>
  );
}

const sumOf = (journals: readonly JournalSum[], of: "entries" | "amount"): number =>
  journals.reduce((sum, journal) => sum + journal[of], 0);

function ClosedMonths({ months }: { months: readonly ClosedMonth[] }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const { count } = useNumberFormats();
  const { dateTime } = useDateFormats(useOrganizationTimezone());
  const nameOf = usePeriodName();
  const columns: Column<ClosedMonth>[] = [
    {
      key: "month",
      header: t("accounting.month"),
      cell: ({ month, sha256 }) => (
        <span className="grid gap-0.5">
          <Link to={path(`/accounting/journal?period=${month}`)} className={`${rowLinkClass} first-letter:uppercase`}>
            {nameOf(month)}
          </Link>
          {sha256 && (
            <span className="max-w-md text-xs [overflow-wrap:anywhere] text-ink-3">
              {t("accounting.fecHash", { sha256 })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: "entries",
      header: t("accounting.entries"),
      align: "right",
      cell: ({ journals }) => <span className="tnum">{count(sumOf(journals, "entries"))}</span>,
    },
    {
      key: "amount",
      header: t("accounting.amount"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ journals, currency }) => <span className="tnum">{money(sumOf(journals, "amount"), currency)}</span>,
    },
    {
      key: "closed",
      header: t("accounting.closedBy"),
      phone: "below",
      cell: ({ closedAt, closedBy }) =>
        t("accounting.closedByAt", { date: dateTime(closedAt), name: closedBy.fullName }),
    },
  ];
  return (
    <DataTable
      caption={t("accounting.closedMonths")}
      columns={columns}
      rows={months}
      rowKey={({ month }) => month}
      pending={false}
      empty={<EmptyState icon={Lock} title={t("accounting.noClosedMonths")} />}
    />
  );
}
