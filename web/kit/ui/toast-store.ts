/** Queue of toasts (snackbars): how long each stays, which replaces which. */
import { useSyncExternalStore } from "react";

export interface ToastItem {
  id: string;
  title?: string;
  description: string;
  variant: "success" | "error" | "neutral";
  /** In milliseconds. */
  duration: number;
  action?: { label: string; run: () => void };
  open: boolean;
}
export type ToastDraft = Partial<Omit<ToastItem, "open">> & { description: string };

export const MAX_TOASTS = 4;
export const DEFAULT_TOAST_MS = 5000;
export const OUTCOME_TOAST_MS = 3000;
export const removeDelayMs = 300;

let toasts: readonly ToastItem[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastItem[]): void {
  toasts = next.slice(0, MAX_TOASTS);
  for (const listener of listeners) listener();
}

/**
 * With the `id` of a current toast, changes it in its place.
 * @returns the toast's id
 */
export function toast(draft: ToastDraft): string {
  const id = draft.id ?? `toast-${++count}`;
  const exists = toasts.some((item) => item.id === id);
  const created: ToastItem = { variant: "neutral", duration: DEFAULT_TOAST_MS, ...draft, id, open: true };
  set(
    exists
      ? toasts.map((item) => (item.id === id ? { ...item, ...draft, id, open: true } : item))
      : [created, ...toasts],
  );
  return id;
}

export function dismissToast(id?: string): void {
  const leaving = toasts.filter((item) => item.open && (id === undefined || item.id === id)).map((item) => item.id);
  if (leaving.length === 0) return;
  set(toasts.map((item) => (leaving.includes(item.id) ? { ...item, open: false } : item)));
  setTimeout(() => set(toasts.filter((item) => item.open || !leaving.includes(item.id))), removeDelayMs);
}

export function removeToast(id?: string): void {
  set(id === undefined ? [] : toasts.filter((item) => item.id !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const currentToasts = (): readonly ToastItem[] => toasts;
export const useToasts = (): readonly ToastItem[] => useSyncExternalStore(subscribe, currentToasts);
