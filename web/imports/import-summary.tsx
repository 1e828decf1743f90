import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { type ImportReport, MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { saveFile } from "#web/kit/data/download.ts";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { type Column, DataTable } from "#web/kit/list/table.tsx";
import { useLanguage, useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { toErrorsCsv } from "./errors-csv.ts";
import { LineNumber } from "./line-number.tsx";

/** Errors are of rows that are left out; warnings are of rows that are imported. */
type ImportProblem = ImportReport["errors"][number] & { isWarning: boolean };
const PROBLEMS_PER_PAGE = 20;

interface ImportSummaryProps {
  report: ImportReport;
  /** A dry run: nothing is imported yet. */
  isPlan?: boolean;
  /** Between the counts and the problems. */
  children?: ReactNode;
}

export function ImportSummary({ report, isPlan = false, children }: ImportSummaryProps) {
  const { facilities, fields, errors, warnings } = report;
  const t = useTranslation();
  const tally = (title: string, counts: ImportReport["facilities"]) => (
    <ImportTally title={title} counts={counts} isPlan={isPlan} />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {tally(t("facilities.title"), facilities)}
        {tally(t("fields.title"), fields)}
      </div>
      {children}
      {errors.length === 0 && isPlan && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>}
      {errors.length + warnings.length > 0 && <ImportProblems report={report} />}
    </>
  );
}

interface ImportTallyProps {
  title: string;
  counts: ImportReport["facilities"];
  isPlan: boolean;
  /** The import changes none that are here. */
  withoutUpdates?: boolean;
}

export function ImportTally({ title, counts, isPlan, withoutUpdates = false }: ImportTallyProps) {
  const t = useTranslation();
  const number = new Intl.NumberFormat(useLocale());
  return (
    <Card title={title}>
      <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line">
        {[
          [t(isPlan ? "imports.wouldCreate" : "imports.tallyCreated"), counts.created] as const,
          ...(withoutUpdates
            ? []
            : [[t(isPlan ? "imports.wouldUpdate" : "imports.tallyUpdated"), counts.updated] as const]),
          [t("imports.tallyUnchanged"), counts.unchanged] as const,
        ].map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end px-4 py-3">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="text-xl font-semibold tnum">{number.format(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function ImportProblems({
  report: { failed, errors, warned, warnings },
}: {
  report: Pick<ImportReport, "failed" | "errors" | "warned" | "warnings">;
}) {
  const t = useTranslation();
  const language = useLanguage();
  const { page } = useListSearch();
  const problems: ImportProblem[] = [
    ...errors.map((error) => ({ ...error, isWarning: false })),
    ...warnings.map((warning) => ({ ...warning, isWarning: true })),
  ];
  const last = Math.ceil(problems.length / PROBLEMS_PER_PAGE);
  const visible = problems
    .map((problem, index) => ({ ...problem, index }))
    .slice((page - 1) * PROBLEMS_PER_PAGE, page * PROBLEMS_PER_PAGE);
  const columns: Column<ImportProblem>[] = [
    {
      key: "line",
      header: t("imports.line"),
      className: "sm:w-20",
      cell: ({ line }) => <LineNumber line={line} />,
    },
    { key: "column", header: t("imports.column"), phone: "below", cell: ({ column }) => column },
    {
      key: "value",
      header: t("imports.value"),
      phone: "below",
      cell: ({ value }) => value && <span className="[overflow-wrap:anywhere] text-ink-2">{value}</span>,
    },
    {
      key: "problem",
      header: t("imports.problem"),
      phone: "below",
      cell: ({ message, isWarning }) => (
        <span className="[overflow-wrap:anywhere] max-sm:w-full max-sm:text-ink">
          <Badge tone={isWarning ? "gray" : "red"} className="mr-1.5">
            {t(isWarning ? "imports.warning" : "imports.error")}
          </Badge>
          {message}
        </span>
      ),
    },
  ];
  const save = () => {
    const headers = [t("imports.line"), t("imports.column"), t("imports.value"), t("imports.problem")];
    const text = toErrorsCsv(headers, problems, language === "fr" ? ";" : ",");
    saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), t("imports.errorsFile"));
  };
  return (
    <section aria-label={t("imports.errors")}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          {failed > 0 && (
            <h3 className="text-13 font-semibold text-danger">{t("imports.failed", { count: failed })}</h3>
          )}
          {warned > 0 && <h3 className="text-13 font-semibold">{t("imports.warned", { count: warned })}</h3>}
          {Math.max(errors.length, warnings.length) >= MAX_IMPORT_ERRORS && (
            <p className="text-xs text-ink-3">{t("imports.errorsShown", { count: MAX_IMPORT_ERRORS })}</p>
          )}
        </div>
        <Button onClick={save}>
          <Download aria-hidden />
          {t("imports.downloadErrors")}
        </Button>
      </div>
      <DataTable
        caption={t("imports.errors")}
        columns={columns}
        rows={visible}
        rowKey={(problem) => (problem as (typeof visible)[number]).index}
        pending={false}
      />
      {last > 1 && <Pagination meta={{ current_page: page, last_page: last, total: problems.length }} />}
    </section>
  );
}
