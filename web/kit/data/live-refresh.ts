/** Refetches the queries that a change on the live stream affects. */
import type { Query, QueryClient } from "@tanstack/react-query";
import { isVersionAfter } from "#contract/kit.ts";
import { type ChangeListener, subscribeToChanges } from "./live-stream.ts";

/** In milliseconds. */
const batchDelayMs = 50;
const minIntervalMs = 400;

/** Query name prefixes by changed module: `planning.read`, or all of `events`. A list is refetched whole. */
export type RefreshMap = readonly string[] | Readonly<Record<string, readonly string[]>>;

const allNames = (refreshMap: RefreshMap): string[] => Object.values(refreshMap).flat();
const matchesName = (name: unknown, beginnings: readonly string[]) =>
  typeof name === "string" && beginnings.some((beginning) => name === beginning || name.startsWith(`${beginning}.`));

function isUpToDate(version: string, { state }: Query): boolean {
  const cachedVersion = (state.data as { data?: { version?: unknown } } | undefined)?.data?.version;
  return typeof cachedVersion === "string" && !isVersionAfter(version, cachedVersion);
}

/** Marks queries stale without refetching, when nothing listens for their changes any more. */
export function markStale(cache: QueryClient, refreshMap: RefreshMap): void {
  const all = allNames(refreshMap);
  void cache.invalidateQueries({ predicate: ({ queryKey }) => matchesName(queryKey[0], all), refetchType: "none" });
}

/**
 * @param isLate whether the queries were made some time ago
 * @returns a function that unsubscribes
 */
export function refreshOnChanges(
  cache: QueryClient,
  address: string,
  refreshMap: RefreshMap,
  isLate = false,
): () => void {
  const all = allNames(refreshMap);
  const namesOf = (module: string): readonly string[] => {
    if (Array.isArray(refreshMap)) return all.includes(module) ? all : [];
    return (refreshMap as Record<string, readonly string[]>)[module] ?? [];
  };
  let [timer, next]: [ReturnType<typeof setTimeout> | undefined, number] = [undefined, 0];
  const due = new Map<string | null, string>();
  const refresh = () => {
    timer = undefined;
    next = performance.now() + minIntervalMs;
    const changed = [...due];
    due.clear();
    const predicate = (query: Query) =>
      changed.some(
        ([module, version]) =>
          matchesName(query.queryKey[0], module === null ? all : namesOf(module)) && !isUpToDate(version, query),
      );
    void cache.invalidateQueries({ predicate });
  };
  const retry = () =>
    void cache.invalidateQueries({
      predicate: ({ queryKey, state }) => matchesName(queryKey[0], all) && state.status === "error",
    });
  const onChange: ChangeListener = (module, version) => {
    if (module === "back") return retry();
    if (module !== null && namesOf(module).length === 0) return;
    due.set(module, version);
    timer ??= setTimeout(refresh, Math.max(batchDelayMs, next - performance.now()));
  };
  const unsubscribe = subscribeToChanges(address, onChange, isLate);
  addEventListener("online", retry);
  return () => {
    clearTimeout(timer);
    removeEventListener("online", retry);
    unsubscribe();
    markStale(cache, refreshMap);
  };
}
