import { hashKey, useQuery, type DefaultError, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";

/**
 * What a form begins with: as `useQuery`, except that `data` known to be out of date is waited for, where lists and
 * details show it meanwhile. A form keeps what it began with, and would save it over what is true by now.
 * @returns `data`, which from then on is there and follows; `error` until then: what is begun is not taken away
 */
export function useCurrent<Data, Key extends QueryKey>(options: UseQueryOptions<Data, DefaultError, Data, Key>) {
  const { data, error, isStale, isFetchedAfterMount, isError, refetch } = useQuery(options);
  const key = hashKey(options.queryKey);
  const [begun, setBegun] = useState<string>();
  const isCurrent = begun === key || ((!isStale || (isFetchedAfterMount && !isError)) && data !== undefined);
  if (isCurrent && begun !== key) setBegun(key);
  return { data: isCurrent ? data : undefined, error: isCurrent ? null : error, refetch };
}
