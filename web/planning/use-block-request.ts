/** Opens the form of a block that a button, another page or the search asks for, these by `?block=true`. */
import { useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

const isAskedBy = ({ block }: { block?: unknown }) => block === "true";

/** The address forgets the request when the planning rewrites it: it is open until it is done. */
export function useAskedBlock() {
  const isAsked = useSearch({ strict: false, select: isAskedBy });
  const [known, setKnown] = useState({ isAsked: false, isOpen: false });
  if (known.isAsked !== isAsked) setKnown({ isAsked, isOpen: isAsked || known.isOpen });
  const set = (isOpen: boolean) => setKnown({ isAsked, isOpen });
  return { isOpen: known.isOpen, open: () => set(true), done: () => set(false) };
}

/** @param isReady once the day is there */
export function useBlockRequest(isReady: boolean, open: () => void): void {
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (isReady) openNow();
  }, [isReady]);
}
