import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Import, imports } from "#contract/imports.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { ImportSummary } from "./import-summary.tsx";
import { ImportStep } from "./import-step.tsx";

export function ImportProgress({
  running: { id: importId, fileName, state, progress, rows, report },
}: {
  running: Import;
}) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const number = new Intl.NumberFormat(useLocale());
  const cancel = useMutation({
    ...endpointMutation(imports.cancel),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.read.name] }),
  });
  const title = t(state === "waiting" ? "imports.waitingTitle" : "imports.runningTitle");
  return (
    <ImportStep
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
      {report && <ImportSummary report={report} />}
    </ImportStep>
  );
}
