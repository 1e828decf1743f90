/** Keeps a list below its field, above everything else, and inside the window: in the browser's top layer. */
import { type RefObject, useLayoutEffect, useRef } from "react";

const gap = 4;
const wanted = 320;

/**
 * @param anchor what it belongs to
 * @param open whether it is shown
 * @returns the ref of an element with `popover="manual"`, `hidden` while closed, and the class `floating`
 */
export function useFloating(anchor: RefObject<HTMLElement | null>, open: boolean): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popup.current;
    const around = anchor.current;
    if (!open || !element || !around) return;
    // Browsers without popovers show it where it stands, as any fixed element.
    element.showPopover?.();
    const place = () => {
      const { left, width, top, bottom } = around.getBoundingClientRect();
      const below = innerHeight - bottom - 2 * gap;
      const above = top - 2 * gap;
      const under = below >= Math.min(wanted, element.scrollHeight) || below >= above;
      Object.assign(element.style, {
        left: `${left}px`,
        width: `${width}px`,
        maxHeight: `${Math.min(wanted, under ? below : above)}px`,
        top: under ? `${bottom + gap}px` : "auto",
        bottom: under ? "auto" : `${innerHeight - top + gap}px`,
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
