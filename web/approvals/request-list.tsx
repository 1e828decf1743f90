/** The frame of a list of requests: the names of its columns, its rows or places for them, and its pages. */
import type { ReactNode } from "react";
import type { Meta } from "#contract/kit.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";

interface RequestListProps {
  label: string;
  /** Columns, shared with the rows. */
  rowClass: string;
  /** A cell for each column. */
  header: ReactNode;
  isPending: boolean;
  isPlaceholderData: boolean;
  meta: Meta | undefined;
  children: ReactNode;
}

export function RequestList({
  label,
  rowClass,
  header,
  isPending,
  isPlaceholderData,
  meta,
  children,
}: RequestListProps) {
  return (
    <>
      <div
        className={cx(rowClass, "min-h-9 border-b border-line bg-sunken text-xs font-medium text-ink-3 max-lg:hidden")}
      >
        {header}
      </div>
      <ul
        aria-label={label}
        aria-busy={isPending || isPlaceholderData}
        className={cx("transition-opacity", isPlaceholderData && "opacity-60")}
      >
        {isPending
          ? Array.from({ length: 6 }, (_, index) => (
              <li
                key={index}
                className="flex min-h-15 items-center gap-4 border-b border-line px-4 lg:px-5"
                aria-hidden
              >
                <Skeleton className="size-8 rounded-full" />
                <Skeleton className="h-3.5 w-44" />
              </li>
            ))
          : children}
      </ul>
      <div className="px-4 pb-4 lg:px-5">
        <Pagination meta={meta} />
      </div>
    </>
  );
}
