import { useDeferredValue, useState } from "react";
import { createObservableValue, useObservableValue } from "./observable-value.ts";
import { useStable } from "./use-stable.ts";

export const dragInProgress = createObservableValue(false);

/**
 * Also keeps the last value during a drag, because a drop must land where the person saw it.
 * @param given plain values, lists and objects; an equal value counts as unchanged
 */
export function useDeferredWhileDragging<Value>(given: Value): Value {
  const value = useStable(given);
  const isDragging = useObservableValue(dragInProgress);
  const [kept, setKept] = useState(() => value);
  if (!isDragging && kept !== value) setKept(() => value);
  return useDeferredValue(kept);
}
