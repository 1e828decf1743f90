import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Import, imports } from "#contract/imports.ts";
import { write } from "#web/kit/api.ts";
import { Card } from "#web/kit/card.tsx";
import { ConfirmButton } from "#web/kit/confirm-dialog.tsx";
import { Progress } from "#web/kit/progress.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { Report } from "./report.tsx";
import { Step } from "./step.tsx";

/** The fourth step, while it lasts. */
export function Running({ running: { id: importId, fileName, state, progress, rows, report } }: { running: Import }) {
  const t = useWords();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const number = new Intl.NumberFormat(useLocale());
  const cancel = useMutation({
    ...write(imports.cancel),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.read.name] }),
  });
  const title = t(state === "waiting" ? "imports.waitingTitle" : "imports.runningTitle");
  return (
    <Step
      at={3}
      title={title}
      hint={t("imports.runningHint")}
      actions={
        <ConfirmButton
          label={t("imports.cancel")}
          title={t("imports.cancelTitle", { name: fileName })}
          confirm={t("imports.cancel")}
          cancel={t("kit.close")}
          quiet={false}
          onConfirm={() => cancel.mutateAsync({ params: { organizationId, importId } })}
        >
          {t("imports.cancelText")}
        </ConfirmButton>
      }
    >
      <Card padded>
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-13">
          <span className="font-medium [overflow-wrap:anywhere]">{fileName}</span>
          <span className="text-ink-3 tnum">
            {t("imports.progress", { done: number.format(progress), all: number.format(rows) })}
          </span>
        </div>
        <Progress
          label={fileName}
          value={state === "waiting" ? undefined : progress / Math.max(1, rows)}
          className="h-2"
        />
      </Card>
      {report && <Report report={report} />}
    </Step>
  );
}
