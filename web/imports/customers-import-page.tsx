/** Import of customers from a CSV file: choose, map the columns, see what it would do, import. The file is sent in parts. */
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { customers } from "#contract/customers.ts";
import {
  type CustomerImportTarget,
  customerImportTargets,
  type CustomerRow,
  type CustomersImport,
  imports,
  MAX_CUSTOMER_ROWS,
} from "#contract/imports.ts";
import type { Returns } from "#contract/kit.ts";
import { call } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { upload, uploadErrorMessage } from "#web/kit/data/upload.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { ColumnList } from "./column-list.tsx";
import { customerTargetLabels, guessCustomerMapping } from "./customer-targets.ts";
import { ImportStep } from "./import-step.tsx";
import { ImportTabs } from "./import-tabs.tsx";
import { ImportProblems, ImportTally } from "./import-summary.tsx";

type Table = Returns<typeof imports.readCustomers>;
type Mapping = readonly (CustomerImportTarget | null)[];

interface Draft {
  table: Table;
  mapping: Mapping;
  /** The outcome of the dry run, or of the import. */
  report?: CustomersImport;
  isDone: boolean;
}

const MAX_SAMPLES = 3;
const describeColumns = ({ headers, rows }: Table) =>
  headers.map((header, at) => ({
    header,
    samples: [...new Set(rows.slice(0, 50).map(({ cells }) => (cells[at] ?? "").trim()))]
      .filter(Boolean)
      .slice(0, MAX_SAMPLES),
  }));

const toRows = ({ table, mapping }: Draft): CustomerRow[] =>
  table.rows.map(({ line, cells }) => ({
    line,
    cells: mapping.flatMap((target, at) => {
      const value = (cells[at] ?? "").trim().slice(0, 500);
      return target && value ? { target, value } : [];
    }),
  }));

const add = (one: CustomersImport, other: CustomersImport): CustomersImport => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  failed: one.failed + other.failed,
  errors: [...one.errors, ...other.errors],
});

export function CustomersImportPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  const [share, setShare] = useState<number>();
  const [wrong, setWrong] = useState<string>();

  const run = async (of: Draft, isDone: boolean) => {
    const rows = toRows(of);
    let report: CustomersImport = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] };
    setWrong(undefined);
    setShare(0);
    try {
      for (let at = 0; at < rows.length; at += MAX_CUSTOMER_ROWS) {
        const part = { rows: rows.slice(at, at + MAX_CUSTOMER_ROWS) };
        const query = isDone ? {} : { dryRun: "true" as const };
        const { data } = await call(
          imports.customers,
          { params: { organizationId }, query, body: part },
          { quiet: true },
        );
        report = add(report, data);
        setShare((at + part.rows.length) / rows.length);
      }
      setDraft({ ...of, report, isDone });
    } catch (error) {
      // Parts that were sent stay imported: rows that exist are found again, so that it can be repeated.
      setWrong(uploadErrorMessage(error));
    }
    setShare(undefined);
    if (isDone) void cache.invalidateQueries({ queryKey: [customers.list.name] });
  };
  const send = async (file: File, onProgress: (sent: number) => void) => {
    const form = new FormData();
    form.append("file", file);
    const { data } = await upload(
      imports.readCustomers,
      { params: { organizationId }, form },
      { onProgress, quiet: true },
    );
    setDraft({ table: data, mapping: guessCustomerMapping(data.headers), isDone: false });
  };
  const list = (
    <Link key="list" to={path("/users")}>
      {t("customers.title")}
    </Link>
  );
  return (
    <Page title={t("imports.customers")} crumbs={[...(useOrganizationCrumbs() ?? []), list]} tabs={<ImportTabs />}>
      {!draft ? (
        <ImportStep at={0} title={t("imports.chooseTitle")} hint={t("imports.customersHint")}>
          <FileBox onFile={send} />
        </ImportStep>
      ) : (
        <DraftSteps
          draft={draft}
          share={share}
          wrong={wrong}
          onChange={setDraft}
          onRun={(isDone) => void run(draft, isDone)}
        />
      )}
    </Page>
  );
}

interface DraftStepsProps {
  draft: Draft;
  /** From 0 to 1 while rows are sent. */
  share: number | undefined;
  wrong: string | undefined;
  onChange: (draft: Draft | undefined) => void;
  onRun: (isDone: boolean) => void;
}

function DraftSteps({ draft, share, wrong, onChange, onRun }: DraftStepsProps) {
  const t = useTranslation();
  const { path } = useScope();
  const { table, mapping, report, isDone } = draft;
  const targets = customerImportTargets.map((value) => ({ value, label: t(customerTargetLabels[value]) }));
  const isBusy = share !== undefined;
  const isNamed = mapping.some((target) => target?.endsWith("Name"));
  const labelled = report?.errors.map((error) => ({
    ...error,
    column:
      error.column && error.column in customerTargetLabels
        ? t(customerTargetLabels[error.column as CustomerImportTarget])
        : error.column,
  }));
  const restart = (
    <Button disabled={isBusy} onClick={() => onChange(undefined)}>
      {t("imports.startOver")}
    </Button>
  );
  const status = (
    <>
      {isBusy && <Progress label={t("imports.runningTitle")} value={share} />}
      {wrong !== undefined && (
        <p role="alert" className="text-13 text-danger">
          {wrong}
        </p>
      )}
    </>
  );
  if (!report)
    return (
      <ImportStep
        at={1}
        title={t("imports.columnsTitle")}
        hint={t("imports.customersColumnsHint", { count: table.rows.length })}
        actions={
          <>
            {restart}
            <Button variant="primary" disabled={!isNamed} pending={isBusy} onClick={() => onRun(false)}>
              {t("imports.check")}
            </Button>
          </>
        }
      >
        <ColumnList
          columns={describeColumns(table)}
          targets={targets}
          mapping={mapping}
          onMappingChange={(next) => onChange({ ...draft, mapping: next })}
        />
        {status}
      </ImportStep>
    );
  return (
    <ImportStep
      at={isDone ? 3 : 2}
      title={t(isDone ? "imports.doneTitle" : "imports.checkTitle")}
      actions={
        isDone ? (
          <>
            {restart}
            <Link to={path("/users")} className={buttonClass("primary")}>
              {t("customers.title")}
            </Link>
          </>
        ) : (
          <>
            <Button disabled={isBusy} onClick={() => onChange({ table, mapping, isDone: false })}>
              {t("imports.backToColumns")}
            </Button>
            <Button
              variant="primary"
              disabled={report.created + report.updated === 0}
              pending={isBusy}
              onClick={() => onRun(true)}
            >
              {t("imports.start")}
            </Button>
          </>
        )
      }
    >
      <ImportTally title={t("customers.title")} counts={report} isPlan={!isDone} />
      {report.failed === 0 && !isDone && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>}
      {report.failed > 0 && (
        <ImportProblems report={{ failed: report.failed, errors: labelled ?? [], warned: 0, warnings: [] }} />
      )}
      {status}
    </ImportStep>
  );
}
