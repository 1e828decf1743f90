/**
 * The error page of the router (error boundary), and the page for addresses that do not exist (404). It is in the first
 * bundle, so keep it small.
 */
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { Button, buttonClass } from "./kit/ui/button.tsx";
import { ForbiddenError } from "./kit/data/forbidden-error.ts";
import { DocumentTitle } from "./kit/ui/document-title.tsx";
import { useTranslation } from "./kit/format/translation.ts";

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  "use no memo"; // It is drawn once, and the compiled memory of it would be a third of it.
  const t = useTranslation();
  const router = useRouter();
  const isForbidden = error instanceof ForbiddenError;
  const title = t(isForbidden ? "kit.forbiddenTitle" : "kit.wrong");
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <DocumentTitle>{title}</DocumentTitle>
      <span className="mb-5 grid size-12 place-items-center rounded-xl border border-line bg-sunken text-ink-3">
        <svg
          viewBox="0 0 24 24"
          className="size-5.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden
        >
          <path d="M12 4 2.5 20h19zM12 10v4M12 17h.01" />
        </svg>
      </span>
      <h1 tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h1>
      <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        {error instanceof Error ? error.message : String(error)}
      </p>
      {isForbidden && <p className="mt-2 text-13 text-ink-3">{t("kit.forbiddenHint")}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {!isForbidden && (
          <Button
            onClick={() => {
              reset();
              void router.invalidate();
            }}
          >
            {t("general.tryAgain")}
          </Button>
        )}
        <Link to="/overview" className={buttonClass("primary")}>
          {t("general.home")}
        </Link>
      </div>
    </div>
  );
}
