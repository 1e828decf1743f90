/** Gives the focus back to the element that opened a dialog. */
import { useRef } from "react";

/**
 * Radix returns the focus only to its own triggers. A focus that has moved meanwhile stays; if the element is gone, as
 * a deleted record is, the nearest focusable ancestor gets the focus. After a navigation the heading of the new page gets
 * it (`web/root.tsx`).
 */
export function useReturnFocus() {
  const opener = useRef<Element[]>([]);
  const path = useRef("");
  return {
    remember: () => {
      opener.current = [];
      path.current = location.pathname;
      for (let one = document.activeElement; one; one = one.parentElement) opener.current.push(one);
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      if (location.pathname !== path.current) return;
      const isLost = () => document.activeElement === null || document.activeElement === document.body;
      for (const one of opener.current) if (isLost() && one.isConnected && one instanceof HTMLElement) one.focus();
    },
  };
}
