/** Drag and drop on the grid: moves, resizes and draws events. A drag renders only its ghost. */
import { type PointerEvent as Press, type RefObject, useEffect, useRef, useState } from "react";
import { afterPaint } from "#web/kit/render/after-paint.ts";
import { type ObservableValue, createObservableValue } from "#web/kit/render/observable-value.ts";
import { usePointerDrag } from "#web/kit/ui/use-pointer-drag.ts";
import { useScope } from "#web/kit/data/scope.ts";
import type { MessageKey } from "#messages/keys.ts";
import { type Board, instantAt, isSlotUnavailable, type BoardItem } from "./board.ts";
import {
  cellStartAt,
  clamp,
  isSameRegion,
  type DragOperation,
  resolveDrag,
  type GridRegion,
  type GridSlot,
} from "./geometry.ts";

export interface DragState {
  operation: DragOperation;
  item?: BoardItem;
  slot: GridRegion;
  isByKeys?: boolean;
}
export type DragHandle = "move" | "start" | "end";
export interface GridCursor {
  lane: number;
  at: number;
}

export interface DraggingOptions {
  board: Board;
  isVertical: boolean;
  scroller: RefObject<HTMLElement | null>;
  drag: ObservableValue<DragState | null>;
  canMove: (item: BoardItem, hold?: DragHandle) => boolean;
  onImmovableDrag?: (item: BoardItem, at: { clientX: number; clientY: number }) => void;
  canCreate: boolean;
  canSelect: boolean;
  onDrop: (drag: DragState) => void;
}

export const useDragState = (): ObservableValue<DragState | null> =>
  useState(() => createObservableValue<DragState | null>(null))[0];
export const useGridCursor = (): ObservableValue<GridCursor> =>
  useState(() =>
    createObservableValue<GridCursor>(
      { lane: 0, at: 0 },
      (one, other) => one.lane === other.lane && one.at === other.at,
    ),
  )[0];

export const slotOfItem = ({ lane, from, to }: BoardItem): GridSlot => ({ lane, from, to });

interface DropCandidate {
  slot: GridSlot;
  item?: BoardItem | undefined;
}

/** @param now in epoch milliseconds, for users who may not move events into the past */
export function findObstacle(board: Board, held: DropCandidate, now?: number): MessageKey | undefined {
  const { slot, item } = held;
  const lane = board.lanes[slot.lane];
  if (!lane || lane.field.status === "closed") return "events.fieldClosed";
  const isMoved = item && (item.lane !== slot.lane || item.from !== slot.from);
  if (isMoved && now !== undefined && Date.parse(instantAt(lane, slot.from)) <= now) return "events.startInPast";
  if (isSlotUnavailable(board, held)) return "planning.inTheWay";
  const isBound = item && item.event.kind !== "block" && lane.open.length > 0;
  const isOpen = lane.open.some(({ from, to }) => from <= slot.from && slot.to <= to);
  return isBound && !isOpen ? "events.outsideHours" : undefined;
}

/** @param now in epoch milliseconds */
export function useFindObstacle(board: Board, now: number): (held: DropCandidate) => MessageKey | undefined {
  const canMoveIntoPast = useScope().can("events.override");
  return (held) => findObstacle(board, held, canMoveIntoPast ? undefined : now);
}

/** The ends of a block resize it, its sides do not; event-block.css has the same numbers. */
const edgePx = { start: 5, end: 7, side: 6 };
/** In a shorter block the ends shrink, so that half of it still moves it. */
const fullEdgesPx = 2 * (edgePx.start + edgePx.end);

export function edgeAt({ target, clientX, clientY }: Press, isVertical: boolean): "start" | "end" | undefined {
  const block = (target as Element).closest<HTMLElement>("[data-edges]");
  if (!block) return undefined;
  const { left, right, top, bottom } = block.getBoundingClientRect();
  const [fromStart, toEnd] = isVertical ? [clientY - top, bottom - clientY] : [clientX - left, right - clientX];
  const toSide = isVertical ? Math.min(clientX - left, right - clientX) : Math.min(clientY - top, bottom - clientY);
  if (toSide < edgePx.side) return undefined;
  const scale = Math.min(1, (fromStart + toEnd) / fullEdgesPx);
  if (toEnd < edgePx.end * scale) return "end";
  const hasStart = block.dataset["edges"] === "both" && block.dataset["lines"] !== "1";
  return hasStart && fromStart < edgePx.start * scale ? "start" : undefined;
}

/** Waits a frame before it shows where the block can be resized, because a press comes first. */
export function useHoveredBlock(): (target: EventTarget | undefined) => void {
  const near = useRef<Element>(undefined);
  return (target) => {
    const block = (target as Element | undefined)?.closest("[data-item]") ?? undefined;
    if (block === near.current) return;
    const before = near.current;
    near.current = block;
    afterPaint(() => {
      before?.removeAttribute("data-hovered");
      near.current?.toggleAttribute("data-hovered", true);
    });
  };
}

interface Point {
  clientX: number;
  clientY: number;
}

/** A pointer that rests comes over the grid too, when a dialog above it closes or the page scrolls: nobody pointed then. */
export function useRestingPointer(): (event: Point) => boolean {
  const last = useRef<Point>(undefined);
  useEffect(() => {
    const keep = ({ clientX, clientY }: PointerEvent) => (last.current = { clientX, clientY });
    addEventListener("pointermove", keep, { capture: true, passive: true });
    return () => removeEventListener("pointermove", keep, { capture: true });
  }, []);
  return ({ clientX, clientY }) => last.current?.clientX === clientX && last.current.clientY === clientY;
}

interface LaneMeasurements {
  bodies: DOMRect[];
  left: number;
  top: number;
}

export function usePointerDragging({ board, isVertical, scroller, drag, onDrop, ...may }: DraggingOptions) {
  const measured = useRef<LaneMeasurements>(undefined);
  const measure = (): LaneMeasurements | undefined => {
    const box = scroller.current;
    if (!box) return undefined;
    const bodies = [...box.querySelectorAll("[data-lane]")].map((body) => body.getBoundingClientRect());
    return { bodies, left: box.scrollLeft, top: box.scrollTop };
  };
  const locate = (x: number, y: number): GridCursor => {
    const box = scroller.current;
    // The last lanes may have been drawn meanwhile.
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
    // Alt also means copy.
    const fine = isFine && now.operation.kind !== "copy" ? 5 : undefined;
    const slot = resolveDrag(now.operation, locate(x, y), { tracks: board.lanes, span: board.span, fine });
    if (!isSameRegion(slot, now.slot)) drag.set({ ...now, slot });
  };
  const { press, endsDrag } = usePointerDrag<{ kind: DragOperation["kind"]; item: BoardItem | undefined }>({
    scroller,
    head: 64,
    cursorOf: ({ kind }) => (kind === "start" || kind === "end" ? (isVertical ? "ns-resize" : "ew-resize") : undefined),
    onBegin({ kind, item }, x, y) {
      const { lane, at } = locate(x, y);
      const track = board.lanes[lane];
      if (kind === "select") {
        const slot = { lane, from: at, to: at };
        drag.set({ slot, operation: { kind, initial: slot, grabOffset: at } });
      } else if (item)
        drag.set({
          item,
          slot: slotOfItem(item),
          operation: { kind, initial: slotOfItem(item), grabOffset: at - item.from },
        });
      else if (track) {
        const from = clamp(cellStartAt(track, at), 0, board.span - track.step);
        const slot = { lane, from, to: from + track.step };
        drag.set({ slot, operation: { kind, initial: slot, grabOffset: from } });
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
    item: BoardItem | undefined,
    edge: "start" | "end" | undefined,
  ): DragOperation["kind"] | undefined => {
    if (event.shiftKey && may.canSelect) return "select";
    if (!item) return may.canCreate ? "create" : undefined;
    if (event.altKey && may.canCreate && item.event.id !== null) return "copy";
    const hold = edge ?? "move";
    if (may.canMove(item, hold)) return hold;
    may.onImmovableDrag?.(item, event);
    return undefined;
  };
  const onPointerDown = (event: Press, item: BoardItem | undefined, edge: "start" | "end" | undefined) => {
    if (drag.get()?.isByKeys) drag.set(null);
    const kind = kindOf(event, item, edge);
    if (!kind) return;
    measured.current = undefined;
    press(event, { kind, item });
    // Measures between press and drag, because both of their frames are busy.
    afterPaint(() => {
      if (!measured.current) measured.current = measure();
    });
  };
  const locateNow = (x: number, y: number): GridCursor => {
    measured.current = undefined;
    return locate(x, y);
  };
  return { onPointerDown, locate: locateNow, endsDrag };
}
