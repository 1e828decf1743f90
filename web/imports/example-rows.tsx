/** Shows how the first rows of a file are read. */
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Column, DataTable } from "#web/kit/list/table.tsx";
import { LineNumber } from "./line-number.tsx";

interface ExampleRowsProps<Row extends { line: number }> {
  examples: Row[];
  /** After the line. */
  columns: Column<Row>[];
}

export function ExampleRows<Row extends { line: number }>({ examples, columns }: ExampleRowsProps<Row>) {
  const t = useTranslation();
  return (
    <section aria-labelledby="examples">
      <h3 id="examples" className="mb-3 text-13 font-semibold">
        {t("imports.examples")}
      </h3>
      <DataTable
        caption={t("imports.examples")}
        columns={[
          {
            key: "line",
            header: t("imports.line"),
            className: "sm:w-20",
            cell: ({ line }) => <LineNumber line={line} />,
          },
          ...columns,
        ]}
        rows={examples}
        rowKey={({ line }) => line}
        pending={false}
      />
    </section>
  );
}
