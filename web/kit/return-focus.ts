import { useRef } from "react";

/**
 * Gives the focus back to what had it when a dialog opened; Radix does so for triggers of its own alone.
 * A focus that went elsewhere meanwhile, as to the heading of another page, stays there. Where what had it is gone,
 * as with a thing that was deleted, it goes to whatever around that can take it.
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
