/** Keeps a page still under a dragged block. */
import { useDeferredValue, useState } from "react";
import { createObservableValue, useObservableValue } from "./observable-value.ts";
import { useStable } from "./use-stable.ts";

export const dragInProgress = createObservableValue(false);

/**
 * Defers a value as `useDeferredValue` does, and keeps the last one during a drag: a drop must land where the pointer saw it.
 * @param given plain values, lists and objects; an equal value counts as unchanged
 */
export function useDeferredWhileDragging<Value>(given: Value): Value {
  const value = useStable(given);
  const isDragging = useObservableValue(dragInProgress);
  const [kept, setKept] = useState(() => value);
  if (!isDragging && kept !== value) setKept(() => value);
  return useDeferredValue(kept);
}
