/** Keyboard, selection, copy and paste of the amount grid (spreadsheet). */
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import {
  type CellChange,
  fillRange,
  singleCellRange,
  type CellPosition,
  listPositions,
  type CellRange,
  type CellReader,
  arrowSteps,
} from "./amount-cells.ts";
import { type AmountNotation, parseAmount, formatEditableAmount } from "./parse-amount.ts";
import { isMultiCellText, pasteCells, rangeToText } from "./paste-cells.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface AmountGridOptions {
  size: { rows: number; columns: number };
  read: CellReader;
  money: AmountNotation;
  /** The changes are one step of undo. */
  onChange: (changes: readonly CellChange[]) => void;
  /** @returns whether there was a step to undo or redo */
  onUndo: () => boolean;
  onRedo: () => boolean;
}

interface EditingState {
  text: string;
  /** Typing over a cell: arrow keys end it, as in spreadsheets. */
  isOver: boolean;
}

/** @param grid its cells have `data-place="row-column"` */
export function useAmountGrid(
  grid: RefObject<HTMLTableElement | null>,
  { size, read, money, onChange, onUndo, onRedo }: AmountGridOptions,
) {
  const t = useTranslation();
  const wantsFocus = useRef(false);
  const [chosen, setChosen] = useState<CellRange>(singleCellRange({ row: 0, column: 0 }));
  const [editing, setEditing] = useState<EditingState>();
  const [said, setSaid] = useState("");
  /** After Escape, Tab leaves the grid. */
  const [isLeaving, setLeaving] = useState(false);
  const inside = ({ row, column }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(row, size.rows - 1)),
    column: Math.max(0, Math.min(column, size.columns - 1)),
  });
  const range = { anchor: inside(chosen.anchor), head: inside(chosen.head) };
  const { head } = range;

  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-place="${head.row}-${head.column}"]`)?.focus();
  });

  const select = (next: CellRange) => {
    wantsFocus.current = true;
    setChosen(next);
    setLeaving(false);
  };
  const move = ([down, across]: readonly [number, number], extend = false, far = false) => {
    const by = far ? Math.max(size.rows, size.columns) : 1;
    const to = inside({ row: head.row + down * by, column: head.column + across * by });
    select(extend ? { anchor: range.anchor, head: to } : singleCellRange(to));
  };
  /** To the next or previous cell in reading order. @returns whether there is one */
  const hop = (by: 1 | -1): boolean => {
    const next = head.row * size.columns + head.column + by;
    if (next < 0 || next >= size.rows * size.columns) return false;
    select(singleCellRange({ row: Math.floor(next / size.columns), column: next % size.columns }));
    return true;
  };
  const apply = (changes: readonly CellChange[]) => {
    const real = changes.filter(({ row, column, cell }) => read(row, column) !== cell);
    if (real.length > 0) onChange(real);
    return real.length;
  };
  const clear = () => apply(listPositions(range).map((place) => ({ ...place, cell: undefined })));
  const edit = (over?: string) => {
    wantsFocus.current = false;
    setSaid("");
    setEditing({ text: over ?? formatEditableAmount(read(head.row, head.column), money), isOver: over !== undefined });
  };
  const endEditing = (text: string | undefined, key?: string, isBack = false) => {
    setEditing(undefined);
    if (text !== undefined) apply([{ ...head, cell: parseAmount(text, money) }]);
    // Without a key, the focus has moved already.
    if (key === undefined) return;
    wantsFocus.current = true;
    if (key === "Enter") move(isBack ? [-1, 0] : [1, 0]);
    else if (key === "Tab") hop(isBack ? -1 : 1);
    else if (arrowSteps[key]) move(arrowSteps[key]);
  };
  const fillBy = (changes: readonly CellChange[]) => {
    const count = apply(changes);
    if (count > 0) setSaid(t("kit.sheetFilled", { count }));
  };
  const back = (isRedo: boolean) => {
    if (isRedo ? onRedo() : onUndo()) setSaid(t(isRedo ? "kit.sheetRedone" : "kit.sheetUndone"));
    wantsFocus.current = true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) return;
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const step = arrowSteps[key];
    const ends: Record<string, CellPosition | undefined> = {
      Home: { row: isCommand ? 0 : head.row, column: 0 },
      End: { row: isCommand ? size.rows - 1 : head.row, column: size.columns - 1 },
    };
    const end = ends[key];
    const commands: Record<string, (() => void) | undefined> = {
      a: () => select({ anchor: { row: 0, column: 0 }, head: { row: size.rows - 1, column: size.columns - 1 } }),
      d: () => fillBy(fillRange("down", range, read)),
      r: () => fillBy(fillRange("right", range, read)),
      z: () => back(shiftKey),
      y: () => back(true),
    };
    const keys: Record<string, (() => void) | undefined> = {
      Enter: () => move(shiftKey ? [-1, 0] : [1, 0]),
      F2: () => edit(),
      Delete: clear,
      Backspace: clear,
    };
    if (altKey) return;
    if (key === "Tab") {
      if (!isLeaving && hop(shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    if (key === "Escape") {
      select(singleCellRange(head));
      setLeaving(true);
      return;
    }
    const act =
      (step && (() => move(step, shiftKey, isCommand))) ??
      (end && (() => select(shiftKey ? { anchor: range.anchor, head: end } : singleCellRange(end)))) ??
      (isCommand ? commands[key.toLowerCase()] : keys[key]) ??
      (!isCommand && key.length === 1 && key !== " " ? () => edit(key) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };

  const onCopy = (event: ClipboardEvent, isCut = false) => {
    if (editing) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", rangeToText(range, read, money));
    if (isCut) clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (editing && !isMultiCellText(text)) return;
    event.preventDefault();
    setEditing(undefined);
    const pasted = pasteCells(text, range, size, money);
    apply(pasted.changes);
    select({ anchor: pasted.range.anchor, head: inside(pasted.range.head) });
    const left = pasted.unplacedCount > 0 ? ` ${t("kit.sheetPastedLeft", { count: pasted.unplacedCount })}` : "";
    setSaid(`${t("kit.sheetPasted", { count: pasted.changes.length })}.${left}`);
  };
  return { range, editing, said, select, edit, endEditing, fillBy, handlers: { onKeyDown, onCopy, onPaste } };
}
