/** A page of a list as a table: what can be searched for above it, its pages below. */
import { Link } from "@tanstack/react-router";
import type { UseQueryResult } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { Page } from "#contract/kit.ts";
import { buttonClass } from "./button.tsx";
import { Listing, type ListingProps } from "./listing.tsx";
import { Moment } from "./moment.tsx";
import { type Column, DataTable, type DataTableProps } from "./table.tsx";
import { useWords } from "./words.ts";

interface ListTableProps<Row>
  extends
    Pick<DataTableProps<Row>, "caption" | "columns" | "empty">,
    Omit<ListingProps, "meta" | "error" | "onRetry" | "children"> {
  /** As `useQuery` gives it. */
  found: Pick<UseQueryResult<Page<Row>>, "data" | "error" | "isPending" | "isPlaceholderData" | "refetch">;
}

export function ListTable<Row extends { id: string | number }>({
  found: { data, error, isPending, isPlaceholderData, refetch },
  caption,
  columns,
  empty,
  ...listing
}: ListTableProps<Row>) {
  return (
    <Listing {...listing} meta={data?.meta} error={error} onRetry={refetch}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        pending={isPending}
        stale={isPlaceholderData}
        empty={empty}
      />
    </Listing>
  );
}

/** When a row was changed. @param from the width from which on there is room for it: `max-lg:hidden` */
export function useUpdatedColumn(from: string): Column<{ updated_at: string }> {
  const t = useWords();
  return {
    key: "updated",
    header: t("kit.updated"),
    align: "right",
    className: `whitespace-nowrap ${from}`,
    cell: ({ updated_at }) => <Moment at={updated_at} className="text-ink-3 tnum" />,
  };
}

/** To the form of a new one. */
export const CreateLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClass("primary")}>
    <Plus aria-hidden />
    {children}
  </Link>
);
