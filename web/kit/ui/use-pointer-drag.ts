/** Drag and drop in a scrolling box: by a mouse at once, by a finger after a long press. */
import { type PointerEvent as Press, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { dragInProgress } from "#web/kit/render/use-deferred-while-dragging.ts";

const longPressMs = 400;
/** How far a pointer may move and still click. */
const maxClickMovePx = 4;
/** How far a finger may move before it scrolls instead. */
const maxTouchMovePx = 8;
const edgePx = 36;

/** In pixels; negative towards the beginning. */
const edgeScrollStep = (at: number, least: number, most: number): number => {
  if (at < least + edgePx) return Math.max(-edgePx, at - least - edgePx) / 3;
  return at > most - edgePx ? Math.min(edgePx, at - most + edgePx) / 3 : 0;
};

interface PressState<What> {
  what: What;
  pointerId: number;
  x: number;
  y: number;
  isTouch: boolean;
  /** A mouse is armed at once, a finger after a long press. */
  isArmed: boolean;
  hasBegun: boolean;
  /** Measured once, because measuring in each frame would force a layout. */
  bounds?: DOMRect | undefined;
  timer?: ReturnType<typeof setTimeout>;
  /** Set after the first frame, which is busy with the dragged element. */
  isUnderWay?: boolean;
  shield?: HTMLElement;
}

/** Covers the page while a mouse drags, so that hover styles and hit tests skip the hundreds of blocks below. */
function addPointerShield(box: HTMLElement, cursor: string): HTMLElement {
  const shield = document.createElement("div");
  shield.style.cssText = "position: fixed; inset: 0; z-index: 100";
  shield.style.cursor = cursor;
  shield.addEventListener("wheel", ({ deltaX, deltaY }) => box.scrollBy(deltaX, deltaY), { passive: true });
  document.body.append(shield);
  return shield;
}

interface PointerDragOptions<What> {
  scroller: RefObject<HTMLElement | null>;
  /** Height and width of the sticky headers, in pixels. */
  head: number;
  /** Default: `grabbing`. */
  cursorOf?: (what: What) => string | undefined;
  onBegin: (what: What, x: number, y: number) => void;
  onFollow: (x: number, y: number, isFine: boolean) => void;
  /** @param isDrop false when the drag was cancelled */
  onEnd: (isDrop: boolean) => void;
}

export function usePointerDrag<What>({ scroller, head, cursorOf, onBegin, onFollow, onEnd }: PointerDragOptions<What>) {
  const held = useRef<PressState<What>>(undefined);
  const wasDragged = useRef(false);
  const begin = (now: PressState<What>) => {
    now.hasBegun = true;
    now.bounds = scroller.current?.getBoundingClientRect();
    wasDragged.current = true;
    dragInProgress.set(true);
    onBegin(now.what, now.x, now.y);
  };
  const release = () => {
    clearTimeout(held.current?.timer);
    held.current?.shield?.remove();
    if (held.current?.hasBegun) dragInProgress.set(false);
    held.current = undefined;
  };
  const press = (event: Press, what: What) => {
    if (held.current?.hasBegun) return;
    release();
    if (event.button !== 0) return;
    const isTouch = event.pointerType === "touch";
    const { pointerId, clientX: x, clientY: y } = event;
    const next: PressState<What> = { what, pointerId, x, y, isTouch, isArmed: !isTouch, hasBegun: false };
    held.current = next;
    if (!isTouch) return;
    next.timer = setTimeout(() => {
      if (held.current !== next) return;
      next.isArmed = true;
      navigator.vibrate?.(8);
      begin(next);
    }, longPressMs);
  };
  const move = useEffectEvent((event: PointerEvent): boolean => {
    const now = held.current;
    if (!now || event.pointerId !== now.pointerId) return false;
    const strayed = Math.hypot(event.clientX - now.x, event.clientY - now.y);
    if (!now.isArmed) {
      if (strayed > maxTouchMovePx) release();
      return false;
    }
    if (!now.hasBegun) {
      if (strayed < maxClickMovePx) return false;
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
  const tick = useEffectEvent((x: number, y: number): boolean => {
    const box = scroller.current;
    const now = held.current;
    if (!box || !now?.bounds) return false;
    if (!now.isUnderWay) return (now.isUnderWay = true);
    if (!now.isTouch && !now.shield) now.shield = addPointerShield(box, cursorOf?.(now.what) ?? "grabbing");
    const { left, right, top, bottom } = now.bounds;
    const [across, down] = [edgeScrollStep(x, left + head, right), edgeScrollStep(y, top + head, bottom)];
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
    const onPress = () => {
      if (!held.current?.hasBegun) wasDragged.current = false;
    };
    addEventListener("pointerdown", onPress, { signal, capture: true });
    const onRelease = ({ pointerId, type }: PointerEvent) =>
      pointerId === held.current?.pointerId && end(type === "pointerup");
    addEventListener("pointerup", onRelease, { signal });
    addEventListener("pointercancel", onRelease, { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
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
    /** Whether the current click only ends a drag. */
    endsDrag: () => wasDragged.current,
  };
}
