import { useEffect, useState } from "react";

const TYPING_PAUSE_MS = 400;

/** Debounces: the value as it was when the typing paused. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
