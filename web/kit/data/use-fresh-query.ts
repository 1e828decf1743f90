import { hashKey, useQuery, type DefaultError, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Waits for fresh data, because a form keeps its first values and would save them over newer ones.
 * @returns `data` once it is fresh, and its updates from then on; `error` only until then, so that an open form stays
 */
export function useFreshQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, DefaultError, Data, Key>) {
  const { data, error, isStale, isFetchedAfterMount, isError, refetch } = useQuery(options);
  const key = hashKey(options.queryKey);
  const [begun, setBegun] = useState<string>();
  const isCurrent = begun === key || ((!isStale || (isFetchedAfterMount && !isError)) && data !== undefined);
  if (isCurrent && begun !== key) setBegun(key);
  return { data: isCurrent ? data : undefined, error: isCurrent ? null : error, refetch };
}
