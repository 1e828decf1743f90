/** Lists what an undo has left, and why. */
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Column, DataTable } from "#web/kit/list/table.tsx";

interface RemainingRecordsProps<Row extends { id: string; reason: string }> {
  /** Number of all, which may be more than the rows. */
  kept: number;
  rows: Row[];
  /** Before the reason. */
  columns: Column<Row>[];
}

export function RemainingRecords<Row extends { id: string; reason: string }>(props: RemainingRecordsProps<Row>) {
  const { kept, rows, columns } = props;
  const t = useTranslation();
  if (kept === 0) return null;
  const title = t("imports.undoKept", { count: kept });
  return (
    <section aria-labelledby="undo-kept">
      <h3 id="undo-kept" className="mb-3 text-13 font-semibold">
        {title}
      </h3>
      <DataTable
        caption={title}
        columns={[
          ...columns,
          { key: "reason", header: t("imports.undoReason"), phone: "below", cell: ({ reason }) => reason },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        pending={false}
      />
    </section>
  );
}
