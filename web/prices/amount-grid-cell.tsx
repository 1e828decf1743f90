import { useRef, useState } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { formatAmount as written } from "#web/kit/format/amount-format.ts";
import type { CellPosition } from "./amount-cells.ts";
import type { CellValue, AmountNotation } from "./parse-amount.ts";

export interface GridHeading {
  key: string;
  name: string;
  hint?: string | undefined;
}

const HeadingText = ({ name, hint }: Omit<GridHeading, "key">) => (
  <>
    <span className="line-clamp-2 [overflow-wrap:anywhere]">{name}</span>
    {hint && <span className="block text-xs font-normal text-ink-3">{hint}</span>}
  </>
);

export const ColumnHeading = (text: Omit<GridHeading, "key">) => (
  <th scope="col" className="h-11 min-w-24 border-b border-line bg-sunken px-3 py-1.5 text-right font-medium">
    <HeadingText {...text} />
  </th>
);

export const RowHeading = (text: Omit<GridHeading, "key">) => (
  <th
    scope="row"
    className="sticky left-0 z-20 h-11 max-w-40 min-w-28 border-r border-b border-line bg-sunken px-3 py-1.5 text-left font-medium group-last/row:border-b-0"
  >
    <HeadingText {...text} />
  </th>
);

export function positionOfTarget(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
  const [row, column] = cell?.dataset["place"]?.split("-").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

export interface AmountGridTexts {
  none: string;
  /** For screen readers, after an inherited amount. */
  inherited: string;
  unreadable: string;
}

interface AmountGridCellProps {
  place: CellPosition;
  /** Row and column for screen readers. */
  label: string;
  cell: CellValue;
  inherited: CellValue;
  wrong: string | undefined;
  money: AmountNotation;
  texts: AmountGridTexts;
  /** The cell with the focus. */
  isHead: boolean;
  isChosen: boolean;
  isFilling: boolean;
  hasHandle: boolean;
  editing: { text: string; isOver: boolean } | undefined;
  onDone: (text: string | undefined, key?: string, isBack?: boolean) => void;
}

export function AmountGridCell(props: AmountGridCellProps) {
  const {
    place,
    label,
    cell,
    inherited,
    wrong,
    money,
    texts,
    isHead,
    isChosen,
    isFilling,
    hasHandle,
    editing,
    onDone,
  } = props;
  const problem = typeof cell === "string" ? texts.unreadable : wrong;
  const isInherited = cell === undefined && typeof inherited === "number";
  const visibleAmount = cell ?? inherited;
  return (
    <td
      data-place={`${place.row}-${place.column}`}
      tabIndex={isHead && !editing ? 0 : -1}
      aria-selected={isChosen}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      className={cx(
        "relative h-11 min-w-24 cursor-cell border-b border-line px-3 text-right whitespace-nowrap tnum group-last/row:border-b-0",
        "focus:z-10 focus:outline-2 focus:-outline-offset-2 focus:outline-ring",
        isChosen && "group-focus-within/grid:bg-accent-soft",
        isFilling && !isChosen && "bg-accent-soft",
        problem !== undefined ? "bg-rose-bg text-rose-fg" : isInherited && "text-ink-3",
      )}
    >
      {visibleAmount === undefined ? (
        <>
          <span className="text-ink-3" aria-hidden>
            —
          </span>
          <span className="sr-only">{texts.none}</span>
        </>
      ) : visibleAmount === 0 ? (
        money.free
      ) : typeof visibleAmount === "number" ? (
        written(visibleAmount, money.currency, money.tag)
      ) : (
        visibleAmount
      )}
      {isInherited && <span className="sr-only">, {texts.inherited}</span>}
      {problem !== undefined && <span className="sr-only">, {problem}</span>}
      {editing ? (
        <CellEditor {...editing} label={label} onDone={onDone} />
      ) : (
        hasHandle && (
          <span
            data-fill
            aria-hidden
            className="absolute -right-px -bottom-px z-10 hidden size-2 cursor-crosshair touch-none rounded-[2px] border border-surface bg-ring group-focus-within/grid:block after:absolute after:-inset-2 pointer-coarse:size-3 pointer-coarse:after:-inset-4"
          />
        )
      )}
    </td>
  );
}

interface CellEditorProps extends Pick<AmountGridCellProps, "label" | "onDone"> {
  text: string;
  isOver: boolean;
}

/** Enter, Tab and blur keep the typed text, Escape drops it. */
function CellEditor({ text: start, isOver, label, onDone }: CellEditorProps) {
  const [text, setText] = useState(start);
  // Ending moves the focus, and the blur would end it again.
  const ended = useRef(false);
  const end = (value: string | undefined, key?: string, isBack?: boolean) => {
    if (ended.current) return;
    ended.current = true;
    onDone(value, key, isBack);
  };
  return (
    <input
      ref={(input) => {
        if (!input || input === document.activeElement) return;
        input.focus();
        if (!isOver) input.select();
      }}
      aria-label={label}
      data-takes-escape
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        const { key, shiftKey } = event;
        const isKeeping = key === "Enter" || key === "Tab" || (isOver && key.startsWith("Arrow"));
        if (!isKeeping && key !== "Escape") return;
        event.preventDefault();
        // Escape must only end editing, not close a dialog around the grid.
        event.stopPropagation();
        end(isKeeping ? text : undefined, key, shiftKey);
      }}
      onBlur={() => end(text)}
      className="absolute inset-0 z-10 w-full bg-raised px-3 text-right text-13 tnum outline-2 -outline-offset-2 outline-ring select-text max-md:text-base"
    />
  );
}
