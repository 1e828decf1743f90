/** Shows what an import of customers does or has done, and its undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CustomerImport, type CustomerImportReport, imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { rowLinkClass } from "#web/kit/list/table.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ImportProblems, ImportTally } from "./import-summary.tsx";
import { RemainingRecords } from "./remaining-records.tsx";
import { ResultStep } from "./result-step.tsx";
import { UndoButton } from "./undo-button.tsx";

interface CustomersSummaryProps {
  report: CustomerImportReport;
  /** A dry run: nothing is imported yet. */
  isPlan?: boolean;
}

export function CustomersSummary({ report, isPlan = false }: CustomersSummaryProps) {
  const t = useTranslation();
  const { customers, failed, errors } = report;
  return (
    <>
      <ImportTally title={t("customers.title")} counts={customers} isPlan={isPlan} />
      {failed === 0 && isPlan && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>}
      {failed > 0 && <ImportProblems report={{ failed, errors, warned: 0, warnings: [] }} />}
    </>
  );
}

export function CustomersResult({ ended }: { ended: CustomerImport }) {
  const { report, undo, undoableUntil } = ended;
  const t = useTranslation();
  const { path } = useScope();
  const { dateTime } = useDateFormats();
  return (
    <ResultStep
      ended={ended}
      to={path("/customers/import")}
      note={undoableUntil && <p>{t("imports.undoUntil", { date: dateTime(undoableUntil) })}</p>}
      actions={
        <>
          {undoableUntil && <CustomersUndo ended={ended} />}
          <Link to={path("/users")} className={buttonClass("primary")}>
            {t("imports.seeCustomers")}
          </Link>
        </>
      }
    >
      {undo && <UndoOutcome undo={undo} />}
      {report && !undo && <CustomersSummary report={report} />}
    </ResultStep>
  );
}

function CustomersUndo({ ended: { id: importId, fileName } }: { ended: CustomerImport }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, customerImportId: importId };
  const undo = useMutation({
    ...endpointMutation(imports.undoCustomers),
    onSuccess: ({ data }) => {
      cache.setQueryData(endpointQuery(imports.readCustomers, { params }).queryKey, { data });
    },
  });
  return (
    <UndoButton
      fileName={fileName}
      text={t("imports.undoCustomersText")}
      onUndo={() => undo.mutateAsync({ params, body: {} })}
    />
  );
}

function UndoOutcome({ undo: { removed, restored, kept, records } }: { undo: NonNullable<CustomerImport["undo"]> }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <>
      <div className="text-13 text-ink-2">
        <p>{t("imports.undoCustomersRemoved", { count: removed })}</p>
        {restored > 0 && <p>{t("imports.undoCustomersRestored", { count: restored })}</p>}
      </div>
      <RemainingRecords
        kept={kept}
        rows={records}
        columns={[
          {
            key: "name",
            header: t("customers.one"),
            cell: ({ id, name }) => (
              <Link to={path(`/customers/${id}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
                {name}
              </Link>
            ),
          },
        ]}
      />
    </>
  );
}
