/** Copies and pastes cells of the amount grid as text, from and to spreadsheets. Pure. */
import { type CellChange, type CellRange, type CellReader, listPositions, rangeBounds } from "./amount-cells.ts";
import { type AmountNotation, formatEditableAmount, parseAmount } from "./parse-amount.ts";

/** Formats a range for the clipboard of spreadsheets: tabs between columns, line breaks between rows. */
export function rangeToText(range: CellRange, read: CellReader, money: AmountNotation): string {
  const byRow = Map.groupBy(listPositions(range), ({ row }) => row);
  return [...byRow.values()]
    .map((places) => places.map(({ row, column }) => formatEditableAmount(read(row, column), money)).join("\t"))
    .join("\n");
}

export const isMultiCellText = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ""));

export interface PasteResult {
  changes: CellChange[];
  range: CellRange;
  /** Number of values beyond the edge of the grid. */
  unplacedCount: number;
}

/**
 * Pastes copied cells from the top left of a range on. A single value fills the whole range.
 * @param size of the grid
 */
export function pasteCells(
  text: string,
  range: CellRange,
  size: { rows: number; columns: number },
  money: AmountNotation,
): PasteResult {
  const table = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((value) => parseAmount(value.replace(/^"(.*)"$/, "$1"), money)));
  const [first] = table;
  if (first && table.length === 1 && first.length === 1)
    return { changes: listPositions(range).map((place) => ({ ...place, cell: first[0] })), range, unplacedCount: 0 };
  const { top, left } = rangeBounds(range);
  const all = table.flatMap((line, down) =>
    line.map((cell, across): CellChange => ({ row: top + down, column: left + across, cell })),
  );
  const changes = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  const head = {
    row: Math.max(top, ...changes.map(({ row }) => row)),
    column: Math.max(left, ...changes.map(({ column }) => column)),
  };
  return { changes, range: { anchor: { row: top, column: left }, head }, unplacedCount: all.length - changes.length };
}
