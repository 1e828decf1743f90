import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { Progress } from "#web/kit/ui/progress.tsx";
import { ImportStep } from "./import-step.tsx";

interface UndoProgressProps {
  running: { fileName: string; undo: { removed: number; restored?: number; kept: number } | null };
  /** Number of records that the import has made or changed. */
  written: number;
}

export function UndoProgress({ running: { fileName, undo }, written }: UndoProgressProps) {
  const t = useTranslation();
  const done = undo ? undo.removed + (undo.restored ?? 0) + undo.kept : 0;
  return (
    <ImportStep at={3} title={t("imports.undoingTitle")} hint={t("imports.runningHint")}>
      <Card padded>
        <p className="mb-2 text-13 font-medium [overflow-wrap:anywhere]">{fileName}</p>
        <Progress label={fileName} value={done / Math.max(1, written)} className="h-2" />
      </Card>
    </ImportStep>
  );
}
