/** Last step of an import: what has become of it. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ImportState } from "#contract/imports.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ImportStep } from "./import-step.tsx";

const titles = {
  done: "imports.doneTitle",
  failed: "imports.failedTitle",
  canceled: "imports.canceledTitle",
  undone: "imports.undoneTitle",
} as const;
const isEnding = (state: ImportState): state is keyof typeof titles => state in titles;

interface ResultStepProps {
  ended: { fileName: string; state: ImportState; failure: string | null };
  /** Address of the page, for another import. */
  to: string;
  note?: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

export function ResultStep({ ended: { fileName, state, failure }, to, note, actions, children }: ResultStepProps) {
  const t = useTranslation();
  const ending = isEnding(state) ? state : "done";
  return (
    <ImportStep
      at={3}
      title={t(titles[ending])}
      hint={
        <>
          <p>{fileName}</p>
          {failure && <p className="text-danger">{failure}</p>}
          {(ending === "failed" || ending === "canceled") && <p>{t("imports.stays")}</p>}
          {note}
        </>
      }
      actions={
        <>
          <Link to={to} className={buttonClass("ghost", "md", "mr-auto")}>
            {t("imports.another")}
          </Link>
          {actions}
        </>
      }
    >
      <p role="status" className="sr-only">
        {t(titles[ending])}
      </p>
      {children}
    </ImportStep>
  );
}
