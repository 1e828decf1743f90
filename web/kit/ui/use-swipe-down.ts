import { type PointerEvent, useRef } from "react";

/** Pixels. */
const CLOSING_DISTANCE = 80;

/**
 * Moves a sheet with the finger, and closes it where the finger lets go far enough below.
 * @returns handlers for the part of the sheet that is taken hold of, which is a child of the sheet
 */
export function useSwipeDown(close: () => void) {
  const from = useRef<number>(undefined);
  const move = (event: PointerEvent, distance: number) => {
    const sheet = event.currentTarget.parentElement;
    if (sheet) sheet.style.transform = distance > 0 ? `translateY(${distance}px)` : "";
  };
  const end = (event: PointerEvent, isDone: boolean) => {
    if (from.current === undefined) return;
    const distance = event.clientY - from.current;
    from.current = undefined;
    move(event, 0);
    if (isDone && distance >= CLOSING_DISTANCE) close();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === "touch" && !(event.target as Element).closest("button")) from.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== undefined) move(event, event.clientY - from.current);
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  };
}
