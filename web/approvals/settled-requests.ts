/** Requests that were just decided stay in their place in the list, so that the next one does not move under the pointer. */
import { useState } from "react";
import type { BookingRequest } from "#contract/approvals.ts";
import type { Decision } from "./use-decisions.ts";

export interface SettledRequest {
  request: BookingRequest;
  decision: Decision;
  withdrawUndo: () => void;
  /** Ids of the rows above it, the nearest first. */
  above: readonly string[];
  /** When the list was last fetched before the decision, in epoch milliseconds. */
  listedAt: number;
}

export interface ListedRequest {
  request: BookingRequest;
  /** Undefined while it waits. */
  settled: SettledRequest | undefined;
}

/**
 * Puts the settled requests back where they were.
 * @param waiting the requests as they were fetched at `fetchedAt`
 */
export function mergeSettled(
  waiting: readonly BookingRequest[],
  settled: readonly SettledRequest[],
  fetchedAt: number,
): ListedRequest[] {
  // A list that was fetched later and holds the request says that somebody took the decision back.
  const kept = settled.filter(
    ({ request, listedAt }) => fetchedAt <= listedAt || !waiting.some(({ id }) => id === request.id),
  );
  const isKept = new Set(kept.map(({ request }) => request.id));
  const listed: ListedRequest[] = waiting
    .filter(({ id }) => !isKept.has(id))
    .map((request) => ({ request, settled: undefined }));
  const byPlace = kept.toSorted((one, other) => one.above.length - other.above.length);
  for (const one of byPlace) {
    const at = one.above
      .map((id) => listed.findIndex(({ request }) => request.id === id))
      .find((index) => index !== -1);
    listed.splice(at === undefined ? 0 : at + 1, 0, { request: one.request, settled: one });
  }
  return listed;
}

/** @param list another page, order or filter forgets what was decided */
export function useSettledRequests(list: string) {
  const [state, setState] = useState<{ list: string; settled: readonly SettledRequest[] }>({ list, settled: [] });
  const settled = state.list === list ? state.settled : [];
  return {
    settled,
    settle: (added: readonly SettledRequest[]) =>
      setState((before) => {
        const kept = before.list === list ? before.settled : [];
        const ids = new Set(added.map(({ request }) => request.id));
        return { list, settled: [...kept.filter(({ request }) => !ids.has(request.id)), ...added] };
      }),
    unsettle: (ids: readonly string[]) =>
      setState((before) => ({
        ...before,
        settled: before.settled.filter(({ request }) => !ids.includes(request.id)),
      })),
  };
}
