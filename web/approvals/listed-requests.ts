/** Requests keep their place in the list while somebody decides about them, so that none moves under the pointer. */
import { useState } from "react";
import type { BookingRequest } from "#contract/approvals.ts";
import type { Decision } from "./use-decisions.ts";

export interface DecidedRequest {
  request: BookingRequest;
  decision: Decision;
  withdrawUndo: () => void;
  /** When the list was last fetched before the decision, in epoch milliseconds. */
  listedAt: number;
}

export interface ListedRequest {
  request: BookingRequest;
  /** `gone`: a colleague decided about it, or the customer canceled it. */
  state: "waiting" | "gone" | DecidedRequest;
}

/** The requests as they are in the database now. */
interface FetchedRequests {
  waiting: readonly BookingRequest[];
  /** In epoch milliseconds. */
  fetchedAt: number;
}

/** @returns those that were listed before in their places, and the others after them */
export function keepPlaces(before: readonly BookingRequest[], waiting: readonly BookingRequest[]): BookingRequest[] {
  const fetched = new Map(waiting.map((request) => [request.id, request]));
  const listed = new Set(before.map(({ id }) => id));
  return [
    ...before.map((request) => fetched.get(request.id) ?? request),
    ...waiting.filter(({ id }) => !listed.has(id)),
  ];
}

export function toListed(
  places: readonly BookingRequest[],
  decided: readonly DecidedRequest[],
  { waiting, fetchedAt }: FetchedRequests,
): ListedRequest[] {
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const decisions = new Map(decided.map((one) => [one.request.id, one]));
  return places.map((request) => {
    const decision = decisions.get(request.id);
    const isWaiting = waitingIds.has(request.id);
    // A list that was fetched later and holds the request says that somebody took the decision back.
    if (decision && (!isWaiting || fetchedAt <= decision.listedAt)) return { request, state: decision };
    return { request, state: isWaiting ? "waiting" : "gone" };
  });
}

/** @returns whether the requests stand in the order in which they were fetched */
export function isInOrder(places: readonly BookingRequest[], waiting: readonly BookingRequest[]): boolean {
  const waitingIds = new Set(waiting.map(({ id }) => id));
  return places.filter(({ id }) => waitingIds.has(id)).every(({ id }, index) => waiting[index]?.id === id);
}

/**
 * @param list another page, order or filter begins anew
 * @param fetched undefined while those of another list are shown
 */
export function useListedRequests(list: string, fetched: FetchedRequests | undefined) {
  const empty = {
    list,
    fetchedAt: 0,
    places: [] as readonly BookingRequest[],
    decided: [] as readonly DecidedRequest[],
  };
  const [kept, setKept] = useState(empty);
  const current = kept.list === list ? kept : empty;
  if (fetched && current.fetchedAt !== fetched.fetchedAt)
    setKept({ ...current, fetchedAt: fetched.fetchedAt, places: keepPlaces(current.places, fetched.waiting) });
  return {
    listed: fetched && toListed(current.places, current.decided, fetched),
    isInOrder: !fetched || isInOrder(current.places, fetched.waiting),
    sort: () => fetched && setKept({ ...empty, fetchedAt: fetched.fetchedAt, places: fetched.waiting }),
    addDecided: (added: readonly DecidedRequest[]) =>
      setKept((before) => {
        const ids = new Set(added.map(({ request }) => request.id));
        return { ...before, decided: [...before.decided.filter(({ request }) => !ids.has(request.id)), ...added] };
      }),
    removeDecided: (ids: readonly string[]) =>
      setKept((before) => ({
        ...before,
        decided: before.decided.filter(({ request }) => !ids.includes(request.id)),
      })),
  };
}
