/** A choice that this browser remembers, for all parts of a page at once. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What was remembered under a key, an empty text for nothing. */
export const remembered = (key: string): string => localStorage.getItem(key) ?? "";

/**
 * @param key its name in the browser's storage
 * @returns what was remembered, an empty text for nothing; and how to remember another
 */
export function useRemembered(key: string): [value: string, remember: (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => remembered(key));
  const remember = (next: string) => {
    if (next) localStorage.setItem(key, next);
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return [value, remember];
}
