/** Import of bookings from a file: choose, map the columns, see what it would do, import as a job, undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { customers } from "#contract/customers.ts";
import { events } from "#contract/events.ts";
import { imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { upload } from "#web/kit/data/upload.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { BookingsDraftSteps } from "./bookings-draft-steps.tsx";
import { BookingsResult, BookingsSummary, UndoProgress } from "./bookings-result.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { ImportLayout } from "./import-layout.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportStep } from "./import-step.tsx";
import { useCurrentImport } from "./use-current-import.ts";

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
  const navigate = useNavigate();
  const cache = useQueryClient();
  const send = async (file: File, onProgress: (sent: number) => void) => {
    const form = new FormData();
    form.append("file", file);
    const request = { params: { organizationId }, form };
    const { data } = await upload(imports.uploadBookings, request, { onProgress, quiet: true });
    const { queryKey } = endpointQuery(imports.readBookings, { params: { organizationId, bookingImportId: data.id } });
    cache.setQueryData(queryKey, { data });
    void cache.invalidateQueries({ queryKey: [imports.listBookings.name] });
    await navigate({ to: path("/events/import"), search: { importId: data.id } as never });
  };
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
  if (current.state === "undoing") return <UndoProgress running={current} />;
  if (isOver) return <BookingsResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params })}>
      {current.report && <BookingsSummary report={current.report} />}
    </ImportProgress>
  );
}
