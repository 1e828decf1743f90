/** A lane of the grid: the column of a field (day view) or of a day (week view), with its events. */
import "./lane.css";
import { memo, type ReactNode } from "react";
import { useStable } from "#web/kit/render/use-stable.ts";
import type { ObservableValue } from "#web/kit/render/observable-value.ts";
import { LaneBackground } from "./lane-background.tsx";
import { EventBlock, type Formatters } from "./event-block.tsx";
import { type Board, type BoardItem, type Lane, minutesOnLane, type Presence } from "./board.ts";
import type { DragHandle, DragState, GridCursor } from "./drag.ts";
import { fullWidthColumn, type GridDraft, packColumns, blockPositioner } from "./geometry.ts";
import type { ColorBy } from "./event-colors.ts";
import { CursorCell, DraftCell, DragGhost } from "./lane-overlays.tsx";

interface LaneBodyProps {
  board: Board;
  index: number;
  lane: Lane;
  items: readonly BoardItem[];
  dragHandles: string;
  isVertical: boolean;
  /** Pixels per hour. */
  hour: number;
  coloring: ColorBy;
  currency: string;
  now: number;
  drag: ObservableValue<DragState | null>;
  cursor: ObservableValue<GridCursor>;
  drafts: readonly GridDraft[];
  presences: readonly Presence[];
  canCreate: boolean;
  dragHint: ReactNode;
  formatters: Formatters;
}

export const hourStyle = (hour: number) => ({ "--hour": `${hour}px` }) as object;

export const LanePlaceholder = ({ hour }: { hour: number }) => (
  <div data-lane role="presentation" className="planner-body" style={hourStyle(hour)} />
);

/** Letters: `m`ovable, `r`esizable at its end only, `f`ixed. Equal strings let the memoized lane skip its render. */
export const encodeDragHandles = (
  items: readonly BoardItem[],
  canMove: (item: BoardItem, hold?: DragHandle) => boolean,
): string => items.map((item) => (canMove(item) ? "m" : canMove(item, "end") ? "r" : "f")).join("");

/** Canceled events stand beside those that took their time. */
function computeColumns(items: readonly BoardItem[]): [number, number][] {
  const packed = packColumns(items);
  return items.map(({ id }) => packed.get(id) ?? fullWidthColumn);
}

export const LaneBody = memo(function LaneBody(props: LaneBodyProps) {
  const { board, index, lane, items, isVertical, hour, now, drag, formatters } = props;
  const { span } = board;
  const place = blockPositioner(span, isVertical);
  const columns = useStable(computeColumns(items));
  const current = minutesOnLane(lane, now, span);
  const past = current ?? (now > lane.origin ? span : 0);
  return (
    <div
      data-lane
      role="presentation"
      className="planner-body"
      style={hourStyle(hour)}
      data-closed={lane.field.status === "closed" ? "" : undefined}
    >
      <LaneBackground {...{ board, index, lane, items, place, past, hour, formatters }} currency={props.currency} />
      {items.map((item, at) => (
        <EventBlock
          key={item.id}
          {...{ item, place, isVertical, hour, formatters }}
          {...{ coloring: props.coloring, currency: props.currency }}
          field={lane.field.name}
          column={columns[at] ?? fullWidthColumn}
          isMovable={props.dragHandles[at] === "m"}
          isResizable={props.dragHandles[at] !== "f"}
        />
      ))}
      <CursorCell {...{ board, index, lane, items, place, formatters }} cursor={props.cursor} />
      {props.presences
        .filter((presence) => presence.lane === index)
        .map((presence) => (
          <div key={presence.id} className="planner-presence" style={place(presence)}>
            <span>{presence.name}</span>
          </div>
        ))}
      {props.drafts.map((draft) => (
        <DraftCell key={draft.id} {...{ board, index, draft, place, formatters }} canAdd={props.canCreate} />
      ))}
      {current !== undefined && <div className="planner-now" style={place({ from: current, to: current })} />}
      <DragGhost {...{ board, index, lane, drag, place, formatters }} clock={now} dragHint={props.dragHint} />
    </div>
  );
});
