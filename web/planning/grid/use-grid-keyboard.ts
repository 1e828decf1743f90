/** Keyboard navigation of the grid (arrow keys): selects cells, and moves events. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import type { ObservableValue } from "#web/kit/render/observable-value.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type GridCursor, type DragState, type DraggingOptions, slotOfItem, useFindObstacle } from "./drag.ts";
import type { Board, BoardItem } from "./board.ts";
import { clamp, lanesBetween, lanesOf, type DragOperation, type GridRegion } from "./geometry.ts";
import { eventTitle } from "./event-title.ts";

export type ItemAction = "approve" | "cancel" | "select" | "copy";

interface GridKeyboardOptions extends DraggingOptions {
  cursor: ObservableValue<GridCursor>;
  drawn: number;
  /** Epoch milliseconds. */
  now: number;
  /** Includes hidden events, which still occupy their time. */
  fullBoard: Board;
  onCreate: (region: GridRegion, kind?: "event" | "block") => void;
  onOpen: (item: BoardItem) => void;
  onItemAction: (item: BoardItem, act: ItemAction) => void;
  onPaste: (at: GridCursor) => void;
}

type ArrowStep = [across: number, along: number];
const arrowSteps: Record<string, ArrowStep> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const actionKeys: Record<string, ItemAction> = { a: "approve", c: "cancel", Delete: "cancel", " ": "select" };

export const itemSelector = (id: string) => `[data-item="${CSS.escape(id)}"]`;

export function focusElement(scroller: Element | null, selector: string): boolean {
  const found = scroller?.querySelector<HTMLElement>(selector);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return found !== undefined && found !== null;
}

export function useGridKeyboard({ board, isVertical, scroller, drag, cursor, drawn, ...options }: GridKeyboardOptions) {
  const t = useTranslation();
  const obstacleAt = useFindObstacle(options.fullBoard, options.now);
  const { time } = useDateFormats(board.timezone);
  /** After Escape, Tab leaves the grid. */
  const leaving = useRef(false);
  const { lanes, items, span } = board;
  const last = lanes.length - 1;
  const oriented = ([across, along]: ArrowStep): ArrowStep => (isVertical ? [across, along] : [along, across]);
  const focusSoon = (selector: string) => {
    // Without the flush React would first remove the focused cell, and the next key would go elsewhere.
    flushSync(() => undefined);
    if (!focusElement(scroller.current, selector))
      requestAnimationFrame(() => focusElement(scroller.current, selector));
  };
  const focusItem = (item: BoardItem) => {
    cursor.set({ lane: item.lane, at: item.from });
    focusSoon(`${itemSelector(item.id)} button`);
  };
  const go = (lane: number, at: number) => {
    const to = { lane: clamp(lane, 0, last), at: clamp(at, 0, Math.max(0, span - 15)) };
    const there = items.find((item) => item.lane === to.lane && item.from <= to.at && to.at < item.to);
    if (there) return focusItem(there);
    cursor.set(to);
    focusSoon("[data-cursor]");
  };
  const say = (slot: GridRegion, item?: BoardItem) => {
    const lanesOfSlot = lanesOf(slot).flatMap((index) => lanes[index] ?? []);
    const [lane] = lanesOfSlot;
    if (!lane) return;
    const at = (minutes: number) => time(lane.origin + minutes * 60_000);
    const field = lanesOfSlot.map((one) => one.field.name).join(", ");
    const place = t("planning.movingTo", { field, start: at(slot.from), end: at(slot.to) });
    const obstacle = item && obstacleAt({ slot, item });
    announce(obstacle ? `${place}. ${t(obstacle)}` : place);
  };
  const carry = (event: KeyboardEvent, now: DragState) => {
    const found = arrowSteps[event.key];
    const isDrawn = now.operation.kind === "create";
    if (event.key === "Escape") {
      drag.set(null);
      announce(t(isDrawn ? "planning.noSelection" : "planning.putBack"));
    } else if (event.key === "Enter" || event.key === " ") {
      drag.set(null);
      options.onDrop(now);
    } else if (found) {
      const [across, along] = oriented(found);
      const { from, to } = now.slot;
      const isCarried = now.operation.kind === "move";
      const lane = clamp(now.slot.lane + (isCarried ? across : 0), 0, last);
      const step = along * (event.altKey ? 5 : (lanes[lane]?.step ?? 15));
      const start = isCarried ? clamp(from + step, 0, span - (to - from)) : from;
      const end = isCarried ? start + to - from : clamp(to + step, from + 5, span);
      const slot = { lane, from: start, to: end };
      drag.set({ ...now, slot });
      say(slot, now.item);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const extend = (found: ArrowStep) => {
    const now = drag.get();
    const { lane, at } = cursor.get();
    const step = lanes[lane]?.step ?? 15;
    const [across, along] = oriented(found);
    const slot: GridRegion = now?.slot ?? { lane, from: at, to: Math.min(span, at + step) };
    const laneIndexes = lanesOf(slot);
    const far = (laneIndexes[0] === lane ? laneIndexes.at(-1) : laneIndexes[0]) ?? lane;
    const to = clamp(slot.to + along * step, slot.from + step, span);
    const region = { lane, from: slot.from, to, ...lanesBetween(lane, clamp(far + across, 0, last)) };
    drag.set({
      operation: { kind: "create", initial: { lane, from: at, to: at + step }, grabOffset: at },
      slot: region,
      isByKeys: true,
    });
    say(region);
  };
  const lift = (item: BoardItem, kind: DragOperation["kind"]) => {
    drag.set({
      item,
      slot: slotOfItem(item),
      operation: { kind, initial: slotOfItem(item), grabOffset: 0 },
      isByKeys: true,
    });
    announce(t(kind === "move" ? "planning.lifted" : "planning.stretching", { name: eventTitle(item.event, t) }));
  };
  const next = (item: BoardItem | undefined, by: number): BoardItem | undefined => {
    const inOrder = items.toSorted((one, other) => one.from - other.from || one.lane - other.lane);
    if (item) return inOrder[inOrder.indexOf(item) + by];
    const { lane, at } = cursor.get();
    const isAfter = (one: BoardItem) => one.from > at || (one.from === at && one.lane > lane);
    return by > 0 ? inOrder.find(isAfter) : inOrder.findLast((one) => !isAfter(one));
  };
  /** @returns whether the key was handled */
  const act = (event: KeyboardEvent, item: BoardItem | undefined): boolean => {
    const isCommand = event.metaKey || event.ctrlKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = arrowSteps[key];
    if (isCommand) {
      if (key === "c" && item && String(getSelection()) === "") options.onItemAction(item, "copy");
      else if (key === "v") options.onPaste(item ? { lane: item.lane, at: item.to } : cursor.get());
      else return false;
      return true;
    }
    const wanted = item?.event.id ? actionKeys[key] : undefined;
    const region = drag.get()?.slot ?? { lane: cursor.get().lane, from: cursor.get().at, to: cursor.get().at };
    if (found && event.shiftKey && !item && options.canCreate) extend(found);
    else if (found && !event.shiftKey) {
      const [across, along] = oriented(found);
      const at = cursor.get();
      const step = lanes[at.lane]?.step ?? 15;
      const to = item && along > 0 ? item.to : item && along < 0 ? item.from - step : at.at + along * step;
      go((item?.lane ?? at.lane) + across, to);
    } else if (item && key === "Enter") options.onOpen(item);
    else if (item && (key === "m" || key === "r") && options.canMove(item, key === "m" ? "move" : "end"))
      lift(item, key === "m" ? "move" : "end");
    else if (item && wanted) options.onItemAction(item, wanted);
    else if (!item && ["Enter", "n", "b"].includes(key) && options.canCreate) {
      drag.set(null);
      options.onCreate(region, key === "b" ? "block" : "event");
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent, item: BoardItem | undefined) => {
    const now = drag.get();
    const isSelecting = now?.isByKeys && now.operation.kind === "create";
    const isTab = event.key === "Tab";
    const goesOn = isSelecting && !isTab && (event.shiftKey || /^[nb]$/i.test(event.key));
    if (now && !goesOn) {
      if (!now.isByKeys) return;
      if (isSelecting && (isTab || arrowSteps[event.key])) drag.set(null);
      else return carry(event, now);
    }
    const isThere = item !== undefined || (event.target as Element).matches("[data-cursor]");
    const goesOnward = isTab && isThere && !leaving.current;
    const following = goesOnward ? next(item, event.shiftKey ? -1 : 1) : undefined;
    leaving.current = event.key === "Escape";
    if (following) focusItem(following);
    else if (!act(event, item)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useRovingTabIndex({ scroller, cursor, items, drawn });
  return { onKeyDown };
}

const itemAt = (items: readonly BoardItem[], { lane, at }: GridCursor) =>
  items.find((item) => item.lane === lane && item.from <= at && at < item.to);

/** Also restores the focus when its element is removed. */
function useRovingTabIndex({
  scroller,
  cursor,
  items,
  drawn,
}: Pick<GridKeyboardOptions, "scroller" | "cursor" | "drawn"> & { items: readonly BoardItem[] }) {
  const [held] = useState(() => ({ isOurs: false }));
  useEffect(() => {
    const box = scroller.current;
    const onFocus = ({ target }: FocusEvent) => {
      held.isOurs = target instanceof Node && box?.contains(target) === true;
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box?.contains(target)) held.isOurs = false;
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [held, scroller]);
  useEffect(() => {
    let reached: HTMLElement | null | undefined;
    const rove = () => {
      const there = itemAt(items, cursor.get());
      if (reached) reached.tabIndex = -1;
      reached = there && scroller.current?.querySelector<HTMLElement>(`${itemSelector(there.id)} > button`);
      if (reached) reached.tabIndex = 0;
    };
    rove();
    const leave = cursor.subscribe(rove);
    return () => {
      leave();
      if (reached) reached.tabIndex = -1;
    };
  }, [scroller, cursor, items, drawn]);
  useEffect(() => {
    const find = () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (!held.isOurs || !isLost) return;
      const there = itemAt(items, cursor.get());
      focusElement(scroller.current, there ? `${itemSelector(there.id)} button` : "[data-cursor]");
    };
    find();
    return cursor.subscribe(find);
  });
}
