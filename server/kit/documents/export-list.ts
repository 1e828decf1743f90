/** A list that can be downloaded as CSV: its own endpoint decides its rows for each reader. */
import type { Endpoint, Returns } from "#contract/kit.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { ColumnContext } from "./cells.ts";
import type { Column } from "./columns.ts";

type EndpointRow<E extends Endpoint> = Returns<E> extends { data: (infer R)[] } ? R : never;

export interface ExportList {
  endpoint: Endpoint;
  /** Names the file. */
  title: MessageKey;
  /** The columns that a reader has, with their heads, and a row in them. */
  columnsFor(reader: ColumnContext): { heads: string[]; cellsOf(row: unknown): string[] };
  /** Members of the query that are always set. */
  fixedQuery: object;
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
      // The endpoint's rows come from its own handler.
      cellsOf: (row) => shown.map((column) => column.cell(row as EndpointRow<E>, reader)),
    };
  },
});
