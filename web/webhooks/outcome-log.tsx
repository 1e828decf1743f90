/** A log of what was sent to another system, with the outcome of each; the address filters and pages it. */
import { useSearch } from "@tanstack/react-router";
import { ChevronRight, History } from "lucide-react";
import type { ReactNode } from "react";
import type { Meta } from "#contract/kit.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge, type Tone } from "#web/kit/ui/badge.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { CardList } from "#web/kit/list/card-list.tsx";
import { SelectFilter } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { Pagination } from "#web/kit/list/pagination.tsx";

type Labels<Status extends string> = Readonly<Record<Status, MessageKey>>;

export function useOutcomeLogSearch<Status extends string>(
  labels: Labels<Status>,
): {
  status: Status | undefined;
  page: number;
} {
  const { page } = useListSearch();
  const outcome = useSearch({ strict: false, select: (search: { outcome?: unknown }) => search.outcome });
  return { status: parseSearchOption(labels, outcome), page };
}

interface OutcomeLogProps<Item, Status extends string> {
  title: string;
  hint: string;
  filter: { label: string; all: string; status: Status | undefined; labels: Labels<Status> };
  /** Beside the filter. */
  actions?: ReactNode;
  query: {
    data: { data: readonly Item[]; meta: Meta } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  empty: { title: string; text: string };
  /** With a key. */
  row: (item: Item) => ReactNode;
}

export function OutcomeLog<Item, Status extends string>(props: OutcomeLogProps<Item, Status>) {
  const { title, hint, filter, actions, query, empty, row } = props;
  const t = useTranslation();
  const options = Object.entries<MessageKey>(filter.labels).map(([value, label]) => ({ value, label: t(label) }));
  return (
    <section aria-labelledby="log" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="log" className="text-sm font-semibold">
            {title}
          </h2>
          <p className="text-xs text-ink-3">{hint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SelectFilter name="outcome" label={filter.label} all={filter.all} value={filter.status} options={options} />
          {actions}
        </div>
      </div>
      <CardList
        label={title}
        query={query}
        empty={
          <EmptyState icon={History} title={empty.title}>
            {empty.text}
          </EmptyState>
        }
        row={row}
      />
      <Pagination meta={query.data?.meta} />
    </section>
  );
}

interface OutcomeRowProps {
  title: ReactNode;
  outcome: { label: string; tone: Tone };
  /** A moment in ISO 8601. */
  at: string;
  /** Shown when the row is opened. */
  children: ReactNode;
}

export function OutcomeRow({ title, outcome, at, children }: OutcomeRowProps) {
  const { dateTime } = useDateFormats();
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-13 hover:bg-hover pointer-coarse:min-h-11">
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90" />
          <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">{title}</span>
          <Badge tone={outcome.tone} dot>
            {outcome.label}
          </Badge>
          <time dateTime={at} className="text-xs text-ink-3 tnum">
            {dateTime(at)}
          </time>
        </summary>
        <div className="grid gap-3 border-t border-line bg-sunken px-4 py-3 text-xs">{children}</div>
      </details>
    </li>
  );
}

/** The id that the receiver got in the header `webhook-id`. */
export const WebhookId = ({ id }: { id: string }) => (
  <p className="text-ink-2 [overflow-wrap:anywhere]">
    <code>{`webhook-id: ${id}`}</code>
  </p>
);

/** A text as another system sent or receives it. */
export const SentText = ({ children }: { children: string }) => (
  <pre className="max-h-80 overflow-auto rounded-md border border-line bg-surface p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
    {children}
  </pre>
);
