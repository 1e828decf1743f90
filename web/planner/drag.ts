/** Taking hold of events on the grid with a pointer, and drawing new ones. Who drags renders a ghost and nothing else. */
import { type PointerEvent as Press, type RefObject, useRef, useState } from "react";
import { afterPaint } from "#web/kit/after-paint.ts";
import { type LiveValue, liveValue } from "#web/kit/live-value.ts";
import { usePointerDrag } from "#web/kit/pointer-drag.ts";
import { useScope } from "#web/kit/scope.ts";
import type { WordKey } from "#words/keys.ts";
import { type Board, instantAt, isInTheWay, type Item } from "./board.ts";
import { cellAt, clamp, isSameSlot, type Pull, pulled, type Region, type Slot } from "./geometry.ts";

export interface Drag {
  pull: Pull;
  /** The event that is moved or copied; a new one has none. */
  item?: Item;
  slot: Region;
  isByKeys?: boolean;
}
/** How an event is pulled at. */
export type Hold = "move" | "start" | "end";
/** A point of a lane, in minutes. */
export interface Cursor {
  lane: number;
  at: number;
}

export interface Handled {
  board: Board;
  isVertical: boolean;
  scroller: RefObject<HTMLElement | null>;
  drag: LiveValue<Drag | null>;
  /** As a whole, or at one of its ends. */
  mayMove: (item: Item, hold?: Hold) => boolean;
  /** Somebody pulls at what stays where it is. */
  onStuck?: (item: Item, at: { clientX: number; clientY: number }) => void;
  mayCreate: boolean;
  /** Whether several events can be chosen at once. */
  mayMark: boolean;
  onDrop: (drag: Drag) => void;
}

/** One drag at a time, of one grid. */
export const useDrag = (): LiveValue<Drag | null> => useState(() => liveValue<Drag | null>(null))[0];
/** Where the keys are on the grid. */
export const useCursor = (): LiveValue<Cursor> =>
  useState(() =>
    liveValue<Cursor>({ lane: 0, at: 0 }, (one, other) => one.lane === other.lane && one.at === other.at),
  )[0];

export const slotOf = ({ lane, from, to }: Item): Slot => ({ lane, from, to });

interface Held {
  slot: Slot;
  item?: Item | undefined;
}

/**
 * Why nothing can be put where an event is held, as far as the grid knows by itself.
 * @param now in epoch milliseconds, for who may not move anything before it
 */
export function obstacleAt(board: Board, held: Held, now?: number): WordKey | undefined {
  const { slot, item } = held;
  const lane = board.lanes[slot.lane];
  if (!lane || lane.field.status === "closed") return "events.fieldClosed";
  const isMoved = item && (item.lane !== slot.lane || item.from !== slot.from);
  if (isMoved && now !== undefined && Date.parse(instantAt(lane, slot.from)) <= now) return "events.startInPast";
  if (isInTheWay(board, held)) return "planning.inTheWay";
  const isBound = item && item.event.kind !== "block" && lane.open.length > 0;
  const isOpen = lane.open.some(({ from, to }) => from <= slot.from && slot.to <= to);
  return isBound && !isOpen ? "events.outsideHours" : undefined;
}

/** The same for whoever looks at the grid. @param now in epoch milliseconds */
export function useObstacleAt(board: Board, now: number): (held: Held) => WordKey | undefined {
  const mayMoveInPast = useScope().can("events.override");
  return (held) => obstacleAt(board, held, mayMoveInPast ? undefined : now);
}

/** Pixels from the ends of a block at which it is pulled longer or shorter, and from its sides at which it is not; as its style has them. */
const edgePx = { start: 5, end: 7, side: 6 };
/** Half of a block that is shorter stays for moving it. */
const roomyPx = 2 * (edgePx.start + edgePx.end);

/** The end of a block that a pointer is at, where it may be pulled at; a low block has its last one alone. */
export function edgeAt({ target, clientX, clientY }: Press, isVertical: boolean): "start" | "end" | undefined {
  const block = (target as Element).closest<HTMLElement>("[data-edges]");
  if (!block) return undefined;
  const { left, right, top, bottom } = block.getBoundingClientRect();
  const [fromStart, toEnd] = isVertical ? [clientY - top, bottom - clientY] : [clientX - left, right - clientX];
  const toSide = isVertical ? Math.min(clientX - left, right - clientX) : Math.min(clientY - top, bottom - clientY);
  if (toSide < edgePx.side) return undefined;
  const scale = Math.min(1, (fromStart + toEnd) / roomyPx);
  if (toEnd < edgePx.end * scale) return "end";
  const hasStart = block.dataset["edges"] === "both" && block.dataset["lines"] !== "1";
  return hasStart && fromStart < edgePx.start * scale ? "start" : undefined;
}

/**
 * Marks the block that a pointer is on, so that it shows where it may be pulled longer or shorter: a frame later, for who
 * comes to press wants to see that first.
 */
export function useNear(): (target: EventTarget | undefined) => void {
  const near = useRef<Element>(undefined);
  return (target) => {
    const block = (target as Element | undefined)?.closest("[data-item]") ?? undefined;
    if (block === near.current) return;
    const before = near.current;
    near.current = block;
    afterPaint(() => {
      before?.removeAttribute("data-near");
      near.current?.toggleAttribute("data-near", true);
    });
  };
}

/** Where the lanes were soon after the pointer was pressed on one. */
interface Measured {
  bodies: DOMRect[];
  left: number;
  top: number;
}

export function usePointerDragging({ board, isVertical, scroller, drag, onDrop, ...may }: Handled) {
  const measured = useRef<Measured>(undefined);
  const measure = (): Measured | undefined => {
    const box = scroller.current;
    if (!box) return undefined;
    const bodies = [...box.querySelectorAll("[data-lane]")].map((body) => body.getBoundingClientRect());
    return { bodies, left: box.scrollLeft, top: box.scrollTop };
  };
  /** The point of a lane below a point of the window. */
  const locate = (x: number, y: number): Cursor => {
    const box = scroller.current;
    // The last lanes may have come meanwhile.
    if (!measured.current || measured.current.bodies.length < board.lanes.length) measured.current = measure();
    const known = measured.current;
    const first = known?.bodies[0];
    if (!box || !known || !first) return { lane: 0, at: 0 };
    const [atX, atY] = [x + box.scrollLeft - known.left, y + box.scrollTop - known.top];
    const lane = known.bodies.findIndex(({ right, bottom }) => (isVertical ? atX < right : atY < bottom));
    const part = isVertical ? (atY - first.top) / first.height : (atX - first.left) / first.width;
    return { lane: lane < 0 ? known.bodies.length - 1 : lane, at: clamp(part * board.span, 0, board.span) };
  };
  const onFollow = (x: number, y: number, isFine: boolean) => {
    const now = drag.get();
    if (!now) return;
    // Who copies holds that very key.
    const fine = isFine && now.pull.kind !== "copy" ? 5 : undefined;
    const slot = pulled(now.pull, locate(x, y), { tracks: board.lanes, span: board.span, fine });
    if (!isSameSlot(slot, now.slot)) drag.set({ ...now, slot });
  };
  const { press, endsDrag } = usePointerDrag<{ kind: Pull["kind"]; item: Item | undefined }>({
    scroller,
    head: 64,
    cursorOf: ({ kind }) => (kind === "start" || kind === "end" ? (isVertical ? "ns-resize" : "ew-resize") : undefined),
    onBegin({ kind, item }, x, y) {
      const { lane, at } = locate(x, y);
      const track = board.lanes[lane];
      if (kind === "mark") {
        const slot = { lane, from: at, to: at };
        drag.set({ slot, pull: { kind, from: slot, grab: at } });
      } else if (item) drag.set({ item, slot: slotOf(item), pull: { kind, from: slotOf(item), grab: at - item.from } });
      else if (track) {
        const from = clamp(cellAt(track, at), 0, board.span - track.step);
        const slot = { lane, from, to: from + track.step };
        drag.set({ slot, pull: { kind, from: slot, grab: from } });
      }
    },
    onFollow,
    onEnd(isDrop) {
      const now = drag.get();
      measured.current = undefined;
      drag.set(null);
      if (now && isDrop) onDrop(now);
    },
  });
  const kindOf = (
    event: Press,
    item: Item | undefined,
    edge: "start" | "end" | undefined,
  ): Pull["kind"] | undefined => {
    if (event.shiftKey && may.mayMark) return "mark";
    if (!item) return may.mayCreate ? "create" : undefined;
    if (event.altKey && may.mayCreate && item.event.id !== null) return "copy";
    const hold = edge ?? "move";
    if (may.mayMove(item, hold)) return hold;
    may.onStuck?.(item, event);
    return undefined;
  };
  const onPointerDown = (event: Press, item: Item | undefined, edge: "start" | "end" | undefined) => {
    if (drag.get()?.isByKeys) drag.set(null);
    const kind = kindOf(event, item, edge);
    if (!kind) return;
    measured.current = undefined;
    press(event, { kind, item });
    // Before it is pulled at: the frame in which something is lifted has enough to do, and so has the one of the press.
    afterPaint(() => {
      if (!measured.current) measured.current = measure();
    });
  };
  const locateNow = (x: number, y: number): Cursor => {
    measured.current = undefined;
    return locate(x, y);
  };
  return { onPointerDown, locate: locateNow, endsDrag };
}
