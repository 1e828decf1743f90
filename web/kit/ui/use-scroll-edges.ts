import { type RefObject, useEffect } from "react";

/** Fades the edge beyond which the content goes on, of an element that `useScrollEdges` marks. */
export const scrollEdgesClass =
  "data-before:mask-l-from-[calc(100%-2.5rem)] data-after:mask-r-from-[calc(100%-2.5rem)]";

/** Marks an element that scrolls sideways with `data-before` and `data-after`, while content is hidden there. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute("data-before", scrollLeft > 1);
      element.toggleAttribute("data-after", scrollWidth - scrollLeft - clientWidth > 1);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, [ref]);
}
