/** The grid: a lane for each field (or day), time along it, and events on it. Who drags, renders a ghost and nothing else. */
import "./planner.css";
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useDates } from "#web/kit/dates.ts";
import { useBitByBit } from "#web/kit/bit-by-bit.ts";
import { useKept } from "#web/kit/kept.ts";
import type { LiveValue } from "#web/kit/live-value.ts";
import { useMoney } from "#web/kit/money.ts";
import { useFollows } from "#web/kit/seen.tsx";
import { useWords } from "#web/kit/words.ts";
import type { Writing } from "./block.tsx";
import type { Board, Item } from "./board.ts";
import { type Cursor, type Drag, edgeAt, type Hold, useNear, usePointerDragging } from "./drag.ts";
import { cellAt, columnOf, type Drafted, type Region, type Slot } from "./geometry.ts";
import { type ItemAct, itemSelector, useGridKeys } from "./grid-keys.ts";
import { BareLane, holdsOf, LaneBody, LaneHeader } from "./lane.tsx";
import type { Coloring } from "./look.ts";
import { Times, useScrollToNow } from "./times.tsx";

/** What others are about to book, on a lane. */
export interface Presence extends Slot {
  id: string;
  name: string;
}

export interface GridProps {
  board: Board;
  isVertical: boolean;
  /** 0 to 2: half hours, quarters, five minutes. */
  zoom: number;
  coloring: Coloring;
  currency: string;
  /** In epoch milliseconds. */
  now: number;
  label: string;
  /** Days are the lanes, instead of fields. */
  isWeek: boolean;
  drag: LiveValue<Drag | null>;
  cursor: LiveValue<Cursor>;
  /** The events that are chosen together, by item. */
  marked: LiveValue<ReadonlySet<string>>;
  /** What is about to be booked here. */
  drafts: readonly Drafted[];
  presences: readonly Presence[];
  /** The event that is shown beside the grid. */
  opened: LiveValue<string | undefined>;
  mayMove: (item: Item, hold?: Hold) => boolean;
  onStuck?: (item: Item, at: { clientX: number; clientY: number }) => void;
  mayCreate: boolean;
  mayMark: boolean;
  /** What the filters do not mean is left out, instead of paled. */
  hidesDim?: boolean;
  onDrop: (drag: Drag) => void;
  onCreate: (region: Region, kind?: "event" | "block") => void;
  /** A begun booking is on this lane too, or no longer. */
  onAlso: (lane: number) => void;
  onAct: (item: Item, act: ItemAct) => void;
  onPaste: (at: Cursor) => void;
  onOpen: (item: Item) => void;
  onDetail: (item: Item) => void;
  onPoint: (item: Item | undefined, element: Element) => void;
  /** What the ghost says besides its times. */
  verdict: ReactNode;
}

/** Pixels of an hour along the lanes, by zoom. */
export const hourPx = { vertical: [44, 60, 168], horizontal: [72, 96, 216] } as const;

/** Lanes have their names before what stands on them: as many as a screen shows at once, then so many for each that is drawn. */
const [namedFirst, namedEach] = [12, 4];

export function Grid(props: GridProps) {
  const { board, isVertical, zoom, drag, cursor, label, now, isWeek } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const hour = hourPx[isVertical ? "vertical" : "horizontal"][zoom] ?? 60;
  const onNear = useNear();
  const { onPointerDown, locate, endsDrag } = usePointerDragging({ ...props, scroller });
  // What is not shown still stands where it stands: nothing can be put there.
  const seen = props.hidesDim ? { ...board, items: board.items.filter(({ isDim }) => !isDim) } : board;
  const of = `${board.lanes[0]?.origin} ${isVertical}`;
  const drawn = useBitByBit(board.lanes.length, { first: 2, part: 3, of });
  const named = useFollows() ? Math.max(namedFirst, drawn * namedEach) : drawn;
  const keys = useGridKeys({ ...props, board: seen, whole: board, scroller, drawn });
  useMarks({ scroller, marked: props.marked, opened: props.opened, items: board.items, drawn });
  useScrollToNow(scroller, { board, isVertical, now, hour });
  const itemAt = ({ target }: { target: EventTarget }): Item | undefined => {
    const id = (target as Element).closest<HTMLElement>("[data-item]")?.dataset["item"];
    return id === undefined ? undefined : board.items.find((item) => item.id === id);
  };
  const pressed = useRef<Item>(undefined);
  const onClick = (event: MouseEvent) => {
    // Nothing is taken hold of there, so that it ends no drag.
    const also = (event.target as Element).closest<HTMLElement>("[data-also]")?.dataset["also"];
    if (also !== undefined) return props.onAlso(Number(also));
    if (endsDrag() || drag.get()) return;
    const item = itemAt(event);
    if (item) {
      cursor.setFirst({ lane: item.lane, at: item.from });
      if (event.shiftKey && props.mayMark && item.event.id !== null) return props.onAct(item, "mark");
      return props.onOpen(item);
    }
    // Who pulled at an event that stays where it is, and let go beside it, wants nothing there.
    if (pressed.current && event.detail > 0) return;
    if (!(event.target as Element).closest("[data-lane]")) return;
    const { lane, at } = locate(event.clientX, event.clientY);
    const track = board.lanes[lane];
    if (!track) return;
    const from = Math.max(0, cellAt(track, at));
    cursor.set({ lane, at: from });
    if (props.mayCreate) props.onCreate({ lane, from, to: from });
  };
  const writing = useWriting(board.timezone);
  const contents = useKept(itemsOf(seen));
  const [drafts, presences] = [useKept(props.drafts), useKept(props.presences)];
  const today = isWeek ? dayOf(now, board.timezone) : undefined;
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
        aria-multiselectable={props.mayMark}
        aria-colcount={columnOf(board.span - 1)}
        className="planner-canvas"
      >
        <Times {...{ board, now, isVertical, hour }} />
        <div
          role="presentation"
          className="planner-lanes"
          onPointerDown={(event: PointerEvent) => {
            props.onPoint(undefined, event.currentTarget);
            pressed.current = itemAt(event);
            const target = event.target as Element;
            if (!target.closest("[data-lane]") || target.closest("[data-also]")) return;
            onPointerDown(event, itemAt(event), edgeAt(event, isVertical));
          }}
          onPointerOver={(event) => {
            if (event.pointerType === "touch") return;
            onNear(event.target);
            if (event.pointerType === "mouse" && event.buttons === 0)
              props.onPoint(itemAt(event), event.target as Element);
          }}
          onPointerLeave={({ pointerType }) => pointerType !== "touch" && onNear(undefined)}
          onClick={onClick}
          onFocus={(event) => {
            // However the focus came there, the keys go on from there.
            const item = itemAt(event);
            const { lane, at } = cursor.get();
            if (!item || (item.lane === lane && at >= item.from && at < item.to)) return;
            const there = { lane: item.lane, at: item.from };
            // Who presses sees that first; who goes on by keys has to find it done.
            if (event.target.matches(":focus-visible")) cursor.set(there);
            else cursor.setFirst(there);
          }}
          onDoubleClick={(event) => {
            const item = itemAt(event);
            if (item) props.onDetail(item);
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
                <div className="planner-cap" aria-hidden>
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
                        t={writing.t}
                      />
                      {index >= drawn ? (
                        <BareLane hour={hour} />
                      ) : (
                        <LaneBody
                          {...{ board, index, lane, isVertical, hour, now, drag, cursor, drafts, presences, writing }}
                          items={contents[index] ?? none}
                          holds={holdsOf(contents[index] ?? none, props.mayMove)}
                          coloring={props.coloring}
                          currency={props.currency}
                          mayCreate={props.mayCreate}
                          verdict={props.verdict}
                        />
                      )}
                    </div>
                  ))}
                  <ToCome count={all.length - lanes.length} />
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The room of lanes that have no names yet. */
const ToCome = ({ count }: { count: number }) =>
  count > 0 && <div role="presentation" className="planner-to-come" style={{ "--own": count } as object} />;

const dayOf = (now: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate().toString();

/** The same until it is written otherwise. */
function useWriting(timezone: string): Writing {
  const [t, money, dates] = [useWords(), useMoney(), useDates(timezone)];
  return { t, money, dates };
}

const none: readonly Item[] = [];

/** What stands on each lane. */
function itemsOf({ lanes, items }: Board): readonly (readonly Item[])[] {
  const onLane = Map.groupBy(items, ({ lane }) => lane);
  return lanes.map((_, lane) => onLane.get(lane) ?? none);
}

interface Marks extends Pick<GridProps, "marked" | "opened"> {
  scroller: RefObject<HTMLElement | null>;
  items: readonly Item[];
  /** How many lanes are drawn by now. */
  drawn: number;
}

/** Said to the elements themselves: nothing of the grid is drawn anew when events are chosen, or one is opened. */
function useMarks({ scroller, marked, opened, items, drawn }: Marks) {
  useEffect(() => {
    const blockOf = ({ id }: Item) => scroller.current?.querySelector(itemSelector(id)) ?? [];
    return telling(marked, (chosen) => {
      const blocks = chosen.size === 0 ? [] : items.filter(({ id }) => chosen.has(id)).flatMap(blockOf);
      for (const block of blocks) block.setAttribute("aria-selected", "true");
      return () => {
        for (const block of blocks) block.removeAttribute("aria-selected");
      };
    });
  }, [scroller, marked, items, drawn]);
  useEffect(() => {
    const blockOf = ({ id }: Item) => scroller.current?.querySelector(itemSelector(id)) ?? [];
    return telling(opened, (openId) => {
      const blocks = openId === undefined ? [] : items.filter(({ event }) => event.id === openId).flatMap(blockOf);
      for (const block of blocks) block.toggleAttribute("data-open", true);
      return () => {
        for (const block of blocks) block.removeAttribute("data-open");
      };
    });
  }, [scroller, opened, items, drawn]);
}

/** @param tell says a value, and gives how to take that back. @returns how to take back the last and to say no more */
function telling<Value>({ get, subscribe }: LiveValue<Value>, tell: (value: Value) => () => void): () => void {
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
