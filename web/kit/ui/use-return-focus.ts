import { useRef } from "react";

/**
 * Returns the focus to the element that had it when a dialog opened; Radix does so only for its own triggers.
 * A focus that has moved meanwhile, as to the heading of another page, stays. If the element is gone, as with a deleted
 * record, the nearest focusable ancestor gets the focus.
 */
export function useReturnFocus() {
  const opener = useRef<Element[]>([]);
  return {
    remember: () => {
      opener.current = [];
      for (let one = document.activeElement; one; one = one.parentElement) opener.current.push(one);
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const isLost = () => document.activeElement === null || document.activeElement === document.body;
      for (const one of opener.current) if (isLost() && one.isConnected && one instanceof HTMLElement) one.focus();
    },
  };
}
