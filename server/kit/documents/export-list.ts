/** Defines a CSV export of a list. Its rows come from the list's endpoint, so permissions are the same. */
import type { Endpoint, Returns } from "#contract/kit.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { ColumnContext } from "./csv-cells.ts";
import type { Column } from "./columns.ts";

type EndpointRow<E extends Endpoint> = Returns<E> extends { data: (infer R)[] } ? R : never;

export interface ExportList {
  endpoint: Endpoint;
  title: MessageKey;
  columnsFor(reader: ColumnContext): { heads: string[]; cellsOf(row: unknown): string[] };
  fixedQuery: object;
  /** Its downloads are entries of the receipt log. */
  isOfMoney?: true;
}

export const exportList = <E extends Endpoint>(
  endpoint: E,
  title: MessageKey,
  columns: readonly Column<EndpointRow<E>>[],
  fixedQuery: object = {},
): ExportList => ({
  endpoint,
  title,
  fixedQuery,
  columnsFor(reader) {
    const shown = columns.filter((column) => column.isVisible?.(reader) ?? true);
    return {
      heads: shown.map((column) => column.header(reader)),
      // The cast is safe: rows come from the handler of the endpoint.
      cellsOf: (row) => shown.map((column) => column.cell(row as EndpointRow<E>, reader)),
    };
  },
});
