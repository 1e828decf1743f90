/** A value outside of React that changes as often as a pointer moves (signal, store): only its subscribers render. */
import { useSyncExternalStore } from "react";
import { afterPaint } from "./after-paint.ts";

export interface ObservableValue<Value> {
  get: () => Value;
  set: (value: Value) => void;
  /** Sets the value now, and notifies subscribers after the next paint. */
  setBeforeNotify: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createObservableValue<Value>(
  first: Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): ObservableValue<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  let notified = first;
  const notify = () => {
    notified = value;
    for (const listener of listeners) listener();
  };
  const notifyLater = () => isSame(notified, value) || notify();
  return {
    get: () => value,
    set: (next) => {
      const isNews = !isSame(next, value);
      if (isNews) value = next;
      // Components that rendered meanwhile saw a value of which subscribers were not notified.
      if (isNews || !isSame(notified, value)) notify();
    },
    setBeforeNotify: (next) => {
      if (isSame(next, value)) return;
      value = next;
      afterPaint(notifyLater);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useObservableValue = <Value>({ subscribe, get }: ObservableValue<Value>): Value =>
  useSyncExternalStore(subscribe, get);
