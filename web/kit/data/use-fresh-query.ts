import { hashKey, useQuery, type DefaultError, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";

/**
 * `useQuery` for forms: waits for fresh `data` when the cached one is stale, because a form keeps its first values and
 * would save them over newer ones.
 * @returns `data` once it is fresh, and its updates from then on; `error` until then, so that an open form is not taken away
 */
export function useFreshQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, DefaultError, Data, Key>) {
  const { data, error, isStale, isFetchedAfterMount, isError, refetch } = useQuery(options);
  const key = hashKey(options.queryKey);
  const [begun, setBegun] = useState<string>();
  const isCurrent = begun === key || ((!isStale || (isFetchedAfterMount && !isError)) && data !== undefined);
  if (isCurrent && begun !== key) setBegun(key);
  return { data: isCurrent ? data : undefined, error: isCurrent ? null : error, refetch };
}
