/** Renders parts of a page after its first paint, when nobody misses them before; React yields to input meanwhile. */
import { type ReactNode, useDeferredValue } from "react";

/** False in the first render of a component, true in the deferred one after it. */
export const useIsAfterFirstPaint = (): boolean => useDeferredValue(true, false);

interface AfterFirstPaintProps {
  /** Renders at once, because the layout around does not reserve space. */
  immediate?: boolean;
  children: ReactNode;
}

export function AfterFirstPaint({ immediate = false, children }: AfterFirstPaintProps) {
  const isAfter = useIsAfterFirstPaint();
  return (isAfter || immediate) && children;
}
