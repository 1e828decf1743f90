/** Amount grid, typed like a spreadsheet. It is controlled: each step is reported as changes. */
import { type PointerEvent, useRef, useState } from "react";
import {
  ColumnHeading,
  type GridHeading,
  positionOfTarget,
  RowHeading,
  AmountGridCell,
  type AmountGridTexts,
} from "./amount-grid-cell.tsx";
import {
  rangeBounds,
  extendRangeTo,
  repeatCells,
  isInRange,
  singleCellRange,
  type CellPosition,
  type CellRange,
  type CellReader,
} from "./amount-cells.ts";
import { type AmountGridOptions, useAmountGrid } from "./use-amount-grid.ts";

interface AmountGridProps extends Omit<AmountGridOptions, "size"> {
  label: string;
  rows: readonly GridHeading[];
  columns: readonly GridHeading[];
  /** Heading of the row names, for screen readers. */
  corner: string;
  /** Amount shown in grey in an empty cell. */
  inherited?: CellReader;
  errorAt?: (place: CellPosition) => string | undefined;
  texts: AmountGridTexts;
  "aria-describedby"?: string | undefined;
}

export function AmountGrid({
  label,
  rows,
  columns,
  corner,
  inherited,
  errorAt: wrongAt,
  texts,
  ...props
}: AmountGridProps) {
  const { read, money } = props;
  const grid = useRef<HTMLTableElement>(null);
  const size = { rows: rows.length, columns: columns.length };
  const { range, editing, said, select, edit, endEditing, fillBy, handlers } = useAmountGrid(grid, { ...props, size });
  const pointer = useRef<{ type: string; does?: "select" | "fill" }>({ type: "mouse" });
  const [filling, setFilling] = useState<CellRange>();
  const { head } = range;
  const bounds = rangeBounds(range);

  const onPointerDown = (event: PointerEvent) => {
    const place = positionOfTarget(event.target);
    const isFill = event.target instanceof Element && event.target.closest("[data-fill]") !== null;
    pointer.current = { type: event.pointerType };
    if (!place || editing || event.button !== 0) return;
    if (isFill) {
      event.preventDefault();
      pointer.current.does = "fill";
      setFilling(range);
    } else if (event.pointerType === "mouse") {
      pointer.current.does = "select";
      select(event.shiftKey ? { anchor: range.anchor, head: place } : singleCellRange(place));
    }
    if (pointer.current.does) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { does } = pointer.current;
    const place = does && positionOfTarget(document.elementFromPoint(event.clientX, event.clientY));
    if (!place) return;
    if (does === "fill") setFilling(extendRangeTo(range, place));
    else if (place.row !== head.row || place.column !== head.column) select({ anchor: range.anchor, head: place });
  };
  const onPointerUp = () => {
    if (pointer.current.does === "fill" && filling) {
      fillBy(repeatCells(range, filling, read));
      select(filling);
    }
    delete pointer.current.does;
    setFilling(undefined);
  };

  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="relative overflow-x-auto rounded-xl border border-line">
        <table
          ref={grid}
          role="grid"
          aria-label={label}
          aria-multiselectable
          aria-describedby={props["aria-describedby"]}
          className="group/grid w-full border-separate border-spacing-0 text-13 select-none"
          {...handlers}
          onCut={(event) => handlers.onCopy(event, true)}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={onPointerUp}
          onFocus={(event) => {
            const place = positionOfTarget(event.target);
            if (place && !editing && (place.row !== head.row || place.column !== head.column))
              select(singleCellRange(place));
          }}
          onDoubleClick={() => edit()}
          onClick={(event) => {
            if (pointer.current.type !== "mouse" && positionOfTarget(event.target) && !editing) edit();
          }}
        >
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-20 border-r border-b border-line bg-sunken">
                <span className="sr-only">{corner}</span>
              </th>
              {columns.map(({ key, ...text }) => (
                <ColumnHeading key={key} {...text} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((heading, row) => (
              <tr key={heading.key} className="group/row">
                <RowHeading name={heading.name} hint={heading.hint} />
                {columns.map((column, index) => {
                  const place = { row, column: index };
                  const isHead = row === head.row && index === head.column;
                  return (
                    <AmountGridCell
                      key={column.key}
                      place={place}
                      label={`${heading.name}, ${column.name}`}
                      cell={read(row, index)}
                      inherited={inherited?.(row, index)}
                      wrong={wrongAt?.(place)}
                      money={money}
                      texts={texts}
                      isHead={isHead}
                      isChosen={isInRange(range, place)}
                      isFilling={filling !== undefined && isInRange(filling, place)}
                      hasHandle={row === bounds.bottom && index === bounds.right}
                      editing={isHead ? editing : undefined}
                      onDone={endEditing}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className="text-xs text-ink-3 empty:hidden">
        {said}
      </p>
    </div>
  );
}
