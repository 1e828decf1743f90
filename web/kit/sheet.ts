/** A grid of amounts as a spreadsheet: what they are typed as, ranges, pasting and filling. Pure. */

/** Minor units; a text where no amount could be read; undefined: nothing. */
export type Cell = number | string | undefined;
export interface Place {
  row: number;
  column: number;
}
/** A rectangle, from where it was begun to where it was drawn. */
export interface Range {
  anchor: Place;
  head: Place;
}
export interface Change extends Place {
  cell: Cell;
}
/** What is at a place. */
export type Reader = (row: number, column: number) => Cell;

export interface Money {
  /** ISO 4217 code. */
  currency: string;
  /** BCP 47 language tag. */
  tag: string;
  /** What an amount of nothing is called in the reader's language. */
  free: string;
}

/** As the contract has it, in minor units. */
const mostMinor = 100_000_000;
const dashes = /^[-–—]*$/;
/** With thousands apart, or not. */
const number = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?(?:[.,]\d*)?$|^\d*[.,]?\d+$|^\d+[.,]$/;

/** How many digits a currency has after its separator. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** `1 234,5` → `1234.5`. Of two separators the last is the decimal one; one before three digits is for thousands. */
function plainNumber(text: string): string {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const [whole, rest] = [text.slice(0, Math.max(0, last)), text.slice(last + 1)];
  const isThousands = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  const isDecimal = last >= 0 && !isThousands && (!/[.,]/.test(whole) || !whole.includes(text.charAt(last)));
  return isDecimal ? `${whole.replace(/[.,]/g, "")}.${rest}` : text.replace(/[.,]/g, "");
}

/**
 * Reads an amount as people type or paste it: `18`, `18,5`, `€18.00`, `1 234,50 €`.
 * @returns minor units; undefined for an empty text or a dash; else the text as it is, since it is no amount
 */
export function readAmount(text: string, { currency, free }: Money): Cell {
  const bare = text
    .trim()
    .replace(/\p{Sc}|[\s'’]/gu, "")
    .replace(new RegExp(`^${currency}|${currency}$`, "i"), "");
  if (dashes.test(bare)) return undefined;
  if (text.trim().toLowerCase() === free.toLowerCase()) return 0;
  if (!number.test(bare)) return text.trim();
  const minor = Math.round(Number(plainNumber(bare)) * 10 ** digitsOf(currency));
  return Number.isFinite(minor) && minor <= mostMinor ? minor : text.trim();
}

/** An amount to be typed over: `18,50`, without its currency. */
export function writeAmount(cell: Cell, { currency, tag }: Money): string {
  if (typeof cell !== "number") return cell ?? "";
  const digits = digitsOf(currency);
  const isWhole = cell % 10 ** digits === 0;
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(cell / 10 ** digits);
}

export const only = (place: Place): Range => ({ anchor: place, head: place });

/** Where the arrows lead: down and across. */
export const steps: Record<string, readonly [down: number, across: number] | undefined> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

export const boundsOf = ({ anchor, head }: Range) => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
});

export function isWithin(range: Range, { row, column }: Place): boolean {
  const { top, bottom, left, right } = boundsOf(range);
  return top <= row && row <= bottom && left <= column && column <= right;
}

/** Every place of a range, row by row. */
export function placesOf(range: Range): Place[] {
  const { top, bottom, left, right } = boundsOf(range);
  return Array.from({ length: bottom - top + 1 }, (_row, down) =>
    Array.from({ length: right - left + 1 }, (_column, across) => ({ row: top + down, column: left + across })),
  ).flat();
}

/** A range as spreadsheets copy it: tabs between columns, lines between rows. */
export function toText(range: Range, read: Reader, money: Money): string {
  const byRow = Map.groupBy(placesOf(range), ({ row }) => row);
  return [...byRow.values()]
    .map((places) => places.map(({ row, column }) => writeAmount(read(row, column), money)).join("\t"))
    .join("\n");
}

export const isTable = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ""));

export interface Pasted {
  changes: Change[];
  /** The places that were written. */
  range: Range;
  /** How many values did not find a place. */
  left: number;
}

/**
 * What was copied from a spreadsheet, from the top left of a range on. One value alone fills the whole range.
 * @param size of the grid
 */
export function paste(text: string, range: Range, size: { rows: number; columns: number }, money: Money): Pasted {
  const table = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((value) => readAmount(value.replace(/^"(.*)"$/, "$1"), money)));
  const [first] = table;
  if (first && table.length === 1 && first.length === 1)
    return { changes: placesOf(range).map((place) => ({ ...place, cell: first[0] })), range, left: 0 };
  const { top, left } = boundsOf(range);
  const all = table.flatMap((line, down) =>
    line.map((cell, across): Change => ({ row: top + down, column: left + across, cell })),
  );
  const changes = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  const head = {
    row: Math.max(top, ...changes.map(({ row }) => row)),
    column: Math.max(left, ...changes.map(({ column }) => column)),
  };
  return { changes, range: { anchor: { row: top, column: left }, head }, left: all.length - changes.length };
}

/** Repeats what a range holds over a larger one around it. */
export function fillInto(source: Range, target: Range, read: Reader): Change[] {
  const { top, bottom, left, right } = boundsOf(source);
  const around = (value: number, from: number, to: number) => {
    const length = to - from + 1;
    return from + ((((value - from) % length) + length) % length);
  };
  return placesOf(target)
    .filter((place) => !isWithin(source, place))
    .map(({ row, column }) => ({ row, column, cell: read(around(row, top, bottom), around(column, left, right)) }));
}

/** Fills a range from its first row or column; one that is a single row or column from what is before it. */
export function fill(direction: "down" | "right", range: Range, read: Reader): Change[] {
  const { top, bottom, left, right } = boundsOf(range);
  const isDown = direction === "down";
  const isSingle = isDown ? top === bottom : left === right;
  const from = (isDown ? top : left) - (isSingle ? 1 : 0);
  if (from < 0) return [];
  const source = isDown
    ? { anchor: { row: from, column: left }, head: { row: from, column: right } }
    : { anchor: { row: top, column: from }, head: { row: bottom, column: from } };
  return fillInto(source, { anchor: source.anchor, head: { row: bottom, column: right } }, read);
}

/** The larger range of a drag by the corner: down, up, right or left, whichever goes further. */
export function dragged(range: Range, to: Place): Range {
  const { top, bottom, left, right } = boundsOf(range);
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
