/** A data table with rows of 60 px, stacked on phones; the skeleton has the same height as the rows. */
import { Fragment, memo, type ReactNode } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  media?: (row: Row) => ReactNode;
  /** On phones, `below` makes a line below the first column, `beside` keeps the column. Default: `hidden`. */
  phone?: "below" | "beside" | "hidden";
  align?: "left" | "right";
  className?: string;
}

export interface DataTableProps<Row> {
  caption: string;
  /** The first column holds the row's link, with `rowLinkClass`. */
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  pending: boolean;
  stale?: boolean;
  skeletonRows?: number;
  empty?: ReactNode;
}

/** Makes the first cell's link cover its whole row. */
export const rowLinkClass =
  "font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring";

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  pending,
  stale = false,
  skeletonRows = 10,
  empty,
}: DataTableProps<Row>) {
  const t = useTranslation();
  if (!pending && (!rows || rows.length === 0)) {
    return (
      <div className="rounded-xl border border-line">
        {empty ?? <EmptyState title={t("kit.noResults")}>{t("kit.noResultsHint")}</EmptyState>}
      </div>
    );
  }
  return (
    <div
      className={cx("overflow-hidden rounded-xl border border-line transition-opacity", stale && "opacity-60")}
      aria-busy={pending || stale}
    >
      <table className="w-full border-separate border-spacing-0 text-left text-13">
        <caption className="sr-only">{pending ? `${caption}, ${t("kit.loading")}` : caption}</caption>
        <thead className="text-xs text-ink-3 max-sm:sr-only">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.key}
                scope="col"
                className={cx("h-9 border-b border-line bg-sunken px-4 font-medium", cellClass(column, index))}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pending
            ? Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={columns} />)
            : rows?.map((row) => <DataRow key={rowKey(row)} row={row} columns={columns} />)}
        </tbody>
      </table>
    </div>
  );
}

const cellClass = <Row,>({ align, phone, className }: Column<Row>, index: number) =>
  cx(align === "right" && "text-right", index > 0 && phone !== "beside" && "max-sm:hidden", className);
const cellBaseClass = "h-15 border-b border-line px-4 group-last:border-b-0";
const isBelow = <Row,>(column: Column<Row>, index: number) => index > 0 && column.phone === "below";

function Cells<Row>({
  columns,
  content,
  media,
  below,
}: {
  columns: readonly Column<Row>[];
  content: (column: Column<Row>, index: number) => ReactNode;
  media: ReactNode;
  below: ReactNode;
}) {
  return columns.map((column, index) =>
    index === 0 ? (
      <td key={column.key} className={cx(cellBaseClass, "py-2.5", column.className)}>
        <div className="flex items-center gap-3 max-sm:items-start">
          {media}
          <div className="min-w-0 flex-1">
            <div className={cx("flex flex-col justify-center sm:min-h-9", media ? "min-h-9" : "min-h-6")}>
              {content(column, index)}
            </div>
            {below}
          </div>
        </div>
      </td>
    ) : (
      <td key={column.key} className={cx(cellBaseClass, "py-2", cellClass(column, index))}>
        {content(column, index)}
      </td>
    ),
  );
}

function DataRowContent<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const below = columns.filter(isBelow);
  return (
    <tr className="group relative transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover">
      <Cells
        columns={columns}
        content={(column) => column.cell(row)}
        media={columns[0]?.media?.(row)}
        below={
          below.length > 0 && (
            <div className="mt-1 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3 sm:hidden">
              {below.map((column) => (
                <Fragment key={column.key}>{column.cell(row)}</Fragment>
              ))}
            </div>
          )
        }
      />
    </tr>
  );
}
const DataRow = memo(DataRowContent) as typeof DataRowContent;

function SkeletonRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr className="group">
      <Cells
        columns={columns}
        content={(column, index) => (
          <Skeleton
            className={cx("h-3.5 max-w-full", index === 0 ? "w-44" : "w-24", column.align === "right" && "ml-auto")}
          />
        )}
        media={columns[0]?.media && <Skeleton className="h-9 w-13 shrink-0" />}
        below={
          columns.some(isBelow) && (
            <div className="mt-1 flex h-5 items-center sm:hidden">
              <Skeleton className="h-3.5 w-32" />
            </div>
          )
        }
      />
    </tr>
  );
}
