/** A grid of amounts, typed like a spreadsheet. It holds nothing itself: each step of typing is told as changes. */
import { type PointerEvent, useRef, useState } from "react";
import { ColumnHeading, type Heading, placeIn, RowHeading, SheetCell, type SheetTexts } from "./sheet-cell.tsx";
import { boundsOf, dragged, fillInto, isWithin, only, type Place, type Range, type Reader } from "./sheet.ts";
import { type Sheet, useSheet } from "./use-sheet.ts";

interface SheetGridProps extends Omit<Sheet, "size"> {
  /** Its name. */
  label: string;
  rows: readonly Heading[];
  columns: readonly Heading[];
  /** What the rows are, above their names, for those who listen. */
  corner: string;
  /** What holds where nothing stands, in grey. */
  inherited?: Reader;
  /** What is wrong at a place, besides amounts that are none. */
  wrongAt?: (place: Place) => string | undefined;
  texts: SheetTexts;
  "aria-describedby"?: string | undefined;
}

export function SheetGrid({ label, rows, columns, corner, inherited, wrongAt, texts, ...props }: SheetGridProps) {
  const { read, money } = props;
  const grid = useRef<HTMLTableElement>(null);
  const size = { rows: rows.length, columns: columns.length };
  const { range, editing, said, select, edit, endEditing, fillBy, handlers } = useSheet(grid, { ...props, size });
  const pointer = useRef<{ type: string; does?: "select" | "fill" }>({ type: "mouse" });
  const [filling, setFilling] = useState<Range>();
  const { head } = range;
  const bounds = boundsOf(range);

  const onPointerDown = (event: PointerEvent) => {
    const place = placeIn(event.target);
    const isFill = event.target instanceof Element && event.target.closest("[data-fill]") !== null;
    pointer.current = { type: event.pointerType };
    if (!place || editing || event.button !== 0) return;
    if (isFill) {
      event.preventDefault();
      pointer.current.does = "fill";
      setFilling(range);
    } else if (event.pointerType === "mouse") {
      pointer.current.does = "select";
      select(event.shiftKey ? { anchor: range.anchor, head: place } : only(place));
    }
    if (pointer.current.does) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { does } = pointer.current;
    const place = does && placeIn(document.elementFromPoint(event.clientX, event.clientY));
    if (!place) return;
    if (does === "fill") setFilling(dragged(range, place));
    else if (place.row !== head.row || place.column !== head.column) select({ anchor: range.anchor, head: place });
  };
  const onPointerUp = () => {
    if (pointer.current.does === "fill" && filling) {
      fillBy(fillInto(range, filling, read));
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
            const place = placeIn(event.target);
            if (place && !editing && (place.row !== head.row || place.column !== head.column)) select(only(place));
          }}
          onDoubleClick={() => edit()}
          onClick={(event) => {
            if (pointer.current.type !== "mouse" && placeIn(event.target) && !editing) edit();
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
                    <SheetCell
                      key={column.key}
                      place={place}
                      label={`${heading.name}, ${column.name}`}
                      cell={read(row, index)}
                      inherited={inherited?.(row, index)}
                      wrong={wrongAt?.(place)}
                      money={money}
                      texts={texts}
                      isHead={isHead}
                      isChosen={isWithin(range, place)}
                      isFilling={filling !== undefined && isWithin(filling, place)}
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
