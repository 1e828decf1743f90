/** Dragging inside a box that scrolls: by a mouse at once, by a finger after a long press; Escape ends it, the edges scroll. */
import { type PointerEvent as Press, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { inHand } from "./later.ts";

/** How long a finger rests before it lifts something, in milliseconds. */
const longPressMs = 400;
/** How far a pointer may stray and still only click, in pixels. */
const clickPx = 4;
/** The same of a finger, before it scrolls instead. */
const touchPx = 8;
const edgePx = 36;

/** How far to scroll for a pointer near an edge, in pixels; negative towards the beginning. */
const edgePull = (at: number, least: number, most: number): number => {
  if (at < least + edgePx) return Math.max(-edgePx, at - least - edgePx) / 3;
  return at > most - edgePx ? Math.min(edgePx, at - most + edgePx) / 3 : 0;
};

interface Held<What> {
  what: What;
  pointerId: number;
  x: number;
  y: number;
  isTouch: boolean;
  /** A mouse, or a finger that has rested long enough. */
  isArmed: boolean;
  hasBegun: boolean;
  /** Where the box is: measured once, for in each frame it would make the browser lay everything out at once. */
  bounds?: DOMRect | undefined;
  timer?: ReturnType<typeof setTimeout>;
  /** Since a frame ago: the first one has enough to do with what is lifted. */
  isUnderWay?: boolean;
  shield?: HTMLElement;
}

/**
 * Above all else while a mouse drags: what it passes over is not asked for, does not answer, and is not looked for among
 * hundreds of blocks. The wheel still scrolls the box.
 */
function raiseShield(box: HTMLElement, cursor: string): HTMLElement {
  const shield = document.createElement("div");
  shield.style.cssText = "position: fixed; inset: 0; z-index: 100";
  shield.style.cursor = cursor;
  shield.addEventListener("wheel", ({ deltaX, deltaY }) => box.scrollBy(deltaX, deltaY), { passive: true });
  document.body.append(shield);
  return shield;
}

interface PointerDrag<What> {
  scroller: RefObject<HTMLElement | null>;
  /** Pixels at the box's upper and left edge that stay in sight while it scrolls. */
  head: number;
  /** What the pointer looks like meanwhile, as CSS names it; a closed hand, unless told otherwise. */
  cursorOf?: (what: What) => string | undefined;
  onBegin: (what: What, x: number, y: number) => void;
  onFollow: (x: number, y: number, isFine: boolean) => void;
  /** @param isDrop not given up */
  onEnd: (isDrop: boolean) => void;
}

export function usePointerDrag<What>({ scroller, head, cursorOf, onBegin, onFollow, onEnd }: PointerDrag<What>) {
  const held = useRef<Held<What>>(undefined);
  const wasDragged = useRef(false);
  const begin = (now: Held<What>) => {
    now.hasBegun = true;
    now.bounds = scroller.current?.getBoundingClientRect();
    wasDragged.current = true;
    inHand.set(true);
    onBegin(now.what, now.x, now.y);
  };
  const release = () => {
    clearTimeout(held.current?.timer);
    held.current?.shield?.remove();
    if (held.current?.hasBegun) inHand.set(false);
    held.current = undefined;
  };
  const press = (event: Press, what: What) => {
    // Another finger lifts nothing while one does.
    if (held.current?.hasBegun) return;
    release();
    if (event.button !== 0) return;
    const isTouch = event.pointerType === "touch";
    const { pointerId, clientX: x, clientY: y } = event;
    const next: Held<What> = { what, pointerId, x, y, isTouch, isArmed: !isTouch, hasBegun: false };
    held.current = next;
    if (!isTouch) return;
    next.timer = setTimeout(() => {
      if (held.current !== next) return;
      next.isArmed = true;
      navigator.vibrate?.(8);
      begin(next);
    }, longPressMs);
  };
  /** @returns whether something is being dragged */
  const move = useEffectEvent((event: PointerEvent): boolean => {
    const now = held.current;
    if (!now || event.pointerId !== now.pointerId) return false;
    const strayed = Math.hypot(event.clientX - now.x, event.clientY - now.y);
    if (!now.isArmed) {
      if (strayed > touchPx) release();
      return false;
    }
    if (!now.hasBegun) {
      if (strayed < clickPx) return false;
      begin(now);
    }
    onFollow(event.clientX, event.clientY, event.altKey);
    return true;
  });
  const end = useEffectEvent((isDrop: boolean) => {
    const hasBegun = held.current?.hasBegun;
    release();
    if (hasBegun) onEnd(isDrop);
  });
  /** @returns whether it goes on */
  const tick = useEffectEvent((x: number, y: number): boolean => {
    const box = scroller.current;
    const now = held.current;
    if (!box || !now?.bounds) return false;
    if (!now.isUnderWay) return (now.isUnderWay = true);
    if (!now.isTouch && !now.shield) now.shield = raiseShield(box, cursorOf?.(now.what) ?? "grabbing");
    const { left, right, top, bottom } = now.bounds;
    const [across, down] = [edgePull(x, left + head, right), edgePull(y, top + head, bottom)];
    if (across !== 0 || down !== 0) {
      box.scrollBy(across, down);
      onFollow(x, y, false);
    }
    return true;
  });
  const leave = useEffectEvent(release);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let frame = 0;
    const onMove = (event: PointerEvent) => {
      if (!move(event)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(function again() {
        if (tick(event.clientX, event.clientY)) frame = requestAnimationFrame(again);
      });
    };
    addEventListener("pointermove", onMove, { signal });
    // Whatever is pressed next, and be it nothing that can be led: what was led before is over.
    const onPress = () => {
      if (!held.current?.hasBegun) wasDragged.current = false;
    };
    addEventListener("pointerdown", onPress, { signal, capture: true });
    const onRelease = ({ pointerId, type }: PointerEvent) =>
      pointerId === held.current?.pointerId && end(type === "pointerup");
    addEventListener("pointerup", onRelease, { signal });
    addEventListener("pointercancel", onRelease, { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
    // Under what is lifted the page stays where it is.
    const onTouch = (event: TouchEvent) => held.current?.hasBegun && event.preventDefault();
    addEventListener("touchmove", onTouch, { signal, passive: false });
    return () => {
      over.abort();
      cancelAnimationFrame(frame);
      leave();
    };
  }, []);
  return {
    press,
    /** Whether the click that comes now only ends a drag. */
    endsDrag: () => wasDragged.current,
  };
}
