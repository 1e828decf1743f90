import { Link } from "@tanstack/react-router";
import type { Import } from "#contract/imports.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ImportSummary } from "./import-summary.tsx";
import { ResultStep } from "./result-step.tsx";

export function ImportResult({ ended }: { ended: Import }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <ResultStep
      ended={ended}
      to={path("/import")}
      actions={
        <>
          <Link to={path("/facilities")} className={buttonClass()}>
            {t("imports.seeFacilities")}
          </Link>
          <Link to={path("/fields")} className={buttonClass("primary")}>
            {t("imports.seeFields")}
          </Link>
        </>
      }
    >
      {ended.report && <ImportSummary report={ended.report} />}
    </ResultStep>
  );
}
