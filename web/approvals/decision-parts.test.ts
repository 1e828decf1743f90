import { expect, test } from "vitest";
import { toDecisionParts } from "./decision-parts.ts";

const request = (name: string, dates: number) => ({
  eventIds: Array.from({ length: dates }, (_, index) => `${name}${index + 1}`),
});

test("no part is larger than the server takes, and a series stays in one where it fits", () => {
  const parts = toDecisionParts([request("a", 1), request("b", 2), request("c", 3), request("d", 1)], 4);
  expect(parts).toEqual([
    ["a1", "b1", "b2"],
    ["c1", "c2", "c3", "d1"],
  ]);
});

test("a series that is larger than a part is split", () => {
  expect(toDecisionParts([request("a", 1), request("b", 5)], 2)).toEqual([["a1"], ["b1", "b2"], ["b3", "b4"], ["b5"]]);
});

test("nothing has no parts", () => {
  expect(toDecisionParts([])).toEqual([]);
});
