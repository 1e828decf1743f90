/** Shows what an import of bookings does or has done, and its undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type BookingImport, type BookingImportReport, imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { ExampleRows } from "./example-rows.tsx";
import { ImportProblems, ImportTally } from "./import-summary.tsx";
import { RemainingRecords } from "./remaining-records.tsx";
import { ResultStep } from "./result-step.tsx";
import { UndoButton } from "./undo-button.tsx";

interface BookingsSummaryProps {
  report: BookingImportReport;
  /** A dry run: nothing is imported yet. */
  isPlan?: boolean;
  /** Between the counts and the problems. */
  children?: ReactNode;
}

export function BookingsSummary({ report, isPlan = false, children }: BookingsSummaryProps) {
  const t = useTranslation();
  const { bookings, customers, past, skipped, errors, warnings, examples } = report;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ImportTally title={t("events.title")} counts={bookings} isPlan={isPlan} withoutUpdates />
        <ImportTally title={t("customers.title")} counts={customers} isPlan={isPlan} withoutUpdates />
      </div>
      {past + skipped > 0 && (
        <div className="text-13 text-ink-2">
          {past > 0 && <p>{t("imports.pastBookings", { count: past })}</p>}
          {skipped > 0 && <p>{t("imports.skipped", { count: skipped })}</p>}
        </div>
      )}
      {isPlan && examples.length > 0 && <Examples examples={examples} />}
      {children}
      {errors.length === 0 && isPlan && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>}
      {errors.length + warnings.length > 0 && <ImportProblems report={report} />}
    </>
  );
}

type Example = BookingImportReport["examples"][number];

function Examples({ examples }: { examples: Example[] }) {
  const t = useTranslation();
  const columns: Column<Example>[] = [
    { key: "when", header: t("events.date"), cell: (example) => <ExampleTime {...example} /> },
    { key: "field", header: t("fields.one"), phone: "below", cell: ({ field }) => field },
    { key: "title", header: t("events.name"), phone: "below", cell: ({ title }) => title || "—" },
    { key: "customer", header: t("customers.one"), phone: "below", cell: ({ customer }) => customer ?? "—" },
  ];
  return <ExampleRows examples={examples} columns={columns} />;
}

function ExampleTime({ startTime, endTime, timezone }: Example) {
  const { weekdayDateTimeRange } = useDateFormats(timezone);
  return <span className="tnum">{weekdayDateTimeRange(startTime, endTime)}</span>;
}

export function BookingsResult({ ended }: { ended: BookingImport }) {
  const { report, undo, undoableUntil } = ended;
  const t = useTranslation();
  const { path } = useScope();
  const { dateTime } = useDateFormats();
  return (
    <ResultStep
      ended={ended}
      to={path("/events/import")}
      note={undoableUntil && <p>{t("imports.undoUntil", { date: dateTime(undoableUntil) })}</p>}
      actions={
        <>
          {undoableUntil && <BookingsUndo ended={ended} />}
          <Link to={path("/events")} className={buttonClass("primary")}>
            {t("imports.seeBookings")}
          </Link>
        </>
      }
    >
      {undo && <UndoOutcome undo={undo} />}
      {report && !undo && <BookingsSummary report={report} />}
    </ResultStep>
  );
}

function BookingsUndo({ ended: { id: importId, fileName } }: { ended: BookingImport }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, bookingImportId: importId };
  const undo = useMutation({
    ...endpointMutation(imports.undoBookings),
    onSuccess: ({ data }) => {
      cache.setQueryData(endpointQuery(imports.readBookings, { params }).queryKey, { data });
    },
  });
  return (
    <UndoButton
      fileName={fileName}
      text={t("imports.undoText")}
      onUndo={() => undo.mutateAsync({ params, body: {} })}
    />
  );
}

type UndoRecord = NonNullable<BookingImport["undo"]>["records"][number];

function UndoOutcome({ undo: { removed, kept, records } }: { undo: NonNullable<BookingImport["undo"]> }) {
  const t = useTranslation();
  const { path } = useScope();
  const columns: Column<UndoRecord>[] = [
    {
      key: "name",
      header: t("events.name"),
      cell: ({ kind, id, name }) => (
        <Link
          to={path(kind === "booking" ? `/events/${id}` : `/customers/${id}`)}
          className={`${rowLinkClass} [overflow-wrap:anywhere]`}
        >
          {name}
        </Link>
      ),
    },
    {
      key: "kind",
      header: t("events.kind"),
      phone: "below",
      cell: ({ kind }) => t(kind === "booking" ? "events.one" : "customers.one"),
    },
    {
      key: "when",
      header: t("events.date"),
      phone: "below",
      cell: ({ startTime, timezone }) =>
        startTime ? <DateTime at={startTime} timeZone={timezone ?? undefined} className="tnum" /> : "—",
    },
  ];
  return (
    <>
      <p className="text-13 text-ink-2">{t("imports.undoRemoved", { count: removed })}</p>
      <RemainingRecords kept={kept} rows={records} columns={columns} />
    </>
  );
}
