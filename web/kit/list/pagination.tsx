import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect } from "react";
import type { Meta } from "#contract/kit.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

const emptyMeta = { current_page: 1, last_page: 1, total: 0 };

/** Goes to the last page from a page past the end; renders nothing for a single page. */
export function Pagination({
  meta,
}: {
  meta: Pick<Meta, "current_page" | "last_page" | "total" | "total_is_estimate"> | undefined;
}) {
  const t = useTranslation();
  const navigate = useNavigate();
  const { current_page: page, last_page: totalPages, total: count } = meta ?? emptyMeta;
  const go = (to: number, replace = false) => {
    const search = (now: object) => ({ ...now, page: to > 1 ? to : undefined });
    void navigate({ to: ".", search: search as never, replace });
  };
  const beyond = count > 0 && page > totalPages;
  useEffect(() => {
    if (beyond) go(totalPages, true);
  });
  if (count === 0) return null;
  return (
    <nav aria-label={t("kit.pagination")} className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="text-13 text-ink-3 tnum" aria-live="polite">
        {t(meta?.total_is_estimate ? "kit.pageAbout" : "kit.page", { page, totalPages, count })}
      </p>
      <div className="flex gap-2">
        <Button disabled={page <= 1} onClick={() => go(page - 1)}>
          <ChevronLeft className="-ml-1" aria-hidden />
          {t("kit.previous")}
        </Button>
        <Button disabled={page >= totalPages} onClick={() => go(page + 1)}>
          {t("kit.next")}
          <ChevronRight className="-mr-1" aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
