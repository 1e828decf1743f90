/** Reads an import while it goes on, and reloads the lists that it has changed. */
import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ImportState } from "#contract/imports.ts";
import { isInProgress } from "./labels.ts";

const POLL_MS = 1000;

/** @param changed names of endpoints; the same list in each render */
export function useCurrentImport<Answer extends { data: { state: ImportState } }, Key extends QueryKey>(
  query: UseQueryOptions<Answer, Error, Answer, Key>,
  changed: readonly string[],
) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data?.data.state) ? POLL_MS : false),
  });
  const current: Answer["data"] | undefined = data?.data;
  const isOver = current !== undefined && current.state !== "draft" && !isInProgress(current.state);
  useEffect(() => {
    if (!isOver) return;
    for (const name of changed) void cache.invalidateQueries({ queryKey: [name] });
  }, [isOver, changed, cache]);
  return { current, isOver, error, refetch };
}
