/** Table of a paged query without a search: rows, loading, error and pages. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { Page } from "#contract/kit.ts";
import { ErrorState } from "./list-layout.tsx";
import { Pagination } from "./pagination.tsx";
import { DataTable, type DataTableProps } from "./table.tsx";

interface ResultTableProps<Row> extends Omit<DataTableProps<Row>, "rows" | "pending" | "stale"> {
  result: Pick<UseQueryResult<Page<Row>>, "data" | "error" | "isPending" | "isPlaceholderData" | "refetch">;
}

export function ResultTable<Row>({ result, ...table }: ResultTableProps<Row>) {
  const { data, error, isPending, isPlaceholderData, refetch } = result;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div>
      <DataTable {...table} rows={data?.data} pending={isPending} stale={isPlaceholderData} />
      <Pagination meta={data?.meta} />
    </div>
  );
}
