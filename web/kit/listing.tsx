/** What every list page has around its rows: the search box above, the pages below, and what to show when the rows did not come. */
import type { Query } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Meta } from "#contract/kit.ts";
import { ApiError } from "./api.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ExportButton, type Exported } from "./export-button.tsx";
import { Pagination } from "./pagination.tsx";
import { SearchBox } from "./search-box.tsx";
import { useWords } from "./words.ts";

export interface ListingProps {
  q: string;
  /** Of the search box: "Search facilities". */
  label: string;
  meta: Meta | undefined;
  error: Error | null;
  onRetry: () => unknown;
  /** What "Export CSV" beside the search box gives. */
  exported?: Exported;
  /** To the right of the search box, for lists whose page has no header of its own. */
  action?: ReactNode;
  children: ReactNode;
}

export function Listing({ q, label, meta, error, onRetry, exported, action, children }: ListingProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-2 max-sm:w-full">
          <SearchBox q={q} label={label} />
          {exported && <ExportButton {...exported} />}
        </div>
        {action}
      </div>
      {error ? (
        <div className="rounded-xl border border-line">
          <FailedState error={error} onRetry={onRetry} />
        </div>
      ) : (
        <>
          {children}
          <Pagination meta={meta} />
        </>
      )}
    </>
  );
}

/** Where data was to be: what went wrong, and another try where one may help. */
export function FailedState({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const t = useWords();
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t("kit.noResults")}>{error.message}</EmptyState>;
  const final = error instanceof ApiError && error.status === 403;
  return (
    <EmptyState
      icon={CircleAlert}
      title={t("kit.wrong")}
      action={!final && <Button onClick={() => void onRetry()}>{t("kit.retry")}</Button>}
    >
      {error.message}
    </EmptyState>
  );
}

/**
 * `placeholderData` of a list: its rows stay while another page or search of it is fetched,
 * but never those of another organization or facility.
 * @param ask what is asked now
 */
export function keepRows(ask: { params?: object | undefined; query?: object | undefined }) {
  const place = placeOf(ask);
  return <Data,>(
    previous: Data | undefined,
    query: Pick<Query<never, never, never>, "queryKey"> | undefined,
  ): Data | undefined => (query && placeOf(query.queryKey[1]) === place ? previous : undefined);
}

function placeOf(ask: unknown): string {
  const { params, query } = (ask ?? {}) as { params?: object; query?: object };
  return JSON.stringify({ ...params, ...query, q: undefined, page: undefined });
}
