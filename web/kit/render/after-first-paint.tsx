/** Defers what nobody misses in the first moment of a page: React renders it after the rest, and yields to input meanwhile. */
import { type ReactNode, useDeferredValue } from "react";

/** False in the first render of a component, true in the deferred one that follows it. */
export const useIsAfterFirstPaint = (): boolean => useDeferredValue(true, false);

interface AfterFirstPaintProps {
  /** Renders at once: the layout around it does not reserve its space. */
  immediate?: boolean;
  children: ReactNode;
}

export function AfterFirstPaint({ immediate = false, children }: AfterFirstPaintProps) {
  const isAfter = useIsAfterFirstPaint();
  return (isAfter || immediate) && children;
}
