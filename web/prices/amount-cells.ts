/** Parses typed amounts of money into minor units, and copies, pastes and fills the cells of the amount grid. Pure. */
import { countMinorDigits } from "#messages/format-money.ts";

/** Minor units; a text that is no amount; undefined if empty. */
export type CellValue = number | string | undefined;
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

export interface AmountNotation {
  /** ISO 4217 code. */
  currency: string;
  /** BCP 47 language tag. */
  tag: string;
  /** Name of the amount 0 in the reader's language. */
  free: string;
}

/** The contract's maximum. */
const MAX_MINOR_UNITS = 100_000_000;
const dashPattern = /^[-–—]*$/;
const numberPattern = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?(?:[.,]\d*)?$|^\d*[.,]?\d+$|^\d+[.,]$/;

/** `1 234,5` → `1234.5`. The last of two separators is the decimal one; one before three digits groups thousands. */
function normalizeNumber(text: string): string {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const [whole, rest] = [text.slice(0, Math.max(0, last)), text.slice(last + 1)];
  const isThousands = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  const isDecimal = last >= 0 && !isThousands && (!/[.,]/.test(whole) || !whole.includes(text.charAt(last)));
  return isDecimal ? `${whole.replace(/[.,]/g, "")}.${rest}` : text.replace(/[.,]/g, "");
}

/**
 * Reads an amount as people type or paste it: `18`, `18,5`, `€18.00`, `1 234,50 €`.
 * @returns minor units; undefined for an empty text or a dash; the trimmed text if it is no amount
 */
export function parseAmount(text: string, { currency, free }: AmountNotation): CellValue {
  const bare = text
    .trim()
    .replace(/\p{Sc}|[\s'’]/gu, "")
    .replace(new RegExp(`^${currency}|${currency}$`, "i"), "");
  if (dashPattern.test(bare)) return undefined;
  if (text.trim().toLowerCase() === free.toLowerCase()) return 0;
  if (!numberPattern.test(bare)) return text.trim();
  const minor = Math.round(Number(normalizeNumber(bare)) * 10 ** countMinorDigits(currency));
  return Number.isFinite(minor) && minor <= MAX_MINOR_UNITS ? minor : text.trim();
}

/** An amount for editing: `18,50`, without its currency. */
export function formatEditableAmount(cell: CellValue, { currency, tag }: AmountNotation): string {
  if (typeof cell !== "number") return cell ?? "";
  const digits = countMinorDigits(currency);
  const isWhole = cell % 10 ** digits === 0;
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(cell / 10 ** digits);
}

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
