/** A card with one row for each record, for lists that are short or have no columns. */
import type { ReactNode } from "react";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ErrorState } from "./list-layout.tsx";

interface CardListProps<Item> {
  label: string;
  query: { data: { data: readonly Item[] } | undefined; error: Error | null; refetch: () => unknown };
  empty: ReactNode;
  /** With a key. */
  row: (item: Item) => ReactNode;
}

export function CardList<Item>({ label, query: { data, error, refetch }, empty, row }: CardListProps<Item>) {
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  return (
    <Card>
      {data.data.length === 0 ? (
        empty
      ) : (
        <ul className="divide-y divide-line" aria-label={label}>
          {data.data.map(row)}
        </ul>
      )}
    </Card>
  );
}
