/** The copy of one's own data: made by a job, whose progress is shown here whenever the page is opened. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type DataExport, personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";

const POLL_MS = 1000;
const isInProgress = (made: DataExport | undefined) => made?.state === "waiting" || made?.state === "running";

export function DataExportSection() {
  const t = useTranslation();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(personalData.readExport, undefined),
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data?.data) ? POLL_MS : false),
  });
  return (
    <FormSection title={t("personal-data.exportTitle")} hint={t("personal-data.exportHint")}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-28 w-full" />
      ) : (
        <Card padded>
          <div className="grid gap-4" role="status">
            <ExportState made={data.data} />
          </div>
        </Card>
      )}
    </FormSection>
  );
}

function ExportState({ made }: { made: DataExport }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { dateTime } = useDateFormats();
  const start = useMutation({
    ...endpointMutation(personalData.requestExport),
    onSettled: () => cache.invalidateQueries({ queryKey: [personalData.readExport.name] }),
  });
  if (made && isInProgress(made))
    return (
      <>
        <p className="text-13 text-ink-2">{t("personal-data.exportProgress")}</p>
        <Progress
          label={t("personal-data.exportTitle")}
          value={made.steps === 0 ? undefined : made.progress / made.steps}
          className="h-2"
        />
      </>
    );
  return (
    <>
      {made?.state === "failed" && <p className="text-13">{t("personal-data.exportFailed")}</p>}
      {made?.state === "done" && <MadeExport made={made} />}
      {made?.nextAt ? (
        <p className="text-13 text-ink-3">{t("personal-data.exportNext", { at: dateTime(made.nextAt) })}</p>
      ) : (
        <div>
          <Button
            variant={made?.state === "done" ? "secondary" : "primary"}
            pending={start.isPending}
            onClick={() => start.mutate({})}
          >
            {t("personal-data.exportButton")}
          </Button>
        </div>
      )}
    </>
  );
}

function MadeExport({ made }: { made: NonNullable<DataExport> }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const kilobytes = new Intl.NumberFormat(useLocale(), {
    style: "unit",
    unit: "kilobyte",
    maximumFractionDigits: 0,
  });
  const [isPending, setIsPending] = useState(false);
  const run = () => {
    setIsPending(true);
    download(personalData.downloadExport, { params: { exportId: made.id } }, `${t("personal-data.fileName")}.zip`)
      // `download` has shown the failure in a toast.
      .catch(() => {})
      .finally(() => setIsPending(false));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-13">
        {t("personal-data.exportMade", {
          at: dateTime(made.endedAt ?? made.created_at),
          size: kilobytes.format(Math.max(1, Math.round((made.bytes ?? 0) / 1000))),
          until: dateTime(made.expiresAt ?? made.created_at),
        })}
      </p>
      <Button variant="primary" pending={isPending} onClick={run}>
        {t("personal-data.download")}
      </Button>
    </div>
  );
}
