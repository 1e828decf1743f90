/** A value that changes at the pace of a pointer: it lives outside of components, and only what watches it renders. */
import { useSyncExternalStore } from "react";

export interface LiveValue<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function liveValue<Value>(first: Value): LiveValue<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value, as it changes. */
export const useLiveValue = <Value>({ subscribe, get }: LiveValue<Value>): Value =>
  useSyncExternalStore(subscribe, get);
