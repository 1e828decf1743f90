/** Third step of an import: what it would do. */
import type { ReactNode } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ImportStep } from "./import-step.tsx";

interface CheckStepProps {
  /** Whether the import would add or change anything. */
  hasChanges: boolean;
  /** Below the sentence about that. */
  note: ReactNode;
  startOver: ReactNode;
  onBack: () => void;
  /** Not until what was chosen is checked. */
  isChecked?: boolean;
  onStart: () => void;
  isStarting: boolean;
  children: ReactNode;
}

export function CheckStep(props: CheckStepProps) {
  const { hasChanges, note, startOver, onBack, isChecked = true, onStart, isStarting, children } = props;
  const t = useTranslation();
  return (
    <ImportStep
      at={2}
      title={t("imports.checkTitle")}
      hint={
        <>
          <p>{t(hasChanges ? "imports.checkHint" : "imports.nothingToImport")}</p>
          {note}
        </>
      }
      actions={
        <>
          {startOver}
          <Button onClick={onBack}>{t("imports.backToColumns")}</Button>
          <Button variant="primary" disabled={!hasChanges || !isChecked} pending={isStarting} onClick={onStart}>
            {t("imports.start")}
          </Button>
        </>
      }
    >
      {children}
    </ImportStep>
  );
}
