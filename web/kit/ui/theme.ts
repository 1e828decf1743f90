/** `theme.js`, the first script of a page, applies the stored choice (dark mode) before the first paint, and asks for the messages of the language. */
import { storageKeys } from "#contract/personal-data.ts";
import { useSyncExternalStore } from "react";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const storageKey = storageKeys.theme;
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function setTheme(next: Theme): void {
  if (next === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(storageKey, next);
    document.documentElement.dataset["theme"] = next;
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
};
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
