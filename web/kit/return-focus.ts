import { useRef } from "react";

/**
 * Gives the focus back to what had it when a dialog opened; Radix does so for triggers of its own alone.
 * A focus that went elsewhere meanwhile, as to the heading of another page, stays there.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
