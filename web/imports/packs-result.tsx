/** Shows what an import of packs does or has done, and its undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { imports, type PackImport, type PackImportReport } from "#contract/imports.ts";
import { usePackText } from "#web/availability/pack-text.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ExampleRows } from "./example-rows.tsx";
import { ImportProblems, ImportTally } from "./import-summary.tsx";
import { RemainingRecords } from "./remaining-records.tsx";
import { ResultStep } from "./result-step.tsx";
import { UndoButton } from "./undo-button.tsx";

interface PacksSummaryProps {
  report: PackImportReport;
  /** A dry run: nothing is imported yet. */
  isPlan?: boolean;
}

export function PacksSummary({ report, isPlan = false }: PacksSummaryProps) {
  const t = useTranslation();
  const { packs, customers, ended, failed, errors, examples } = report;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ImportTally title={t("packs.title")} counts={packs} isPlan={isPlan} />
        <ImportTally title={t("customers.title")} counts={customers} isPlan={isPlan} withoutUpdates />
      </div>
      {ended > 0 && <p className="text-13 text-ink-2">{t("imports.endedPacks", { count: ended })}</p>}
      {isPlan && examples.length > 0 && <Examples examples={examples} />}
      {failed === 0 && isPlan && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>}
      {failed > 0 && <ImportProblems report={{ failed, errors, warned: 0, warnings: [] }} />}
    </>
  );
}

type Example = PackImportReport["examples"][number];

function Examples({ examples }: { examples: Example[] }) {
  const t = useTranslation();
  const { unitsText, untilText } = usePackText();
  const columns: Column<Example>[] = [
    { key: "pack", header: t("packs.one"), phone: "below", cell: ({ pack }) => <span>{pack}</span> },
    { key: "customer", header: t("customers.one"), phone: "below", cell: ({ customer }) => <span>{customer}</span> },
    {
      key: "left",
      header: t("packs.left"),
      phone: "below",
      cell: ({ unit, unitsLeft, unitsTotal }) => (
        <span className="tnum">
          {t("imports.unitsOf", { left: unitsText(unit, unitsLeft), total: unitsText(unit, unitsTotal) })}
        </span>
      ),
    },
    {
      key: "end",
      header: t("packs.validUntil"),
      phone: "below",
      cell: ({ expiresOn }) => <span className="tnum">{untilText(expiresOn)}</span>,
    },
  ];
  return <ExampleRows examples={examples} columns={columns} />;
}

export function PacksResult({ ended }: { ended: PackImport }) {
  const { report, undo, undoableUntil } = ended;
  const t = useTranslation();
  const { path } = useScope();
  const { dateTime } = useDateFormats();
  return (
    <ResultStep
      ended={ended}
      to={path("/packs/import")}
      note={undoableUntil && <p>{t("imports.undoUntil", { date: dateTime(undoableUntil) })}</p>}
      actions={
        <>
          {undoableUntil && <PacksUndo ended={ended} />}
          <Link to={path("/packs")} className={buttonClass("primary")}>
            {t("imports.seePacks")}
          </Link>
        </>
      }
    >
      {undo && <UndoOutcome undo={undo} />}
      {report && !undo && <PacksSummary report={report} />}
    </ResultStep>
  );
}

function PacksUndo({ ended: { id: importId, fileName } }: { ended: PackImport }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, packImportId: importId };
  const undo = useMutation({
    ...endpointMutation(imports.undoPacks),
    onSuccess: ({ data }) => {
      cache.setQueryData(endpointQuery(imports.readPacks, { params }).queryKey, { data });
    },
  });
  return (
    <UndoButton
      fileName={fileName}
      text={t("imports.undoPacksText")}
      onUndo={() => undo.mutateAsync({ params, body: {} })}
    />
  );
}

function UndoOutcome({ undo: { removed, restored, kept, records } }: { undo: NonNullable<PackImport["undo"]> }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <>
      <div className="text-13 text-ink-2">
        <p>{t("imports.undoPacksRemoved", { count: removed })}</p>
        {restored > 0 && <p>{t("imports.undoPacksRestored", { count: restored })}</p>}
      </div>
      <RemainingRecords
        kept={kept}
        rows={records}
        columns={[
          {
            key: "name",
            header: t("packs.one"),
            cell: ({ name, customerId }) =>
              customerId === null ? (
                name
              ) : (
                <Link to={path(`/customers/${customerId}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
                  {name}
                </Link>
              ),
          },
          {
            key: "kind",
            header: t("events.kind"),
            phone: "below",
            cell: ({ kind }) => t(kind === "pack" ? "packs.one" : "customers.one"),
          },
        ]}
      />
    </>
  );
}
