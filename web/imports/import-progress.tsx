import type { ReactNode } from "react";
import type { Import } from "#contract/imports.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { ImportStep } from "./import-step.tsx";

interface ImportProgressProps {
  running: Pick<Import, "fileName" | "state" | "progress" | "rows">;
  onCancel: () => Promise<unknown>;
  /** Shown below: the work done so far. */
  children: ReactNode;
}

export function ImportProgress({
  running: { fileName, state, progress, rows },
  onCancel,
  children,
}: ImportProgressProps) {
  const t = useTranslation();
  const number = new Intl.NumberFormat(useLocale());
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
          onConfirm={onCancel}
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
      {children}
    </ImportStep>
  );
}
