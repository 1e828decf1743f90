import { type ReactNode, useRef } from "react";
import type { PlanningEvent } from "#contract/planning.ts";
import type { Dates } from "#web/kit/dates.ts";
import { useWords } from "#web/kit/words.ts";
import { type Board, type Lane } from "#web/planner/board.ts";
import type { Stretch } from "#web/planner/geometry.ts";
import { colorOf } from "#web/planner/look.ts";
import { type Measured, useFit } from "./fit.ts";
import { type Cell, tableOf } from "./table.ts";

/** Minutes from which on there is room for more than one line. */
const tall = 45;

const minute = 60_000;

/** What an event's cell says. */
export interface EventText {
  title: string;
  /** Who, how many, what it costs. */
  more: readonly string[];
}

interface GridTableProps {
  board: Board;
  lanes: readonly number[];
  part: Stretch;
  clock: Dates;
  caption: string;
  head: (lane: Lane) => ReactNode;
  text: (event: PlanningEvent) => EventText;
  /** Told what its texts need. */
  onMeasured: (measured: Measured) => void;
}

/** Lanes as columns, time down. A row grows with what it says: nothing is cut off. */
export function GridTable({ board, lanes, part, clock, caption, head, text, onMeasured }: GridTableProps) {
  const ref = useRef<HTMLTableElement>(null);
  const table = tableOf(board, lanes, part);
  const heights = useFit(ref, [...table.rows.map(({ from }) => from), part.to], onMeasured);
  const shown = lanes.flatMap((index) => board.lanes[index] ?? []);
  const at = (lane: Lane | undefined, minutes: number) => clock.time((lane?.origin ?? 0) + minutes * minute);
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
                // The clock of a day on which it is changed shows other hours than the gutter does.
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
  cell: Cell;
  lane: Lane;
  /** The hour, where it is not the gutter's. */
  own: string | undefined;
}

function GridCell({ cell, lane, clock, text, own }: GridCellProps) {
  const t = useWords();
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
    before: Date.parse(event.startTime) < lane.origin + cell.from * minute,
    after: Date.parse(event.endTime) > lane.origin + cell.to * minute,
  };
  return (
    <td
      {...place}
      className="sheet-event"
      {...colorOf(event, "type")}
      data-status={event.status ?? "busy"}
      data-kind={event.kind}
      data-tall={cell.to - cell.from >= tall || undefined}
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
