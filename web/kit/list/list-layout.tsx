/** Layout of every list page: search, filters, table, empty state, pagination. */
import type { Query } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Meta } from "#contract/kit.ts";
import { ApiError } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ExportButton, type ExportSource } from "./export-button.tsx";
import { Pagination } from "./pagination.tsx";
import { SearchBox } from "./search-box.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface ListLayoutProps {
  q: string;
  label: string;
  meta: Meta | undefined;
  error: Error | null;
  onRetry: () => unknown;
  exportSource?: ExportSource;
  action?: ReactNode;
  children: ReactNode;
}

export function ListLayout({
  q,
  label,
  meta,
  error,
  onRetry,
  exportSource: exported,
  action,
  children,
}: ListLayoutProps) {
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
          <ErrorState error={error} onRetry={onRetry} />
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

export function ErrorState({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const t = useTranslation();
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

/** Keeps a list's rows while another page or search is fetched, but never those of another organization or facility. */
export function keepPreviousRows(args: { params?: object | undefined; query?: object | undefined }) {
  const identity = listIdentity(args);
  return <Data,>(
    previous: Data | undefined,
    query: Pick<Query<never, never, never>, "queryKey"> | undefined,
  ): Data | undefined => (query && listIdentity(query.queryKey[1]) === identity ? previous : undefined);
}

function listIdentity(args: unknown): string {
  const { params, query } = (args ?? {}) as { params?: object; query?: object };
  return JSON.stringify({ ...params, ...query, q: undefined, page: undefined });
}
