/** What an import did, or would do: numbers, and what could not be read. */
import { Download } from "lucide-react";
import { type ImportReport, mostImportErrors } from "#contract/imports.ts";
import { Button } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { keep } from "#web/kit/download.ts";
import { useListSearch } from "#web/kit/list-search.ts";
import { Pagination } from "#web/kit/pagination.tsx";
import { type Column, DataTable } from "#web/kit/table.tsx";
import { useLanguage, useLocale, useWords } from "#web/kit/words.ts";
import { errorsCsv } from "./errors-csv.ts";

type ImportError = ImportReport["errors"][number];
const perPage = 20;

interface ReportProps {
  report: ImportReport;
  /** Nothing of it is done yet. */
  isPlan?: boolean;
}

export function Report({ report: { facilities, fields, failed, errors }, isPlan = false }: ReportProps) {
  const t = useWords();
  const number = new Intl.NumberFormat(useLocale());
  const tally = (title: string, counts: ImportReport["facilities"]) => (
    <Card title={title}>
      <dl className="grid grid-cols-3 divide-x divide-line">
        {(
          [
            [t(isPlan ? "imports.wouldCreate" : "imports.tallyCreated"), counts.created],
            [t(isPlan ? "imports.wouldUpdate" : "imports.tallyUpdated"), counts.updated],
            [t("imports.tallyUnchanged"), counts.unchanged],
          ] as const
        ).map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end px-4 py-3">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="text-xl font-semibold tnum">{number.format(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {tally(t("facilities.title"), facilities)}
        {tally(t("fields.title"), fields)}
      </div>
      {errors.length === 0 ? (
        isPlan && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>
      ) : (
        <Errors errors={errors} failed={failed} />
      )}
    </>
  );
}

function Errors({ errors, failed }: Pick<ImportReport, "errors" | "failed">) {
  const t = useWords();
  const language = useLanguage();
  const { page } = useListSearch();
  const last = Math.ceil(errors.length / perPage);
  const shown = errors.map((error, index) => ({ ...error, index })).slice((page - 1) * perPage, page * perPage);
  const columns: Column<ImportError>[] = [
    {
      key: "line",
      header: t("imports.line"),
      className: "sm:w-20",
      cell: ({ line }) => (
        <span className="tnum">
          <span className="sm:hidden">{t("imports.line")} </span>
          {line}
        </span>
      ),
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
      cell: ({ message }) => <span className="[overflow-wrap:anywhere] max-sm:w-full max-sm:text-ink">{message}</span>,
    },
  ];
  const save = () => {
    const headers = [t("imports.line"), t("imports.column"), t("imports.value"), t("imports.problem")];
    const text = errorsCsv(headers, errors, language === "fr" ? ";" : ",");
    keep(new Blob([text], { type: "text/csv;charset=utf-8" }), t("imports.errorsFile"));
  };
  return (
    <section aria-label={t("imports.errors")}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="text-13 font-semibold text-danger">{t("imports.failed", { count: failed })}</h3>
          {errors.length >= mostImportErrors && (
            <p className="text-xs text-ink-3">{t("imports.errorsShown", { count: errors.length })}</p>
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
        rows={shown}
        rowKey={(error) => (error as (typeof shown)[number]).index}
        pending={false}
      />
      {last > 1 && <Pagination meta={{ current_page: page, last_page: last, total: errors.length }} />}
    </section>
  );
}
