import { type ReactNode, useRef } from "react";
import type { PlanningEvent } from "#contract/planning.ts";
import type { DateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Board, type Lane } from "#web/planning/grid/board.ts";
import type { Interval } from "#web/planning/grid/geometry.ts";
import { colorAttributes } from "#web/planning/grid/event-colors.ts";
import { type TableMeasurements, useRowHeights } from "./row-heights.ts";
import { type PrintTableCell, buildPrintTable } from "./print-table.ts";

/** Shorter cells have one line. */
const MIN_TALL_MINUTES = 45;

const MS_PER_MINUTE = 60_000;

export interface EventText {
  title: string;
  more: readonly string[];
}

interface GridTableProps {
  board: Board;
  lanes: readonly number[];
  part: Interval;
  clock: DateFormats;
  caption: string;
  head: (lane: Lane) => ReactNode;
  text: (event: PlanningEvent) => EventText;
  onMeasured: (measured: TableMeasurements) => void;
}

export function GridTable({ board, lanes, part, clock, caption, head, text, onMeasured }: GridTableProps) {
  const ref = useRef<HTMLTableElement>(null);
  const table = buildPrintTable(board, lanes, part);
  const heights = useRowHeights(ref, [...table.rows.map(({ from }) => from), part.to], onMeasured);
  const shown = lanes.flatMap((index) => board.lanes[index] ?? []);
  const at = (lane: Lane | undefined, minutes: number) => clock.time((lane?.origin ?? 0) + minutes * MS_PER_MINUTE);
  const [first] = shown;
  return (
    <table ref={ref} className="sheet-grid" data-natural={heights === null || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <td className="sheet-gutter" aria-hidden />
          {shown.map((lane) => (
            <th key={lane.id} scope="col" data-part={lane.depth > 0 || undefined}>
              {head(lane)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ from }, row) => {
          const hour = table.hours.find((one) => one.from === from);
          return (
            <tr key={from} style={{ height: `${heights?.[row] ?? 0}mm` }}>
              {hour && (
                <th scope="row" rowSpan={hour.rows} className="sheet-gutter" data-from={hour.from} data-to={hour.to}>
                  <span>{at(first, from)}</span>
                </th>
              )}
              {table.columns.map((column, index) => {
                const cell = column.get(row);
                const lane = shown[index];
                if (!cell || !lane) return null;
                // On a day with a clock change (DST) the lane's hours differ from the gutter's.
                const own = hour && at(lane, from) !== at(first, from) ? at(lane, from) : undefined;
                return <GridCell key={lane.id} {...{ cell, lane, part, clock, text, own }} />;
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface GridCellProps extends Pick<GridTableProps, "part" | "clock" | "text"> {
  cell: PrintTableCell;
  lane: Lane;
  own: string | undefined;
}

function GridCell({ cell, lane, clock, text, own }: GridCellProps) {
  const t = useTranslation();
  const place = {
    rowSpan: cell.rows,
    "data-from": cell.from,
    "data-to": cell.to,
    "data-hour": cell.from % 60 === 0 || undefined,
  };
  if (cell.kind === "shade")
    return (
      <td {...place} className="sheet-shade">
        <span>{t("planning.inUseBy", { name: cell.by })}</span>
      </td>
    );
  if (cell.kind !== "event")
    return (
      <td {...place} className={cell.kind === "closed" ? "sheet-closed" : undefined}>
        {own && <small>{own}</small>}
      </td>
    );
  const { event } = cell.item;
  const { title, more } = text(event);
  const goesOn = {
    before: Date.parse(event.startTime) < lane.origin + cell.from * MS_PER_MINUTE,
    after: Date.parse(event.endTime) > lane.origin + cell.to * MS_PER_MINUTE,
  };
  return (
    <td
      {...place}
      className="sheet-event"
      {...colorAttributes(event, "type")}
      data-status={event.status ?? "busy"}
      data-kind={event.kind}
      data-tall={cell.to - cell.from >= MIN_TALL_MINUTES || undefined}
    >
      <p>
        <strong>
          {goesOn.before && "↑ "}
          {event.status === "pending" && "? "}
          {event.status === "completed" && "✓ "}
          {title}
        </strong>{" "}
        <span className="sheet-time">
          {clock.timeRange(event.startTime, event.endTime)}
          {goesOn.after && " ↓"}
        </span>{" "}
        {more.length > 0 && <span className="sheet-more">{more.join(" · ")}</span>}
      </p>
    </td>
  );
}
