import { Link } from "@tanstack/react-router";
import type { Import } from "#contract/imports.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ImportSummary } from "./import-summary.tsx";
import { ImportStep } from "./import-step.tsx";

const resultTitles = {
  done: "imports.doneTitle",
  failed: "imports.failedTitle",
  canceled: "imports.canceledTitle",
} as const;

export function ImportResult({ ended: { fileName, state, report, failure } }: { ended: Import }) {
  const t = useTranslation();
  const { path } = useScope();
  const ending = state === "failed" || state === "canceled" ? state : "done";
  return (
    <ImportStep
      at={3}
      title={t(resultTitles[ending])}
      hint={
        <>
          <p>{fileName}</p>
          {failure && <p className="text-danger">{failure}</p>}
          {ending !== "done" && <p>{t("imports.stays")}</p>}
        </>
      }
      actions={
        <>
          <Link to={path("/import")} className={buttonClass("ghost", "md", "mr-auto")}>
            {t("imports.another")}
          </Link>
          <Link to={path("/facilities")} className={buttonClass()}>
            {t("imports.seeFacilities")}
          </Link>
          <Link to={path("/fields")} className={buttonClass("primary")}>
            {t("imports.seeFields")}
          </Link>
        </>
      }
    >
      <p role="status" className="sr-only">
        {t(resultTitles[ending])}
      </p>
      {report && <ImportSummary report={report} />}
    </ImportStep>
  );
}
