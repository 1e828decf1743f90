/** Second step of an import: what each column of the file means. */
import type { ReactNode } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ColumnList, type ColumnListProps } from "./column-list.tsx";
import { ImportStep } from "./import-step.tsx";

interface ColumnsStepProps<Target extends string> extends ColumnListProps<Target> {
  hint: string;
  startOver: ReactNode;
  /** How the file is read. */
  settings: ReactNode;
  /** Names of what no column stands for, and is needed. */
  missing: readonly string[];
  onCheck: () => void;
  isChecking: boolean;
}

export function ColumnsStep<Target extends string>(props: ColumnsStepProps<Target>) {
  const { hint, startOver, settings, missing, onCheck, isChecking, ...list } = props;
  const t = useTranslation();
  return (
    <ImportStep
      at={1}
      title={t("imports.columnsTitle")}
      hint={hint}
      actions={
        <>
          {startOver}
          <Button variant="primary" disabled={missing.length > 0} pending={isChecking} onClick={onCheck}>
            {t("imports.check")}
          </Button>
        </>
      }
    >
      {settings}
      <ColumnList {...list} />
      <p role="status" className="text-13 text-danger empty:hidden">
        {missing.length > 0 && t("imports.missing", { names: missing.join(", ") })}
      </p>
    </ImportStep>
  );
}
