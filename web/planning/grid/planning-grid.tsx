/**
 * Draws the calendar grid of the planning page (day view, week view): hours by fields for a day, hours by days of one field for a week. `board.ts` computes it,
 * `lane.tsx` draws a lane. A drag renders only its ghost, not the grid.
 */
import "./planning-grid.css";
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
} from "react";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useStable } from "#web/kit/render/use-stable.ts";
import type { ObservableValue } from "#web/kit/render/observable-value.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Formatters } from "./event-block.tsx";
import type { Board, BoardItem, Presence } from "./board.ts";
import {
  type GridCursor,
  type DragState,
  edgeAt,
  type DragHandle,
  useHoveredBlock,
  useRestingPointer,
  usePointerDragging,
} from "./drag.ts";
import { cellStartAt, ariaColumnAt, type GridDraft, type GridRegion } from "./geometry.ts";
import { type ItemAction, itemSelector, useGridKeyboard } from "./use-grid-keyboard.ts";
import { LanePlaceholder, encodeDragHandles, LaneBody } from "./lane.tsx";
import { LaneHeader } from "./lane-header.tsx";
import type { ColorBy } from "./event-colors.ts";
import { TimeAxis, useScrollToNow } from "./time-axis.tsx";

export interface PlanningGridProps {
  board: Board;
  isVertical: boolean;
  /** 0 to 2: half hours, quarters, five minutes. */
  zoom: number;
  coloring: ColorBy;
  currency: string;
  /** Epoch milliseconds. */
  now: number;
  label: string;
  /** Lanes are days of one field. */
  isWeek: boolean;
  drag: ObservableValue<DragState | null>;
  cursor: ObservableValue<GridCursor>;
  selectedItems: ObservableValue<ReadonlySet<string>>;
  drafts: readonly GridDraft[];
  presences: readonly Presence[];
  openEventId: ObservableValue<string | undefined>;
  canMove: (item: BoardItem, hold?: DragHandle) => boolean;
  onImmovableDrag?: (item: BoardItem, at: { clientX: number; clientY: number }) => void;
  canCreate: boolean;
  canSelect: boolean;
  hidesDim?: boolean;
  onDrop: (drag: DragState) => void;
  onCreate: (region: GridRegion, kind?: "event" | "block") => void;
  onToggleDraftLane: (lane: number) => void;
  onItemAction: (item: BoardItem, act: ItemAction) => void;
  onPaste: (at: GridCursor) => void;
  onOpen: (item: BoardItem) => void;
  onOpenPage: (item: BoardItem) => void;
  onHover: (item: BoardItem | undefined, element: Element) => void;
  dragHint: ReactNode;
}

export const hourPx = { vertical: [44, 60, 168], horizontal: [72, 96, 216] } as const;

/** The first render draws two lanes and a screenful of names; the others follow in a deferred render. */
const FIRST_DRAWN_LANES = 2;
const FIRST_NAMED_LANES = 12;

export function PlanningGrid(props: PlanningGridProps) {
  const { board, isVertical, zoom, drag, cursor, label, now, isWeek } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const hour = hourPx[isVertical ? "vertical" : "horizontal"][zoom] ?? 60;
  const onNear = useHoveredBlock();
  const isResting = useRestingPointer();
  const { onPointerDown, locate, endsDrag } = usePointerDragging({ ...props, scroller });
  // Hidden events still occupy their time.
  const seen = props.hidesDim ? { ...board, items: board.items.filter(({ isDimmed }) => !isDimmed) } : board;
  const drawn = useDeferredValue(board.lanes.length, FIRST_DRAWN_LANES);
  const named = Math.max(FIRST_NAMED_LANES, drawn);
  const keys = useGridKeyboard({ ...props, board: seen, fullBoard: board, scroller, drawn });
  useBlockStates({
    scroller,
    selectedItems: props.selectedItems,
    openEventId: props.openEventId,
    items: board.items,
    drawn,
  });
  useScrollToNow(scroller, { board, isVertical, now, hour });
  const itemAt = ({ target }: { target: EventTarget }): BoardItem | undefined => {
    const id = (target as Element).closest<HTMLElement>("[data-item]")?.dataset["item"];
    return id === undefined ? undefined : board.items.find((item) => item.id === id);
  };
  const pressed = useRef<BoardItem>(undefined);
  const onClick = (event: MouseEvent) => {
    const also = (event.target as Element).closest<HTMLElement>("[data-toggle-lane]")?.dataset["toggleLane"];
    if (also !== undefined) return props.onToggleDraftLane(Number(also));
    if (endsDrag() || drag.get()) return;
    const item = itemAt(event);
    if (item) {
      cursor.setBeforeNotify({ lane: item.lane, at: item.from });
      if (event.shiftKey && props.canSelect && item.event.id !== null) return props.onItemAction(item, "select");
      return props.onOpen(item);
    }
    // The release after a drag of an immovable event creates nothing.
    if (pressed.current && event.detail > 0) return;
    if (!(event.target as Element).closest("[data-lane]")) return;
    const { lane, at } = locate(event.clientX, event.clientY);
    const track = board.lanes[lane];
    if (!track) return;
    const from = Math.max(0, cellStartAt(track, at));
    cursor.set({ lane, at: from });
    if (props.canCreate) props.onCreate({ lane, from, to: from });
  };
  const formatters = useFormatters(board.timezone);
  const contents = useStable(groupItemsByLane(seen));
  const [drafts, presences] = [useStable(props.drafts), useStable(props.presences)];
  const today = isWeek ? dateAt(now, board.timezone) : undefined;
  const groups = [...Map.groupBy(board.lanes.entries(), ([, { field }]) => field.facilityId).values()];
  const variables = { "--hours": board.span / 60, "--lanes": board.lanes.length } as object;
  return (
    <div
      ref={scroller}
      className="planner"
      data-axis={isVertical ? "vertical" : "horizontal"}
      data-zoom={zoom}
      data-capped={groups.length > 1 && !isWeek ? "" : undefined}
      style={variables}
      onKeyDown={(event) => keys.onKeyDown(event, itemAt(event))}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={props.canSelect}
        aria-colcount={ariaColumnAt(board.span - 1)}
        className="planner-canvas"
      >
        <TimeAxis {...{ board, now, isVertical, hour }} />
        <div
          role="presentation"
          className="planner-lanes"
          onPointerDown={(event: PointerEvent) => {
            props.onHover(undefined, event.currentTarget);
            pressed.current = itemAt(event);
            const target = event.target as Element;
            if (!target.closest("[data-lane]") || target.closest("[data-toggle-lane]")) return;
            onPointerDown(event, itemAt(event), edgeAt(event, isVertical));
          }}
          onPointerOver={(event) => {
            if (event.pointerType === "touch") return;
            onNear(event.target);
            if (event.pointerType === "mouse" && event.buttons === 0)
              props.onHover(isResting(event) ? undefined : itemAt(event), event.target as Element);
          }}
          onPointerLeave={({ pointerType }) => pointerType !== "touch" && onNear(undefined)}
          onClick={onClick}
          onFocus={(event) => {
            const item = itemAt(event);
            const { lane, at } = cursor.get();
            if (!item || (item.lane === lane && at >= item.from && at < item.to)) return;
            const there = { lane: item.lane, at: item.from };
            // A press paints first, but the keyboard needs the cursor at once.
            if (event.target.matches(":focus-visible")) cursor.set(there);
            else cursor.setBeforeNotify(there);
          }}
          onDoubleClick={(event) => {
            const item = itemAt(event);
            if (item) props.onOpenPage(item);
          }}
        >
          {groups.map((all) => {
            const [first] = all;
            const lanes = all.filter(([index]) => index < named);
            return (
              <div
                key={first?.[1].field.facilityId}
                role="rowgroup"
                aria-label={first?.[1].field.facilityName}
                className="planner-group"
                style={{ "--own": all.length } as object}
              >
                <div className="planner-facility-name" aria-hidden>
                  <span>{first?.[1].field.facilityName}</span>
                </div>
                <div className="planner-rows">
                  {lanes.map(([index, lane]) => (
                    <div
                      key={isWeek ? index : lane.field.id}
                      role="row"
                      className="planner-lane"
                      data-status={lane.field.status}
                    >
                      <LaneHeader
                        {...{ lane, isWeek }}
                        isBare={index >= drawn}
                        isToday={lane.date === today}
                        t={formatters.t}
                      />
                      {index >= drawn ? (
                        <LanePlaceholder hour={hour} />
                      ) : (
                        <LaneBody
                          {...{
                            board,
                            index,
                            lane,
                            isVertical,
                            hour,
                            now,
                            drag,
                            cursor,
                            drafts,
                            presences,
                            formatters,
                          }}
                          items={contents[index] ?? noItems}
                          dragHandles={encodeDragHandles(contents[index] ?? noItems, props.canMove)}
                          coloring={props.coloring}
                          currency={props.currency}
                          canCreate={props.canCreate}
                          dragHint={props.dragHint}
                        />
                      )}
                    </div>
                  ))}
                  <LanePlaceholders count={all.length - lanes.length} />
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const LanePlaceholders = ({ count }: { count: number }) =>
  count > 0 && <div role="presentation" className="planner-lanes-placeholder" style={{ "--own": count } as object} />;

const dateAt = (now: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate().toString();

function useFormatters(timezone: string): Formatters {
  const [t, money, dates] = [useTranslation(), useAmountFormat(), useDateFormats(timezone)];
  return { t, money, dates };
}

const noItems: readonly BoardItem[] = [];

function groupItemsByLane({ lanes, items }: Board): readonly (readonly BoardItem[])[] {
  const onLane = Map.groupBy(items, ({ lane }) => lane);
  return lanes.map((_, lane) => onLane.get(lane) ?? noItems);
}

interface BlockStatesOptions extends Pick<PlanningGridProps, "selectedItems" | "openEventId"> {
  scroller: RefObject<HTMLElement | null>;
  items: readonly BoardItem[];
  drawn: number;
}

/** Sets attributes on the elements, so that selecting and opening events renders nothing. */
function useBlockStates({ scroller, selectedItems, openEventId, items, drawn }: BlockStatesOptions) {
  useEffect(() => {
    const blockOf = ({ id }: BoardItem) => scroller.current?.querySelector(itemSelector(id)) ?? [];
    return applyWhileSubscribed(selectedItems, (chosen) => {
      const blocks = chosen.size === 0 ? [] : items.filter(({ id }) => chosen.has(id)).flatMap(blockOf);
      for (const block of blocks) block.setAttribute("aria-selected", "true");
      return () => {
        for (const block of blocks) block.removeAttribute("aria-selected");
      };
    });
  }, [scroller, selectedItems, items, drawn]);
  useEffect(() => {
    const blockOf = ({ id }: BoardItem) => scroller.current?.querySelector(itemSelector(id)) ?? [];
    return applyWhileSubscribed(openEventId, (openId) => {
      const blocks = openId === undefined ? [] : items.filter(({ event }) => event.id === openId).flatMap(blockOf);
      for (const block of blocks) block.toggleAttribute("data-open", true);
      return () => {
        for (const block of blocks) block.removeAttribute("data-open");
      };
    });
  }, [scroller, openEventId, items, drawn]);
}

/** @returns a function that unsubscribes and undoes the last value */
function applyWhileSubscribed<Value>(
  { get, subscribe }: ObservableValue<Value>,
  tell: (value: Value) => () => void,
): () => void {
  let takeBack = tell(get());
  const leave = subscribe(() => {
    takeBack();
    takeBack = tell(get());
  });
  return () => {
    leave();
    takeBack();
  };
}
