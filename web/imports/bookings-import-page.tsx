/** Import of bookings from a file: choose, map the columns, see what it would do, import as a job, undo. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { customers } from "#contract/customers.ts";
import { events } from "#contract/events.ts";
import { imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { upload } from "#web/kit/data/upload.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { BookingsDraftSteps } from "./bookings-draft-steps.tsx";
import { BookingsResult, BookingsSummary, UndoProgress } from "./bookings-result.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportStep } from "./import-step.tsx";
import { ImportTabs } from "./import-tabs.tsx";
import { isInProgress } from "./labels.ts";

export function BookingsImportPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const importId = useSearch({ strict: false, select: (search: { importId?: string }) => search.importId });
  // Somebody may have started an import elsewhere, or returned without its address.
  const latest = useQuery({
    ...endpointQuery(imports.listBookings, { params: { organizationId }, query: { page: 1 } }, { quiet: true }),
    staleTime: 0,
  });
  const running = latest.data?.data.find(({ state }) => isInProgress(state))?.id;
  const isElsewhere = importId === undefined && running !== undefined;
  useEffect(() => {
    if (isElsewhere) void navigate({ to: ".", search: { importId: running } as never, replace: true });
  }, [isElsewhere, running, navigate]);
  const list = (
    <Link key="list" to={path("/events")}>
      {t("events.title")}
    </Link>
  );
  return (
    <Page title={t("imports.bookings")} crumbs={[...(useOrganizationCrumbs() ?? []), list]} tabs={<ImportTabs />}>
      {importId !== undefined ? (
        <CurrentImport key={importId} importId={importId} />
      ) : latest.isPending || isElsewhere ? (
        <ImportSkeleton />
      ) : (
        <>
          <ChooseBookingsFile />
          <EarlierImports list={imports.listBookings} to={path("/events/import")} />
        </>
      )}
    </Page>
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

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, bookingImportId: importId };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(imports.readBookings, { params }, { quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data?.data.state) ? 1000 : false),
  });
  const cancel = useMutation({
    ...endpointMutation(imports.cancelBookings),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.readBookings.name] }),
  });
  const current = data?.data;
  const isOver = current !== undefined && current.state !== "draft" && !isInProgress(current.state);
  useEffect(() => {
    if (!isOver) return;
    for (const { name } of [imports.listBookings, events.list, customers.list])
      void cache.invalidateQueries({ queryKey: [name] });
  }, [isOver, cache]);
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
