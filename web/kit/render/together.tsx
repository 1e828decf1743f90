import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import type { Endpoint } from "#contract/kit.ts";

interface TogetherProps {
  /** Endpoints that the children ask. */
  endpoints: readonly Pick<Endpoint, "name">[];
  /** Stands there until each has answered or failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows its children at once, because parts that arrive one by one move whatever stands below them. */
export function Together({ endpoints, fallback, children }: TogetherProps) {
  const cache = useQueryClient().getQueryCache();
  const isAnswered = ({ name }: Pick<Endpoint, "name">) =>
    cache.findAll({ queryKey: [name] }).some(({ state }) => state.status !== "pending");
  const isReady = useSyncExternalStore(
    // In the same batch in which the children hear of their answers: before it they would be shown without the last one.
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => endpoints.every(isAnswered),
  );
  return (
    <>
      {!isReady && fallback}
      <div hidden={!isReady}>{children}</div>
    </>
  );
}
