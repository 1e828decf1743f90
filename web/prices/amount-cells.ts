/** Ranges of cells of the amount grid: selects, extends, repeats and fills them. Pure. */
import type { CellValue } from "./parse-amount.ts";

export interface CellPosition {
  row: number;
  column: number;
}
/** `anchor` is where the selection began, `head` where it ends. */
export interface CellRange {
  anchor: CellPosition;
  head: CellPosition;
}
export interface CellChange extends CellPosition {
  cell: CellValue;
}
export type CellReader = (row: number, column: number) => CellValue;

export const singleCellRange = (place: CellPosition): CellRange => ({ anchor: place, head: place });

export const arrowSteps: Record<string, readonly [down: number, across: number] | undefined> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

export const rangeBounds = ({ anchor, head }: CellRange) => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
});

export function isInRange(range: CellRange, { row, column }: CellPosition): boolean {
  const { top, bottom, left, right } = rangeBounds(range);
  return top <= row && row <= bottom && left <= column && column <= right;
}

export function listPositions(range: CellRange): CellPosition[] {
  const { top, bottom, left, right } = rangeBounds(range);
  return Array.from({ length: bottom - top + 1 }, (_row, down) =>
    Array.from({ length: right - left + 1 }, (_column, across) => ({ row: top + down, column: left + across })),
  ).flat();
}

/** Repeats the values of a range over a larger one around it. */
export function repeatCells(source: CellRange, target: CellRange, read: CellReader): CellChange[] {
  const { top, bottom, left, right } = rangeBounds(source);
  const around = (value: number, from: number, to: number) => {
    const length = to - from + 1;
    return from + ((((value - from) % length) + length) % length);
  };
  return listPositions(target)
    .filter((place) => !isInRange(source, place))
    .map(({ row, column }) => ({ row, column, cell: read(around(row, top, bottom), around(column, left, right)) }));
}

/** Fills a range from its first row or column, or a single row or column from the one before it (Ctrl+D, Ctrl+R). */
export function fillRange(direction: "down" | "right", range: CellRange, read: CellReader): CellChange[] {
  const { top, bottom, left, right } = rangeBounds(range);
  const isDown = direction === "down";
  const isSingle = isDown ? top === bottom : left === right;
  const from = (isDown ? top : left) - (isSingle ? 1 : 0);
  if (from < 0) return [];
  const source = isDown
    ? { anchor: { row: from, column: left }, head: { row: from, column: right } }
    : { anchor: { row: top, column: from }, head: { row: bottom, column: from } };
  return repeatCells(source, { anchor: source.anchor, head: { row: bottom, column: right } }, read);
}

/** Extends a range by dragging its corner, in the direction that goes further. */
export function extendRangeTo(range: CellRange, to: CellPosition): CellRange {
  const { top, bottom, left, right } = rangeBounds(range);
  const down = Math.max(to.row - bottom, top - to.row, 0);
  const across = Math.max(to.column - right, left - to.column, 0);
  if (down >= across)
    return {
      anchor: { row: Math.min(top, to.row), column: left },
      head: { row: Math.max(bottom, to.row), column: right },
    };
  return {
    anchor: { row: top, column: Math.min(left, to.column) },
    head: { row: bottom, column: Math.max(right, to.column) },
  };
}
