/** How far a copy has come, and its download. */
import { useState } from "react";
import type { DataExport } from "#contract/personal-data-endpoints.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";

const POLL_MS = 1000;
const isInProgress = (made: DataExport | undefined) => made?.state === "waiting" || made?.state === "running";
export const pollWhileInProgress = (made: DataExport | undefined): number | false =>
  isInProgress(made) ? POLL_MS : false;

export interface ExportStateProps {
  made: DataExport;
  title: string;
  isStarting: boolean;
  onStart: () => void;
  download: (made: NonNullable<DataExport>) => Promise<unknown>;
}

export function ExportState({ made, title, isStarting, onStart, download }: ExportStateProps) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  if (made && isInProgress(made))
    return (
      <>
        <p className="text-13 text-ink-2">{t("personal-data.exportProgress")}</p>
        <Progress label={title} value={made.steps === 0 ? undefined : made.progress / made.steps} className="h-2" />
      </>
    );
  return (
    <>
      {made?.state === "failed" && <p className="text-13">{t("personal-data.exportFailed")}</p>}
      {made?.state === "done" && <MadeExport made={made} download={download} />}
      {made?.nextAt ? (
        <p className="text-13 text-ink-3">{t("personal-data.exportNext", { at: dateTime(made.nextAt) })}</p>
      ) : (
        <div>
          <Button variant={made?.state === "done" ? "secondary" : "primary"} pending={isStarting} onClick={onStart}>
            {t("personal-data.exportButton")}
          </Button>
        </div>
      )}
    </>
  );
}

function MadeExport({ made, download }: { made: NonNullable<DataExport> } & Pick<ExportStateProps, "download">) {
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
    download(made)
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
