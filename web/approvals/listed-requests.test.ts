import { expect, test } from "vitest";
import type { BookingRequest } from "#contract/approvals.ts";
import { type DecidedRequest, isInOrder, keepPlaces, toListed } from "./listed-requests.ts";

const requests = (...ids: string[]) => ids.map((id) => ({ id }) as BookingRequest);
const approved = (id: string): DecidedRequest => ({
  request: { id } as BookingRequest,
  decision: { answer: "approve" },
  withdrawUndo: () => {},
  listedAt: 10,
});
/** @param places ids, in the order in which they are shown */
const show = (places: string[], waiting: string[], decided: DecidedRequest[], fetchedAt: number) =>
  toListed(requests(...places), decided, { waiting: requests(...waiting), fetchedAt }).map(
    ({ request: { id }, state }) =>
      state === "waiting" ? id : `${id} ${state === "gone" ? "gone" : state.decision.answer}`,
  );

test("a request that was decided stays where it was, before and after the list is fetched", () => {
  expect(show(["a", "b", "c"], ["a", "b", "c"], [approved("b")], 10)).toEqual(["a", "b approve", "c"]);
  expect(show(["a", "b", "c"], ["a", "c"], [approved("b")], 20)).toEqual(["a", "b approve", "c"]);
});

test("a request that waits again is one to decide", () =>
  expect(show(["a", "b"], ["a", "b"], [approved("a")], 20)).toEqual(["a", "b"]));

test("what a colleague decides stays, marked", () => expect(show(["a", "b"], ["b"], [], 20)).toEqual(["a gone", "b"]));

test("what arrives stands at the end, and the rows are out of order where it belongs elsewhere", () => {
  const waiting = requests("new", "a", "c");
  const places = keepPlaces(requests("a", "b", "c"), waiting);
  expect(places.map(({ id }) => id)).toEqual(["a", "b", "c", "new"]);
  expect(isInOrder(places, waiting)).toBe(false);
  expect(isInOrder(requests("a", "b", "c", "new"), requests("a", "c", "new"))).toBe(true);
});

test("a request that was changed is shown as it is now", () => {
  const changed = { id: "a", name: "Match" } as BookingRequest;
  expect(keepPlaces(requests("a", "b"), [changed])).toEqual([changed, { id: "b" }]);
});
