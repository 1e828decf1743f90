/** Keeps a choice in local storage and shares it between all components of a page. */
import type { StorageKey } from "#contract/personal-data.ts";
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const readLocalStorage = (key: StorageKey): string => localStorage.getItem(key) ?? "";

/** @returns the stored value, an empty text for none; and its setter */
export function useLocalStorage(key: StorageKey): [value: string, remember: (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => readLocalStorage(key));
  const remember = (next: string) => {
    if (next) localStorage.setItem(key, next);
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return [value, remember];
}
