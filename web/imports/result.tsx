import { Link } from "@tanstack/react-router";
import type { Import } from "#contract/imports.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { Report } from "./report.tsx";
import { Step } from "./step.tsx";

const titles = {
  done: "imports.doneTitle",
  failed: "imports.failedTitle",
  canceled: "imports.canceledTitle",
} as const;

/** What became of an import, and the ways to what it brought. */
export function Result({ ended: { fileName, state, report, failure } }: { ended: Import }) {
  const t = useWords();
  const { path } = useScope();
  const ending = state === "failed" || state === "canceled" ? state : "done";
  return (
    <Step
      at={3}
      title={t(titles[ending])}
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
        {t(titles[ending])}
      </p>
      {report && <Report report={report} />}
    </Step>
  );
}
