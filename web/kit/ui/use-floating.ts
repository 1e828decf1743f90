/** Places a popup below its field, or above it if there is more room, in the browser's top layer. */
import { type RefObject, useLayoutEffect, useRef } from "react";

const gapPx = 4;
const MAX_HEIGHT_PX = 320;

/** @returns the ref of an element with `popover="manual"`, `hidden` while closed, and the class `floating` */
export function useFloating(anchor: RefObject<HTMLElement | null>, open: boolean): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popup.current;
    const around = anchor.current;
    if (!open || !element || !around) return;
    // Without popover support it stays a fixed element.
    element.showPopover?.();
    const place = () => {
      const { left, width, top, bottom } = around.getBoundingClientRect();
      const below = innerHeight - bottom - 2 * gapPx;
      const above = top - 2 * gapPx;
      const under = below >= Math.min(MAX_HEIGHT_PX, element.scrollHeight) || below >= above;
      Object.assign(element.style, {
        left: `${left}px`,
        width: `${width}px`,
        maxHeight: `${Math.min(MAX_HEIGHT_PX, under ? below : above)}px`,
        top: under ? `${bottom + gapPx}px` : "auto",
        bottom: under ? "auto" : `${innerHeight - top + gapPx}px`,
      });
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(around);
    addEventListener("scroll", place, true);
    addEventListener("resize", place);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", place, true);
      removeEventListener("resize", place);
      if (element.matches(":popover-open")) element.hidePopover();
    };
  }, [anchor, open]);
  return popup;
}
