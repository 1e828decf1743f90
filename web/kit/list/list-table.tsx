/** Table of a list with loading, error and empty states. */
import { Link } from "@tanstack/react-router";
import type { UseQueryResult } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { Page } from "#contract/kit.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ListLayout, type ListLayoutProps } from "./list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { type Column, DataTable, type DataTableProps } from "./table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface ListTableProps<Row>
  extends
    Pick<DataTableProps<Row>, "caption" | "columns" | "empty">,
    Omit<ListLayoutProps, "meta" | "error" | "onRetry" | "children"> {
  result: Pick<UseQueryResult<Page<Row>>, "data" | "error" | "isPending" | "isPlaceholderData" | "refetch">;
}

export function ListTable<Row extends { id: string | number }>({
  result: { data, error, isPending, isPlaceholderData, refetch },
  caption,
  columns,
  empty,
  ...listing
}: ListTableProps<Row>) {
  return (
    <ListLayout {...listing} meta={data?.meta} error={error} onRetry={refetch}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        pending={isPending}
        stale={isPlaceholderData}
        empty={empty}
      />
    </ListLayout>
  );
}

/** @param from class that hides the column on narrow screens: `max-lg:hidden` */
export function useUpdatedColumn(from: string): Column<{ updated_at: string }> {
  const t = useTranslation();
  return {
    key: "updated",
    header: t("kit.updated"),
    align: "right",
    className: `whitespace-nowrap ${from}`,
    cell: ({ updated_at }) => <DateTime at={updated_at} className="text-ink-3 tnum" />,
  };
}

export const CreateLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={buttonClass("primary")}>
    <Plus aria-hidden />
    {children}
  </Link>
);
