/** Asks again what changed, as the live stream tells it. */
import type { Query, QueryClient } from "@tanstack/react-query";
import { isAfter } from "#contract/kit.ts";
import { join } from "./live-stream.ts";

/** Many changes at once are one look, and the next one follows after a pause. */
const gatherMs = 50;
const restMs = 400;

/**
 * What to ask again when a room changes, by the beginning of its name: `planning.read`, or all of `events`. A list of rooms:
 * all of them when one of them changes.
 */
export type Wanted = readonly string[] | Readonly<Record<string, readonly string[]>>;

const allOf = (wanted: Wanted): string[] => Object.values(wanted).flat();
const isOf = (name: unknown, beginnings: readonly string[]) =>
  typeof name === "string" && beginnings.some((beginning) => name === beginning || name.startsWith(`${beginning}.`));

/** Whether an answer says that it has what became of a version. */
function has(version: string, { state }: Query): boolean {
  const own = (state.data as { data?: { version?: unknown } } | undefined)?.data?.version;
  return typeof own === "string" && !isAfter(version, own);
}

const isFirst = ({ state }: Query) => state.data === undefined;

/** Nobody hears for it any more: whoever comes back sees what is known, and asks again. */
export function outdate(cache: QueryClient, wanted: Wanted): void {
  const all = allOf(wanted);
  void cache.invalidateQueries({ predicate: ({ queryKey }) => isOf(queryKey[0], all), refetchType: "none" });
}

/** @param address of the live stream. @returns what ends it */
export function refreshOn(cache: QueryClient, address: string, wanted: Wanted): () => void {
  const all = allOf(wanted);
  const named = (room: string): readonly string[] => {
    if (Array.isArray(wanted)) return all.includes(room) ? all : [];
    return (wanted as Record<string, readonly string[]>)[room] ?? [];
  };
  let [timer, next]: [ReturnType<typeof setTimeout> | undefined, number] = [undefined, 0];
  /** What changed since the last look, and up to which version. */
  const due = new Map<string | null, string>();
  const refresh = () => {
    timer = undefined;
    next = performance.now() + restMs;
    const changed = [...due];
    due.clear();
    const predicate = (query: Query) =>
      changed.some(
        ([room, version]) => isOf(query.queryKey[0], room === null ? all : named(room)) && !has(version, query),
      );
    const loading = cache.getQueryCache().findAll({ predicate, fetchStatus: "fetching" }).filter(isFirst);
    void cache.invalidateQueries({ predicate });
    // A first answer that is on its way is not given up for another, and may be from before the change.
    for (const { promise, queryKey } of loading)
      promise?.then(
        () => void cache.invalidateQueries({ queryKey, exact: true, predicate }),
        () => {},
      );
  };
  /** What failed is not lost: it is asked again as soon as there is somebody to ask. */
  const retry = () =>
    void cache.invalidateQueries({
      predicate: ({ queryKey, state }) => isOf(queryKey[0], all) && state.status === "error",
    });
  const leave = join(address, (room, version) => {
    if (room === "back") return retry();
    if (room !== null && named(room).length === 0) return;
    due.set(room, version);
    timer ??= setTimeout(refresh, Math.max(gatherMs, next - performance.now()));
  });
  addEventListener("online", retry);
  return () => {
    clearTimeout(timer);
    removeEventListener("online", retry);
    leave();
    outdate(cache, wanted);
  };
}
