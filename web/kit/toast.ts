/** What is being said to the person in a corner of the screen: newest first, four at most. `toasts.tsx` shows it. */
import { useSyncExternalStore } from "react";

export interface ToastItem {
  id: string;
  title?: string;
  description: string;
  variant: "success" | "error" | "neutral";
  /** In milliseconds. */
  duration: number;
  /** What can be done about it while it is there. */
  action?: { label: string; run: () => void };
  open: boolean;
}
export type ToastDraft = Partial<Omit<ToastItem, "open">> & { description: string };

export const toastLimit = 4;
export const toastDuration = 5000;
/** How long an outcome of a request is shown, in milliseconds. */
export const outcomeDuration = 3000;
/** How long a dismissed toast stays, marked closed, so that it can leave visibly. */
export const removeDelay = 300;

let toasts: readonly ToastItem[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastItem[]): void {
  toasts = next.slice(0, toastLimit);
  for (const listener of listeners) listener();
}

/**
 * Shows a toast above the others, for 5 seconds unless `duration` says otherwise.
 * With the `id` of one that is there, changes that one in its place.
 * @returns its id
 */
export function toast(draft: ToastDraft): string {
  const id = draft.id ?? `toast-${++count}`;
  const there = toasts.some((item) => item.id === id);
  const created: ToastItem = { variant: "neutral", duration: toastDuration, ...draft, id, open: true };
  set(
    there
      ? toasts.map((item) => (item.id === id ? { ...item, ...draft, id, open: true } : item))
      : [created, ...toasts],
  );
  return id;
}

/** Marks one toast closed, or all; each is removed a moment later. */
export function dismissToast(id?: string): void {
  const leaving = toasts.filter((item) => item.open && (id === undefined || item.id === id)).map((item) => item.id);
  if (leaving.length === 0) return;
  set(toasts.map((item) => (leaving.includes(item.id) ? { ...item, open: false } : item)));
  setTimeout(() => set(toasts.filter((item) => item.open || !leaving.includes(item.id))), removeDelay);
}

/** Removes one toast, or all, at once. */
export function removeToast(id?: string): void {
  set(id === undefined ? [] : toasts.filter((item) => item.id !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Those that are there now. */
export const currentToasts = (): readonly ToastItem[] => toasts;
export const useToasts = (): readonly ToastItem[] => useSyncExternalStore(subscribe, currentToasts);
