/** The grid by keys: from cell to cell and event to event, several cells at once, and an event in hand. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useDates } from "#web/kit/dates.ts";
import type { LiveValue } from "#web/kit/live-value.ts";
import { announce } from "#web/kit/said.tsx";
import { useWords } from "#web/kit/words.ts";
import { type Cursor, type Drag, type Handled, slotOf, useObstacleAt } from "./drag.ts";
import type { Board, Item } from "./board.ts";
import { clamp, lanesBetween, lanesOf, type Pull, type Region } from "./geometry.ts";
import { titleOf } from "./look.ts";

/** What keys do with an event besides opening and moving it. */
export type ItemAct = "approve" | "cancel" | "mark" | "copy";

interface GridKeys extends Handled {
  cursor: LiveValue<Cursor>;
  /** How many lanes are drawn by now. */
  drawn: number;
  /** In epoch milliseconds. */
  now: number;
  /** With what is not shown: it still stands where it stands. */
  whole: Board;
  onCreate: (region: Region, kind?: "event" | "block") => void;
  onOpen: (item: Item) => void;
  onAct: (item: Item, act: ItemAct) => void;
  onPaste: (at: Cursor) => void;
}

type Step = [across: number, along: number];
const arrows: Record<string, Step> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const acts: Record<string, ItemAct> = { a: "approve", c: "cancel", Delete: "cancel", " ": "mark" };

export const itemSelector = (id: string) => `[data-item="${CSS.escape(id)}"]`;

/** Brings an event into sight, and the focus onto it. @returns whether it is there */
export function focusOn(scroller: Element | null, selector: string): boolean {
  const found = scroller?.querySelector<HTMLElement>(selector);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return found !== undefined && found !== null;
}

export function useGridKeys({ board, isVertical, scroller, drag, cursor, drawn, ...does }: GridKeys) {
  const t = useWords();
  const obstacleAt = useObstacleAt(does.whole, does.now);
  const { time } = useDates(board.timezone);
  /** After Escape, Tab leaves the grid. */
  const leaving = useRef(false);
  const { lanes, items, span } = board;
  const last = lanes.length - 1;
  const oriented = ([across, along]: Step): Step => (isVertical ? [across, along] : [along, across]);
  const focusSoon = (selector: string) => {
    // At once, or the cell that had the focus is gone before, and the next key means something else.
    flushSync(() => undefined);
    if (!focusOn(scroller.current, selector)) requestAnimationFrame(() => focusOn(scroller.current, selector));
  };
  const focusItem = (item: Item) => {
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
  /** @param item that is carried there */
  const say = (slot: Region, item?: Item) => {
    const its = lanesOf(slot).flatMap((index) => lanes[index] ?? []);
    const [lane] = its;
    if (!lane) return;
    const at = (minutes: number) => time(lane.origin + minutes * 60_000);
    const field = its.map((one) => one.field.name).join(", ");
    const place = t("planning.movingTo", { field, start: at(slot.from), end: at(slot.to) });
    const obstacle = item && obstacleAt({ slot, item });
    announce(obstacle ? `${place}. ${t(obstacle)}` : place);
  };
  /** What is in hand or selected goes where the arrows lead. */
  const carry = (event: KeyboardEvent, now: Drag) => {
    const found = arrows[event.key];
    const isDrawn = now.pull.kind === "create";
    if (event.key === "Escape") {
      drag.set(null);
      announce(t(isDrawn ? "planning.noSelection" : "planning.putBack"));
    } else if (event.key === "Enter" || event.key === " ") {
      drag.set(null);
      does.onDrop(now);
    } else if (found) {
      const [across, along] = oriented(found);
      const { from, to } = now.slot;
      const isCarried = now.pull.kind === "move";
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
  /** The selection grows and shrinks at the end that is not where it began. */
  const extend = (found: Step) => {
    const now = drag.get();
    const { lane, at } = cursor.get();
    const step = lanes[lane]?.step ?? 15;
    const [across, along] = oriented(found);
    const slot: Region = now?.slot ?? { lane, from: at, to: Math.min(span, at + step) };
    const its = lanesOf(slot);
    const far = (its[0] === lane ? its.at(-1) : its[0]) ?? lane;
    const to = clamp(slot.to + along * step, slot.from + step, span);
    const region = { lane, from: slot.from, to, ...lanesBetween(lane, clamp(far + across, 0, last)) };
    drag.set({
      pull: { kind: "create", from: { lane, from: at, to: at + step }, grab: at },
      slot: region,
      isByKeys: true,
    });
    say(region);
  };
  const lift = (item: Item, kind: Pull["kind"]) => {
    drag.set({ item, slot: slotOf(item), pull: { kind, from: slotOf(item), grab: 0 }, isByKeys: true });
    announce(t(kind === "move" ? "planning.lifted" : "planning.stretching", { name: titleOf(item.event, t) }));
  };
  /** From an event, or from the free cell where the keys are. */
  const next = (item: Item | undefined, by: number): Item | undefined => {
    const inOrder = items.toSorted((one, other) => one.from - other.from || one.lane - other.lane);
    if (item) return inOrder[inOrder.indexOf(item) + by];
    const { lane, at } = cursor.get();
    const isAfter = (one: Item) => one.from > at || (one.from === at && one.lane > lane);
    return by > 0 ? inOrder.find(isAfter) : inOrder.findLast((one) => !isAfter(one));
  };
  /** @returns whether the key meant something here */
  const act = (event: KeyboardEvent, item: Item | undefined): boolean => {
    const isCommand = event.metaKey || event.ctrlKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = arrows[key];
    if (isCommand) {
      if (key === "c" && item && String(getSelection()) === "") does.onAct(item, "copy");
      else if (key === "v") does.onPaste(item ? { lane: item.lane, at: item.to } : cursor.get());
      else return false;
      return true;
    }
    const wanted = item?.event.id ? acts[key] : undefined;
    const region = drag.get()?.slot ?? { lane: cursor.get().lane, from: cursor.get().at, to: cursor.get().at };
    if (found && event.shiftKey && !item && does.mayCreate) extend(found);
    else if (found && !event.shiftKey) {
      const [across, along] = oriented(found);
      const at = cursor.get();
      const step = lanes[at.lane]?.step ?? 15;
      const to = item && along > 0 ? item.to : item && along < 0 ? item.from - step : at.at + along * step;
      go((item?.lane ?? at.lane) + across, to);
    } else if (item && key === "Enter") does.onOpen(item);
    else if (item && (key === "m" || key === "r") && does.mayMove(item, key === "m" ? "move" : "end"))
      lift(item, key === "m" ? "move" : "end");
    else if (item && wanted) does.onAct(item, wanted);
    else if (!item && ["Enter", "n", "b"].includes(key) && does.mayCreate) {
      drag.set(null);
      does.onCreate(region, key === "b" ? "block" : "event");
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent, item: Item | undefined) => {
    const now = drag.get();
    const isSelecting = now?.isByKeys && now.pull.kind === "create";
    const isTab = event.key === "Tab";
    const goesOn = isSelecting && !isTab && (event.shiftKey || /^[nb]$/i.test(event.key));
    if (now && !goesOn) {
      if (!now.isByKeys) return;
      // Whoever goes on without ⇧ leaves the selection behind.
      if (isSelecting && (isTab || arrows[event.key])) drag.set(null);
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
  useRoving({ scroller, cursor, items, drawn });
  return { onKeyDown };
}

const itemAt = (items: readonly Item[], { lane, at }: Cursor) =>
  items.find((item) => item.lane === lane && item.from <= at && at < item.to);

/** Of all events and cells only where the keys are is reached by Tab; and the focus comes back there when what had it is gone. */
function useRoving({
  scroller,
  cursor,
  items,
  drawn,
}: Pick<GridKeys, "scroller" | "cursor" | "drawn"> & { items: readonly Item[] }) {
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
      focusOn(scroller.current, there ? `${itemSelector(there.id)} button` : "[data-cursor]");
    };
    // Whatever was drawn anew may have taken it along.
    find();
    return cursor.subscribe(find);
  });
}
