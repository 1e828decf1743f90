/** Entries of a month or a year, as they follow from documents and money, to take along for the accountant. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { BookOpen, Download, FileText, Lock } from "lucide-react";
import { monthOf } from "#contract/accounting-period-rules.ts";
import { accounting, type JournalEntry } from "#contract/accounting.ts";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import { localToday } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { LabelledSelect } from "#web/kit/list/labelled-filters.tsx";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganization } from "#web/organizations/use-organization.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";
import { journalLabels } from "./journal-labels.ts";
import { PeriodSelect, useAskedPeriod } from "./period.tsx";

const ENTRIES_SHOWN = 25;

const useJournalQuery = () => ({
  period: useAskedPeriod(),
  journal: useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => parseSearchOption(journalLabels, search["journal"]),
  }),
});

export function JournalPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const query = useJournalQuery();
  const { page } = useListSearch();
  const input = { params: { organizationId }, query: { ...query, page, per_page: ENTRIES_SHOWN } };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...endpointQuery(accounting.journal, input),
    placeholderData: keepPreviousRows(input),
    staleTime: 0,
  });
  return (
    <Page
      title={t("accounting.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={<ExportButtons query={query} />}
      tabs={<AccountingTabs />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <JournalFilters query={query} />
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data ? (
          <div className={cx("transition-opacity", isPlaceholderData && "opacity-60")}>
            <ClosedNote entries={data.data} />
            <JournalTable entries={data.data} />
            <Pagination meta={data.meta} />
          </div>
        ) : (
          <Skeleton className="h-96 w-full rounded-xl" />
        )}
      </div>
    </Page>
  );
}

/** French organizations have a FEC, which the SIREN names. */
function useFec(): "none" | "unnamed" | "named" {
  const organization = useOrganization();
  if (organization?.countryId !== FRANCE_ID) return "none";
  return organization.identificationNumber ? "named" : "unnamed";
}

interface OfQuery {
  query: ReturnType<typeof useJournalQuery>;
}

function JournalFilters({ query: { period = monthOf(localToday()), journal } }: OfQuery) {
  const t = useTranslation();
  const { path, can } = useScope();
  const fec = useFec();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <PeriodSelect period={period} />
      <LabelledSelect
        name="journal"
        label={t("accounting.journal")}
        all={t("accounting.allJournals")}
        value={journal}
        options={(["VE", "CA", "BQ", "OD"] as const).map((value) => ({ value, label: t(journalLabels[value]) }))}
        className="w-56 max-sm:w-full"
      />
      <p className="w-full max-w-prose text-13 text-ink-2">
        {t("accounting.journalText")}
        {fec !== "none" && ` ${t("accounting.fecText")}`}{" "}
        {fec === "unnamed" &&
          (can("organizations.update") ? (
            <Link to={path("/settings")} className={textLinkClass}>
              {t("accounting.fecWithoutSiren")}
            </Link>
          ) : (
            t("accounting.fecWithoutSiren")
          ))}
      </p>
    </div>
  );
}

function ExportButtons({ query }: OfQuery) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const hasFec = useFec() === "named";
  const csv = useMutation({
    mutationFn: () => download(accounting.journalCsv, { params: { organizationId }, query }, "journal.csv"),
  });
  const fec = useMutation({
    mutationFn: () => {
      const { period = monthOf(localToday()) } = query;
      return download(accounting.fec, { params: { organizationId, period } }, "FEC.txt");
    },
  });
  return (
    <>
      <Button pending={csv.isPending} onClick={() => csv.mutate()}>
        {!csv.isPending && <Download aria-hidden />}
        {t("accounting.csv")}
      </Button>
      {hasFec && (
        <Button pending={fec.isPending} onClick={() => fec.mutate()}>
          {!fec.isPending && <FileText aria-hidden />}
          {t("accounting.fec")}
        </Button>
      )}
    </>
  );
}

/** Says that all these entries were closed on a day; a year may have several. */
function ClosedNote({ entries }: { entries: readonly JournalEntry[] }) {
  const t = useTranslation();
  const { date } = useDateFormats("UTC");
  const days = new Set(entries.map(({ closedOn }) => closedOn));
  const [closedOn] = days;
  if (!closedOn || days.size > 1) return null;
  return (
    <p className="mb-3 flex items-center gap-2 text-13 text-ink-2">
      <Lock aria-hidden className="size-4 shrink-0" />
      {t("accounting.isClosedOn", { date: date(noonOf(closedOn)) })}
    </p>
  );
}

function JournalTable({ entries }: { entries: readonly JournalEntry[] }) {
  const t = useTranslation();
  if (entries.length === 0)
    return (
      <Card>
        <EmptyState icon={BookOpen} title={t("accounting.noEntries")}>
          {t("accounting.noEntriesText")}
        </EmptyState>
      </Card>
    );
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <table className="w-full border-collapse text-left text-13">
        <caption className="sr-only">{t("accounting.journals")}</caption>
        <thead className="text-xs text-ink-3">
          <tr className="h-9 bg-sunken">
            <th scope="col" className="pl-4 font-medium">
              {t("accounting.account")}
            </th>
            <th scope="col" className={cx(amountClass, "font-medium")}>
              {t("accounting.debit")}
            </th>
            <th scope="col" className={cx(amountClass, "font-medium")}>
              {t("accounting.credit")}
            </th>
          </tr>
        </thead>
        {entries.map((entry) => (
          <EntryRows key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </table>
    </div>
  );
}

const amountClass = "px-2 last:pr-4 text-right whitespace-nowrap tnum sm:px-4";

function EntryRows({ entry: { date, journal, label, lines, currency, piece, kind, id } }: { entry: JournalEntry }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can } = useScope();
  const { weekdayDate } = useDateFormats("UTC");
  const to =
    kind === "payment" && can("payments.show")
      ? path(`/payments/${id}`)
      : kind === "invoice" && can("invoices.show")
        ? path(`/invoices?q=${piece}`)
        : undefined;
  return (
    <tbody>
      <tr className="border-t border-line bg-surface">
        <th scope="rowgroup" colSpan={3} className="px-4 pt-3 pb-1 font-normal">
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="whitespace-nowrap text-ink-3 tnum">{weekdayDate(noonOf(date))}</span>
            {to ? (
              <Link
                to={to}
                className="min-w-0 rounded-xs font-medium [overflow-wrap:anywhere] outline-ring hover:underline focus-visible:outline-2"
              >
                {label}
              </Link>
            ) : (
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{label}</span>
            )}
            <Badge>{t(journalLabels[journal])}</Badge>
          </span>
        </th>
      </tr>
      {lines.map(({ account, accountLabel, auxiliary, debit, credit }, index) => (
        <tr key={index} className="h-8 last:[&>td]:pb-3">
          <td className="py-1 pl-4 text-ink-2">
            <span className="mr-2 font-medium text-ink tnum">{account}</span>
            <span className="[overflow-wrap:anywhere]">
              {auxiliary ? `${accountLabel} · ${auxiliary.name}` : accountLabel}
            </span>
          </td>
          <td className={cx(amountClass, "py-1")}>{debit > 0 && money(debit, currency)}</td>
          <td className={cx(amountClass, "py-1")}>{credit > 0 && money(credit, currency)}</td>
        </tr>
      ))}
    </tbody>
  );
}
