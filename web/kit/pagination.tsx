import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect } from "react";
import type { Meta } from "#contract/kit.ts";
import { Button } from "./button.tsx";
import { useWords } from "./words.ts";

const nothing = { current_page: 1, last_page: 1, total: 0 };

/**
 * Writes `page` into the address and keeps the rest of it; a page past the end becomes the last one. Absent while there is
 * nothing to page through.
 */
export function Pagination({ meta }: { meta: Pick<Meta, "current_page" | "last_page" | "total"> | undefined }) {
  const t = useWords();
  const navigate = useNavigate();
  const { current_page: page, last_page: totalPages, total: count } = meta ?? nothing;
  const go = (to: number, replace = false) => {
    const search = (now: object) => ({ ...now, page: to > 1 ? to : undefined });
    // Every list has `page`; which list this is, only the router knows.
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
        {t("kit.page", { page, totalPages, count })}
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
