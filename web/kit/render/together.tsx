import { useIsFetching } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
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
  const waiting = useIsFetching({
    predicate: ({ queryKey, state }) =>
      state.status === "pending" && endpoints.some(({ name }) => name === queryKey[0]),
  });
  const [isMounted, setMounted] = useState(false);
  const [isReady, setReady] = useState(false);
  // Children ask in their effects, which run before this one.
  useEffect(() => setMounted(true), []);
  if (isMounted && waiting === 0 && !isReady) setReady(true);
  return (
    <>
      {!isReady && fallback}
      <div hidden={!isReady}>{children}</div>
    </>
  );
}
