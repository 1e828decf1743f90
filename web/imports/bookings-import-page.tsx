/** Import of bookings from a file: choose, map the columns, see what it would do, import as a job, undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { customers } from "#contract/customers.ts";
import { events } from "#contract/events.ts";
import { imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { BookingsDraftSteps } from "./bookings-draft-steps.tsx";
import { BookingsResult, BookingsSummary } from "./bookings-result.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { ImportLayout } from "./import-layout.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportStep } from "./import-step.tsx";
import { UndoProgress } from "./undo-progress.tsx";
import { useCurrentImport } from "./use-current-import.ts";
import { useSendFile } from "./use-send-file.ts";

export function BookingsImportPage() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <ImportLayout
      title={t("imports.bookings")}
      crumb={
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>
      }
      list={imports.listBookings}
      to={path("/events/import")}
      fileStep={<ChooseBookingsFile />}
    >
      {(importId) => <CurrentImport key={importId} importId={importId} />}
    </ImportLayout>
  );
}

function ChooseBookingsFile() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const send = useSendFile({
    endpoint: imports.uploadBookings,
    list: imports.listBookings,
    queryKeyOf: (bookingImportId) =>
      endpointQuery(imports.readBookings, { params: { organizationId, bookingImportId } }).queryKey,
    to: path("/events/import"),
  });
  return (
    <ImportStep
      at={0}
      title={t("imports.chooseBookingsTitle")}
      hint={
        <>
          <p>{t("imports.bookingsFormats")}</p>
          <p>{t("imports.bookingsHint")}</p>
          <p>{t("imports.bookingsNoMail")}</p>
        </>
      }
    >
      <FileBox onFile={send} accept=".csv,.ics,.sql,text/csv,text/plain,text/calendar,application/sql" />
    </ImportStep>
  );
}

const changedLists = [imports.listBookings, events.list, customers.list].map(({ name }) => name);

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, bookingImportId: importId };
  const query = endpointQuery(imports.readBookings, { params }, { quiet: true });
  const { current, isOver, error, refetch } = useCurrentImport(query, changedLists);
  const cancel = useMutation({
    ...endpointMutation(imports.cancelBookings),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.readBookings.name] }),
  });
  if (!current) return error ? <ErrorState error={error} onRetry={refetch} /> : <ImportSkeleton />;
  if (current.state === "draft") return <BookingsDraftSteps draft={current} />;
  if (current.state === "undoing") {
    const { bookings, customers: made } = current.report ?? { bookings: { created: 0 }, customers: { created: 0 } };
    return <UndoProgress running={current} written={bookings.created + made.created} />;
  }
  if (isOver) return <BookingsResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params })}>
      {current.report && <BookingsSummary report={current.report} />}
    </ImportProgress>
  );
}
