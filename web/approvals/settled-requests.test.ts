import { expect, test } from "vitest";
import type { BookingRequest } from "#contract/approvals.ts";
import { mergeSettled, type SettledRequest } from "./settled-requests.ts";

const request = (id: string) => ({ id }) as BookingRequest;
const waiting = (...ids: string[]) => ids.map(request);
const approved = (id: string, above: string[]): SettledRequest => ({
  request: request(id),
  decision: { answer: "approve" },
  withdrawUndo: () => {},
  above,
  listedAt: 10,
});
const shown = (rows: ReturnType<typeof mergeSettled>) =>
  rows.map(({ request: { id }, settled }) => (settled ? `${id} decided` : id));

test("a request that was decided stays where it was", () => {
  const settled = [approved("b", ["a"])];
  expect(shown(mergeSettled(waiting("a", "b", "c"), settled, 10))).toEqual(["a", "b decided", "c"]);
  expect(shown(mergeSettled(waiting("a", "c"), settled, 20))).toEqual(["a", "b decided", "c"]);
  expect(shown(mergeSettled(waiting("new", "a", "c"), settled, 20))).toEqual(["new", "a", "b decided", "c"]);
});

test("several that were decided keep their order, also at the top and when a colleague decides the one above", () => {
  const settled = [approved("a", []), approved("c", ["b", "a"]), approved("b", ["a"])];
  expect(shown(mergeSettled(waiting("d"), settled, 20))).toEqual(["a decided", "b decided", "c decided", "d"]);
  expect(shown(mergeSettled(waiting("d"), [approved("c", ["b", "a"])], 20))).toEqual(["c decided", "d"]);
});

test("a request that waits again is one to decide", () =>
  expect(shown(mergeSettled(waiting("a", "b"), [approved("b", ["a"])], 20))).toEqual(["a", "b"]));
