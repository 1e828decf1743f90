/** What a page shows when it could not be shown: a missing permission, or a mistake of ours. */
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { Button, buttonClass } from "#web/kit/button.tsx";
import { DocumentTitle } from "#web/kit/page.tsx";
import { useWords } from "#web/kit/words.ts";

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useWords();
  const router = useRouter();
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <DocumentTitle>{t("kit.wrong")}</DocumentTitle>
      <span className="mb-5 grid size-12 place-items-center rounded-xl border border-line bg-sunken text-ink-3">
        <TriangleAlert className="size-5.5" aria-hidden />
      </span>
      <h1 tabIndex={-1} className="text-xl font-semibold outline-none">
        {t("kit.wrong")}
      </h1>
      <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{error instanceof Error ? error.message : String(error)}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          {t("general.tryAgain")}
        </Button>
        <Link to="/overview" className={buttonClass("primary")}>
          {t("general.home")}
        </Link>
      </div>
    </div>
  );
}
